from __future__ import annotations

from corpora.annotation.records import Link, Sentence, Span
from corpora.annotation.statistics import Share, Statistics, statistics
from tests.support.annotation import sentence

# Three links, of which the first has a suggestion.
FIRST = sentence("[Ann|person] left [Rome] for a [job], said Bob.", "1-0-0")
SECOND = sentence("[Eve|person] sang", "2-0-0")
SENT = {each.id: each for each in (FIRST, SECOND)}
ANN, ROME, BOB, EVE = (
    Span(0, 3, "person"),
    Span(9, 13, "location"),
    Span(30, 33, "person"),
    Span(0, 3, "person"),
)


def test_shares_are_counted_as_the_paper_names_them() -> None:
    assert FIRST.links == (Link(0, 3, "Ann"), Link(9, 13, "Rome"), Link(20, 23, "Job"))
    assert FIRST.text[30:33] == "Bob"
    versions = {
        # Adds two entities; relabels the one of the second sentence.
        "ann": {"1-0-0": [ANN, ROME, BOB], "2-0-0": [Span(0, 3, "misc")]},
        # Has not marked Bob.
        "bob": {"1-0-0": [ANN, ROME]},
    }
    expert = {"1-0-0": [ANN, Span(9, 13, "misc"), BOB]}
    gold = {"1-0-0": expert["1-0-0"], "2-0-0": [Span(0, 3, "misc")]}
    assert statistics(SENT, versions, expert, gold, ["person", "location", "misc"]) == Statistics(
        [
            # Links on entities: Ann, Rome and Eve.
            Share("pre-annotated", 2, 3, 0.6364),
            Share("corrected by the first annotator", 3, 3, 0.7333),
            Share("in doubt for the second annotator", 1, 3, 0.0859),
            Share("changed by the expert", 1, 4, 0.0857),
        ],
        {"person": (0, 1), "location": (0, 0), "misc": (1, 0)},
    )


def test_the_first_annotator_is_the_first_it_was_dealt_to() -> None:
    turned = Sentence("1-0-0", FIRST.text, FIRST.spans, FIRST.links, 1, "Page", ("bob", "ann"))
    versions = {"ann": {"1-0-0": [ANN, ROME]}, "bob": {"1-0-0": [ANN]}}
    found = statistics({"1-0-0": turned}, versions, {}, {"1-0-0": [ANN, ROME]}, ["person", "location"])
    assert [(share.number, share.of) for share in found.shares] == [(1, 2), (0, 2), (0, 1), (0, 1)]


def test_what_is_not_decided_does_not_count() -> None:
    found = statistics(SENT, {"ann": {"1-0-0": [ANN]}}, {}, {}, ["person"])
    assert [(share.number, share.of) for share in found.shares] == [(0, 0)] * 4
    assert found.added == {"person": (0, 0)}


def test_what_the_expert_decided_alone_is_no_change_of_anybody() -> None:
    gold = {"1-0-0": [ANN, ROME], "2-0-0": [EVE]}
    found = statistics(SENT, {"ann": {"2-0-0": []}}, gold, gold, ["person", "location"])
    assert [(share.number, share.of) for share in found.shares] == [(2, 3), (1, 3), (0, 0), (1, 0)]
    assert found.added == {"person": (0, 0), "location": (1, 0)}
