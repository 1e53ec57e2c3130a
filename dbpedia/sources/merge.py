"""The sources of types behind one interface: each gives titles with a class, and the most trusted one that has the
title decides.

Where several sources type the same title they are compared, since their errors are independent: a release lags behind
the text, an endpoint behind the release, and a mapping can be wrong for all articles with a template.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dbpedia.ontology import UNTYPED, Ontology
from dbpedia.sources.typed_titles import TypeCounts, TypedTitles
from dbpedia.title_keys import group_titles
from schemas.datasets.dataset import read_dataset

ORIGINS = ("dump", "sparql", "infobox", "wikidata", "correction")
"""Where the class of a title comes from, by the place that `type_index` holds: a DBpedia release, a SPARQL endpoint,
the infoboxes of the wiki's own dump, Wikidata, or who corrected it (`dbpedia.sources.corrections`)."""
SOURCES = tuple(name for name in ORIGINS if name != "correction")
"""Those that titles with their classes are read from."""


class Agreement(NamedTuple):
    """How two sources type the same titles, by the ontology."""

    left: str
    right: str
    same: int
    left_general: int
    """Titles whose class in `left` is above that in `right`."""
    left_specific: int
    """Titles whose class in `left` is below that in `right`."""
    contradicting: int
    """Titles of whose two classes neither is above the other."""
    left_only: int
    right_only: int
    contradictions: Counter[tuple[str, str]]
    """Titles by the contradicting pair of classes, that of `left` first."""


class MergedTypes(NamedTuple):
    """The types of all sources together."""

    types: TypedTitles
    agreements: list[Agreement]
    """One for each pair of sources, in the order in which they were given."""


def merge_types(sources: Sequence[tuple[str, TypedTitles]], ontology: Ontology) -> MergedTypes:
    """One class for each title: that of the first source that has one. `sources` come in order of trust.

    A less trusted source adds titles and never changes a class, not even to a more specific one. Only classes of one's
    own that are below a title's class take its place, since no release of DBpedia could have given them.
    """
    numbers = [ORIGINS.index(name) for name, _ in sources]
    if len(sources) == 1:
        only = sources[0][1]
        return MergedTypes(only._replace(origins=np.full(len(only.titles), numbers[0], np.uint8)), [])
    column = pa.concat_arrays([types.titles for _, types in sources])
    grouping = group_titles(column)
    is_first = np.diff(grouping.keys, prepend=~grouping.keys[:1]) != 0
    place = np.empty(len(column), np.int64)
    place[grouping.order] = np.cumsum(is_first) - 1
    first = grouping.order[is_first]

    by_source = np.full((len(sources), len(first)), UNTYPED, np.uint16)
    start = 0
    for row, (_, types) in zip(by_source, sources, strict=True):
        row[place[start : start + len(types.titles)]] = types.class_ids
        start += len(types.titles)
    deciding = np.argmax(by_source != UNTYPED, axis=0)
    deciding = _refined(deciding, by_source, ontology)
    class_ids = by_source[deciding, np.arange(len(first))]
    origins = np.array(numbers, np.uint8)[deciding]
    agreements = [
        _compare(sources[left][0], sources[right][0], by_source[left], by_source[right], ontology)
        for left, right in combinations(range(len(sources)), 2)
    ]
    return MergedTypes(TypedTitles(column.take(first), class_ids, origins), agreements)


def _refined(
    deciding: npt.NDArray[np.int64], by_source: npt.NDArray[np.uint16], ontology: Ontology
) -> npt.NDArray[np.int64]:
    """The source that decides each title, after sources that know a class of one's own below the class so far."""
    own = [number for number, cls in enumerate(ontology.classes) if cls in ontology.own]
    deciding = deciding.copy()
    for source, row in enumerate(by_source):
        with_own = np.flatnonzero(np.isin(row, own) & (deciding < source))
        so_far = by_source[deciding[with_own], with_own]
        pairs, of_title = np.unique(np.stack([so_far, row[with_own]]), axis=1, return_inverse=True)
        is_below = np.array(
            [
                one != other and ontology.is_a(ontology.classes[other], ontology.classes[one])
                for one, other in pairs.T.tolist()
            ],
            bool,
        )
        deciding[with_own[is_below[of_title.ravel()]]] = source
    return deciding


def _compare(
    left: str, right: str, left_ids: npt.NDArray[np.uint16], right_ids: npt.NDArray[np.uint16], ontology: Ontology
) -> Agreement:
    in_left, in_right = left_ids != UNTYPED, right_ids != UNTYPED
    both = in_left & in_right
    pairs, sizes = np.unique(np.stack([left_ids[both], right_ids[both]]), axis=1, return_counts=True)
    same = general = specific = 0
    contradictions: Counter[tuple[str, str]] = Counter()
    for one, other, size in zip(*pairs.tolist(), sizes.tolist(), strict=True):
        ours, theirs = ontology.classes[one], ontology.classes[other]
        if one == other:
            same += size
        elif ontology.is_a(theirs, ours):
            general += size
        elif ontology.is_a(ours, theirs):
            specific += size
        else:
            contradictions[ours, theirs] += size
    return Agreement(
        left,
        right,
        same,
        general,
        specific,
        contradictions.total(),
        int(np.count_nonzero(in_left & ~in_right)),
        int(np.count_nonzero(in_right & ~in_left)),
        contradictions,
    )


def read_sparql_types(
    location: str, ontology: Ontology, counts: TypeCounts
) -> Iterator[tuple[list[str], list[frozenset[str]]]]:
    """Batches of titles and their classes from the dataset `sparql_types`, for `collect_types`."""
    known = frozenset(ontology.classes)
    for batch in read_dataset(location):
        titles: list[str] = []
        class_sets: list[frozenset[str]] = []
        for title, classes in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            counts.unknown_classes.update(set(classes) - known)
            if kept := known.intersection(classes):
                titles.append(title)
                class_sets.append(kept)
        yield titles, class_sets
