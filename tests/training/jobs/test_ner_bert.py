from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from transformers import pipeline

from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError
from tests.support.training.benchmarks import benchmark, build, sentences, write_encoder
from tests.support.training.datasets import ner_row
from training.data.corpus import NerSplit
from training.data.tokenised import tokenise_ner
from training.jobs.ner_bert import NerBert
from training.jobs.ner_runs import FineTuning
from training.jobs.tagging import predict, score
from training.loop import fit, schedule
from training.loop.runtime import Runtime, silent, start
from training.models.encoders import load_encoder
from training.models.ner_model import load_model

TAGS = ("O", "B-person", "I-person", "B-place", "I-place")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("ner-bert")
    return {
        "corpus": benchmark(folder, train=sentences(40, 1), validation=sentences(10, 2)),
        "encoder": write_encoder(folder / "encoder"),
        "epochs": 8,
        "learning_rate": 5e-3,
        "batch_size": 20,
        "micro_batch": 5,
        "max_length": 32,
        "validations": 1,
    }


def test_the_corpus_is_learned_and_the_model_written(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    written = build(NerBert(**settings), tmp_path, ["ner_bert", "rejects"], runtime)["ner_bert"]
    log = pq.read_table(written).to_pylist()
    # 40 sentences are two steps of 20 an epoch, each of four micro-batches.
    assert [row["step"] for row in log] == list(range(2, 17, 2))
    assert [row["epoch"] for row in log] == [1, 2, 3, 4, 5, 6, 7, 8]
    best = max(row["validation"] for row in log)
    assert best > 0.9
    manifest = read_manifest(written)
    assert manifest.counts["train"]["sentences"] == 40
    assert manifest.counts["validation"]["sentences"] == 10
    assert {part.name.split("/")[0] for part in manifest.parts} == {
        "_best",
        "_last",
        "_tensorboard",
        "part-00000.parquet",
    }

    model, tokenizer = load_model(Path(written) / "_best")
    assert (model.tags, model.max_length) == (TAGS, 32)
    validation = tokenise_ner(NerSplit(settings["corpus"], "validation"), tokenizer, TAGS, 30, runtime.cache)
    assert score(validation, predict(model, validation, tokenizer, runtime)).micro().f1 == best

    tagged = pipeline("token-classification", f"{written}/_best")("ann saw rome")
    assert [(each["word"], each["entity"]) for each in tagged] == [("ann", "B-person"), ("rome", "B-place")]

    # Fine-tuning takes the encoder and leaves the head.
    target = benchmark(tmp_path / "target", **{name: sentences(4, 3, "town") for name in ("train", "dev", "test")})
    job = FineTuning(target, "target", f"{written}/_best", "NER-BERT")
    assert len(job.units()) == 3
    saved = {name.removeprefix("network.encoder."): value for name, value in model.state_dict().items()}
    assert all((value == saved[name]).all() for name, value in load_encoder(f"{written}/_best").state_dict().items())


@pytest.mark.parametrize(
    ("change", "steps"),
    [
        ({"batch_size": 5}, [1, 2, 3, 4, 5, 6, 7, 8]),
        ({"batch_size": 5, "validations": 3}, [3, 6, 8]),
        ({"batch_size": 5, "validations": 1}, [8]),
        ({"batch_size": 5, "validations": 1, "epochs": 2}, [8, 16]),
        ({"batch_size": 5, "validations": 2, "max_steps": 6}, [3, 6]),
    ],
)
def test_the_best_model_is_one_of_several(
    settings: dict[str, Any], change: dict[str, Any], steps: list[int], tmp_path: Path, runtime: Runtime
) -> None:
    job = NerBert(**settings | {"epochs": 1, "validations": 10} | change)
    log = pq.read_table(build(job, tmp_path, ["ner_bert", "rejects"], runtime)["ner_bert"]).to_pylist()
    assert [row["step"] for row in log if row["validation"] is not None] == steps


def test_a_killed_training_goes_on_and_ends_as_one_that_was_not(settings: dict[str, Any], tmp_path: Path) -> None:
    job = NerBert(**settings | {"epochs": 4})
    lines: list[str] = []

    def show(line: str, _share: float) -> None:
        lines.append(line)
        if len(lines) == 3:
            raise KeyboardInterrupt

    def log(name: str, show: Callable[[str, float], None] = silent) -> list[tuple[Any, ...]]:
        runtime = start(tmp_path / name, tmp_path / "cache", device="cpu", show=show)
        written = build(job, tmp_path / f"out-{name}", ["ner_bert", "rejects"], runtime)["ner_bert"]
        columns = ("step", "epoch", "tokens", "loss", "validation")
        return [tuple(row[column] for column in columns) for row in pq.read_table(written).to_pylist()]

    whole = log("whole")
    assert len(whole) == 4
    with pytest.raises(KeyboardInterrupt):
        log("killed", show)
    assert log("killed", show) == whole
    # It was interrupted when it showed the third epoch, and went on with that epoch.
    assert len(lines) == 3 + 2


def test_a_killed_training_goes_on_amid_an_epoch_in_the_same_order_only(
    settings: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps hold windows of like length: with another number of these an epoch has another order."""
    monkeypatch.setattr(schedule, "_LEAST_STEPS_BETWEEN_ROWS", 1)
    monkeypatch.setattr(fit, "_CHECKPOINT_SECONDS", 0.0)
    scratch = tmp_path / "scratch"

    def train(batch_size: int, micro_batch: int, kill: bool) -> None:
        def show(_line: str, _share: float) -> None:
            if kill:
                raise KeyboardInterrupt

        own = {"epochs": 1, "batch_size": batch_size, "micro_batch": micro_batch, "validations": 2}
        job = NerBert(**settings | own)
        NerBert.run(job, "", start(scratch, tmp_path / "cache", device="cpu", show=show))

    with pytest.raises(KeyboardInterrupt):
        train(4, 4, kill=True)
    assert [path.name for path in scratch.glob("checkpoint-*")] == ["checkpoint-4"]
    with pytest.raises(InputError, match="killed at step 4 cannot go on: .* since batch_size, the data or the project"):
        train(2, 2, kill=False)
    train(4, 2, kill=False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"epochs": 0}, "epochs = 0: give 1 or more"),
        ({"batch_size": 0}, "batch_size = 0: give 1 or more"),
        ({"learning_rate": -1.0}, "learning_rate = -1.0: give a number above 0"),
        ({"batch_size": 21}, "batch_size = 21 is not a multiple of micro_batch = 5"),
        ({"max_length": 64}, "max_length = 64: "),
        ({"encoder": "./none"}, "./none: no such folder"),
    ],
)
def test_what_cannot_be_used_is_refused_at_once(settings: dict[str, Any], change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        NerBert(**settings | change).units()
    assert message in str(error.value)


def test_a_corpus_without_validation_split_or_entities_is_refused(settings: dict[str, Any], tmp_path: Path) -> None:
    lacking = benchmark(tmp_path / "a", train=sentences(2, 1))
    with pytest.raises(InputError, match="there is no split=validation in it"):
        NerBert(**settings | {"corpus": lacking}).units()
    bare = benchmark(tmp_path / "b", train=[ner_row("ann left")], validation=[ner_row("bob left")])
    with pytest.raises(InputError, match="no entities to learn from"):
        NerBert(**settings | {"corpus": bare}).units()
