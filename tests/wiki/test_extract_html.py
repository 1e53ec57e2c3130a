"""`wiki-ner extract` of HTML dumps."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wiki.dump.enterprise
import wiki.extract
import wiki.extract_work
from tests.support.extraction import extract, lines
from tests.support.html_dump import html_dump, record
from tests.support.paths import SHARED
from wiki.extract import main

HTML_FRAGMENT = SHARED / "enterprise-html" / "enwiki-sample-NS0-20160501-ENTERPRISE-HTML.json.tar.gz"


@pytest.mark.skipif(not HTML_FRAGMENT.exists(), reason="needs the real fragment as HTML: shared/enterprise-html")
def test_the_html_of_the_real_fragment_is_read_as_mediawiki_shows_it(tmp_path: Path, real: Path) -> None:
    pytest.importorskip("rapidfuzz")
    out = tmp_path / "out.jsonl"
    done = extract(HTML_FRAGMENT, "-o", out, "--workers", "2")
    assert done.returncode == 0, done.stderr.decode()
    score = map(str, (sys.executable, real / "score.py", "--json", "--truth", real / "truth.jsonl.gz", out))
    scored = json.loads(subprocess.run(list(score), capture_output=True, check=True).stdout)
    assert scored["missing"] == 0
    assert scored["tok_F"] >= 0.999
    assert scored["anc_F"] >= 0.999
    assert scored["exact"] >= 0.99
    assert scored["off"] == 1


HTML_RECORDS = [
    [record(1, "One", "<p>Old.</p>", version={"identifier": 1}), record(2, "Two", "<p>Two.</p>")],
    [
        record(1, "One", '<p>New <a rel="mw:WikiLink" href="./Two">two</a>.</p>', version={"identifier": 2}),
        record(3, "Three", "<p>Three.</p>", redirects=[{"name": "Tre"}]),
        {"name": "Broken"},
    ],
]


def test_an_html_dump_is_extracted_alike_by_any_number_of_workers(tmp_path: Path) -> None:
    made = html_dump(tmp_path / "dump.json.tar.gz", HTML_RECORDS)
    done = extract(made)
    assert done.returncode == 0
    assert [(line["title"], line["rev_id"]) for line in lines(done.stdout)] == [
        ("Two", 102),
        ("One", 2),
        ("Three", 103),
    ]
    assert lines(done.stdout)[1]["paragraphs"][0]["anchors"] == [{"start": 4, "end": 7, "target": "Two"}]
    said = done.stderr.decode()
    assert "3 articles with 3 paragraphs and 1 anchors; left out 1 redirects" in said
    assert "rejected, malformed-page" in said
    assert extract(made, "--workers", "2").stdout == done.stdout


def test_each_reading_of_an_html_dump_has_its_own_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else nothing is told for long, and then a speed that has the time of the first reading in it."""
    monkeypatch.setattr("schemas.commands._LOG_SECONDS", 0.0)
    clock = itertools.count()
    monkeypatch.setattr("schemas.commands.time.monotonic", lambda: float(next(clock)))
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "One", "<p>One.</p>")]])
    for module in (wiki.extract, wiki.extract_work):
        monkeypatch.setattr(module, "described", lambda _total, _done, seconds: f"{seconds:.0f} s")
    assert main([str(made), "-o", str(tmp_path / "out.jsonl")]) == 0
    assert [line for line in capsys.readouterr().err.splitlines() if line.endswith(" s")] == [
        "ids of the pages, 1 s",
        "1 s",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"article_body": {"wikitext": "x"}},
        {"article_body": {"html": "<p>a \x01 b</p>"}},
        {"article_body": {"html": "<p>x</p>", "wikitext": "\x1f"}},
        {"name": ""},
    ],
    ids=["no HTML", "control character in the HTML", "control character in the wikitext", "no title"],
)
def test_a_record_that_cannot_be_used_takes_the_place_of_none(
    change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newer = {**record(1, "One", "", version={"identifier": 900}), **change}
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "One", "<p>One.</p>"), newer]])
    assert main([str(made), "-o", str(tmp_path / "out.jsonl")]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == (
        "1 articles with 1 paragraphs and 0 anchors; left out 0 redirects and 0 pages that are not articles; 1 rejected"
    )


def test_pages_of_other_namespaces_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = record(2, "Template:X", "<p>Two.</p>", namespace={"name": "Template", "identifier": 10})
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(1, "One", "<p>One.</p>"), template]])
    assert main([str(made), "-o", str(tmp_path / "out.jsonl")]) == 0
    told = "1 articles with 1 paragraphs and 0 anchors; left out 0 redirects and 1 pages that are not articles; "
    assert capsys.readouterr().err == f"{told}0 rejected\n"


def test_with_a_limit_an_html_dump_is_read_once(tmp_path: Path) -> None:
    done = extract(html_dump(tmp_path / "dump.json.tar.gz", HTML_RECORDS), "--limit", "1")
    assert [(line["title"], line["rev_id"]) for line in lines(done.stdout)] == [("One", 1)]


def test_an_html_dump_that_is_cut_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    made = html_dump(tmp_path / "dump.json.tar.gz", [[record(n, f"P{n}", "<p>x</p>" * 2000) for n in range(1, 300)]])
    content = made.read_bytes()
    made.write_bytes(content[: len(content) // 2])
    done = extract(made)
    assert done.returncode == 1
    assert 0 < len(lines(done.stdout)) < 299
    assert "its end is missing" in done.stderr.decode()
