"""Which nodes of a graph lead to each other."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given

from schemas.cycles import find_cycles

graphs = st.dictionaries(st.sampled_from("ABCDEFG"), st.lists(st.sampled_from("ABCDEFGH"), max_size=4), max_size=7)


def test_the_largest_set_comes_first() -> None:
    links = {"A": ("B",), "B": ("A",), "C": ("D",), "D": ("E",), "E": ("C", "A"), "F": ("F", "G"), "G": ("H",)}
    assert find_cycles(links) == [["C", "D", "E"], ["A", "B"], ["F"]]


def test_a_long_way_needs_no_recursion() -> None:
    links = {f"{number:06}": (f"{(number + 1) % 50_000:06}",) for number in range(50_000)}
    assert find_cycles(links) == [list(links)]


@given(graphs)
def test_cyclic_sets_are_those_that_reach_each_other(graph: dict[str, list[str]]) -> None:
    links = {node: tuple(below) for node, below in graph.items()}
    reach = {node: set(below) for node, below in links.items()}
    for _ in range(8):
        for node in reach:
            reach[node] |= {far for near in reach[node] for far in reach.get(near, ())}
    sets = {frozenset(t for t in reach if t in reach[start] and start in reach[t]) for start in reach}
    assert {frozenset(component) for component in find_cycles(links)} == {each for each in sets if each}
