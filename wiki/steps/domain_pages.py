"""From the category graph to the pages of a domain: the function behind the step `domain_pages`."""

from __future__ import annotations

from collections import Counter

import numpy as np

from schemas.catalog.wiki import DOMAIN_PAGES
from schemas.cycles import find_cycles
from schemas.datasets.shards import Shard
from schemas.domains import Domain
from wiki.categories.members import count_categories, edge_members
from wiki.categories.scores import Score, count_mentions, score_categories
from wiki.categories.walk import Crawl, crawl
from wiki.steps.rows import RowBuffer


def write_domain_pages(
    category_edges: str, shard: Shard, *, domain: Domain, prune_below: float, typed_sentences: str | None
) -> None:
    """Write the pages of a domain, and count what the crawl met.

    Where `typed_sentences` is given the categories are scored, and those below `prune_below` are not entered.
    """
    members = edge_members(category_edges)
    found = crawl(domain, members)
    if typed_sentences is not None:
        scores = score_crawl(found, typed_sentences)
        pruned = {title for title, score in scores.items() if score.anchoring < prune_below}
        before, found = found, crawl(domain, members, pruned)
        shard.count("pages pruned", "pages", len(before.pages) - len(found.pages))
    tree = found.tree
    shard.seen += len(found.pages) + found.disambiguations
    shard.count("disambiguation pages left out", "pages", found.disambiguations)
    shard.count("categories in cycles", "categories", sum(map(len, find_cycles(tree.links))))
    shard.count_all("categories by depth", Counter(str(category.depth) for category in tree.entered.values()))
    shard.count_all("categories not entered", Counter(tree.left_out.values()))
    shard.count_all("pages by depth", Counter(str(page.depth) for page in found.pages))
    shard.count_all("pages by branch", Counter(page.branch for page in found.pages))
    numbers = count_categories(category_edges, np.array([page.page_id for page in found.pages], np.int64))
    rows = RowBuffer(DOMAIN_PAGES.schema)
    for page, number in zip(found.pages, numbers.tolist(), strict=True):
        rows.append(*page, number)
    shard.write("domain_pages", rows.take())


def score_crawl(found: Crawl, typed_sentences: str) -> dict[str, Score]:
    """The scores of the categories of a crawl, by the mentions in the dataset at this location."""
    return score_categories(found, *count_mentions(found, typed_sentences))
