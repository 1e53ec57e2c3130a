"""From the SQL table `page` and the pages that were read to the difference: the function behind `unaccounted_pages`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from schemas.catalog.wiki import UNACCOUNTED_PAGES
from schemas.dataset import read_dataset
from schemas.shards import Shard
from schemas.sorted_lookup import find_sorted
from schemas.storage import size
from wiki.dump.page_table import PageTable, read_page_table
from wiki.site.siteinfo import SiteInfo
from wiki.steps.rows import ROWS, RowBuffer

_KINDS = ("article", "redirect", "redirect-elsewhere", "other-content-model", "rejected")
"""What a page of the table may be in the dump, in the order of their codes."""
_MISSING = len(_KINDS)
_TITLES = 1 << 20
"""Redirects without an id that are held until they are looked for: each time all titles of the table are gone through,
which is about a second for ten million."""


@dataclass(frozen=True)
class PagesRead:
    """What was read from the dump."""

    pages: str
    """Location of the dataset `pages`."""
    rejects: str
    """Location of the rejects of the same step."""


def write_unaccounted_pages(inputs: tuple[str, PagesRead], shard: Shard, *, site: SiteInfo) -> None:
    """Write the pages that are in the table `page` or the dump alone, and those that were rejected.

    They are compared by id, and by title where the dump has no id: the redirects of an HTML dump. Of these it has none
    that leads to a redirect or elsewhere, so a redirect that is not there is taken for one. The counts `pages` say what
    the table's pages are in the dump: all but `unexpected` add up to `in the table`.
    """
    table_path, read = inputs
    table = read_page_table(table_path, advance=shard.advance)
    kinds = np.full(len(table), _MISSING, np.int8)
    rows = RowBuffer(UNACCOUNTED_PAGES.schema)
    unexpected = 0

    def add(page_id: int, title: str, kind: str, reason: str = "") -> None:
        rows.append(page_id, title, kind, reason)
        if len(rows) >= ROWS:
            shard.write("unaccounted_pages", rows.take())

    nameless: list[pa.RecordBatch] = []
    """Redirects of an HTML dump, which have no id there, until they are looked for."""
    some_nameless = False

    def look_for_titles() -> None:
        nonlocal unexpected
        strangers = _find_titles(pa.Table.from_batches(nameless), table, kinds)
        nameless.clear()
        unexpected += len(strangers)
        for title in strangers.to_pylist():
            add(-1, title, "unexpected")

    done = size(table_path)
    for batch in read_dataset(read.pages, ["page_id", "title", "kind"]):
        without_id = pc.less(batch.column("page_id"), 0)
        if pc.any(without_id).as_py():
            some_nameless = True
            nameless.append(batch.filter(without_id))
            if sum(map(len, nameless)) >= _TITLES:
                look_for_titles()
            batch = batch.filter(pc.invert(without_id))
        places = find_sorted(table.ids, batch.column("page_id").to_numpy())
        known = places >= 0
        kinds[places[known]] = _codes(batch.column("kind"))[known]
        strangers = batch.filter(pa.array(~known))
        unexpected += len(strangers)
        for row in strangers.to_pylist():
            add(row["page_id"], row["title"], "unexpected")
        done += batch.nbytes
        shard.advance(done)
    if nameless:
        look_for_titles()
    for page_id, place, title, reason in _rejected(read.rejects, table):
        if kinds[place] == _MISSING:
            kinds[place] = _KINDS.index("rejected")
            add(page_id, title or _title(table, place, site), "rejected", reason)
    if some_nameless:
        # Records name the redirects that lead straight to an article.
        kinds[(kinds == _MISSING) & table.is_redirect] = _KINDS.index("redirect-elsewhere")
    for place in np.flatnonzero(kinds == _MISSING).tolist():
        add(int(table.ids[place]), _title(table, place, site), "missing")
    shard.write("unaccounted_pages", rows.take())
    numbers = np.bincount(kinds, minlength=_MISSING + 1).tolist()
    counts = dict(zip((*_KINDS, "missing"), numbers, strict=True))
    shard.count_all("pages", {"in the table": len(table), **counts, "unexpected": unexpected})
    shard.seen = len(table) + unexpected


def _find_titles(pages: pa.Table, table: PageTable, kinds: npt.NDArray[np.int8]) -> pa.ChunkedArray:
    """Note the kinds of pages that are known by their title. Returns the titles that the table does not have."""
    wanted = pc.cast(pc.replace_substring(pages["title"], " ", "_"), pa.large_binary()).combine_chunks()
    rows = pc.index_in(table.titles, value_set=wanted)
    known = pc.is_valid(rows)
    places = np.flatnonzero(known.to_numpy(zero_copy_only=False))
    found = pages["kind"].take(rows.filter(known)).combine_chunks()
    kinds[places] = _codes(found)
    return pages["title"].filter(pc.invert(pc.is_in(wanted, value_set=table.titles.filter(known))))


def _codes(kinds: pa.DictionaryArray) -> npt.NDArray[np.int8]:
    """The place of each label in `_KINDS`."""
    codes = np.array([_KINDS.index(name) for name in kinds.dictionary.to_pylist()], np.int8)
    found: npt.NDArray[np.int8] = codes[kinds.indices.to_numpy()]
    return found


def _rejected(location: str, table: PageTable) -> Iterator[tuple[int, int, str, str]]:
    """Id, place in the table, title and reason of the rejected pages that the table has."""
    for batch in read_dataset(location, ["page_id", "title", "reason"]):
        places = find_sorted(table.ids, batch.column("page_id").to_numpy())
        for place, row in zip(places.tolist(), batch.to_pylist(), strict=True):
            if place >= 0:
                yield row["page_id"], place, row["title"], row["reason"]


def _title(table: PageTable, place: int, site: SiteInfo) -> str:
    """The title of a page of the table; what is not UTF-8 in it is replaced."""
    name: bytes = table.titles[place].as_py()
    return site.canonical_title(name.decode(errors="replace"))
