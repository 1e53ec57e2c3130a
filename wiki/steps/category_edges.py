"""From the SQL tables of a dump to the category graph: the function behind the step `category_edges`."""

from __future__ import annotations

from collections import Counter

from schemas.datasets.shards import Shard
from wiki.categories.from_tables import CategoryTables, edges_from_tables


def write_category_edges(tables: CategoryTables, shard: Shard) -> None:
    """Write the edges of the category graph that the tables hold, in a partition for each type."""
    counts: Counter[str] = Counter()
    for kind, table in edges_from_tables(tables, counts, shard.advance):
        shard.write("category_edges", table, f"type={kind}")
    shard.count_all("edges", counts)
    shard.seen += sum(number for outcome, number in counts.items() if outcome != "type-differs")
