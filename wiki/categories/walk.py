"""The crawl of a domain: from its root categories down the tree of subcategories, and the pages that are in them.

CrossNER (Liu et al., 2021, "Unlabeled Corpora Collection") takes the pages in a domain's category and in its
subcategories. The category graph has cycles and leaves every subject within few levels, so the walk is breadth-first
with a visited set and a depth limit, and remembers through which category each page and category came.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from schemas.domains import Domain
from schemas.errors import InputError
from schemas.records import CategoryEdge, DomainPage

Kind = Literal["page", "subcat"]


HIDDEN = "hidden"
"""Why a category was not entered: the wiki hides it."""
PRUNED = "pruned"
"""Why a category was not entered: its score was too low."""

Members = Callable[[Sequence[str], Kind], Iterable[CategoryEdge]]
"""The members of one kind of a batch of categories, in any order: a source of the walk. A category that the wiki does
not have has no members. The walk may ask for a category again."""


_LONGEST = 4
"""Most categories of a cycle that counts as short."""


class Entered(NamedTuple):
    """A category that the walk entered."""

    depth: int
    """Steps from the nearest root, 0 for a root."""
    parent: str
    """The category through which it came, empty for a root."""
    branch: str
    """The category of depth 1 on the way to this one; for a root the root itself."""


@dataclass
class CategoryTree:
    """The categories of a domain."""

    entered: dict[str, Entered]
    """By title, those of least depth first, then by title."""
    links: dict[str, tuple[str, ...]]
    """Subcategories of each entered category that were entered too, sorted, cycles and second ways included."""
    left_out: dict[str, str]
    """Categories that were met and not entered, with the reason: HIDDEN, PRUNED, or the pattern that matched."""


@dataclass
class Crawl:
    """What the walk of a domain found."""

    tree: CategoryTree
    pages: list[DomainPage]
    """By page id."""
    disambiguations: int
    """Disambiguation pages that were met; they are not taken."""


def crawl(domain: Domain, members: Members, pruned: Collection[str] = ()) -> Crawl:
    """The categories and pages of a domain; those of `pruned` are not entered.

    Raises InputError for a root that has no members, and as soon as there are more than `max_pages` pages.
    """
    _check_roots(domain, members)
    tree = _walk_categories(domain, members, pruned)
    return _find_pages(domain, tree, members)


def _check_roots(domain: Domain, members: Members) -> None:
    """Raise InputError, by name, for a root that has neither pages nor subcategories: it is empty or does not exist."""
    kinds: tuple[Kind, ...] = ("subcat", "page")
    missing = set(domain.roots)
    for kind in kinds:
        missing -= {edge.parent for edge in members(sorted(missing), kind)} if missing else set()
    if missing:
        roots, titles = ("category", "title") if len(missing) == 1 else ("categories", "titles")
        raise InputError(
            f"domain {domain.name}: the wiki has nothing in its root {roots} {', '.join(map(repr, sorted(missing)))}; "
            f"write the {titles} as the wiki does, without the prefix Category:"
        )


def _walk_categories(domain: Domain, members: Members, pruned: Collection[str]) -> CategoryTree:
    """Enter the roots of a domain and their subcategories, down to its depth.

    Where several ways of the same length lead to a category, the parent that is first by title counts, so the order of
    the source does not matter.
    """
    roots = sorted(domain.roots)
    entered = {root: Entered(0, "", root) for root in roots}
    tree = CategoryTree(entered, {}, {})
    patterns = [(pattern, re.compile(pattern)) for pattern in domain.exclude]
    level = roots
    for depth in range(1, domain.depth + 1):
        if not level:
            break
        links: dict[str, set[str]] = {title: set() for title in level}
        found: dict[str, str] = {}
        for edge in members(level, "subcat"):
            if edge.title not in entered:
                reason = PRUNED if edge.title in pruned else HIDDEN if edge.hidden else _match(edge.title, patterns)
                if reason:
                    tree.left_out[edge.title] = reason
                    continue
                found[edge.title] = min(edge.parent, found.get(edge.title, edge.parent))
            links[edge.parent].add(edge.title)
        tree.links.update((title, tuple(sorted(below))) for title, below in links.items())
        for title, parent in sorted(found.items()):
            entered[title] = Entered(depth, parent, title if depth == 1 else entered[parent].branch)
        level = sorted(found)
    return tree


def _match(title: str, patterns: Sequence[tuple[str, re.Pattern[str]]]) -> str:
    return next((text for text, pattern in patterns if pattern.search(title)), "")


def _find_pages(domain: Domain, tree: CategoryTree, members: Members) -> Crawl:
    """The articles in the categories of a tree. Raises InputError as soon as there are more than `max_pages`."""
    ways: dict[int, tuple[int, str, str]] = {}
    categories: Counter[int] = Counter()
    disambiguations: set[int] = set()
    for edge in members(list(tree.entered), "page"):
        if edge.disambiguation:
            disambiguations.add(edge.page_id)
            continue
        way = tree.entered[edge.parent].depth, edge.parent, edge.title
        ways[edge.page_id] = min(way, ways.get(edge.page_id, way))
        categories[edge.page_id] += 1
        if len(ways) > domain.max_pages:
            raise InputError(_too_many(domain, tree))
    pages = [
        DomainPage(page_id, title, depth, via, tree.entered[via].branch, categories[page_id])
        for page_id, (depth, via, title) in sorted(ways.items())
    ]
    return Crawl(tree, pages, len(disambiguations))


def _too_many(domain: Domain, tree: CategoryTree) -> str:
    per_depth = Counter(category.depth for category in tree.entered.values())
    counts = ", ".join(f"{number:,} at depth {depth}" for depth, number in sorted(per_depth.items()))
    return (
        f"domain {domain.name}: more than max_pages = {domain.max_pages:,} pages in {len(tree.entered):,} categories "
        f"({counts}). Lower its depth, exclude the branches that lead away (the DomainReport task shows what each "
        f"brings), or raise max_pages"
    )


def path_to(tree: CategoryTree, title: str) -> list[str]:
    """The way from a root to an entered category, both included."""
    way = [title]
    while parent := tree.entered[way[-1]].parent:
        way.append(parent)
    return way[::-1]


def short_cycles(component: Iterable[str], links: dict[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The cycles of at most four categories among these, shortest first.

    A cycle begins with its first category by title, which is not repeated at the end.
    """
    inside = set(component)
    found: list[tuple[str, ...]] = []
    for start in sorted(inside):
        ways: list[tuple[str, ...]] = [(start,)]
        while ways:
            way = ways.pop()
            for below in links.get(way[-1], ()):
                if below == start:
                    found.append(way)
                elif below > start and below in inside and below not in way and len(way) < _LONGEST:
                    ways.append((*way, below))
    return sorted(found, key=lambda cycle: (len(cycle), cycle))
