from __future__ import annotations

import pytest

from training.report.benchmarks import Benchmark, comparable, of_published_size
from training.report.results import Combination, TypeMean

DIRECT = Combination("direct", "plain", "tagger")


@pytest.mark.parametrize(
    ("name", "sentences", "types", "note"),
    [
        ("music", 465, 13, ""),
        ("music", 465, 0, ""),
        ("music", None, 13, ""),
        ("music", None, 4, "465 sentences and 13 types, this one has 4 types"),
        ("music", 465, 4, "465 sentences and 13 types, this one has 465 sentences and 4 types"),
        ("music", 464, 13, "465 sentences and 13 types, this one has 464 sentences and 13 types"),
        ("music", 466, 13, "465 sentences and 13 types, this one has 466 sentences and 13 types"),
        ("ai", 431, 14, ""),
        ("finance", 303, 4, ""),
        ("finance", 305, 4, ""),
        ("finance", 306, 4, "303 to 305 sentences and 4 types, this one has 306 sentences and 4 types"),
        ("twitter", 1450, 4, ""),
        ("twitter", 1549, 4, ""),
        ("twitter", 1449, 4, "1,450 to 1,549 sentences and 4 types, this one has 1,449 sentences and 4 types"),
        ("twitter", 1550, 4, "1,450 to 1,549 sentences and 4 types, this one has 1,550 sentences and 4 types"),
        ("bionlp13pc", 1650, 9, ""),
        ("bionlp13pc", 40, 9, "1,650 to 1,749 sentences, this one has 40 sentences and 9 types"),
    ],
)
def test_published_figures_need_the_published_test_split(
    name: str, sentences: int | None, types: int, note: str
) -> None:
    scores = {name: {DIRECT: {f"type{number}": TypeMean(0.5, 1) for number in range(types)}}}
    benchmarks = [] if sentences is None else [Benchmark(name, {"test": sentences}, {}, types, {})]
    targets, notes = comparable(scores, benchmarks)
    assert targets == ([] if note else [name])
    shown = f"No published figures are shown for {name}: the papers' test split has {note}."
    assert notes == ([shown] if note else [])


def test_other_targets_have_no_published_figures_and_no_note() -> None:
    assert comparable({"films": {DIRECT: {"film": TypeMean(0.5, 1)}}}, []) == ([], [])


def test_strict_scores_have_no_published_figures_beside_them() -> None:
    scores = {name: {DIRECT: {"film": TypeMean(0.5, 1)}} for name in ("twitter", "bionlp13pc", "films")}
    assert comparable(scores, [], strict=True) == (
        [],
        [
            "No published figures are shown: the papers' are of seqeval's default mode, the scores here of its strict "
            "mode (`strict`)."
        ],
    )
    assert comparable({"films": scores["films"]}, [], strict=True) == ([], [])


def test_targets_of_the_published_size_may_have_other_types() -> None:
    benchmarks = [Benchmark(name, {"test": size}, {}, 4, {}) for name, size in (("ai", 431), ("music", 464))]
    assert of_published_size(["ai", "music", "law", "politics"], benchmarks) == ["ai", "politics"]
