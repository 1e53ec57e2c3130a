"""Some cases of the fuzzers, and that they find what is planted."""

from __future__ import annotations

import random
import re

import pytest

import benchmarks.fuzz.harness
import benchmarks.fuzz.paragraphs
import wiki.dump.page_scanner
import wiki.sentences.split
from benchmarks.fuzz.dumps import check_dump
from benchmarks.fuzz.harness import Check, Findings, fuzz
from benchmarks.fuzz.pages import REAL, check_drawn, check_mutated, check_paragraph
from benchmarks.fuzz.paragraphs import check_sane, check_soup
from schemas.records import Anchor, Paragraph


@pytest.mark.parametrize(
    ("name", "check", "number"),
    [
        ("drawn pages", check_drawn, 1500),
        pytest.param(
            "mutated pages", check_mutated, 1000, marks=pytest.mark.skipif(not REAL.exists(), reason="needs real pages")
        ),
        ("soup", check_soup, 1500),
        ("dumps", check_dump, 500),
    ],
)
def test_some_cases(name: str, check: Check, number: int) -> None:
    findings = fuzz(check, name, number, seed=2)
    assert findings.faults == []
    assert findings.cases == sum(findings.outcomes.values()) == number
    assert len(findings.outcomes) == 3


def test_some_sane_paragraphs() -> None:
    findings = fuzz(check_sane, "sane paragraphs", 1500, seed=2)
    assert findings.faults == []
    assert findings.outcomes.keys() == {"scanned", "left to the reference"}


def test_a_scan_that_differs_from_the_reference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks.fuzz.paragraphs, "scan_inline", lambda *_: ("other", []))
    assert len(fuzz(check_sane, "sane paragraphs", 10, seed=2).faults) == 10


def test_a_page_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        wiki.dump.page_scanner, "_token", re.compile(rb"<(?:(page)[\n>]|/page[\s>]|(!--|\?|!\[CDATA\[))")
    )
    assert fuzz(check_dump, "dumps", 500, seed=2).faults


def test_an_anchor_that_is_not_where_it_says_is_found() -> None:
    check_paragraph(Paragraph("", "a b", [Anchor(2, 3, "B")]))
    for anchors in ([Anchor(2, 4, "B")], [Anchor(1, 3, "B")], [Anchor(2, 3, "B"), Anchor(0, 1, "A")]):
        with pytest.raises(AssertionError):
            check_paragraph(Paragraph("", "a b", anchors))


def _hangs(chance: random.Random) -> str:
    while True:
        chance.random()


def _panics(_: random.Random) -> str:
    raise BaseException("as the libraries in Rust do")


def test_a_case_that_hangs_or_panics_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks.fuzz.harness, "LIMIT_SECONDS", 0.05)
    (hang,) = fuzz(_hangs, "x", 1, seed=3, first=7).faults
    assert hang.startswith("x, seed 3, case 7: Hang at ")
    (panic,) = fuzz(_panics, "x", 1, seed=3).faults
    assert "case 0: BaseException at " in panic and panic.endswith(": 'as the libraries in Rust do'")


def _named(chance: random.Random) -> str:
    return str(chance.randrange(5))


def test_cases_do_not_depend_on_jobs() -> None:
    one, two = (fuzz(_named, "x", 1200, seed=1, jobs=jobs).outcomes for jobs in (1, 2))
    assert one == two
    again = Findings()
    for first in (0, 700):
        again.add(fuzz(_named, "x", 700 if not first else 500, seed=1, first=first))
    assert again.outcomes == one
