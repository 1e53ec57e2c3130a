"""The classes of the nearest items above an item are those of a walk, whatever the graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.sources.nearest_classes import Numbers, nearest_classes


def numbers(values: Iterable[int]) -> Numbers:
    return np.fromiter(values, np.uint32)


def nearest(steps: Sequence[tuple[int, int]], links: Mapping[int, Iterable[str]]) -> dict[int, frozenset[str]]:
    found = nearest_classes(numbers(low for low, _ in steps), numbers(high for _, high in steps), links)
    ids = found.of(found.items)
    return {
        item: found.sets[place] for item, place in zip(found.items.tolist(), ids.tolist(), strict=True) if place >= 0
    }


def walked(item: int, steps: Sequence[tuple[int, int]], links: Mapping[int, Iterable[str]]) -> frozenset[str]:
    """The same by its definition: step by step upwards from one item, until a step meets links."""
    level, seen = {item}, {item}
    while level:
        if met := frozenset(cls for each in level for cls in links.get(each, ())):
            return met
        level = {high for low, high in steps if low in level} - seen
        seen |= level
    return frozenset()


_items = st.integers(0, 12)
_steps = st.lists(st.tuples(_items, _items), max_size=30)
_links = st.dictionaries(_items, st.sets(st.sampled_from("ABCD"), min_size=1), max_size=4)


@given(_steps, _links)
def test_nearest_classes_are_those_of_the_walk_also_in_cycles(
    steps: list[tuple[int, int]], links: dict[int, set[str]]
) -> None:
    found = nearest(steps, links)
    for item in {*range(13)}:
        assert found.get(item, frozenset()) == walked(item, steps, links)


@given(_steps, _links, st.randoms(use_true_random=False))
def test_the_order_of_steps_does_not_matter(
    steps: list[tuple[int, int]], links: dict[int, set[str]], random: object
) -> None:
    shuffled = list(steps)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert nearest(steps, links) == nearest(shuffled, links)


def test_the_nearest_of_several_ways_up() -> None:
    steps = [(1, 2), (2, 3), (3, 4), (1, 5), (5, 4), (9, 8), (8, 9)]
    links = {3: ["Far"], 5: ["Near"], 4: ["Top"]}
    assert nearest(steps, links) == {
        1: frozenset(["Near"]),
        2: frozenset(["Far"]),
        3: frozenset(["Far"]),
        4: frozenset(["Top"]),
        5: frozenset(["Near"]),
    }


def test_no_steps_and_no_links() -> None:
    assert nearest([], {}) == {}
    assert nearest([], {7: ["A"]}) == {7: frozenset(["A"])}
    assert nearest([(1, 2)], {}) == {}
    empty = nearest_classes(numbers([]), numbers([]), {})
    assert empty.of(numbers([3])).tolist() == [-1]
