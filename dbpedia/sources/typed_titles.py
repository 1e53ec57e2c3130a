"""The class of each title, from the classes that a source of types has found for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from dbpedia.ontology import Ontology
from dbpedia.sources.triples import TripleCounts
from dbpedia.title_keys import group_titles


class TypedTitles(NamedTuple):
    """Titles, each once, with their classes."""

    titles: pa.LargeStringArray
    class_ids: npt.NDArray[np.uint16]
    """Place of each title's class in `Ontology.classes`."""
    origins: npt.NDArray[np.uint8] | None = None
    """Place of each class's source in `dbpedia.sources.merge.ORIGINS`; None where all come from one release."""


@dataclass
class TypeCounts:
    """What became of the types of a source; what is said of lines and triples is of a release alone."""

    triples: TripleCounts = field(default_factory=TripleCounts)
    other_vocabularies: int = 0
    """Types that are not DBpedia classes: owl:Thing, schema.org, DUL, Wikidata."""
    unknown_classes: Counter[str] = field(default_factory=Counter)
    """DBpedia classes that the ontology does not have, by name."""
    not_articles: int = 0
    """Runs of lines whose subject is not an article: parts of an article (`X__Y__1`), Commons, Wikidata."""
    editions: Counter[str] = field(default_factory=Counter)
    """Runs of lines about a resource of each edition of DBpedia, by its host."""
    several_classes: int = 0
    """Titles whose types contradict each other: no class is below all others."""
    titles: int = 0
    """Titles with a class."""


class ClassSets:
    """Sets of classes, each with a number: a release has millions of subjects, but only some thousand such sets."""

    def __init__(self) -> None:
        self.sets: list[frozenset[str]] = []
        self._numbers: dict[frozenset[str], int] = {}

    def number(self, classes: frozenset[str]) -> int:
        """The number of a set of classes, a new one where the set is new."""
        known = self._numbers.get(classes)
        if known is None:
            known = self._numbers[classes] = len(self.sets)
            self.sets.append(classes)
        return known

    def unions(self, left: npt.NDArray[np.int32], right: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The numbers of the unions, row by row."""
        n_sets = len(self.sets)
        pairs, place = np.unique(left.astype(np.int64) * n_sets + right, return_inverse=True)
        united = [self.number(self.sets[pair // n_sets] | self.sets[pair % n_sets]) for pair in pairs.tolist()]
        return np.array(united, np.int32)[place]

    def unions_of_runs(self, set_ids: npt.NDArray[np.int32], first: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """The number of the union of each run of sets; `first` has the place where each run begins."""
        sizes = np.diff(first, append=len(set_ids))
        united = set_ids[first]
        several = np.arange(len(first))
        for place in range(1, int(sizes.max(initial=0))):
            several = several[sizes[several] > place]
            united[several] = self.unions(united[several], set_ids[first[several] + place])
        return united


def collect_types(
    batches: Iterable[tuple[Sequence[str], Sequence[frozenset[str]]]], ontology: Ontology, counts: TypeCounts
) -> TypedTitles:
    """The most specific class of each title, from batches of titles and the classes found for them.

    A title may come back in later batches; its classes are then taken together. Order does not matter. Takes about
    120 bytes of memory a title of the batches.
    """
    sets = ClassSets()
    title_chunks = [pa.array([], pa.large_string())]
    set_chunks = [np.empty(0, np.int32)]
    for titles, class_sets in batches:
        title_chunks.append(pa.array(titles, pa.large_string()))
        set_chunks.append(np.fromiter(map(sets.number, class_sets), np.int32, len(class_sets)))
    column = pa.concat_arrays(title_chunks)
    set_ids = np.concatenate(set_chunks)
    del title_chunks, set_chunks
    pa.default_memory_pool().release_unused()  # else the chunks' memory stays with the allocator

    grouping = group_titles(column)
    first = np.flatnonzero(np.diff(grouping.keys, prepend=~grouping.keys[:1]))
    merged = sets.unions_of_runs(set_ids[grouping.order], first)

    numbers = {cls: number for number, cls in enumerate(ontology.classes)}
    class_of_set = np.array([numbers[ontology.most_specific(classes)] for classes in sets.sets], np.uint16)
    contradicting = np.array([len(ontology.finest(classes)) > 1 for classes in sets.sets], bool)
    counts.titles += len(merged)
    counts.several_classes += int(np.count_nonzero(contradicting[merged]))
    return TypedTitles(column.take(grouping.order[first]), class_of_set[merged])
