"""The report on a crawl: what each level and each branch brought, before anything is built from it.

Every crawl of Wikipedia's categories drifts off its subject; the author of a domain file reads here where to cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from schemas import markdown
from schemas.cycles import find_cycles
from schemas.domains import Domain
from wiki.categories.scores import Score
from wiki.categories.walk import Crawl, path_to, short_cycles

_SHOWN = 20
"""Longest list that the report prints."""


def drift_report(
    crawls: Mapping[str, tuple[Domain, Crawl]], scores: Mapping[str, Mapping[str, Score]], edges: Mapping[str, int]
) -> str:
    """The report in Markdown. `crawls` and `scores` are keyed by domain; `edges` counts what became of the links."""
    blocks = ["# Crawl of the category graph", "## Category graph\n\n" + _table(["", "links"], sorted(edges.items()))]
    blocks += [_domain(*found, scores.get(name, {})) for name, found in crawls.items()]
    if len(crawls) > 1:
        blocks.append(_overlap({name: crawl for name, (_, crawl) in crawls.items()}))
    return "\n\n".join(blocks) + "\n"


def _domain(domain: Domain, crawl: Crawl, scores: Mapping[str, Score]) -> str:
    tree = crawl.tree
    too_many = " **More than its max_pages: it will be refused.**" if len(crawl.pages) > domain.max_pages else ""
    blocks = [
        f"## {domain.name}",
        f"{len(crawl.pages):,} pages in {len(tree.entered):,} categories, from {', '.join(sorted(domain.roots))} down "
        f"to depth {domain.depth}; {crawl.disambiguations:,} disambiguation pages left out.{too_many}",
        _depths(crawl),
        "### Branches below the root\n\n" + _branches(crawl),
        "### Cycles\n\n" + _cycles(crawl),
        "### Categories not entered\n\n" + _left_out(crawl),
    ]
    if scores:
        blocks.append("### Least anchored categories\n\n" + _worst(crawl, scores))
    return "\n\n".join(blocks)


def _depths(crawl: Crawl) -> str:
    categories = Counter(category.depth for category in crawl.tree.entered.values())
    pages = Counter(page.depth for page in crawl.pages)
    rows = [(depth, categories[depth], pages[depth]) for depth in sorted(categories)]
    return _table(["depth", "categories gained", "pages gained"], rows)


def _branches(crawl: Crawl) -> str:
    categories = Counter(category.branch for category in crawl.tree.entered.values())
    pages = Counter(page.branch for page in crawl.pages)
    deepest = {category.branch: category.depth for category in crawl.tree.entered.values()}
    ranked = sorted(categories, key=lambda branch: (-pages[branch], -categories[branch], branch))
    rows = [(branch, categories[branch], pages[branch], deepest[branch]) for branch in ranked]
    return _table(["branch", "categories", "pages", "deepest level"], rows)


def _cycles(crawl: Crawl) -> str:
    sets = find_cycles(crawl.tree.links)
    if not sets:
        return "None."
    cycles = [cycle for component in sets for cycle in short_cycles(component, crawl.tree.links)]
    lines = [" → ".join((*cycle, cycle[0])) for cycle in cycles]
    lines += [f"a set of {len(component):,}, among them {component[0]}" for component in sets if len(component) > 4]
    return (
        f"{len(cycles):,} of at most four categories; {len(sets):,} sets of categories that lie below each other.\n\n"
        + _bullets(lines)
    )


def _left_out(crawl: Crawl) -> str:
    by_reason: dict[str, list[str]] = {}
    for title, reason in sorted(crawl.tree.left_out.items()):
        by_reason.setdefault(reason, []).append(title)
    lines = [
        f"`{reason}`: {len(titles):,}, as {', '.join(titles[:5])}"
        for reason, titles in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0]))
    ]
    return _bullets(lines) if lines else "None."


def _worst(crawl: Crawl, scores: Mapping[str, Score]) -> str:
    ranked = sorted(scores, key=lambda title: (scores[title].anchoring, title))
    rows = [
        (
            f"{scores[title].anchoring:.2f}",
            " > ".join(path_to(crawl.tree, title)[1:]),
            scores[title].pages,
            scores[title].mentions,
        )
        for title in ranked
    ]
    return _table(["score", "category", "pages", "mentions"], rows, names=2)


def _overlap(crawls: Mapping[str, Crawl]) -> str:
    pages = {name: {page.page_id for page in crawl.pages} for name, crawl in crawls.items()}
    rows = [(name, *(len(own & other) for other in pages.values())) for name, own in pages.items()]
    shared = Counter(page_id for own in pages.values() for page_id in own)
    several = sum(number > 1 for number in shared.values())
    return (
        "## Pages that domains share\n\n"
        + _table(["", *pages], rows)
        + f"\n\n{several:,} of {len(shared):,} pages are in more than one domain."
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[object]], names: int = 1) -> str:
    """A table of the first rows."""
    shown = list(rows)
    more = f"\n\n{len(shown) - _SHOWN:,} more." if len(shown) > _SHOWN else ""
    return markdown.table(head, shown[:_SHOWN], names=names) + more


def _bullets(lines: Sequence[str]) -> str:
    """A list of the first lines."""
    more = [f"{len(lines) - _SHOWN:,} more"] if len(lines) > _SHOWN else []
    return markdown.bullets([*lines[:_SHOWN], *more])
