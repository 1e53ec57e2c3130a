from __future__ import annotations

import pytest
from sklearn.metrics import classification_report

from training.report.tags import TagCounts, tag_table

ROWS = [
    {"tags": ["B-person", "I-person", "O", "O"], "predicted": ["B-person", "O", "O", "B-place"]},
    {"tags": ["B-place", "O"], "predicted": ["B-person", "O"]},
]


def test_each_tag_by_hand() -> None:
    assert tag_table(TagCounts(ROWS)).splitlines() == [
        "| tag | precision | recall | F1 | words |",
        "| --- | ---: | ---: | ---: | ---: |",
        "| B-person | 50.00 | 100.00 | 66.67 | 1 |",
        "| B-place | 0.00 | 0.00 | 0.00 | 1 |",
        "| I-person | 0.00 | 0.00 | 0.00 | 1 |",
        # Three of three words outside, and one that is none of them: 2/3 of what was called O is O.
        "| O | 66.67 | 66.67 | 66.67 | 3 |",
        "| accuracy |  |  | 50.00 | 6 |",
        "| macro average | 29.17 | 41.67 | 33.33 | 6 |",
        "| weighted average | 41.67 | 50.00 | 44.44 | 6 |",
    ]


def test_the_means_are_those_of_scikit_learn() -> None:
    gold, predicted = ([tag for row in ROWS for tag in row[key]] for key in ("tags", "predicted"))
    wanted = classification_report(gold, predicted, output_dict=True, zero_division=0)
    counts = TagCounts(ROWS)
    assert counts.accuracy() == wanted["accuracy"]
    for name, score in (*counts.by_tag().items(), ("macro avg", counts.macro()), ("weighted avg", counts.weighted())):
        assert dict(zip(("precision", "recall", "f1-score", "support"), score, strict=True)) == wanted[name]


def test_what_the_words_of_a_tag_were_taken_for_by_hand() -> None:
    tags, shares = TagCounts(ROWS).shares()
    assert tags == ["B-person", "B-place", "I-person", "O"]
    assert shares.tolist() == [
        [1, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 0, 1],
        [0, pytest.approx(1 / 3), 0, pytest.approx(2 / 3)],
    ]
    # A tag that no word has, but was given.
    assert TagCounts([{"tags": ["O"], "predicted": ["B-x"]}]).shares()[1].tolist() == [[0, 0], [1, 0]]


def test_nothing_was_predicted() -> None:
    counts = TagCounts([])
    assert (counts.words, counts.accuracy(), counts.by_tag()) == (0, 0.0, {})
