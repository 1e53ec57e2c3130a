"""From the SQL tables `page` and `page_props` to the Wikidata items of the articles: the step `wikidata_ids`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from schemas.datasets.shards import Shard
from schemas.files.storage import size
from schemas.records import Reject
from schemas.sorted_lookup import find_sorted
from schemas.sources.wikidata_items import PROPERTY, is_qid
from wiki.dump.page_table import read_page_table
from wiki.dump.sql_columns import read_columns, row_schema
from wiki.site.siteinfo import SiteInfo
from wiki.steps.rows import RowWriter

PAGE_PROPS = row_schema({"pp_page": pa.int64(), "pp_propname": pa.binary(), "pp_value": pa.binary()})
"""The columns of the table `page_props` that are read."""


def write_wikidata_ids(tables: tuple[str, str], shard: Shard, *, site: SiteInfo) -> None:
    """Write the item of every article that has one, by the tables `page` and `page_props`, in the order of the latter.

    Redirects are pages like others: the few that have an item of their own are given. The tables are written at
    different moments and do not fit exactly, so a property may belong to a page that `page` does not have; the table
    does not tell it from one of another namespace. Both are counted as `elsewhere`.
    """
    page_table, page_props = tables
    pages = read_page_table(page_table, advance=shard.advance)
    identified = np.zeros(len(pages), bool)
    rows = RowWriter(shard, "wikidata_ids")
    before = size(page_table)
    elsewhere = 0
    for ids, values in _items(page_props, lambda done: shard.advance(before + done)):
        places = find_sorted(pages.ids, ids)
        known = np.flatnonzero(places >= 0)
        elsewhere += len(ids) - len(known)
        places = places[known]
        titles = pages.titles.take(pa.array(places)).to_pylist()
        found = zip(ids[known].tolist(), places.tolist(), titles, values.take(pa.array(known)).to_pylist(), strict=True)
        for page_id, place, name, value in found:
            shard.seen += 1
            try:
                title = site.canonical_title(name.decode())
            except UnicodeDecodeError:
                shard.reject(Reject("invalid-utf8", page_id, "", f"{page_table}: {name!r} is not UTF-8"))
                continue
            qid = value.decode(errors="replace")
            if not is_qid(qid):
                shard.reject(Reject("malformed-wikidata-id", page_id, title, qid))
                continue
            identified[place] = True
            rows.append(page_id, title, qid)
    rows.flush()
    counts = {
        "articles with an item": identified & ~pages.is_redirect,
        "articles without an item": ~identified & ~pages.is_redirect,
        "redirects with an item": identified & pages.is_redirect,
    }
    shard.count_all("Wikidata items", {name: int(np.count_nonzero(which)) for name, which in counts.items()})
    shard.count("Wikidata items", "elsewhere", elsewhere)


def _items(path: str, advance: Callable[[int], None]) -> Iterator[tuple[npt.NDArray[np.int64], pa.Array]]:
    """Page ids and the values of their items, a pair of columns for each statement of the table."""
    for rows in read_columns(path, PAGE_PROPS, advance):
        items = rows.filter(pc.equal(rows["pp_propname"], PROPERTY.encode()))
        yield items["pp_page"].to_numpy(), items["pp_value"].combine_chunks()
