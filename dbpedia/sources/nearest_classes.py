"""The graph of Wikidata's classes: which of the linked items above an item is the nearest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dbpedia.sources.typed_titles import ClassSets
from schemas.ranges import ranges
from schemas.sorted_lookup import distinct, find_sorted

Numbers = npt.NDArray[np.uint32]
"""Items by number: 42 for Q42."""


@dataclass(frozen=True)
class NearestClasses:
    """The classes that each item of Wikidata stands for."""

    items: Numbers
    """Ascending."""
    set_ids: npt.NDArray[np.int32]
    """Place in `sets` of the classes of each item, below 0 for none."""
    sets: Sequence[frozenset[str]]

    def of(self, items: Numbers) -> npt.NDArray[np.int32]:
        """Place in `sets` of each item's classes, below 0 for none."""
        places = find_sorted(self.items, items)
        return np.where(places >= 0, self.set_ids[places], -1) if len(self.items) else places.astype(np.int32)


def nearest_classes(children: Numbers, parents: Numbers, links: Mapping[int, Iterable[str]]) -> NearestClasses:
    """The classes of the nearest linked items above each item, itself included, by the fewest steps up.

    `children` and `parents` are the two ends of each step, `links` the classes of the linked items. All classes count
    where several items are equally near. Cycles and several ways up do no harm. Time and memory grow with the number
    of steps, not of ways: it is the graph that is gone through once, from the linked items down.
    """
    linked = np.array(sorted(links), np.uint32)
    items = distinct(np.concatenate([children, parents, linked]))
    sets = ClassSets()
    set_ids = np.full(len(items), -1, np.int32)
    frontier = np.searchsorted(items, linked)
    set_ids[frontier] = [sets.number(frozenset(links[item])) for item in linked.tolist()]

    below = np.searchsorted(items, children).astype(np.int32)
    above = np.searchsorted(items, parents).astype(np.int32)
    order = np.argsort(above, kind="stable")
    below, above = below[order], above[order]
    del order
    while len(frontier):
        starts, ends = np.searchsorted(above, frontier), np.searchsorted(above, frontier, "right")
        sizes = ends - starts
        reached = below[ranges(starts, sizes)]
        given = np.repeat(set_ids[frontier], sizes)
        fresh = set_ids[reached] < 0
        frontier, given = _united(reached[fresh], given[fresh], sets)
        set_ids[frontier] = given
    return NearestClasses(items, set_ids, sets.sets)


def _united(
    keys: npt.NDArray[np.int32], set_ids: npt.NDArray[np.int32], sets: ClassSets
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Each key once, ascending, with the union of the sets that it was given with."""
    pairs = distinct(keys.astype(np.int64) << 32 | set_ids)
    keys_left, set_ids = pairs >> 32, (pairs & 0xFFFFFFFF).astype(np.int32)
    first = np.flatnonzero(np.diff(keys_left, prepend=-1))
    return keys_left[first], sets.unions_of_runs(set_ids, first)
