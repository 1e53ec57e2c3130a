from __future__ import annotations

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seqeval.metrics import f1_score, precision_score, recall_score
from seqeval.scheme import IOB2

from training.models.scores import EntityCounts, Score

TAGS = ["O", "B-person", "I-person", "B-place", "I-place"]
SENTENCES = st.lists(
    st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from(TAGS)), min_size=1, max_size=8), min_size=1, max_size=6
)


def counted(gold: list[list[str]], predicted: list[list[str]], *, strict: bool = False) -> EntityCounts:
    counts = EntityCounts(strict)
    counts.add(gold, predicted)
    return counts


def test_scores_by_hand() -> None:
    gold = [["B-person", "I-person", "O", "B-place"], ["O", "B-person", "B-person"]]
    predicted = [["B-person", "I-person", "O", "B-person"], ["B-place", "B-person", "I-person"]]
    counts = counted(gold, predicted)
    # Gold: three persons and a place. Predicted: three persons, one of them right, and a place that is not there.
    assert counts.by_type() == {"person": Score(1 / 3, 1 / 3, 1 / 3, 3), "place": Score(0.0, 0.0, 0.0, 1)}
    assert counts.micro() == Score(1 / 4, 1 / 4, 1 / 4, 4)


def test_precision_and_recall_differ_where_too_little_is_predicted() -> None:
    counts = counted([["B-person", "O", "B-place"]], [["B-person", "O", "O"]])
    assert counts.micro() == Score(1.0, 1 / 2, 2 / 3, 2)
    assert counts.by_type()["place"] == Score(0.0, 0.0, 0.0, 1)


def test_a_type_that_is_only_predicted_has_a_score_without_support() -> None:
    assert counted([["O"]], [["B-person"]]).by_type() == {"person": Score(0.0, 0.0, 0.0, 0)}


def test_nothing_to_find_and_nothing_found() -> None:
    assert counted([["O"]], [["O"]]).micro() == Score(0.0, 0.0, 0.0, 0)


@pytest.mark.parametrize(
    ("strict", "expected"), [(False, Score(1.0, 1.0, 1.0, 2)), (True, Score(1.0, 1 / 2, 2 / 3, 2))]
)
def test_strict_wants_entities_to_begin_with_b(strict: bool, expected: Score) -> None:
    gold = [["B-person", "I-person", "O", "B-place"]]
    predicted = [["B-person", "I-person", "O", "I-place"]]
    assert counted(gold, predicted, strict=strict).micro() == expected


def test_an_entity_does_not_go_on_into_the_next_sentence() -> None:
    # Concatenated, the two sentences would hold one person.
    assert counted([["B-person"], ["I-person"]], [["B-person"], ["I-person"]]).micro().support == 2


def test_sentences_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="1 tags predicted for a sentence of 2 words"):
        counted([["O", "O"]], [["O"]])


@settings(max_examples=200, deadline=None)
@given(SENTENCES, st.booleans(), st.integers(1, 6))
def test_the_scores_are_those_of_seqeval(sentences: list[list[tuple[str, str]]], strict: bool, at_a_time: int) -> None:
    gold = [[right for right, _ in sentence] for sentence in sentences]
    predicted = [[guess for _, guess in sentence] for sentence in sentences]
    counts = EntityCounts(strict)
    for start in range(0, len(gold), at_a_time):
        counts.add(gold[start : start + at_a_time], predicted[start : start + at_a_time])
    mode = {"mode": "strict", "scheme": IOB2} if strict else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [score(gold, predicted, **mode) for score in (precision_score, recall_score, f1_score)]
    assert list(counts.micro()[:3]) == pytest.approx(expected)
