from __future__ import annotations

import gzip
import random
from collections import Counter
from pathlib import Path

import pytest

import wiki.dump.enterprise
import wiki.extract
import wiki.extract_work
from tests.support.html_dump import html_dump, ndjson, record
from tests.support.small_dump import dump, page
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.extract_work import Records, described, html_work_units, work_units


def test_work_on_a_gzip_dump_has_so_many_characters_and_the_first_checks_the_head(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wiki.extract_work._BATCH_CHARACTERS", 8)
    pages = [*(page(n, f"P{n}", "text") for n in range(1, 6)), page(6, "Template:X", "text", 10)]
    made = dump(tmp_path / "dump.xml", *pages)
    splits = plan_splits(str(made), 100)
    of_splits = list(work_units(splits, read_siteinfo(str(made))))
    assert [each.source for each in of_splits] == splits
    assert [each.head is None for each in of_splits] == [False] + [True] * (len(splits) - 1)
    assert [each.bytes_done for each in of_splits] == [split.size for split in splits]
    made.write_bytes(gzip.compress(made.read_bytes()))
    work = list(work_units(plan_splits(str(made), 1 << 30), read_siteinfo(str(made))))
    assert [[each.title for each in pages] for pages, *_ in work if isinstance(pages, list)] == [
        ["P1", "P2"],
        ["P3", "P4"],
        ["P5"],
    ]
    assert [each.head is None for each in work] == [False, True, True]
    assert [each.counts for each in work] == [{}, {}, {"other-namespace": 1}]


def test_work_on_an_html_dump_has_so_many_bytes_and_none_that_was_superseded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [record(n, f"P{n}", "x", version={"identifier": 100}) for n in range(1, 6)]
    newer = record(2, "P2", "x", version={"identifier": 200})
    made = html_dump(tmp_path / "dump.json.tar.gz", [[*records, newer]])
    monkeypatch.setattr("wiki.extract_work._BATCH_CHARACTERS", 2 * len(ndjson(newer)))
    for whole, sizes, superseded in ((True, [2, 2, 1], 1), (False, [2, 2, 2, 0], 0)):
        work = list(html_work_units(str(made), read_siteinfo(str(made)), whole=whole))
        sources = [each.source for each in work]
        assert [len(each.lines) for each in sources if isinstance(each, Records)] == sizes
        assert sum((each.counts for each in work), Counter()) == Counter(superseded=superseded)
        assert sum(each.bytes_done for each in work) == made.stat().st_size


@pytest.mark.parametrize(
    ("done", "expected"),
    [
        (0, "0.0% of 5,000.0 MB"),
        (1_250_000_000, "25.0% of 5,000.0 MB, 0.50 MB/s, 2:05:00 left"),
        (5_000_000_000, "100.0% of 5,000.0 MB, 2.00 MB/s, 0:00:00 left"),
    ],
)
def test_how_far_it_is(done: int, expected: str) -> None:
    assert described(5_000_000_000, done, 2500.0) == expected


def test_progress_of_a_gzip_dump_is_its_compressed_position(tmp_path: Path) -> None:
    chance = random.Random(3)
    made = dump(tmp_path / "dump.xml", *(page(n, f"Page {n}", chance.randbytes(100_000).hex()) for n in range(100)))
    made.write_bytes(gzip.compress(made.read_bytes()))
    site = read_siteinfo(str(made))
    parts = [work.bytes_done for work in work_units(plan_splits(str(made), 1 << 30), site)]
    assert len(parts) > 2
    assert all(parts)
    assert sum(parts) == made.stat().st_size


def test_what_a_dump_that_cannot_be_split_rejects_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.extract_work, "_BATCH_CHARACTERS", 1)
    broken = "<page><title>Broken</title><ns>0</ns><id>7</id></page>\n"
    pages = [page(1, "A", "text"), broken, *(page(n, f"P{n}", "text") for n in range(2, 5))]
    made = tmp_path / "dump.xml.gz"
    made.write_bytes(gzip.compress(dump(tmp_path / "dump.xml", *pages).read_bytes()))
    work = list(work_units(plan_splits(str(made), 1 << 30), read_siteinfo(str(made))))
    assert [len(each.rejects) for each in work] == [0, 1, 0, 0, 0]


def test_what_an_html_dump_rejects_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.extract_work, "_BATCH_CHARACTERS", 1)
    monkeypatch.setattr(wiki.dump.enterprise, "MAX_RECORD_BYTES", 10_000)
    records = [record(1, "One", "<p>x</p>"), record(2, "Two", "x" * 20_000), record(3, "Three", "<p>x</p>")]
    made = html_dump(tmp_path / "dump.json.tar.gz", [[*records, record(4, "Four", "<p>x</p>")]])
    work = list(html_work_units(str(made), read_siteinfo(str(made)), whole=False))
    assert [len(each.rejects) for each in work] == [1, 0, 0, 0]
