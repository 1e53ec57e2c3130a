"""Wikidata as a source of types: from what items are instances of to classes of the ontology.

The ontology says which of its classes are the same as which items (`owl:equivalentClass`); `wikidata_links.toml` says
which of these links are wrong, and adds some. A value of P31 (instance of)
stands for the classes of the nearest such item above it, by steps of P279 (subclass of): all of them where several are
equally near. Where the values of an item differ, most of them decide (`decide`).

Two kinds of items are all instances of the same item, so other statements refine them: humans by P106 (occupation) and
P39 (position held), taxa by P171 (parent taxon).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.ontology import Ontology
from dbpedia.sources.nearest_classes import NearestClasses, Numbers, nearest_classes
from schemas.datasets.dataset import read_dataset
from schemas.errors import InputError
from schemas.sorted_lookup import distinct, find_sorted
from schemas.sources.wikidata_items import SUBCLASS_OF, UPWARDS

INSTANCE_OF = "P31"
REDIRECT = "redirect"


class Refinement(NamedTuple):
    """How items of a class get a more specific one."""

    cls: str
    """The class that P31 gives them."""
    properties: tuple[str, ...]
    """Whose values stand for the more specific ones."""
    root: str
    """The more specific ones are below this class; it is taken where there are none."""


REFINEMENTS = (
    Refinement("Person", ("P106", "P39"), "Person"),
    # DBpedia calls species and genera by the class of what they are (Mammal); no article is a Taxon there.
    Refinement("Taxon", ("P171",), "Species"),
)


@dataclass
class WikidataCounts:
    """What became of the items."""

    items: int = 0
    """Items of the titles."""
    without_class: int = 0
    """Of these, those no kind of which is below an item of the ontology, or that have no kind."""
    refined: int = 0
    """Humans and taxa with a more specific class than all have."""
    undecided: int = 0
    """Items whose kinds differ with as many for each side: they have the class that is above both."""
    classes: int = 0
    """Items of Wikidata that stand for a class of the ontology, themselves or through those above them."""


@dataclass(frozen=True)
class Statements:
    """The dataset `wikidata_statements` in memory: 9 bytes a statement, besides what sorting takes."""

    items: Numbers
    properties: npt.NDArray[np.uint8]
    """Places in `names`."""
    values: Numbers
    names: tuple[str, ...]

    def of(self, *names: str) -> tuple[Numbers, Numbers]:
        """Items and values of the statements of these properties."""
        which = np.isin(self.properties, [self.names.index(name) for name in names if name in self.names])
        return self.items[which], self.values[which]


def linked_items(ontology: Ontology) -> dict[int, frozenset[str]]:
    """The classes of each item that stands for some: by the ontology, mended and completed by `wikidata_links.toml`."""
    document = tomllib.loads(Path(__file__).with_name("wikidata_links.toml").read_text(encoding="utf-8"))
    links = {(cls, item) for item, classes in ontology.items.items() for cls in classes}
    links -= {(link["class"], int(link["item"][1:])) for link in document["wrong"]}
    links |= {
        (cls, int(item[1:]))
        for cls, items in document["missing"].items()
        for item in items.values()
        if cls in ontology.parents
    }
    found: dict[int, set[str]] = {}
    for cls, item in links:
        found.setdefault(item, set()).add(cls)
    return {item: frozenset(found[item]) for item in sorted(found)}


class Decision(NamedTuple):
    """The class of a thing that several votes were given for."""

    cls: str
    undecided: bool
    """Whether more specific classes had as many votes each, so that the one above them was taken."""


def decide(votes: Sequence[Iterable[str]], ontology: Ontology) -> Decision | None:
    """The class that most votes are for, each for any number of classes; None where there is no vote.

    A vote for a class is one for those above it too. From the class that was found so far the way leads down to the one
    with the most votes. It ends where there is none below it, or where several that exclude each other have as many: a
    politician and lawyer is a person. Classes that have none above in common are told apart as
    `Ontology.most_specific` does.
    """
    scores: Counter[str] = Counter()
    for classes in votes:
        scores.update({above for cls in classes for above in chain((cls,), ontology.ancestors(cls))})
    found = ""
    while True:
        below = [cls for cls in scores if not found or (cls != found and found in ontology.ancestors(cls))]
        # In a cycle of classes each is below the other: the way down does not lead back.
        below = [cls for cls in below if not found or cls not in ontology.ancestors(found)]
        if not below:
            return Decision(found, undecided=False) if found else None
        most = max(scores[cls] for cls in below)
        first = [cls for cls in below if scores[cls] == most]
        finest = ontology.finest(first)
        common = [cls for cls in first if all(ontology.is_a(each, cls) for each in finest)]
        if len(finest) == 1:
            found = finest[0]
        elif common or found:
            return Decision(ontology.most_specific(common) if common else found, undecided=True)
        else:
            found = ontology.most_specific(finest)


def read_statements(location: str) -> Statements:
    """The dataset `wikidata_statements`."""
    names: list[str] = []
    chunks: list[tuple[Numbers, npt.NDArray[np.uint8], Numbers]] = []
    for batch in read_dataset(location, ["qid", "property", "value"]):
        column = batch.column("property").dictionary_encode() if len(batch) else None
        if column is None:
            continue
        found = column.dictionary.to_pylist()
        names += [name for name in found if name not in names]
        codes = np.array([names.index(name) for name in found], np.uint8)[column.indices.to_numpy()]
        chunks.append((item_numbers(batch.column("qid")), codes, item_numbers(batch.column("value"))))
    items, properties, values = (
        np.concatenate(parts) if parts else np.empty(0, kind)
        for parts, kind in zip(
            list(zip(*chunks, strict=True)) or [()] * 3, (np.uint32, np.uint8, np.uint32), strict=True
        )
    )
    return Statements(items, properties, values, tuple(names))


def class_items(location: str) -> Numbers:
    """The items that the dataset `wikidata_statements` has as classes, by a value of P279, ascending.

    An item that was merged into one of them is one too. A class is what common nouns stand for: *guitar*, *physicist*.
    """
    classes, merged, into = ([np.empty(0, np.uint32)] for _ in range(3))
    for batch in read_dataset(location, ["qid", "property", "value"]):
        below, moved = (batch.filter(pc.equal(batch.column("property"), name)) for name in (SUBCLASS_OF, REDIRECT))
        classes.append(item_numbers(below.column("qid")))
        merged.append(item_numbers(moved.column("qid")))
        into.append(item_numbers(moved.column("value")))
    known = distinct(np.concatenate(classes))
    of_known = find_sorted(known, np.concatenate(into)) >= 0
    return distinct(np.concatenate([known, np.concatenate(merged)[of_known]]))


def item_numbers(qids: pa.StringArray) -> Numbers:
    """The number of each item."""
    numbers: Numbers = pc.utf8_slice_codeunits(qids, 1).cast(pa.uint32()).to_numpy(zero_copy_only=False)
    return numbers


def wikidata_types(
    statements: Statements, titles: str, ontology: Ontology, counts: WikidataCounts
) -> Iterator[tuple[list[str], list[frozenset[str]]]]:
    """Batches of titles and the class of each, for `dbpedia.sources.instance_types.collect_types`.

    `titles` is the location of a dataset with the columns `title` and `qid`. Titles whose item has no class are left
    out. Raises InputError where the ontology is the same as no item.
    """
    if not ontology.items:
        raise InputError("the ontology has no owl:equivalentClass to items of Wikidata; take one of 2016 or later")
    redirects = _Redirects(statements)
    linked, links = linked_items(ontology), dict[int, set[str]]()
    for item, classes in zip(redirects.follow(_numbers(linked)).tolist(), linked.values(), strict=True):
        links.setdefault(item, set()).update(classes)
    children, parents = statements.of(*UPWARDS)
    nearest = nearest_classes(children, redirects.follow(parents), links)
    counts.classes = int(np.count_nonzero(nearest.set_ids >= 0))

    chunks = [item_numbers(batch.column("qid")) for batch in read_dataset(titles, ["qid"])]
    wanted = distinct(redirects.follow(np.concatenate([np.empty(0, np.uint32), *chunks])))
    del chunks, children, parents
    class_ids = _class_ids(wanted, _Votes(statements, redirects, nearest, wanted), ontology, counts)
    single = [frozenset([cls]) for cls in ontology.classes]
    for batch in read_dataset(titles, ["title", "qid"]):
        found = class_ids[np.searchsorted(wanted, redirects.follow(item_numbers(batch.column("qid"))))]
        typed = np.flatnonzero(found >= 0)
        yield batch.column("title").take(pa.array(typed)).to_pylist(), [single[each] for each in found[typed].tolist()]


def _numbers(items: Iterable[int]) -> Numbers:
    return np.fromiter(items, np.uint32)


class _Redirects:
    """The items that were merged into others."""

    def __init__(self, statements: Statements) -> None:
        items, targets = statements.of(REDIRECT)
        order = np.argsort(items, kind="stable")
        self._items, self._targets = items[order], targets[order]

    def follow(self, items: Numbers) -> Numbers:
        """Each item, or what it was merged into: one step, since Wikidata has no redirects to redirects."""
        if not len(self._items):
            return items
        places = find_sorted(self._items, items)
        return np.where(places >= 0, self._targets[places], items)


class _Bags(NamedTuple):
    """What is said of each of some things: equal things are decided once."""

    places: npt.NDArray[np.int64]
    """The things, ascending, each once."""
    bag_ids: npt.NDArray[np.int64]
    """Place in `bags` of each one's."""
    bags: list[tuple[int, ...]]
    """Numbers of sets of classes, sorted; one for each statement."""


class _Votes:
    """What the statements of properties say of the wanted items."""

    def __init__(self, statements: Statements, redirects: _Redirects, nearest: NearestClasses, wanted: Numbers) -> None:
        self._statements = statements
        self._redirects = redirects
        self._nearest = nearest
        self._wanted = wanted
        self.sets = nearest.sets

    def of(self, properties: Sequence[str], which: npt.NDArray[np.bool_]) -> _Bags:
        """The votes by values of these properties for those of the wanted items that `which` marks."""
        items, values = self._statements.of(*properties)
        places = find_sorted(self._wanted, items)
        kept = np.flatnonzero(places >= 0)
        kept = kept[which[places[kept]]]
        set_ids = self._nearest.of(self._redirects.follow(values[kept]))
        return _bags(places[kept][set_ids >= 0], set_ids[set_ids >= 0])


def _bags(places: npt.NDArray[np.int64], set_ids: npt.NDArray[np.int32]) -> _Bags:
    order = np.lexsort((set_ids, places))
    places, set_ids = places[order], set_ids[order]
    first = np.flatnonzero(np.diff(places, prepend=-1))
    sizes = np.diff(first, append=len(places))
    bags: list[tuple[int, ...]] = []
    bag_ids = np.zeros(len(first), np.int64)
    longer = np.arange(len(first))
    # A statement more in each round: things that agree so far share a bag, so the loop in Python is over bags.
    for place in range(int(sizes.max(initial=0))):
        longer = longer[sizes[longer] > place]
        pairs, of_pair = np.unique(bag_ids[longer] << 32 | set_ids[first[longer] + place], return_inverse=True)
        start = len(bags)
        bags += [((*bags[pair >> 32], pair & 0xFFFFFFFF) if place else (pair,)) for pair in pairs.tolist()]
        bag_ids[longer] = start + of_pair
    return _Bags(places[first], bag_ids, bags)


def _class_ids(wanted: Numbers, votes: _Votes, ontology: Ontology, counts: WikidataCounts) -> npt.NDArray[np.int32]:
    """Place in `Ontology.classes` of the class of each item, below 0 for none."""
    numbers = {cls: number for number, cls in enumerate(ontology.classes)}
    class_ids = np.full(len(wanted), -1, np.int32)
    kinds = votes.of((INSTANCE_OF,), np.ones(len(wanted), bool))
    counts.undecided += _decide_all(kinds, [*votes.sets], ontology, class_ids)
    counts.items = len(wanted)
    counts.without_class = int(np.count_nonzero(class_ids < 0))
    for cls, properties, root in REFINEMENTS:
        if cls not in numbers or root not in numbers:
            continue
        of_class = class_ids == numbers[cls]
        class_ids[of_class] = numbers[root]
        sets = [
            frozenset(each for each in classes if each != root and ontology.is_a(each, root)) for classes in votes.sets
        ]
        counts.undecided += _decide_all(votes.of(properties, of_class), sets, ontology, class_ids)
        counts.refined += int(np.count_nonzero(class_ids[of_class] != numbers[root]))
    return class_ids


def _decide_all(
    found: _Bags, sets: Sequence[frozenset[str]], ontology: Ontology, class_ids: npt.NDArray[np.int32]
) -> int:
    """Write the class of each thing that votes are for to its place; returns how many are undecided."""
    numbers = {cls: number for number, cls in enumerate(ontology.classes)}
    used = np.bincount(found.bag_ids, minlength=len(found.bags))
    decided = np.full(len(found.bags), -1, np.int32)
    undecided = 0
    for place in np.flatnonzero(used).tolist():
        decision = decide([sets[each] for each in found.bags[place] if sets[each]], ontology)
        if decision:
            decided[place] = numbers[decision.cls]
            undecided += int(used[place]) * decision.undecided
    given = decided[found.bag_ids]
    class_ids[found.places[given >= 0]] = given[given >= 0]
    return undecided
