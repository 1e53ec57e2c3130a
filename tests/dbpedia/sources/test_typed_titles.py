"""Titles with all classes that were found for them."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from dbpedia.sources.typed_titles import TypeCounts, collect_types
from tests.support.named_classes import ONTOLOGY, named

rows = st.lists(
    st.tuples(st.sampled_from("ABCDE"), st.frozensets(st.sampled_from(ONTOLOGY.classes), min_size=1)), max_size=20
)


@given(rows, st.randoms(use_true_random=False), st.integers(1, 4))
def test_order_and_batches_change_nothing(
    rows: list[tuple[str, frozenset[str]]], chance: random.Random, size: int
) -> None:
    expected: dict[str, set[str]] = {}
    for title, classes in rows:
        expected.setdefault(title, set()).update(classes)
    shuffled = list(rows)
    chance.shuffle(shuffled)
    parts = [shuffled[start : start + size] for start in range(0, len(shuffled), size)]
    batches = [([title for title, _ in part], [classes for _, classes in part]) for part in parts]
    counts = TypeCounts()
    typed = collect_types(batches, ONTOLOGY, counts)
    assert named(typed) == {title: ONTOLOGY.most_specific(classes) for title, classes in expected.items()}
    assert counts.several_classes == sum(len(ONTOLOGY.finest(classes)) > 1 for classes in expected.values())
    assert counts.titles == len(typed.titles) == len(expected)
    in_order = collect_types([([title], [classes]) for title, classes in rows], ONTOLOGY, TypeCounts())
    assert in_order.titles.equals(typed.titles)
    assert in_order.class_ids.tolist() == typed.class_ids.tolist()
