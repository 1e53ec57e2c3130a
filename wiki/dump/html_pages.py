"""Pages of the dataset `html_pages`: an HTML dump cut into pieces that several workers can read.

The dump is one gzip stream, which has to be read from its beginning. So it is read once, into Parquet, of which each
row group can be read by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from schemas.datasets.dataset import open_part, part_uris
from schemas.records import Page
from wiki.dump.enterprise import Record, pages_of, superseded
from wiki.dump.redirects import redirect_link
from wiki.site.siteinfo import SiteInfo

_BATCH = 64


@dataclass(frozen=True)
class HtmlSplit:
    """Row groups of a part of `html_pages` that follow each other."""

    path: str
    first: int
    end: int
    """The row group after the last."""
    size: int
    """Compressed bytes."""
    superseded: tuple[int, ...]
    """Rows, counted from the first of the split, that a later revision of their page takes the place of."""


def plan_html_splits(location: str, target_bytes: int) -> list[HtmlSplit]:
    """Splits of about `target_bytes` compressed bytes each that together cover the dataset at the location.

    Reads the ids of all pages, so that it is known of a repeated page which row counts, wherever the others are.
    """
    groups: list[tuple[str, int, int, int]] = []
    ids, revisions = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for uri in part_uris(location):
        with open_part(uri) as parquet:
            for number in range(parquet.num_row_groups):
                group = parquet.metadata.row_group(number)
                size = sum(group.column(column).total_compressed_size for column in range(group.num_columns))
                groups.append((uri, number, size, group.num_rows))
            known = parquet.read(["page_id", "rev_id"])
            ids.append(known["page_id"].to_numpy())
            revisions.append(known["rev_id"].to_numpy())
    old = superseded(np.concatenate(ids), np.concatenate(revisions))
    splits: list[HtmlSplit] = []
    row = 0
    open_group: tuple[str, int, int, int] | None = None
    """Part, first row group, bytes and first row of the split that is being made."""
    for index, (uri, number, size, rows) in enumerate(groups):
        path, first, total, first_row = open_group or (uri, number, 0, row)
        total += size
        row += rows
        following = groups[index + 1] if index + 1 < len(groups) else None
        if following and following[0] == uri and total + following[2] <= target_bytes:
            open_group = path, first, total, first_row
            continue
        within = old[np.searchsorted(old, first_row) : np.searchsorted(old, row)] - first_row
        splits.append(HtmlSplit(path, first, number + 1, total, tuple(within.tolist())))
        open_group = None
    return splits


def read_html_pages(split: HtmlSplit, site: SiteInfo, advance: Callable[[int], None] | None = None) -> Iterator[Page]:
    """Every page of the split, in order, each followed by the redirects to it; superseded ones are left out.

    `advance` is called with the bytes of the split that were read.
    """
    skipped = frozenset(split.superseded)
    for number, row in enumerate(_read_rows(split, advance)):
        if number not in skipped:
            page_id, rev_id, namespace, title, text, html, redirects = row
            page = Page(page_id, rev_id, namespace, title, redirect_link(text, site), "wikitext", text, html)
            yield from pages_of(Record(page, None, redirects), site)


def _read_rows(split: HtmlSplit, advance: Callable[[int], None] | None) -> Iterator[tuple[Any, ...]]:
    columns = ["page_id", "rev_id", "namespace", "title", "text", "html", "redirects"]
    groups = range(split.first, split.end)
    with open_part(split.path) as parquet:
        for done, number in enumerate(groups):
            if advance:
                advance(split.size * done // len(groups))
            for batch in parquet.iter_batches(_BATCH, row_groups=[number], columns=columns):
                yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)
