from __future__ import annotations

from pathlib import Path

import pytest

from schemas.errors import InputError
from tests.support.tables import PAGE, write_table
from wiki.dump.page_table import read_page_table


def test_the_articles_and_redirects_by_id(tmp_path: Path) -> None:
    rows = [(9, 0, b"Z\xc3\xbcrich", 0), (3, 14, b"Cities", 0), (5, 0, b"R\xff_x", 1), (7, 0, b"Bern", 0)]
    path = write_table(tmp_path / "page.sql.gz", PAGE, rows)
    pages = read_page_table(path)
    assert pages.ids.tolist() == [5, 7, 9]
    assert pages.titles.to_pylist() == [b"R\xff_x", b"Bern", b"Z\xc3\xbcrich"]
    assert pages.is_redirect.tolist() == [True, False, False]
    assert len(pages) == 3


def test_an_id_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    path = write_table(tmp_path / "page.sql.gz", PAGE, [(1, 0, b"A", 0), (2, 0, b"B", 0), (1, 0, b"C", 0)])
    with pytest.raises(InputError, match="page_id 1 is given twice"):
        read_page_table(path)
