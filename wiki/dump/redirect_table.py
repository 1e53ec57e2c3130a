"""Redirects, read from the SQL tables of a dump.

Apart from `redirects`, which every reader of pages loads: what reads tables takes long to import.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from schemas.sorted_lookup import find_sorted
from wiki.dump.page_table import PAGE
from wiki.dump.sql_columns import check_primary_key, read_columns, row_schema
from wiki.site.siteinfo import SiteInfo

_Integers = npt.NDArray[np.int64]

REDIRECT = row_schema(
    {"rd_from": pa.int64(), "rd_namespace": pa.int64(), "rd_title": pa.binary(), "rd_interwiki": pa.binary()},
    nullable=("rd_interwiki",),
)
"""The columns of the table `redirect` that are read."""


def redirects_from_tables(
    page_sql: str, redirect_sql: str, site: SiteInfo, counts: Counter[str]
) -> Iterator[tuple[int, str, str]]:
    """Page id, title and target of every redirect from an article to an article, by the tables `page` and `redirect`.

    Titles are canonical; chains of redirects are not followed. The tables of a dump are written at different moments
    and do not fit exactly; when the iterator is exhausted, `counts` says what became of the redirects:

    - `redirects`: pages given
    - `target-outside-articles`: redirects to another namespace or wiki, or to nowhere
    - `page-without-target`: pages that `page` marks as redirects and `redirect` does not have
    - `page-no-redirect`: pages that `redirect` has and `page` does not mark
    - `target-without-page`: rows of `redirect` whose page is not in `page`
    - `invalid-utf8`: titles that are not UTF-8

    Holds the table `redirect` in memory, with about 120 bytes a redirect at its peak.
    """
    sources, targets = _read_targets(redirect_sql)
    seen = np.zeros(len(sources), dtype=bool)
    for pages in read_columns(page_sql, PAGE):
        ids = pages["page_id"].to_numpy()
        titles = pages["page_title"]
        rows = find_sorted(sources, ids)
        has_row = rows >= 0
        seen[rows[has_row]] = True
        in_articles = pages["page_namespace"].to_numpy() == 0
        marked = pages["page_is_redirect"].to_numpy() == 1
        counts["page-without-target"] += int(np.count_nonzero(in_articles & marked & ~has_row))
        counts["page-no-redirect"] += int(np.count_nonzero(in_articles & ~marked & has_row))
        found = np.flatnonzero(in_articles & marked & has_row)
        rows_found = zip(
            ids[found].tolist(),
            titles.take(pa.array(found)).to_pylist(),
            targets.take(pa.array(rows[found])).to_pylist(),
            strict=True,
        )
        for page_id, source, target in rows_found:
            if not target:
                counts["target-outside-articles"] += 1
                continue
            try:
                names = source.decode(), target.decode()
            except UnicodeDecodeError:
                counts["invalid-utf8"] += 1
                continue
            title, name = (site.canonical_title(name) for name in names)
            counts["redirects"] += 1
            yield page_id, title, name
    counts["target-without-page"] += int(np.count_nonzero(~seen))


def _read_targets(redirect_sql: str) -> tuple[_Integers, pa.Array]:
    """Page ids in ascending order, and the title each points to, empty where that is no article."""
    tables = list(read_columns(redirect_sql, REDIRECT))
    rows = pa.concat_tables(tables or [REDIRECT.empty_table()])
    elsewhere = pc.or_(pc.not_equal(rows["rd_namespace"], 0), pc.not_equal(rows["rd_interwiki"].fill_null(b""), b""))
    titles = pc.if_else(elsewhere, b"", rows["rd_title"]).cast(pa.large_binary()).combine_chunks()
    sources = rows["rd_from"].to_numpy()
    if np.any(sources[1:] < sources[:-1]):
        order = np.argsort(sources, kind="stable")
        sources, titles = sources[order], titles.take(pa.array(order))
    check_primary_key(sources, redirect_sql, "rd_from")
    return sources, titles
