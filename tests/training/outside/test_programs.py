"""Baselines by their real packages, with models as small as they can be. `.ci/outside` makes their environments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.training.benchmarks import FILLERS, PEOPLE, PLACES, benchmark, build, sentences, write_encoder
from tests.support.training.datasets import ner_row
from tests.support.training.jobs import rows
from tests.support.training.outside import python_with, write_gliner, write_language_models, write_word_vectors
from training.jobs.outside_ner_runs import OutsideBaseline
from training.loop.runtime import Runtime

DATASETS = ("ner_runs", "ner_scores", "ner_predictions", "rejects")


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """Those of a job that all packages share."""
    (tmp_path / "weights").mkdir()
    return {
        "target": benchmark(tmp_path / "target", train=sentences(24, 1), dev=sentences(8, 2), test=sentences(8, 3)),
        "target_name": "tiny",
        "weights": str(tmp_path / "weights"),
        "encoder_name": "small",
        "seeds": [1, 2],
        "batch_size": 4,
        "epochs": 12,
    }


def test_flair_learns_a_target(settings: dict[str, Any], tmp_path: Path, runtime: Runtime) -> None:
    python = python_with("flair")
    write_language_models(settings["weights"], "".join([*PEOPLE, *PLACES, *FILLERS, " "]))
    job = OutsideBaseline(
        model="flair", python=python, **settings | {"learning_rate": 0.1, "patience": 3, "seeds": [1]}
    )
    written = build(job, tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["encoder"], run["model"], run["setting"], run["sentences"]) == ("small", "flair", "direct", 24)
    assert run["dev_f1"] == run["f1"] == 1.0
    assert 1 <= run["best_epoch"] <= run["epochs"] <= 12
    assert [row["predicted"] for row in rows(written["ner_predictions"])] == [each["tags"] for each in sentences(8, 3)]


def test_flair_learns_by_vectors_of_words(settings: dict[str, Any], tmp_path: Path, runtime: Runtime) -> None:
    """The language models know no character, and nothing else tells a person from a place."""
    python = python_with("flair")
    write_language_models(settings["weights"], "")
    words = {"cleo": "person", "dora": "person", "rome": "place", "oslo": "place"}
    vectors = {word: (4.0, 0.0) if kind == "person" else (0.0, 4.0) for word, kind in words.items()}
    write_word_vectors(f"{settings['weights']}/words.gensim", vectors)
    told = [ner_row(f"saw {word}/B-{kind} today") for word, kind in words.items()]
    own = {"target": benchmark(tmp_path / "words", train=told * 6, dev=told, test=told)}
    rate = {"learning_rate": 0.1, "patience": 3, "seeds": [1]}
    job = OutsideBaseline(model="flair", python=python, **settings | own | rate)
    [run] = rows(build(job, tmp_path, DATASETS, runtime)["ner_runs"])
    assert run["dev_f1"] == run["f1"] == 1.0


def test_flair_that_learns_nothing_is_scored_at_its_last_epoch(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    python = python_with("flair")
    write_language_models(settings["weights"], "a")
    nothing = ner_row("left today in")
    target = benchmark(tmp_path / "nothing", train=sentences(8, 1), dev=[nothing], test=sentences(8, 3))
    own = {"target": target, "learning_rate": 1e-3, "patience": 0, "epochs": 2, "seeds": [1]}
    written = build(OutsideBaseline(model="flair", python=python, **settings | own), tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["epochs"], run["best_epoch"], run["dev_f1"]) == (2, 2, 0)


def test_gliner_is_run_without_training(settings: dict[str, Any], tmp_path: Path, runtime: Runtime) -> None:
    python = python_with("gliner")
    write_gliner(settings["weights"], write_encoder(tmp_path / "encoder"))
    written = build(OutsideBaseline(model="gliner", python=python, **settings), tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["setting"], run["seed"], run["sentences"], run["epochs"]) == ("zero-shot", 1, 0, 0)
    # An untrained one is sure of nothing. What becomes of what it finds: test_gliner.py.
    assert {tag for row in rows(written["ner_predictions"]) for tag in row["predicted"]} == {"O"}


def test_gliner_learns_a_target(settings: dict[str, Any], tmp_path: Path, runtime: Runtime) -> None:
    python = python_with("gliner")
    write_gliner(settings["weights"], write_encoder(tmp_path / "encoder"))
    target = benchmark(tmp_path / "more", train=sentences(48, 1), dev=sentences(32, 2), test=sentences(8, 3))
    own = {"target": target, "learning_rate": 3e-3, "epochs": 12, "patience": 0, "seeds": [1]}
    written = build(OutsideBaseline(model="gliner-tuned", python=python, **settings | own), tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["model"], run["setting"], run["sentences"], run["epochs"]) == ("gliner-tuned", "direct", 48, 12)
    assert run["dev_f1"] == run["f1"] == 1.0
    assert [row["predicted"] for row in rows(written["ner_predictions"])] == [each["tags"] for each in sentences(8, 3)]


def test_transformers_learns_a_target_in_an_environment_of_its_own(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    python = python_with("transformers")
    weights = write_encoder(tmp_path / "encoder")
    rate = {"learning_rate": 2e-2, "seeds": [1], "weights": weights}
    job = OutsideBaseline(model="transformers", python=python, **settings | rate)
    [run] = rows(build(job, tmp_path, DATASETS, runtime)["ner_runs"])
    assert run["dev_f1"] == run["f1"] == 1.0
