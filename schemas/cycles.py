"""Cycles of a graph whose nodes are names: categories below themselves, classes below themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def find_cycles(links: Mapping[str, tuple[str, ...]]) -> list[list[str]]:
    """The sets of nodes that lead to each other, each sorted, the largest set first.

    They are the strongly connected components of more than one node, or of one that leads to itself (Tarjan, 1972),
    found without recursion. A target that is not a key has no links of its own.
    """
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for start in links:
        if start in order:
            continue
        work: list[tuple[str, Iterator[str]]] = [_visit(start, links, order, low, stack, on_stack)]
        while work:
            node, rest = work[-1]
            below = next((each for each in rest if each not in order or each in on_stack), None)
            if below is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    component = _pop_to(node, stack, on_stack)
                    if len(component) > 1 or node in links.get(node, ()):
                        found.append(component)
            elif below in on_stack:
                low[node] = min(low[node], order[below])
            else:
                work.append(_visit(below, links, order, low, stack, on_stack))
    return sorted(found, key=lambda component: (-len(component), component))


def _visit(
    node: str,
    links: Mapping[str, tuple[str, ...]],
    order: dict[str, int],
    low: dict[str, int],
    stack: list[str],
    on_stack: set[str],
) -> tuple[str, Iterator[str]]:
    order[node] = low[node] = len(order)
    stack.append(node)
    on_stack.add(node)
    return node, iter(links.get(node, ()))


def _pop_to(node: str, stack: list[str], on_stack: set[str]) -> list[str]:
    component: list[str] = []
    while not component or component[-1] != node:
        component.append(stack.pop())
    on_stack.difference_update(component)
    return sorted(component)
