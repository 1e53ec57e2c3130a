from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.gazetteer.search import Gazetteer, build_gazetteer
from corpora.levels import LEVELS, entity_classes, level_copies
from corpora.tokens import tokenize_all
from schemas.labels import ENTITY


@pytest.mark.parametrize(
    ("n_typical", "n_specialised", "copies"),
    [
        (0, 0, {"domain": 1}),
        (1, 0, {"domain": 1}),
        (2, 0, {"domain": 1, "entity": 1, "integrated": 1}),
        (1, 1, {"domain": 1, "task": 1, "integrated": 2}),
        (0, 1, {"domain": 1, "task": 1, "integrated": 2}),
        (2, 1, {"domain": 1, "entity": 1, "task": 1, "integrated": 3}),
        (9, 9, {"domain": 1, "entity": 1, "task": 1, "integrated": 3}),
    ],
)
def test_levels_and_copies(n_typical: int, n_specialised: int, copies: dict[str, int]) -> None:
    assert level_copies(n_typical, n_specialised, 2) == copies


def test_how_many_are_several_is_a_setting() -> None:
    assert "entity" in level_copies(1, 0, 1)
    assert "entity" not in level_copies(2, 0, 3)


@given(st.integers(0, 5), st.integers(0, 5), st.integers(1, 4))
def test_integrated_is_entity_and_twice_task(n_typical: int, n_specialised: int, min_entities: int) -> None:
    copies = level_copies(n_typical, n_specialised, min_entities)
    assert list(copies) == [level for level in LEVELS if level in copies]
    assert copies.get("integrated", 0) == copies.get("entity", 0) + 2 * copies.get("task", 0)


NAMES = ["Rome", "Julius Caesar", "Georgia"]
GAZETTEER = build_gazetteer(dict(zip(NAMES, (1, 2, 0), strict=True)).items, (ENTITY, "City", "Person"))
TEXT = "Julius Caesar came to Rome, left Rome, and never saw Georgia."


def classes(anchors: list[tuple[int, int, str]], gazetteer: Gazetteer | None, text: str = TEXT) -> list[str]:
    (matches,) = GAZETTEER.search.find([text], tokenize_all([text], "en"))
    return entity_classes(anchors, matches, gazetteer)


def test_entities_by_anchors_are_those_with_a_class() -> None:
    assert classes([(0, 13, "Royalty"), (22, 26, ENTITY)], None) == ["Royalty"]
    assert classes([], None) == []


def test_the_gazetteer_finds_what_no_anchor_covers() -> None:
    assert classes([(0, 13, "Royalty")], GAZETTEER) == ["Royalty", "City", "City", ENTITY]


def test_the_gazetteer_does_not_guess_at_what_an_untyped_anchor_means() -> None:
    assert classes([(22, 26, ENTITY)], GAZETTEER) == ["Person", "City", ENTITY]


@pytest.mark.parametrize("anchor", [(0, 6, "Royalty"), (7, 13, "Royalty"), (10, 20, "Royalty"), (0, 21, "Royalty")])
def test_a_match_that_touches_an_anchor_does_not_count(anchor: tuple[int, int, str]) -> None:
    assert classes([anchor], GAZETTEER) == ["Royalty", "City", "City", ENTITY]


@pytest.mark.parametrize(
    ("text", "anchor", "expected"),
    [
        ("Rome's", (4, 6), ["Route", "City"]),
        ("Rome–Georgia", (4, 12), ["Route", "City"]),
        ("Rome–Georgia", (0, 5), ["Route", ENTITY]),
        ("Rome–Georgia", (4, 5), ["Route", "City", ENTITY]),
    ],
)
def test_a_match_right_beside_an_anchor_counts(text: str, anchor: tuple[int, int], expected: list[str]) -> None:
    assert classes([(*anchor, "Route")], GAZETTEER, text) == expected
