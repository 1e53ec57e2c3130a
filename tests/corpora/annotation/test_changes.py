from __future__ import annotations

import pytest

from corpora.annotation.changes import Change, changes, same
from corpora.annotation.records import Span

ANN, CITY = Span(0, 7, "person", "anchor"), Span(10, 14, "location")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([ANN, CITY], [Span(0, 7, "person"), CITY], []),
        ([ANN], [ANN, CITY], [Change("added", CITY)]),
        ([ANN, CITY], [CITY], [Change("removed", ANN)]),
        ([ANN], [Span(0, 7, "misc")], [Change("relabelled", Span(0, 7, "misc"), ANN)]),
        ([ANN], [Span(0, 3, "misc")], [Change("moved", Span(0, 3, "misc"), ANN)]),
        (
            [ANN],
            [Span(0, 3, "person"), Span(4, 7, "person")],
            [Change("moved", Span(0, 3, "person"), ANN), Change("added", Span(4, 7, "person"))],
        ),
        ([ANN], [CITY], [Change("removed", ANN), Change("added", CITY)]),
    ],
)
def test_changes(before: list[Span], after: list[Span], expected: list[Change]) -> None:
    assert changes(before, after) == expected
    assert same(before, after) == (not expected)
