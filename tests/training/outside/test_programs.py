"""Baselines by their real packages, with models as small as they can be. `.ci/outside` makes their environments."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from schemas.errors import InputError
from tasks.outside import check_environment, python_of
from tests.support.paths import PROJECT
from tests.support.training.benchmarks import FILLERS, PEOPLE, PLACES, benchmark, build, sentences, write_encoder
from tests.support.training.datasets import ner_row
from training.jobs.outside_ner_runs import OutsideBaseline
from training.loop.runtime import Runtime

ENVIRONMENTS = str(PROJECT / ".venv" / "outside")
DATASETS = ("ner_runs", "ner_scores", "ner_predictions", "rejects")

LANGUAGE_MODELS = """
import sys
import flair
from flair.data import Dictionary
from flair.models import LanguageModel

flair.set_seed(1)
characters = Dictionary(add_unk=True)
for character in sys.argv[2]:
    characters.add_item(character)
for forward in (True, False):
    model = LanguageModel(characters, forward, hidden_size=32, nlayers=1, embedding_size=16)
    model.save(f"{sys.argv[1]}/{'forward' if forward else 'backward'}.pt")
"""
"""Writes untrained language models of Flair into a folder."""

GLINER = """
import sys
import torch
from gliner import GLiNER, GLiNERConfig
from transformers import AutoConfig

torch.manual_seed(1)
encoder = AutoConfig.from_pretrained(sys.argv[2]).to_dict()
config = GLiNERConfig(model_name=sys.argv[2], hidden_size=32, max_width=4, encoder_config=encoder)
GLiNER.from_config(config).save_pretrained(sys.argv[1])
"""
"""Writes an untrained GLiNER with an encoder into a folder."""


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


def python_with(package: str) -> str:
    """The Python that runs a package; the test is skipped where there is none."""
    try:
        check_environment(ENVIRONMENTS, package)
    except InputError as error:
        pytest.skip(f".ci/outside makes the environment of {package}: {str(error).splitlines()[0]}")
    return python_of(ENVIRONMENTS, package)


def rows(location: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(location).to_pylist()
    return found


def test_flair_learns_a_target(settings: dict[str, Any], tmp_path: Path, runtime: Runtime) -> None:
    python = python_with("flair")
    characters = "".join(sorted({*"".join([*PEOPLE, *PLACES, *FILLERS, " "])}))
    subprocess.run([python, "-c", LANGUAGE_MODELS, settings["weights"], characters], check=True)
    job = OutsideBaseline(
        model="flair", python=python, **settings | {"learning_rate": 0.1, "patience": 3, "seeds": [1]}
    )
    written = build(job, tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["encoder"], run["model"], run["setting"], run["sentences"]) == ("small", "flair", "direct", 24)
    assert run["dev_f1"] == run["f1"] == 1.0
    assert 1 <= run["best_epoch"] <= run["epochs"] <= 12
    assert [row["predicted"] for row in rows(written["ner_predictions"])] == [each["tags"] for each in sentences(8, 3)]


def test_flair_that_learns_nothing_is_scored_at_its_last_epoch(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    python = python_with("flair")
    subprocess.run([python, "-c", LANGUAGE_MODELS, settings["weights"], "a"], check=True)
    nothing = ner_row("left today in")
    target = benchmark(tmp_path / "nothing", train=sentences(8, 1), dev=[nothing], test=sentences(8, 3))
    own = {"target": target, "learning_rate": 1e-3, "patience": 0, "epochs": 2, "seeds": [1]}
    written = build(OutsideBaseline(model="flair", python=python, **settings | own), tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["epochs"], run["best_epoch"], run["dev_f1"]) == (2, 2, 0)


def test_gliner_is_run_without_training(settings: dict[str, Any], tmp_path: Path, runtime: Runtime) -> None:
    python = python_with("gliner")
    encoder = write_encoder(tmp_path / "encoder")
    subprocess.run([python, "-c", GLINER, settings["weights"], encoder], check=True)
    written = build(OutsideBaseline(model="gliner", python=python, **settings), tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["setting"], run["seed"], run["sentences"], run["epochs"]) == ("zero-shot", 1, 0, 0)
    # An untrained one is sure of nothing. What becomes of what it finds: test_gliner.py.
    assert {tag for row in rows(written["ner_predictions"]) for tag in row["predicted"]} == {"O"}


def test_transformers_learns_a_target_in_an_environment_of_its_own(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    python = python_with("transformers")
    weights = write_encoder(tmp_path / "encoder")
    rate = {"learning_rate": 2e-2, "seeds": [1], "weights": weights}
    job = OutsideBaseline(model="transformers", python=python, **settings | rate)
    [run] = rows(build(job, tmp_path, DATASETS, runtime)["ner_runs"])
    assert run["dev_f1"] == run["f1"] == 1.0
