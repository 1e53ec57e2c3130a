from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.filters import FilterRules, drop_reason, filter_rules, kept_label
from schemas.chance import uniform
from schemas.errors import InputError
from schemas.labels import ENTITY

COUNTS = {ENTITY: 500, **{f"C{number:02}": 100 - number for number in range(24)}, "Rare": 9, "JustEnough": 10}
RULES = filter_rules(COUNTS, seed=7)


@pytest.mark.parametrize(
    ("label", "kept"),
    [("C00", "C00"), ("JustEnough", "JustEnough"), ("Rare", ENTITY), (ENTITY, ENTITY), ("NeverSeen", ENTITY)],
)
def test_scarce_categories_become_entity(label: str, kept: str) -> None:
    assert kept_label(RULES, label) == kept


def test_threshold_of_scarcity_is_a_setting() -> None:
    assert kept_label(filter_rules(COUNTS, seed=7, min_mentions=1), "Rare") == "Rare"
    assert kept_label(filter_rules(COUNTS, seed=7, min_mentions=11), "JustEnough") == ENTITY


def test_frequent_are_entity_and_the_nineteen_commonest() -> None:
    assert RULES.frequent == {ENTITY, *(f"C{number:02}" for number in range(19))}


def test_entity_is_frequent_whatever_its_count() -> None:
    rules = filter_rules({ENTITY: 1, "A": 50, "B": 40, "C": 30}, seed=7, top_frequent=3)
    assert rules.frequent == {ENTITY, "A", "B"}


def test_entity_may_be_the_only_frequent_category() -> None:
    assert filter_rules(COUNTS, seed=7, top_frequent=1).frequent == {ENTITY}
    with pytest.raises(InputError, match="top_frequent = 0: must be at least 1"):
        filter_rules(COUNTS, seed=7, top_frequent=0)


def test_scarce_categories_are_not_frequent() -> None:
    assert filter_rules({"A": 9, "B": 10}, seed=7).frequent == {ENTITY, "B"}


@given(st.permutations(["D", "B", "A", "C"]))
def test_ties_go_by_name_in_any_order(labels: list[str]) -> None:
    rules = filter_rules(dict.fromkeys(labels, 10), seed=7, top_frequent=3)
    assert rules == FilterRules(kept=frozenset("ABCD") | {ENTITY}, frequent=frozenset({ENTITY, "A", "B"}), seed=7)


def dropped(labels: list[str], sentences: int = 4000) -> Counter[str | None]:
    return Counter(drop_reason(RULES, labels, 1, number % 7, number) for number in range(sentences))


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ([], "no-entity"),
        ([ENTITY], "only-ENTITY"),
        ([ENTITY] * 9, "only-ENTITY"),
        (["C00"], None),
        (["C00", ENTITY, ENTITY], None),
        (["C19", ENTITY, ENTITY, ENTITY], None),
        (["C00", "JustEnough", *[ENTITY] * 6], None),
    ],
    ids=str,
)
def test_reasons_without_chance(labels: list[str], reason: str | None) -> None:
    assert dropped(labels, 200) == {reason: 200}


@pytest.mark.parametrize(
    ("entities", "reason", "probability"),
    [(3, "frequent-3", 0.3), (4, "frequent-4", 0.5), (5, "frequent-many", 0.7), (12, "frequent-many", 0.7)],
)
def test_frequent_sentences_are_dropped_with_the_published_probabilities(
    entities: int, reason: str, probability: float
) -> None:
    counts = dropped([*[ENTITY] * entities, "C00", "C18"])
    assert set(counts) == {reason, None}
    # Five standard deviations of 4,000 independent draws are at most 0.04.
    assert counts[reason] / 4000 == pytest.approx(probability, abs=0.04)


def test_chance_is_a_hash_of_seed_and_place() -> None:
    labels = ["C00", *[ENTITY] * 4]
    for place in ((12, 3, 4), (12, 3, 5), (13, 3, 4)):
        expected = "frequent-4" if uniform(7, "filter", *place) < 0.5 else None
        assert drop_reason(RULES, labels, *place) == expected
    other = filter_rules(COUNTS, seed=8)
    assert [drop_reason(RULES, labels, 1, 1, n) for n in range(50)] != [
        drop_reason(other, labels, 1, 1, n) for n in range(50)
    ]


@given(st.lists(st.sampled_from([*COUNTS, "NeverSeen"]), max_size=8), st.integers(0, 1000))
def test_reason_does_not_depend_on_the_order_of_mentions(labels: list[str], page: int) -> None:
    kept = [kept_label(RULES, label) for label in labels]
    reason = drop_reason(RULES, kept, page, 0, 0)
    assert drop_reason(RULES, kept[::-1], page, 0, 0) == reason
    assert set(kept) <= RULES.kept
