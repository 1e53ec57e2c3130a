"""The SQL table `page`: the pages that the wiki has, by id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from wiki.dump.sql_columns import check_primary_key, read_columns, row_schema
from wiki.site.siteinfo import ARTICLE

PAGE = row_schema(
    {"page_id": pa.int64(), "page_namespace": pa.int64(), "page_title": pa.binary(), "page_is_redirect": pa.int64()}
)
"""The columns of the table that are read."""


@dataclass
class PageTable:
    """The pages of the namespace of articles, redirects included, by ascending id."""

    ids: npt.NDArray[np.int64]
    titles: pa.LargeBinaryArray
    """Titles as the table has them: with underscores and without the namespace."""
    is_redirect: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)


def read_page_table(path: str, advance: Callable[[int], None] | None = None) -> PageTable:
    """The articles and redirects of the wiki. `advance` is called with the bytes of the file read so far.

    Takes about 60 bytes of memory a page. Raises InputError where the file is not the table `page`, or has an id twice.
    """
    tables = [rows.filter(pc.equal(rows["page_namespace"], ARTICLE)) for rows in read_columns(path, PAGE, advance)]
    pages = pa.concat_tables(tables or [PAGE.empty_table()])
    ids = pages["page_id"].to_numpy()
    titles = pages["page_title"].cast(pa.large_binary()).combine_chunks()
    is_redirect = pages["page_is_redirect"].to_numpy() == 1
    if np.any(ids[1:] < ids[:-1]):
        order = np.argsort(ids, kind="stable")
        ids, titles, is_redirect = ids[order], titles.take(pa.array(order)), is_redirect[order]
    check_primary_key(ids, path, "page_id")
    return PageTable(ids, titles, is_redirect)
