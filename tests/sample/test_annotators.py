"""The annotators that are imitated make the errors that they say, so every statistic is the one to be expected."""

from __future__ import annotations

import pytest

from corpora.annotation.adjudication import adjudicate
from corpora.annotation.agreement import agreement
from corpora.annotation.former import ANNOTATED
from corpora.annotation.records import Sentence
from corpora.annotation.statistics import statistics
from sample.annotators import MISLABELLED, MISSED, NO_ENTITY, UNSUGGESTED, WRONG_LABEL, annotated, truth
from tests.support.annotation import sentence

LABELS = ["band", "person", "song"]
OTHERS = len(LABELS) - 1
# Of two tokens each: a link, which has a suggestion in two sentences of three, and a word that is never an entity.
SENTENCES = 6000
SENT = [
    sentence(f"[Ann|{LABELS[number % 3]}] sings" if number % 3 < 2 else "[Bob] sings", f"{number}-0-0")
    for number in range(SENTENCES)
]
TRUTH = {each.id: truth(each, LABELS) for each in SENT}
VERSIONS = {name: {each.id: annotated(each, LABELS, name).spans for each in SENT} for name in ("ann", "bob", "eve")}
BY_ID: dict[str, Sentence] = {each.id: each for each in SENT}

ENTITY = 2 / 3 * (1 - NO_ENTITY) + 1 / 3 * UNSUGGESTED
"""Share of the links that are entities."""
RIGHT = 1 - MISSED - MISLABELLED
SAME = RIGHT**2 + MISLABELLED**2 / OTHERS
"""How often two annotators give an entity the same label."""
MARKED = 1 - MISSED
TRUTHFUL = {label: sum(span.label == label for spans in TRUTH.values() for span in spans) for label in LABELS}
"""Entities that have the label in truth."""
close = pytest.approx


def test_two_annotators_agree_as_far_as_their_errors_let_them() -> None:
    pair = {name: VERSIONS[name] for name in ("ann", "bob")}
    found = agreement(BY_ID, pair, LABELS).whole
    assert found.f1 == close(SAME / MARKED, abs=0.01)
    # Of both, the share of the tokens that have a label; half of the tokens are no links.
    marked = ENTITY * MARKED / 2
    agreed = 1 - ENTITY / 2 * (1 - SAME - MISSED**2)
    entities = sum(TRUTHFUL.values())
    shares = [
        (number * RIGHT + (entities - number) * MISLABELLED / OTHERS) / (2 * SENTENCES) for number in TRUTHFUL.values()
    ]
    by_chance = (1 - marked) ** 2 + sum(each**2 for each in shares)
    expected = (agreed - by_chance) / (1 - by_chance)
    assert found.kappa == close(expected, abs=0.01)
    assert found.alpha == close(expected, abs=0.01)


def test_three_annotators_agree_as_two_do() -> None:
    found = agreement(BY_ID, VERSIONS, LABELS)
    assert found.whole.f1 == close(SAME / MARKED, abs=0.01)
    assert found.whole.alpha == close(found.whole.kappa or 0, abs=0.001)
    # Where nothing is suggested as many errors are made.
    assert {source: each.f1 for source, each in found.sources.items()} == {
        "anchor": close(SAME / MARKED, abs=0.015),
        "none": close(SAME / MARKED, abs=0.015),
    }
    entities = sum(TRUTHFUL.values())
    for label, each in found.labels.items():
        other = (entities - TRUTHFUL[label]) * MISLABELLED / OTHERS
        both = TRUTHFUL[label] * RIGHT**2 + other * MISLABELLED / OTHERS
        assert each.f1 == close(both / (TRUTHFUL[label] * RIGHT + other), abs=0.02), label


def test_the_papers_shares_follow_from_the_errors() -> None:
    pair = {name: VERSIONS[name] for name in ("ann", "bob")}
    open_ones = adjudicate(BY_ID, pair, {}).open
    expert = {sentence_id: TRUTH[sentence_id] for sentence_id in open_ones}
    result = adjudicate(BY_ID, pair, expert)
    assert result.open == result.without == []
    found = statistics(BY_ID, pair, expert, result.gold, LABELS)
    shares = {share.name: share.number / share.of for share in found.shares}
    # An entity is in the gold set unless both annotators missed it.
    linked = ENTITY * (1 - MISSED**2)
    kept = (1 - WRONG_LABEL - NO_ENTITY) * RIGHT + WRONG_LABEL * MISLABELLED / OTHERS
    corrected = 2 / 3 * (1 - kept) + 1 / 3 * UNSUGGESTED * MARKED
    # The expert is asked where they differ, and changes what the first one made unless that was right.
    wrong = MISSED * (1 - MISSED) + MISLABELLED * (1 - MISLABELLED / OTHERS)
    assert shares == {
        "pre-annotated": close(2 / 3 * (1 - NO_ENTITY) * (1 - MISSED**2) / linked, abs=0.01),
        "corrected by the first annotator": close(corrected / linked, abs=0.015),
        "in doubt for the second annotator": close(1 - SAME / MARKED, abs=0.01),
        "changed by the expert": close(wrong / MARKED, abs=0.01),
    }
    added = sum(on_link for on_link, _ in found.added.values())
    assert added / SENTENCES == close(1 / 3 * UNSUGGESTED * (1 - MISSED**2), abs=0.01)
    assert all(elsewhere == 0 for _, elsewhere in found.added.values())


def test_nothing_depends_on_the_order_of_the_sentences() -> None:
    again = [annotated(each, LABELS, "ann") for each in reversed(SENT[:50])]
    assert {each.id: each.spans for each in again} == {each.id: VERSIONS["ann"][each.id] for each in SENT[:50]}


def test_what_was_annotated_before_is_right() -> None:
    before = [sentence("[Ann|song] sings", f"{number}-0-0", source=ANNOTATED) for number in range(200)]
    assert all(truth(each, LABELS) == each.spans for each in before)
