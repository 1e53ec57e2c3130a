from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import wiki.steps.rows
import wiki.steps.unaccounted_pages
from schemas.datasets.shards import Descriptor, Destination, Unit, write_shard
from tests.support.dapt_data import PROVENANCE, write_dataset
from tests.support.tables import PAGE, write_table
from tests.support.wikis import EN
from wiki.steps.unaccounted_pages import PagesRead, write_unaccounted_pages

TABLE = [
    (1, 0, b"Article", 0),
    (2, 0, b"Redirect", 1),
    (3, 0, b"To_a_category", 1),
    (4, 0, b"Data", 0),
    (5, 0, b"Sick_page", 0),
    (6, 0, b"cr\xe9ated later", 0),
    (7, 14, b"Physics", 0),
    (8, 0, b"Damaged", 0),
]
PAGES = [
    (1, "Article", "article"),
    (2, "Redirect", "redirect"),
    (3, "To a category", "redirect-elsewhere"),
    (4, "Data", "other-content-model"),
    (9, "Deleted", "article"),
]
REJECTS = [
    (5, "Sick page", "extraction-failed"),
    (8, "", "cut-page"),
    # A second page with the id of one that was read, a page of another namespace, and one whose id is not known.
    (1, "Article", "duplicate-page"),
    (7, "Category:Physics", "extraction-failed"),
    (-1, "", "truncated-input"),
]


def compare(root: Path, table: list[Any] = TABLE, pages: list[Any] = PAGES) -> Descriptor:
    """The step with a table of pages and what was read from the dump."""
    read = PagesRead(
        write_dataset(
            root / "s",
            "pages",
            [
                [dict(zip(("page_id", "title", "kind"), row, strict=True)) | {"rev_id": 1} for row in part]
                for part in (pages[:2], pages[2:])
            ],
        ),
        write_dataset(
            root / "s",
            "rejects",
            [
                [
                    dict(zip(("page_id", "title", "reason"), row, strict=True)) | {"step": "s", "text": ""}
                    for row in REJECTS
                ]
            ],
            replace(PROVENANCE, step="sentences"),
        ),
    )
    outputs = [Destination(name, str(root / name), str(root / name)) for name in ("unaccounted_pages", "rejects")]
    process = functools.partial(write_unaccounted_pages, site=EN)
    inputs = (write_table(root / "page.sql.gz", PAGE, table), read)
    return write_shard(Unit(0, 1, inputs), process=process, outputs=outputs)


@pytest.mark.parametrize("rows_at_once", [1, 4096])
def test_every_page_of_the_table_is_read_or_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows_at_once: int
) -> None:
    monkeypatch.setattr(wiki.steps.rows, "ROWS", rows_at_once)
    done = compare(tmp_path)
    rows = pq.read_table(tmp_path / "unaccounted_pages" / "part-00000.parquet").to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        (9, "Deleted", "unexpected", ""),
        (5, "Sick page", "rejected", "extraction-failed"),
        (8, "Damaged", "rejected", "cut-page"),
        (6, "Cr\ufffdated later", "missing", ""),
    ]
    assert done.counts["pages"] == {
        "article": 1,
        "in the table": 7,
        "missing": 1,
        "other-content-model": 1,
        "redirect": 1,
        "redirect-elsewhere": 1,
        "rejected": 2,
        "unexpected": 1,
    }
    # Rejected pages count against the failure budget of the step that rejected them.
    assert (done.seen, done.rejected) == (8, 0)


def test_nothing_differs_from_nothing(tmp_path: Path) -> None:
    done = compare(tmp_path, table=[], pages=[])
    assert set(done.counts["pages"].values()) == {0}


@pytest.mark.parametrize("titles_at_once", [1, 1 << 20])
def test_redirects_of_an_html_dump_have_no_id_and_are_known_by_their_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, titles_at_once: int
) -> None:
    monkeypatch.setattr(wiki.steps.unaccounted_pages, "_TITLES", titles_at_once)
    pages = [
        (1, "Article", "article"),
        (-1, "Redirect", "redirect"),
        (4, "Data", "other-content-model"),
        (-1, "Newer redirect", "redirect"),
        (-1, "Redirect", "redirect"),
    ]
    counts = compare(tmp_path, pages=pages).counts["pages"]
    assert {name: counts[name] for name in ("article", "redirect", "redirect-elsewhere", "missing", "unexpected")} == {
        "article": 1,
        "redirect": 1,
        "redirect-elsewhere": 1,
        "missing": 1,
        "unexpected": 1,
    }
    found = pq.read_table(tmp_path / "unaccounted_pages").to_pylist()
    assert ("Newer redirect", "unexpected") in [(row["title"], row["kind"]) for row in found]
