from __future__ import annotations

import pytest

from training.report.results import Combination, TypeMean
from training.report.run_sections import Benchmark, comparable

DIRECT = Combination("direct", "plain", "tagger")


@pytest.mark.parametrize(
    ("name", "sentences", "types", "is_crossner"),
    [
        ("music", 465, 13, True),
        ("music", None, 13, True),
        ("music", 465, 4, False),
        ("music", 40, 13, False),
        ("ai", 431, 14, True),
    ],
)
def test_published_figures_need_the_published_test_split(
    name: str, sentences: int | None, types: int, is_crossner: bool
) -> None:
    scores = {name: {DIRECT: {f"type{number}": TypeMean(0.5, 1) for number in range(types)}}}
    benchmarks = [] if sentences is None else [Benchmark(name, {"test": sentences}, {}, types, {})]
    targets, notes = comparable(scores, benchmarks)
    assert targets == ([name] if is_crossner else [])
    assert len(notes) == (0 if is_crossner else 1)


def test_other_targets_have_no_published_figures_and_no_note() -> None:
    assert comparable({"films": {DIRECT: {"film": TypeMean(0.5, 1)}}}, []) == ([], [])
