"""From the Action API of a live wiki to the category graph: a second source of `category_edges`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from schemas.catalog.wiki import CATEGORY_EDGES
from schemas.datasets.shards import Shard
from schemas.domains import Domain
from schemas.records import CategoryEdge
from wiki.categories.api_client import ApiClient, ApiSettings
from wiki.categories.from_api import api_members
from wiki.categories.walk import Kind, crawl
from wiki.steps.rows import RowBuffer


def write_category_edges_from_api(domains: Sequence[Domain], shard: Shard, *, settings: ApiSettings) -> None:
    """Write the edges of the category graph that the crawls of the domains meet in a live wiki."""
    met: dict[Kind, set[CategoryEdge]] = {"page": set(), "subcat": set()}
    with ApiClient(settings) as client:
        source = api_members(client)

        def members(categories: Sequence[str], kind: Kind) -> Iterator[CategoryEdge]:
            for edge in source(categories, kind):
                met[kind].add(edge)
                yield edge

        for domain in domains:
            crawl(domain, members)
        shard.count_all("requests", client.counts)
    for kind, edges in met.items():
        shard.count("edges", kind, len(edges))
        shard.seen += len(edges)
        shard.write("category_edges", _edge_table(edges), f"type={kind}")


def _edge_table(edges: Iterable[CategoryEdge]) -> pa.Table:
    rows = RowBuffer(CATEGORY_EDGES.schema)
    for edge in sorted(edges, key=lambda edge: (edge.parent, edge.page_id)):
        rows.append(*(getattr(edge, name) for name in CATEGORY_EDGES.schema.names))
    return rows.take()
