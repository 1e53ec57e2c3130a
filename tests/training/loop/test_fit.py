from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from torch import Tensor

from schemas.catalog.index import DATASETS
from schemas.errors import InputError
from tests.support.paths import PROJECT
from tests.support.training.toy import ROWS, Batch, Model, loss_of, losses, train
from training.loop import fit
from training.loop.fit import Validation
from training.loop.runtime import Runtime, start
from training.loop.schedule import Schedule

SCHEDULE = Schedule(learning_rate=0.01, epochs=3, batch_size=8, decay="linear", clip=1.0)
STEPS = 39


class _KilledError(Exception):
    pass


def same_weights(one: Model, two: Model) -> bool:
    return all(torch.equal(value, two.state_dict()[name]) for name, value in one.state_dict().items())


def test_a_training_learns_and_logs_it(runtime: Runtime) -> None:
    result = train(Model(), SCHEDULE, runtime)
    assert (result.steps, result.epochs, result.best_epoch) == (STEPS, 3.0, 3)
    # Rows every ten steps, and at the ends of epochs, where it is validated.
    assert [row["step"] for row in result.log] == [10, 13, 20, 26, 30, 39]
    assert [row["validation"] is not None for row in result.log] == [False, True, False, True, False, True]
    assert result.log[-1]["validation"] == result.best_score
    assert result.log[-1]["loss"] < result.log[0]["loss"]
    assert result.log[-1]["tokens"] == 3 * ROWS
    assert set(result.log[0]) == set(DATASETS["dapt_model"].schema.names)
    assert all(0 <= row["waited"] <= row["seconds"] for row in result.log)


def test_only_training_is_on_the_clock(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]
    monkeypatch.setattr("training.loop.progress.time", SimpleNamespace(perf_counter=lambda: seconds[0]))

    class Slow(Model):
        def forward(self, batch: Batch) -> Tensor:
            seconds[0] += self.training
            return super().forward(batch)

    def validate() -> float:
        seconds[0] += 100.0
        return 0.5

    result = train(Slow(), SCHEDULE, runtime, validation=Validation(validate, lower_is_better=True))
    assert [(row["step"], row["seconds"]) for row in result.log] == [(step, step) for step in (10, 13, 20, 26, 30, 39)]


def test_accumulated_micro_batches_are_the_large_batch(runtime: Runtime) -> None:
    plain = replace(SCHEDULE, clip=None)
    models = Model(), Model()
    # The plan's batches are of one micro-batch, so that the rows of a step are the same only where the order is:
    # one epoch of one step with all rows.
    whole = train(models[0], replace(plain, batch_size=ROWS, epochs=5), runtime)
    cut = train(models[1], replace(plain, batch_size=ROWS, micro_batch=5, epochs=5), runtime)
    assert [row["loss"] for row in cut.log] == pytest.approx([row["loss"] for row in whole.log], rel=1e-5)
    for name, value in models[0].state_dict().items():
        torch.testing.assert_close(models[1].state_dict()[name], value, rtol=1e-4, atol=1e-6)


def test_it_stops_without_better_scores_and_the_best_weights_are_kept(runtime: Runtime) -> None:
    model = Model()
    scores = iter([0.1, 0.5, 0.4, 0.5, 0.3, 0.9])
    seen = []

    def validate() -> float:
        assert not model.training
        seen.append([value.clone() for value in model.state_dict().values()])
        return next(scores)

    schedule = replace(SCHEDULE, epochs=6, patience=3)
    result = train(model, schedule, runtime, validation=Validation(validate))
    assert (result.epochs, result.best_epoch, result.best_score) == (5.0, 2, 0.5)
    assert all(torch.equal(*pair) for pair in zip(model.state_dict().values(), seen[1], strict=True))


def test_max_steps_ends_in_the_middle_of_an_epoch_with_a_validation(runtime: Runtime) -> None:
    result = train(Model(), replace(SCHEDULE, max_steps=15), runtime)
    assert (result.steps, result.epochs, result.best_epoch) == (15, 1 + 2 / 13, 2)
    assert [row["step"] for row in result.log if row["validation"] is not None] == [13, 15]


def test_validation_every_so_many_steps(runtime: Runtime) -> None:
    model = Model()
    result = train(model, SCHEDULE, runtime, validation=Validation(loss_of(model), every=12, lower_is_better=True))
    assert [row["step"] for row in result.log if row["validation"] is not None] == [12, 24, 36, 39]


def test_a_loss_that_is_no_number_ends_the_training(runtime: Runtime) -> None:
    class Diverging(Model):
        def forward(self, batch: Batch) -> Tensor:
            return super().forward(batch) * math.nan

    with pytest.raises(InputError, match=r"loss is nan at step 10 \(epoch 1\): .* lower learning_rate"):
        train(Diverging(), SCHEDULE, runtime)


def test_without_a_folder_nothing_is_written(runtime: Runtime, tmp_path: Path) -> None:
    train(Model(), SCHEDULE, runtime)
    assert list(tmp_path.rglob("*")) == []


def test_a_folder_holds_models_checkpoint_and_tensorboard(runtime: Runtime, tmp_path: Path) -> None:
    model = Model()
    validation = Validation(iter([3.0, 1.0, 2.0]).__next__, lower_is_better=True)
    result = train(model, SCHEDULE, runtime, folder=tmp_path, validation=validation)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["best", "checkpoint-39", "last", "tensorboard"]
    last = torch.load(tmp_path / "last" / "weights.pt")
    assert all(torch.equal(value, last[name]) for name, value in model.state_dict().items())
    best = torch.load(tmp_path / "best" / "weights.pt")
    assert not torch.equal(best["layers.0.weight"], last["layers.0.weight"])
    events = EventAccumulator(str(tmp_path / "tensorboard")).Reload()
    found = [(event.step, event.value) for event in events.Scalars("loss")]
    assert found == [(row["step"], pytest.approx(row["loss"])) for row in result.log]
    assert [event.value for event in events.Scalars("validation")] == [3.0, 1.0, 2.0]


def test_lines_tell_how_it_goes(tmp_path: Path) -> None:
    shown: list[tuple[str, float]] = []
    runtime = start(tmp_path, tmp_path, device="cpu", show=lambda line, share: shown.append((line, share)))
    result = train(Model(), SCHEDULE, runtime)
    assert [share for _, share in shown] == [1 / 3, 2 / 3, 1.0]
    line = shown[-1][0]
    assert line.startswith(f"epoch 3.00 of 3, step 39 of 39, loss {result.log[-1]['loss']:.4f}, ")
    assert f"validation {result.best_score:.4f}" in line
    assert line.endswith("0 s left")


@pytest.fixture
def bf16(tmp_path: Path) -> Iterator[Runtime]:
    """A runtime as on a GPU that computes in bf16."""
    AcceleratorState._reset_state(reset_partial_state=True)
    yield Runtime(Accelerator(cpu=True, mixed_precision="bf16"), tmp_path, tmp_path)
    AcceleratorState._reset_state(reset_partial_state=True)


def test_a_model_that_is_trained_twice_computes_in_bf16_both_times(bf16: Runtime) -> None:
    model = Model()
    kinds = []
    model.layers[0].register_forward_hook(lambda _module, _inputs, output: kinds.append(output.dtype))
    for _ in range(2):
        train(model, Schedule(0.01, 1, 50), bf16)
    assert set(kinds) == {torch.bfloat16}
    assert {value.dtype for value in model.state_dict().values()} == {torch.float32}
    assert len(kinds) == 2 * (2 + 1)


@pytest.mark.parametrize("killed_at", [1, 10, 11, 14, 26, 27, STEPS])
def test_after_a_kill_the_training_goes_on_as_if_nothing_had_been(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed_at: int
) -> None:
    monkeypatch.setattr(fit, "_CHECKPOINT_SECONDS", 0.0)
    whole, killed, resumed = (Model(dropout=0.1) for _ in range(3))
    expected = train(whole, SCHEDULE, runtime, folder=tmp_path / "whole")

    calls = 0

    def count(_module: Any, _inputs: Any) -> None:
        nonlocal calls
        calls += killed.training
        if calls == killed_at:
            raise _KilledError

    killed.register_forward_pre_hook(count)
    folder = tmp_path / "killed"
    again = start(tmp_path, tmp_path, device="cpu")
    with pytest.raises(_KilledError):
        train(killed, SCHEDULE, again, folder=folder)
    result = train(resumed, SCHEDULE, start(tmp_path, tmp_path, device="cpu"), folder=folder)
    assert losses(result) == losses(expected)
    assert same_weights(resumed, whole)
    best = [torch.load(each / "best" / "weights.pt") for each in (folder, tmp_path / "whole")]
    assert all(torch.equal(value, best[1][name]) for name, value in best[0].items())


@pytest.mark.parametrize(("killed_at", "kept"), [(13, []), (14, ["checkpoint-13"]), (27, ["checkpoint-26"])])
def test_every_epoch_ends_with_a_checkpoint(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed_at: int, kept: list[str]
) -> None:
    monkeypatch.setattr(fit, "_CHECKPOINT_SECONDS", math.inf)
    model, calls = Model(), 0

    def count(_module: Any, _inputs: Any) -> None:
        nonlocal calls
        calls += model.training
        if calls == killed_at:
            raise _KilledError

    model.register_forward_pre_hook(count)
    with pytest.raises(_KilledError):
        train(model, SCHEDULE, runtime, folder=tmp_path)
    assert [path.name for path in tmp_path.glob("checkpoint-*")] == kept


def test_within_an_epoch_a_checkpoint_is_saved_every_ten_minutes(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    saved: list[int] = []

    def score() -> float:
        """A step takes 250 seconds."""
        nonlocal now
        now += 250
        return 0.0

    monkeypatch.setattr(fit, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(fit, "save_checkpoint", lambda _runtime, progress, _folder: saved.append(progress.step))
    train(Model(), replace(SCHEDULE, epochs=2), runtime, folder=tmp_path, validation=Validation(score, every=1))
    assert saved == [3, 6, 9, 12, 13, 16, 19, 22, 25, 26]


def test_a_training_that_had_ended_is_not_repeated(runtime: Runtime, tmp_path: Path) -> None:
    first = train(Model(), SCHEDULE, runtime, folder=tmp_path / "model")
    second = train(Model(), SCHEDULE, runtime, folder=tmp_path / "model")
    assert second.log == first.log


def run_toy(folder: Path, processes: int, **settings: Any) -> int:
    """Train the toy in processes of their own; the exit status."""
    folder.mkdir(exist_ok=True)
    document = {"folder": str(folder), "dropout": 0.0, "kill_at": 0, "schedule": vars(SCHEDULE), **settings}
    (folder / "settings.json").write_text(json.dumps(document))
    command = [sys.executable, "-m"]
    if processes > 1:
        command += ["torch.distributed.run", "--standalone", f"--nproc-per-node={processes}", "-m"]
    run = subprocess.run(
        [*command, "tests.support.training.toy", str(folder / "settings.json")],
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    return run.returncode


def test_after_sigkill_another_process_goes_on(runtime: Runtime, tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    assert run_toy(folder, 1, dropout=0.1, kill_at=24) == -signal.SIGKILL
    assert [path.name for path in (folder / "model").glob("checkpoint-*")] == ["checkpoint-20"]
    resumed, whole = Model(dropout=0.1), Model(dropout=0.1)
    result = train(resumed, SCHEDULE, runtime, folder=folder / "model")
    assert losses(result) == losses(train(whole, SCHEDULE, runtime))
    # With a folder a model keeps its last weights, without one it is given its best.
    assert result.best_epoch == 3
    assert same_weights(resumed, whole)


def test_two_processes_train_as_one_and_one_goes_on_where_two_were(runtime: Runtime, tmp_path: Path) -> None:
    """The batches of two processes are those that one accumulates; what the last round leaves is shared out."""
    schedule = replace(SCHEDULE, micro_batch=4)
    folder = tmp_path / "toy"
    assert run_toy(folder, 2, schedule=vars(schedule), kill_at=24) != 0
    assert [path.name for path in (folder / "model").glob("checkpoint-*")] == ["checkpoint-20"]
    resumed, whole = Model(), Model()
    found = train(resumed, schedule, runtime, folder=folder / "model")
    expected = train(whole, schedule, runtime)
    for row, wanted in zip(losses(found), losses(expected), strict=True):
        assert [value or 0.0 for value in row] == pytest.approx([value or 0.0 for value in wanted], rel=1e-4)
    for name, value in whole.state_dict().items():
        torch.testing.assert_close(resumed.state_dict()[name], value, rtol=1e-3, atol=1e-5)
