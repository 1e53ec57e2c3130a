"""How well a category is anchored in its domain, by what its pages link to.

The links of a page lead to things of certain DBpedia classes: in politics to parties, offices and wars, in chemistry to
compounds and elements. The first levels of a domain's categories are seldom off the subject and show which classes are
typical of it. A category whose pages link to few of those has led away from the subject.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from schemas.datasets.dataset import read_dataset
from schemas.labels import ENTITY
from schemas.sorted_lookup import find_sorted
from wiki.categories.walk import CategoryTree, Crawl

_CORE_PAGES = 30
"""Pages that the core has at least: as many of the first levels are taken as that needs."""
_MIN_MENTIONS = 20
"""Mentions below which neither the core nor a category is evidence enough."""
_TYPICAL = 1.5
"""A class is typical whose share of the core's mentions is at least this many times its share of the wiki's."""


class Score(NamedTuple):
    """How well a category is anchored in its domain."""

    anchoring: float
    """Share of typical classes among the mentions of the pages that the category brought, itself and through the
    categories below it, as a multiple of that share in the whole wiki: 1 is no better than any page."""
    mentions: int
    """Typed mentions in those pages."""
    pages: int
    """Those pages."""


def score_categories(crawl: Crawl, mentions: Mapping[str, Counter[str]], wiki: Mapping[str, int]) -> dict[str, Score]:
    """The score of each entered category for which there is evidence enough; roots have none.

    `mentions` counts DBpedia classes in the pages that came through each category, `wiki` in all pages. What is typical
    is decided anew for each category, without what its own pages gave to the core: no page is evidence for itself.
    """
    entered = crawl.tree.entered
    depth = _core_depth(crawl)
    core: Counter[str] = Counter()
    for title, own in mentions.items():
        if entered[title].depth <= depth:
            core.update(own)
    evidence = {
        title: _compare(own, core - own if entered[title].depth <= depth else core, wiki)
        for title, own in mentions.items()
    }
    for page in crawl.pages:
        evidence[page.via]["pages"] += 1
    scores = {}
    for title, sums in _with_below(crawl.tree, evidence).items():
        if entered[title].depth and sums["mentions"] >= _MIN_MENTIONS and sums["expected"]:
            scores[title] = Score(sums["typical"] / sums["expected"], int(sums["mentions"]), int(sums["pages"]))
    return scores


def _compare(own: Mapping[str, int], core: Counter[str], wiki: Mapping[str, int]) -> Counter[str]:
    """The mentions of some pages, how many are of classes typical of the core, and how many would be in other pages.

    Nothing where the core is too small to show what is typical.
    """
    size, total, known = core.total(), sum(wiki.values()), sum(own.values())
    sums: Counter[str] = Counter()
    if size >= _MIN_MENTIONS:
        typical = [cls for cls, number in core.items() if number * total >= _TYPICAL * size * wiki[cls]]
        sums["mentions"] = known
        sums["typical"] = sum(own[cls] for cls in typical)
        # Counters of floats add up as those of integers do.
        sums["expected"] = known * sum(wiki[cls] for cls in typical) / total  # type: ignore[assignment]
    return sums


def _core_depth(crawl: Crawl) -> int:
    per_depth = Counter(page.depth for page in crawl.pages)
    found = 0
    for depth in sorted(per_depth):
        found += per_depth[depth]
        if found >= _CORE_PAGES:
            return depth
    return max(per_depth, default=0)


def _with_below(tree: CategoryTree, sums: Mapping[str, Counter[str]]) -> dict[str, Counter[str]]:
    """The sums of each category with those of the categories that came through it."""
    total = {title: Counter(own) for title, own in sums.items()}
    for title, category in sorted(tree.entered.items(), key=lambda item: -item[1].depth):
        if title in total and category.parent:
            total.setdefault(category.parent, Counter()).update(total[title])
    return total


def count_mentions(crawl: Crawl, typed_sentences: str) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """DBpedia classes in the pages that came through each category of a crawl, and in the whole wiki.

    `typed_sentences` is the location of that dataset, which is read once, all of it. Mentions without a class are not
    counted.
    """
    ids = np.array([page.page_id for page in crawl.pages], np.int64)
    categories = sorted({page.via for page in crawl.pages})
    number = {title: index for index, title in enumerate(categories)}
    via = np.array([number[page.via] for page in crawl.pages], np.int64)
    mentions: dict[str, Counter[str]] = {title: Counter() for title in categories}
    wiki: Counter[str] = Counter()
    for batch in read_dataset(typed_sentences, ["page_id", "mentions"]):
        sentence = pc.list_parent_indices(batch["mentions"])
        classes = pc.struct_field(pc.list_flatten(batch["mentions"]), "type").cast(pa.string()).dictionary_encode()
        pages = batch["page_id"].take(sentence).to_numpy()
        codes = classes.indices.to_numpy()
        names = classes.dictionary.to_pylist()
        _count(codes, names, wiki)
        rows = find_sorted(ids, pages)
        inside = rows >= 0
        pairs = via[rows[inside]] * len(names) + codes[inside]
        for pair, times in zip(*(each.tolist() for each in np.unique(pairs, return_counts=True)), strict=True):
            mentions[categories[pair // len(names)]][names[pair % len(names)]] += times
    for counted in (wiki, *mentions.values()):
        counted.pop(ENTITY, None)
    return mentions, wiki


def _count(codes: np.ndarray, names: list[str], total: Counter[str]) -> None:
    for code, times in enumerate(np.bincount(codes, minlength=len(names)).tolist()):
        total[names[code]] += times
