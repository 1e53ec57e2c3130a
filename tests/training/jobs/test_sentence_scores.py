from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError
from tests.support.training.benchmarks import benchmark, build, sentences, write_encoder
from tests.support.training.datasets import corpus_row, write_partitions
from training.jobs.sentence_scores import SentenceScores
from training.loop.runtime import Runtime

DATASETS = ["sentence_scores", "annotated_scores", "rejects"]
POOL = ["ann left rome today", "today", "rome ann rome ann", "near in likes saw"]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("scores")
    rows = [corpus_row(number, text) for number, text in enumerate(POOL)]
    parts = {"split=train": [rows[0], corpus_row(0, POOL[0], 1), *rows[1:3]], "split=validation": rows[3:]}
    return {
        "target": benchmark(folder / "target", train=sentences(24, 1), dev=sentences(8, 2), test=sentences(8, 3)),
        "corpus": write_partitions(folder / "corpus", "ner_corpus", [parts]),
        "encoder": write_encoder(folder / "encoder"),
        "seed": 1,
        "learning_rate": 5e-3,
        "batch_size": 8,
        "epochs": 12,
        "patience": 3,
    }


def test_each_sentence_is_scored_once(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.jobs.sentence_scores._BLOCK", 2)
    written = build(SentenceScores(**settings), tmp_path, DATASETS, runtime)
    rows = pq.read_table(written["sentence_scores"]).to_pylist()
    assert [(row["page_id"], row["sentence"], " ".join(row["tokens"])) for row in rows] == [
        (7, number, text) for number, text in enumerate(POOL)
    ]
    assert rows[0]["predicted"] == ["B-person", "O", "B-place", "O"]
    for row in rows:
        assert len(row["predicted"]) == len(row["tokens"])
        assert row["entropy_mean"] == pytest.approx(row["entropy_sum"] / len(row["tokens"]))
        assert row["least_confidence"] == pytest.approx(1 - exp(-row["negative_log_p"]))
        assert 0 <= row["margin"] <= 1 and row["doubtful"] is (row["negative_log_p"] > 2)
    # What looks like the annotated sentences is surer than what does not.
    assert rows[0]["entropy_mean"] < rows[2]["entropy_mean"]
    counts = read_manifest(written["sentence_scores"]).counts
    assert counts["model"] == {"training sentences": 24}
    assert sum(counts["sentences"].values()) == 4
    assert sum(counts["training sentences"].values()) == 24
    # What it was trained on is scored too, with the tags that it has.
    learned = pq.read_table(written["annotated_scores"]).to_pylist()
    assert [(row["sentence"], row["tokens"], row["tags"]) for row in learned] == [
        (number, row["tokens"], row["tags"]) for number, row in enumerate(sentences(24, 1))
    ]
    for row in learned:
        assert len(row["predicted"]) == len(row["tokens"]) and row["doubtful"] is (row["negative_log_p"] > 2)


def test_the_same_seed_gives_the_same_scores(settings: dict[str, Any], tmp_path: Path, runtime: Runtime) -> None:
    first, second = (
        pq.read_table(build(SentenceScores(**settings), tmp_path / name, DATASETS, runtime)["sentence_scores"])
        for name in ("one", "two")
    )
    assert first.equals(second)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"model": "tagger-crf"},
            "a CRF has no probabilities of single tags; take one without -crf",
        ),
        ({"model": "coach"}, "it looks for entities and has no probabilities of single tags; take another"),
        ({"epochs": 0}, "epochs"),
        ({"learning_rate": 0}, "learning_rate"),
    ],
)
def test_what_cannot_be_used_is_refused(settings: dict[str, Any], changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SentenceScores(**settings | changes).units()
