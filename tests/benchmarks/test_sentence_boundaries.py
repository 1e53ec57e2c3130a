from __future__ import annotations

import sys

import pytest

from benchmarks import sentence_boundaries
from benchmarks.sentence_boundaries import PLACES, Drawn


def test_candidates_are_printed_and_verdicts_stay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = Drawn("Rome", 2, "No. 7 burnt. Nobody came.", {"punkt": [13], "pysbd": [4, 13]})
    monkeypatch.setattr(sentence_boundaries, "draw", lambda _real, name: [drawn] if name == "en" else [])
    monkeypatch.setattr(sys, "argv", ["sentence_boundaries", "--real", "nowhere", "--draw"])
    before = PLACES.read_bytes()
    sentence_boundaries.main()
    assert PLACES.read_bytes() == before
    assert capsys.readouterr().out.splitlines() == [
        "draw\tpage\tparagraph\tplace\tcut by\tcontext\tsentence ends",
        "en\tRome\t2\t3\tpysbd\tNo.| 7 burnt. Nobody came.\t",
        "en\tRome\t2\t12\tall\tNo. 7 burnt.| Nobody came.\t",
    ]


def test_a_missing_splitter_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysbd", None)
    with pytest.raises(SystemExit, match="^pysbd is not installed here; --help says how"):
        sentence_boundaries._pysbd_splitter("en")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rome burnt twice. Nobody came to it.", "Rome burnt twice."),
        ("In 64 Rome burnt twice. Nobody came to it.", "In 64 Rome burnt twice."),
        ("Nobody burnt twice. No one came to it.", "Nobody burnt twice."),
        ("Rome burnt two times. Nobody came to it.", "Rome burnt two times."),
    ],
    ids=["as it was", "words before it", "other words behind it", "other words right before it"],
)
def test_a_judged_place_is_found_where_the_words_of_one_side_have_changed(text: str, expected: str) -> None:
    place = sentence_boundaries._place_today(text, 17, "Rome burnt twice.| Nobody came to it.")
    assert text[:place] == expected
