"""Template calls with the words of the page: none is silently wrong, and no fewer are right than were."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.extraction.template_calls import TABLES, Call, accepted, figures, judge, read_calls

CALLS = [call for call in read_calls() if call.sure == "yes"]
RIGHT = {
    "first": 327,
    "second": 146,
    "third": 193,
    "fourth": 15,
    "fifth": 151,
    "sixth": 216,
    "seventh": 178,
    "eighth": 65,
    "ninth": 47,
    "tenth": 108,
    "eleventh": 14,
    "twelfth": 105,
    "thirteenth": 43,
    "fourteenth": 228,
}
"""Sentences of each table that are right; raise it with the rules."""


def test_no_call_is_silently_wrong() -> None:
    assert [(each.call.markup, each.text) for each in map(judge, CALLS) if each.verdict == "wrong"] == []


def test_no_fewer_calls_are_right() -> None:
    right = Counter(each.call.table for each in map(judge, CALLS) if each.verdict == "right")
    assert right == RIGHT
    assert list(TABLES) == list(RIGHT)


def test_each_language_has_its_calls() -> None:
    counts = Counter((call.table, call.lang) for call in CALLS if call.table in ("first", "second"))
    least = {("first", "en"): 60, ("second", "en"): 40}
    assert all(count >= least.get(key, 25 if key[0] == "first" else 10) for key, count in counts.items())
    assert len(counts) == 22


@pytest.mark.parametrize(
    ("markup", "shown", "verdict"),
    [
        ("It is {{convert|5|km|mi}} long.", "It is 5 kilometres⟦ (3.1 mi)⟧ long.", "right"),
        ("It is {{convert|5|km|mi}} long.", "It is 6 kilometres long.", "wrong"),
        ("It is {{unheard of}} long.", "It is long.", "said"),
        ("It is {{unheard of}} long.", "?", "said"),
        ("It is long.", "?", "wrong"),
    ],
)
def test_verdicts(markup: str, shown: str, verdict: str) -> None:
    assert judge(Call("first", "en", "yes", markup, shown, "right")).verdict == verdict


def test_what_may_be_left_out_is_accepted_either_way() -> None:
    assert accepted("a⟦ (b)⟧ c⟦ d⟧.") == {"a (b) c d.", "a (b) c.", "a c d.", "a c."}


def test_figures_are_by_language_and_for_all() -> None:
    rows = figures([("de", "right"), ("de", "wrong"), ("en", "said"), ("en", "right")])
    assert [row[:5] for row in rows] == [
        ["en", "2", "1", "1", "0"],
        ["de", "2", "1", "0", "1"],
        ["all", "4", "2", "1", "1"],
    ]


def test_a_language_without_an_unflagged_sentence_has_no_rate() -> None:
    assert figures([("pl", "said")])[0] == ["pl", "1", "0", "1", "0", ""]
