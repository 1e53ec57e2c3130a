"""An excerpt is a dump of pages from all over another."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import wiki.dump.excerpt
from schemas.records import Page, Reject
from tests.support.html_dump import html_dump, record
from tests.support.small_dump import dump, page
from wiki.dump.enterprise import is_html_dump, read_lines
from wiki.dump.excerpt import write_excerpt
from wiki.dump.pages import plan_splits, read_pages, read_siteinfo


def pages_of(path: Path) -> tuple[list[Page], list[Reject]]:
    rejects: list[Reject] = []
    [split] = plan_splits(str(path), 1 << 30)
    return list(read_pages(split, read_siteinfo(str(path)), rejects.append)), rejects


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(wiki.dump.excerpt, "_SPLIT_BYTES", 20_000)
    monkeypatch.setattr(wiki.dump.excerpt, "_STREAM_PAGES", 7)
    return dump(tmp_path / "dump.xml", *(page(n, f"P{n}", f"It is {n}. " * 50) for n in range(1, 301)))


def test_an_excerpt_has_whole_pieces_from_all_over_the_dump(whole: Path, tmp_path: Path) -> None:
    taken = write_excerpt([str(whole)], 60, str(tmp_path / "excerpt.xml.bz2"))
    pages, rejects = pages_of(tmp_path / "excerpt.xml.bz2")
    every = {each.page_id: each for each in pages_of(whole)[0]}
    numbers = [each.page_id for each in pages]
    assert rejects == []
    assert [every[each.page_id] for each in pages] == pages
    assert 60 <= len(pages) == taken.pages < 120
    assert taken.share == pytest.approx(len(pages) / 300, abs=0.02)
    # Not the first pages, and more than one piece.
    assert numbers[0] > 1 and max(numbers) - min(numbers) > len(numbers)
    first = (tmp_path / "excerpt.xml.bz2").read_bytes()
    write_excerpt([str(whole)], 60, str(tmp_path / "excerpt.xml.bz2"))
    assert (tmp_path / "excerpt.xml.bz2").read_bytes() == first
    assert first.count(b"BZh") >= len(pages) // 7
    # Pieces that have as many as are wanted are enough.
    assert write_excerpt([str(whole)], taken.pages, str(tmp_path / "excerpt.xml.bz2")) == taken


def test_a_dump_with_fewer_pages_is_taken_whole(whole: Path, tmp_path: Path) -> None:
    taken = write_excerpt([str(whole)], 1000, str(tmp_path / "excerpt.xml.bz2"))
    pages, rejects = pages_of(tmp_path / "excerpt.xml.bz2")
    assert (taken.pages, taken.share, len(pages), rejects) == (300, 1.0, 300, [])


def test_of_gzip_the_first_pages_are_taken(whole: Path, tmp_path: Path) -> None:
    packed = tmp_path / "dump.xml.gz"
    packed.write_bytes(gzip.compress(whole.read_bytes()))
    taken = write_excerpt([str(packed)], 60, str(tmp_path / "excerpt.xml.bz2"))
    assert [each.page_id for each in pages_of(tmp_path / "excerpt.xml.bz2")[0]] == list(range(1, 61))
    assert taken.pages == 60 and taken.share < 1


def test_of_an_html_dump_the_first_records_are_taken(tmp_path: Path) -> None:
    records = [record(number, f"Page {number}", "<p>text</p>") for number in range(1, 8)]
    path = html_dump(tmp_path / "dump.json.tar.gz", [records[:4], records[4:]])
    uri = str(tmp_path / "excerpt")
    assert write_excerpt([str(path)], 5, uri).pages == 5
    assert is_html_dump(uri)
    assert [json.loads(line)["name"] for line in read_lines(uri, lambda _: None)] == [f"Page {n}" for n in range(1, 6)]
    whole = write_excerpt([str(path), str(path)], 100, uri)
    assert (whole.pages, whole.share) == (14, 1.0)
