"""Cycles of a graph whose nodes are names: categories below themselves, classes below themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def find_cycles(links: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The sets of nodes that lead to each other, each sorted, the largest set first.

    They are the strongly connected components of more than one node, or of one that leads to itself (Sharir, 1981),
    found without recursion. A target that is not a key has no links of its own.
    """
    back: dict[str, list[str]] = {}
    for node, targets in links.items():
        for target in targets:
            back.setdefault(target, []).append(node)
    placed: set[str] = set()
    components = [_reached(node, back, placed) for node in reversed(_leaving_order(links)) if node not in placed]
    cycles = [sorted(each) for each in components if len(each) > 1 or each[0] in links.get(each[0], ())]
    return sorted(cycles, key=lambda cycle: (-len(cycle), cycle))


def _leaving_order(links: Mapping[str, Sequence[str]]) -> list[str]:
    """All nodes, in the order in which a depth-first search leaves them."""
    left: list[str] = []
    seen: set[str] = set()
    waiting = [(node, False) for node in links]
    while waiting:
        node, is_done = waiting.pop()
        if is_done:
            left.append(node)
        elif node not in seen:
            seen.add(node)
            waiting.append((node, True))
            waiting += [(target, False) for target in links.get(node, ())]
    return left


def _reached(start: str, links: Mapping[str, Sequence[str]], seen: set[str]) -> list[str]:
    """What a node leads to by nodes that were not seen, itself among it; all of it is seen from now on."""
    found: list[str] = []
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            found.append(node)
            waiting += links.get(node, ())
    return found
