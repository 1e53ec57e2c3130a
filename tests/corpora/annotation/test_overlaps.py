"""Of several entities and links of a sentence, each is compared with each."""

from __future__ import annotations

import pytest

from corpora.annotation.adjudication import disagreements
from corpora.annotation.changes import Change, changes, overlap
from corpora.annotation.records import Link, Span
from corpora.annotation.sampling import wording_of
from corpora.annotation.statistics import statistics
from tests.support.annotation import sentence

ANN, ROME, BOB = Span(0, 3, "person"), Span(9, 13, "location"), Span(21, 24, "person")
SENT = sentence("[Ann|person] left [Rome|location] before [Bob].", "1-0-0")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((0, 3), (3, 6), False),
        ((3, 6), (0, 3), False),
        ((0, 4), (3, 6), True),
        ((3, 6), (0, 4), True),
        ((0, 9), (3, 6), True),
        ((4, 6), (0, 3), False),
    ],
)
def test_stretches_overlap_where_they_share_a_character(
    first: tuple[int, int], second: tuple[int, int], expected: bool
) -> None:
    assert overlap(Span(*first, "person"), Link(*second, "Page")) == expected


def test_an_entity_beside_a_removed_one_is_not_that_one_moved() -> None:
    """`New York` of which `New` was suggested and `York` was marked."""
    new, york = Span(0, 3, "location"), Span(3, 7, "location")
    assert changes([new], [york]) == [Change("removed", new), Change("added", york)]
    assert changes([york], [new]) == [Change("added", new), Change("removed", york)]


def test_an_entity_on_one_of_several_suggestions_was_not_added() -> None:
    final = [ANN, Span(9, 13, "person"), BOB]
    found = statistics({"1-0-0": SENT}, {}, {}, {"1-0-0": final}, ["person", "location"])
    assert SENT.links == (Link(0, 3, "Ann"), Link(9, 13, "Rome"), Link(21, 24, "Bob"))
    assert [(share.number, share.of) for share in found.shares][:1] == [(2, 3)]
    assert found.added == {"person": (1, 0), "location": (0, 0)}


def test_a_link_on_one_of_several_names_is_that_name() -> None:
    wording = wording_of("Ann left Rome", [ANN, ROME], [Link(0, 3, "Ann"), Link(9, 13, "Rome")])
    assert wording == "<person> left <location>"


def test_the_expert_reads_what_differs_and_of_whom_the_sentence_was_asked() -> None:
    versions = {"ann": {"1-0-0": [ANN, ROME]}, "bob": {"1-0-0": [ANN]}, "eve": {"2-0-0": [ANN]}}
    assert "".join(disagreements([SENT], versions)) == (
        "# Where annotators differ\n"
        "\n## 1-0-0, Page\n\n> Ann left Rome before Bob.\n\n"
        "- `Rome` (9:13): location by ann, not by bob\n"
    )
