from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from corpora.annotation.doubts import MEASURES, read_ranks
from corpora.transforms import PreAnnotate
from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Target
from tests.support.annotated import small_benchmark
from tests.support.dapt_data import write_dataset

FIGURES = dict.fromkeys(MEASURES, 0.0)


def scored(number: int, tokens: str, **figures: float) -> dict[str, Any]:
    words = tokens.split()
    place = {"page_id": 1, "paragraph": 0, "sentence": number}
    return {**place, **FIGURES, **figures, "doubtful": False, "tokens": words, "predicted": ["O"] * len(words)}


@pytest.fixture
def scores(tmp_path: Path) -> str:
    rows = [
        scored(0, "Ann sings .", entropy_mean=0.5, margin=0.9),
        scored(1, "pre- war", entropy_mean=0.7, margin=0.1),
        scored(2, "Go o n", entropy_mean=0.9, margin=0.0),
    ]
    return write_dataset(tmp_path, "sentence_scores", [rows[:2], rows[2:]])


def test_the_most_doubted_come_first_and_what_is_annotated_is_left_out(tmp_path: Path, scores: str) -> None:
    gold = small_benchmark(tmp_path / "gold")
    assert read_ranks(scores, "entropy_mean", gold) == {(1, 0, 0): -0.5, (1, 0, 1): -0.7}
    assert read_ranks(scores, "margin", gold) == {(1, 0, 0): 0.9, (1, 0, 1): 0.1}


def test_the_step_of_the_sample_is_given_the_ranks(tmp_path: Path, scores: str) -> None:
    gold = small_benchmark(tmp_path / "gold")

    def ranks(**fields: str | None) -> dict[Any, float] | None:
        values: dict[str, Any] = dict.fromkeys(
            each.name for each in dataclasses.fields(PreAnnotate) if each.name != "target"
        )
        values |= {"labels": [], "persons": [], "label_of": {}, "former": [], "sentences": gold, **fields}
        step = PreAnnotate(Target([], Provenance("0" * 64, "pre_annotations", 1, "0", {}, []), 1.0), **values)
        found: dict[Any, float] | None = step.process().keywords["drawing"].ranks  # type: ignore[attr-defined]
        return found

    assert ranks(choose="margin", sentence_scores=scores, ner_benchmark=gold) == {(1, 0, 0): 0.9, (1, 0, 1): 0.1}
    assert ranks(choose="entropy_mean", sentence_scores=scores, ner_benchmark=gold) == {
        (1, 0, 0): -0.5,
        (1, 0, 1): -0.7,
    }
    assert ranks(choose="chance", sentence_scores=None, ner_benchmark=None) is None
    assert ranks(choose="margin", sentence_scores=None, ner_benchmark=gold) is None
    assert ranks(choose="margin", sentence_scores=scores, ner_benchmark=None) is None
