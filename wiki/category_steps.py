"""From the tables of a dump to the category graph, and from that to the pages of a domain: the steps' functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from schemas.domains import Domain
from schemas.records import CATEGORY_EDGES, DOMAIN_PAGES, CategoryEdge
from schemas.shards import Shard
from wiki.api_categories import api_members
from wiki.api_client import ApiClient, ApiSettings
from wiki.categories import CategoryTables, edge_members, edges_from_tables
from wiki.category_scores import Score, count_mentions, score_categories
from wiki.category_walk import Crawl, Kind, check_roots, crawl, find_cycles


def write_category_edges(tables: CategoryTables, shard: Shard) -> None:
    """Write the edges of the category graph that the tables hold, in a partition for each type."""
    counts: Counter[str] = Counter()
    for kind, table in edges_from_tables(tables, counts, shard.advance):
        shard.write("category_edges", table, f"type={kind}")
    shard.count_all("edges", counts)
    shard.seen += sum(number for outcome, number in counts.items() if outcome != "type-differs")


def write_api_edges(domains: Sequence[Domain], shard: Shard, *, settings: ApiSettings) -> None:
    """Write the edges of the category graph that the crawls of the domains meet, asked of a live wiki."""
    met: dict[Kind, set[CategoryEdge]] = {"page": set(), "subcat": set()}
    with ApiClient(settings) as client:
        source = api_members(client)

        def members(categories: Sequence[str], kind: Kind) -> Iterator[CategoryEdge]:
            for edge in source(categories, kind):
                met[kind].add(edge)
                yield edge

        for domain in domains:
            check_roots(domain, members)
            crawl(domain, members)
        shard.count_all("requests", client.counts)
    for kind, edges in met.items():
        shard.count("edges", kind, len(edges))
        shard.seen += len(edges)
        shard.write("category_edges", _edge_table(edges), f"type={kind}")


def _edge_table(edges: Iterable[CategoryEdge]) -> pa.Table:
    ordered = sorted(edges, key=lambda edge: (edge.parent, edge.page_id))
    columns = [[getattr(edge, name) for edge in ordered] for name in CATEGORY_EDGES.names]
    return pa.table(columns, schema=CATEGORY_EDGES)


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
    columns = zip(*found.pages, strict=True) if found.pages else ([] for _ in DOMAIN_PAGES)
    shard.write("domain_pages", pa.table([list(column) for column in columns], schema=DOMAIN_PAGES))


def score_crawl(found: Crawl, typed_sentences: str) -> dict[str, Score]:
    """The scores of the categories of a crawl, by the mentions in the dataset at this location."""
    return score_categories(found, *count_mentions(found, typed_sentences))
