"""A training of a tenth of a second: a function, and a process (`python -m tests.support.training.toy SPEC.json`)."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from torch import Tensor, nn
from torch._dynamo.exc import TorchDynamoException

from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from training.data.batches import text_plan
from training.loop import fit as loop
from training.loop.checkpoints import ModelFolder
from training.loop.fit import Batches, Fit, Validation, fit
from training.loop.runtime import Runtime, start
from training.loop.schedule import Schedule

ROWS = 100
_RANDOM = np.random.default_rng(0)
X = torch.tensor(_RANDOM.normal(size=(ROWS, 8)), dtype=torch.float32)
Y = X[:, 0] - 2 * X[:, 1] ** 2
LABELLED = torch.tensor(_RANDOM.integers(1, 5, ROWS))
"""Number of words that each row stands for: rows differ in weight, as sentences do."""


@dataclass(frozen=True)
class Batch:
    rows: Tensor

    def to(self, device: Any, non_blocking: bool = True) -> Batch:
        return Batch(self.rows.to(device, non_blocking=non_blocking))

    def pin_memory(self) -> Batch:
        return self


def make_batch(numbers: np.ndarray) -> Batch:
    return Batch(torch.from_numpy(numbers))


class Model(nn.Module):
    """A regression; the loss is the mean over the words that the rows stand for."""

    def __init__(self, dropout: float = 0.0) -> None:
        super().__init__()
        with torch.random.fork_rng():
            torch.manual_seed(0)
            self.layers = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Dropout(dropout), nn.Linear(16, 1))

    def forward(self, batch: Batch) -> Tensor:
        words = LABELLED[batch.rows]
        errors: Tensor = (self.layers(X[batch.rows])[:, 0] - Y[batch.rows]) ** 2
        return (errors * words).sum() / words.sum()


def train(
    model: Model,
    schedule: Schedule,
    runtime: Runtime,
    *,
    seed: int = 1,
    validation: Validation | None = None,
    folder: Path | None = None,
) -> Fit:
    """Train the model on the rows; unless `validation` is given, it is the loss over all of them after each epoch."""
    rows = schedule.rows(runtime.world)
    batches = Batches(
        plan_of_epoch=lambda epoch: text_plan(ROWS, rows, seed=1, epoch=epoch, rank=runtime.rank, world=runtime.world),
        make=make_batch,
        weight_of=lambda batch: LABELLED[batch.rows].sum(),
        tokens_of=lambda batch: torch.tensor(len(batch.rows)),
    )
    return fit(
        model,
        batches,
        schedule,
        runtime,
        seed=seed,
        validation=validation or Validation(loss_of(model), lower_is_better=True),
        folder=None if folder is None else ModelFolder(folder, lambda path: save(model, path)),
    )


def loss_of(model: Model) -> Callable[[], float]:
    """The function that gives the model's loss over all rows."""
    everything = make_batch(np.arange(ROWS))
    return lambda: float(model(everything).item())


def save(model: Model, path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), path / "weights.pt")


def losses(result: Fit) -> list[tuple[int, float, float, float | None]]:
    """The part of a log that does not depend on the clock."""
    return [(row["step"], row["epoch"], row["loss"], row["validation"]) for row in result.log]


@dataclass(frozen=True)
class ToyJob:
    """Writes a `dapt_model` with a training for each unit."""

    units_wanted: int = 3
    behaviour: str = ""
    """bad-input; bug:N, hang:N, memory:N, compiler:N or full:WRITER:N, in unit N. Each run of a unit leaves a mark in
    `folder`."""
    folder: str = ""

    def units(self) -> list[Unit]:
        if self.behaviour == "bad-input":
            raise InputError("encoder = nowhere: there is no such folder; name one that exists")
        return [Unit(number, 10, number) for number in range(self.units_wanted)]

    def run(self, payload: int, runtime: Runtime) -> Callable[[Shard], None]:
        marks = Path(self.folder)
        (marks / f"{payload}-{len(list(marks.glob(f'{payload}-*')))}").touch()
        if self.behaviour == f"bug:{payload}":
            raise ZeroDivisionError("a bug")
        if self.behaviour == f"memory:{payload}":
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 692.00 MiB. GPU 0 has 79 GiB.")
        if self.behaviour == f"full:file:{payload}":
            with Path("/dev/full").open("wb") as file:
                torch.save(X, file)
        if self.behaviour == f"full:torch:{payload}":
            torch.save(X, "/dev/full")
        if self.behaviour == f"full:safetensors:{payload}":
            raise SafetensorError("Error while serializing: I/O error: No space left on device (os error 28)")
        if self.behaviour == f"full:tokenizers:{payload}":
            raise Exception("No space left on device (os error 28)")  # as the library does
        if self.behaviour == f"full:named:{payload}":
            raise OSError(errno.EDQUOT, "Disk quota exceeded", "/var/cache/kernels")
        if self.behaviour == f"compiler:{payload}":
            raise TorchDynamoException("InvalidCxxCompiler: No working C++ compiler found\n\nSet TORCHDYNAMO_VERBOSE=1")
        while self.behaviour == f"hang:{payload}":
            signal.pause()
        result = train(Model(), Schedule(0.01, 2, 20), runtime, seed=payload)

        def write(shard: Shard) -> None:
            if self.behaviour == f"full:write:{payload}":
                with Path("/dev/full").open("wb") as file:
                    file.write(b"x")
            shard.write_rows("dapt_model", result.log)
            shard.count("runs", f"seed-{payload}")

        return write


def main(path: str) -> None:
    """Train as the file says; at step `kill_at` the process kills itself."""
    settings = json.loads(Path(path).read_text())
    torch.set_num_threads(1)
    loop._CHECKPOINT_SECONDS = 0.0
    folder = Path(settings["folder"])
    runtime = start(folder, folder, device="cpu")
    model = Model(settings["dropout"])
    calls = 0

    def count(_module: nn.Module, _inputs: Any) -> None:
        nonlocal calls
        calls += model.training
        if calls == settings["kill_at"]:
            os.kill(os.getpid(), signal.SIGKILL)

    model.register_forward_pre_hook(count)
    train(model, Schedule(**settings["schedule"]), runtime, folder=folder / "model")


if __name__ == "__main__":
    main(sys.argv[1])
