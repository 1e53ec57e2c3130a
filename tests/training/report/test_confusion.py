from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.training.evaluation_data import tags_row
from training.models.scores import EntityCounts
from training.report.confusion import ELSEWHERE, MISSED, Confusion


def test_an_entity_is_taken_for_a_type_found_elsewhere_or_missed() -> None:
    confusion = Confusion(
        [
            tags_row("B-person I-person O B-artist", "B-artist I-artist O B-artist"),
            tags_row("B-person I-person O O O", "B-person O O O B-band"),
            tags_row("B-person O B-person B-person", "O O B-person B-artist"),
        ]
    )
    assert confusion.types == ["artist", "person"]
    assert confusion.shares().tolist() == [[1.0, 0.0, 0.0, 0.0], [0.4, 0.2, 0.2, 0.2]]
    assert confusion.mistakes() == [("person", "artist", 2, 0.4)]
    assert confusion.share("person", "artist") == 0.4
    assert confusion.share("person", MISSED) == confusion.share("person", ELSEWHERE) == 0.2
    assert confusion.share("band", "person") == 0.0
    assert (confusion.predicted, confusion.invented) == (6, 1)


@pytest.mark.parametrize(
    ("tags", "predicted"),
    [
        ("B-person I-person O", "O B-person O"),
        ("B-person I-person O", "B-person O O"),
        ("O B-person O", "B-person I-person O"),
        ("O B-person O", "O B-person I-person"),
        ("B-person I-person I-person", "O B-person O"),
    ],
)
def test_one_token_in_common_is_an_overlap(tags: str, predicted: str) -> None:
    confusion = Confusion([tags_row(tags, predicted)])
    assert (confusion.share("person", ELSEWHERE), confusion.share("person", MISSED)) == (1.0, 0.0)
    assert (confusion.predicted, confusion.invented) == (1, 0)


@pytest.mark.parametrize(
    ("tags", "predicted"), [("B-person O O", "O B-person O"), ("O O B-person", "B-person I-person O")]
)
def test_entities_beside_each_other_do_not_overlap(tags: str, predicted: str) -> None:
    confusion = Confusion([tags_row(tags, predicted)])
    assert (confusion.share("person", ELSEWHERE), confusion.share("person", MISSED)) == (0.0, 1.0)
    assert (confusion.predicted, confusion.invented) == (1, 1)


def test_mistakes_come_by_number_and_then_by_name() -> None:
    rows = [tags_row("B-b B-a B-c B-c B-b", "B-a B-b B-a B-a B-c")]
    assert Confusion(rows).mistakes() == [
        ("c", "a", 2, 1.0),
        ("a", "b", 1, 1.0),
        ("b", "a", 1, 0.5),
        ("b", "c", 1, 0.5),
    ]


def test_nothing_is_confused_where_nothing_was_predicted() -> None:
    confusion = Confusion([])
    assert (confusion.types, confusion.mistakes()) == ([], [])


SENTENCES = st.lists(
    st.lists(st.tuples(*[st.sampled_from(["O", "B-a", "I-a", "B-b", "I-b"])] * 2), min_size=1, max_size=8), max_size=5
)


@given(SENTENCES, st.booleans())
def test_it_agrees_with_the_scores(drawn: list[list[tuple[str, str]]], strict: bool) -> None:
    rows = [{"tags": [gold for gold, _ in each], "predicted": [guess for _, guess in each]} for each in drawn]
    confusion, counts = Confusion(rows, strict), EntityCounts(strict)
    counts.add([each["tags"] for each in rows], [each["predicted"] for each in rows])
    for name in confusion.types:
        if counts.gold[name]:
            assert round(confusion.share(name, name) * counts.gold[name], 6) == counts.correct[name]
    assert confusion.predicted == counts.predicted.total()
    shares = confusion.shares().sum(axis=1) if confusion.types else np.array([])
    assert all(
        abs(share - (1 if counts.gold[name] else 0)) < 1e-9 for name, share in zip(confusion.types, shares, strict=True)
    )
