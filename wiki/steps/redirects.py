"""From the SQL tables `page` and `redirect` to the redirects of the wiki: the function behind the step `redirects`."""

from __future__ import annotations

from collections import Counter

from schemas.datasets.shards import Shard
from schemas.records import Reject
from wiki.dump.redirect_table import redirects_from_tables
from wiki.site.siteinfo import SiteInfo
from wiki.steps.rows import RowWriter


def write_redirects(tables: tuple[str, str], shard: Shard, *, site: SiteInfo) -> None:
    """Write the redirects that the SQL tables `page` and `redirect` hold."""
    rows = RowWriter(shard, "redirects")
    counts: Counter[str] = Counter()
    for row in redirects_from_tables(*tables, site, counts):
        rows.append(*row)
    rows.flush()
    shard.seen = counts.total()
    if unreadable := counts.pop("invalid-utf8", 0):
        shard.reject(Reject("invalid-utf8", -1, "", f"{tables[0]}, {tables[1]}: titles that are not UTF-8"), unreadable)
    shard.count_all("redirects", counts)
