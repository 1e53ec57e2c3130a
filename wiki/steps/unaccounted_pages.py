"""From the SQL table `page` and the pages that were read to the difference: the function behind `unaccounted_pages`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from schemas.datasets.dataset import read_dataset
from schemas.datasets.shards import Shard
from schemas.files.storage import size
from schemas.sorted_lookup import find_sorted
from wiki.dump.page_table import PageTable, read_page_table
from wiki.site.siteinfo import SiteInfo
from wiki.steps.rows import RowWriter

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
    comparison = _Comparison(table, shard, site)
    done = size(table_path)
    for batch in read_dataset(read.pages, ["page_id", "title", "kind"]):
        comparison.see(batch)
        done += batch.nbytes
        shard.advance(done)
    comparison.see_rejected(read.rejects)
    comparison.end()


class _Comparison:
    """The pages of the table, and what is known so far of what they are in the dump."""

    def __init__(self, table: PageTable, shard: Shard, site: SiteInfo) -> None:
        self._table, self._shard, self._site = table, shard, site
        self._kinds = np.full(len(table), _MISSING, np.int8)
        self._rows = RowWriter(shard, "unaccounted_pages")
        self._unexpected = 0
        self._nameless: list[pa.RecordBatch] = []
        """Redirects of an HTML dump, which have no id there, until they are looked for."""
        self._is_html = False

    def see(self, pages: pa.RecordBatch) -> None:
        """Take pages of the dump."""
        without_id = pc.less(pages.column("page_id"), 0)
        if pc.any(without_id).as_py():
            self._is_html = True
            self._nameless.append(pages.filter(without_id))
            if sum(map(len, self._nameless)) >= _TITLES:
                self._look_for_titles()
            pages = pages.filter(pc.invert(without_id))
        places = find_sorted(self._table.ids, pages.column("page_id").to_numpy())
        known = places >= 0
        self._kinds[places[known]] = _codes(pages.column("kind"))[known]
        for row in pages.filter(pa.array(~known)).to_pylist():
            self._add_unexpected(row["page_id"], row["title"])

    def see_rejected(self, location: str) -> None:
        """Take the rejects of the dump, after all of its pages."""
        if self._nameless:
            self._look_for_titles()
        for page_id, place, title, reason in _rejected(location, self._table):
            if self._kinds[place] == _MISSING:
                self._kinds[place] = _KINDS.index("rejected")
                self._add(page_id, title or self._title(place), "rejected", reason)

    def end(self) -> None:
        """Write what is missing, and count."""
        table, kinds = self._table, self._kinds
        if self._is_html:
            # Records name the redirects that lead straight to an article.
            kinds[(kinds == _MISSING) & table.is_redirect] = _KINDS.index("redirect-elsewhere")
        for place in np.flatnonzero(kinds == _MISSING).tolist():
            self._add(int(table.ids[place]), self._title(place), "missing")
        self._rows.flush()
        numbers = np.bincount(kinds, minlength=_MISSING + 1).tolist()
        counts = dict(zip((*_KINDS, "missing"), numbers, strict=True))
        self._shard.count_all("pages", {"in the table": len(table), **counts, "unexpected": self._unexpected})
        self._shard.seen = len(table) + self._unexpected

    def _look_for_titles(self) -> None:
        strangers = _find_titles(pa.Table.from_batches(self._nameless), self._table, self._kinds)
        self._nameless.clear()
        for title in strangers.to_pylist():
            self._add_unexpected(-1, title)

    def _add_unexpected(self, page_id: int, title: str) -> None:
        self._unexpected += 1
        self._add(page_id, title, "unexpected")

    def _add(self, page_id: int, title: str, kind: str, reason: str = "") -> None:
        self._rows.append(page_id, title, kind, reason)

    def _title(self, place: int) -> str:
        """The title of a page of the table; what is not UTF-8 in it is replaced."""
        name: bytes = self._table.titles[place].as_py()
        return self._site.canonical_title(name.decode(errors="replace"))


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
