"""The one training loop: optimiser steps, validation, early stopping, and going on after a kill."""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from accelerate.utils import set_seed
from torch import Tensor, nn

from schemas.errors import InputError
from training.data.batches import BatchPlan, Prefetched, iterate
from training.loop.checkpoints import load_checkpoint, save_checkpoint, save_model
from training.loop.progress import Display, Progress
from training.loop.runtime import Runtime

_ROWS = 1000
_LEAST_STEPS_BETWEEN_ROWS = 10
_CHECKPOINT_SECONDS = 600.0


@dataclass(frozen=True)
class Schedule:
    """How a model is trained."""

    learning_rate: float
    epochs: int
    batch_size: int
    """Rows (sentences or blocks) of one optimiser step, over all processes."""
    micro_batch: int = 0
    """Rows at most that one device takes at a time; 0 for its share of a step. Gradients accumulate until the step is
    full."""
    decay: Literal["none", "linear"] = "none"
    """linear: the learning rate falls to 0."""
    clip: float | None = None
    """Largest norm of a step's gradient."""
    patience: int = 0
    """Validations without a better score after which training stops; 0 for never."""
    max_steps: int = 0
    """Optimiser steps after which training stops; 0 for the epochs alone."""

    def rows(self, processes: int) -> int:
        """Rows of one micro-batch. Raises InputError where a step cannot be cut into equal micro-batches."""
        share = self.batch_size // processes
        rows = min(self.micro_batch or share, share)
        if rows < 1 or self.batch_size % (rows * processes):
            raise InputError(
                f"batch_size = {self.batch_size} is not a multiple of micro_batch = {rows} times {processes} processes"
            )
        return rows

    def accumulated(self, processes: int) -> int:
        """Micro-batches of one process for one optimiser step."""
        return self.batch_size // (self.rows(processes) * processes)

    def rate(self, step: int, steps: int) -> float:
        """Learning rate of step `step` (from 0) of `steps`."""
        return self.learning_rate * (steps - step) / steps if self.decay == "linear" else self.learning_rate


@dataclass(frozen=True)
class Fit:
    """How a training went."""

    steps: int
    epochs: float
    """Passes over the data, until it stopped."""
    best_epoch: int
    """Epoch of the best validation, from 1; 0 where nothing was validated."""
    best_score: float | None
    log: list[dict[str, Any]] = field(repr=False)
    """Rows of TRAINING_LOG."""


def fit(
    model: nn.Module,
    plan_of_epoch: Callable[[int], BatchPlan],
    make_batch: Callable[[np.ndarray], Any],
    schedule: Schedule,
    runtime: Runtime,
    *,
    seed: int,
    weight_of: Callable[[Any], Tensor],
    tokens_of: Callable[[Any], Tensor],
    validate: Callable[[], float] | None = None,
    lower_is_better: bool = False,
    validate_every: int = 0,
    save: Callable[[Path], None] | None = None,
    folder: Path | None = None,
    flops_per_token: float | None = None,
) -> Fit:
    """Train the model; it is called as `model(batch)` and answers with the batch's mean loss.

    `plan_of_epoch(epoch)` (from 0) gives the batches of this process, in `schedule.rows(runtime.world)` rows each;
    `make_batch` makes one of an entry of the plan. `weight_of(batch)` is the number of things that the loss is the mean
    of (labelled words, masked pieces): micro-batches of a step are weighted with it, so that cutting a step differently
    changes nothing. `tokens_of(batch)` counts the pieces trained on. Both stay on the batch's device.

    `validate()` is called on every process, with the model in evaluation mode, every `validate_every` steps, or at the
    end of each epoch where that is 0. With `folder`, `save` writes the model to `best/` and `last/` there, checkpoints
    lie beside them, and the next call with the same folder goes on where a killed one was. Without it the best weights
    are kept in memory and are the model's in the end.

    Raises InputError where the loss is not a number, and where a killed training was amid an epoch whose order, with
    this size of micro-batches, is another one: it cannot go on without taking some rows twice and others never.
    """
    set_seed(seed, device_specific=True)
    plan = plan_of_epoch(0)
    accumulated = schedule.accumulated(runtime.world)
    steps_of_epoch = math.ceil(len(plan) / accumulated)
    steps = schedule.epochs * steps_of_epoch
    if schedule.max_steps:
        steps = min(steps, schedule.max_steps)
    if runtime.compile:
        model.compile()
    # Without weight decay this is Adam.
    optimizer = torch.optim.AdamW(model.parameters(), schedule.learning_rate, weight_decay=0.0, fused=True)
    wrapped, optimizer = runtime.accelerator.prepare(model, optimizer)
    progress = Progress.on(runtime.device)
    if folder is not None:
        load_checkpoint(runtime, progress, folder)
    display = Display(
        progress,
        runtime,
        steps=steps,
        epochs=schedule.epochs,
        batch_size=schedule.batch_size,
        flops_per_token=flops_per_token,
        tensorboard=None if folder is None else folder / "tensorboard",
    )
    best = _Best(model, lower_is_better, save, folder, runtime)
    between_rows = max(_LEAST_STEPS_BETWEEN_ROWS, steps // _ROWS)
    saved = time.monotonic()
    model.train()
    while progress.step < steps and not best.is_long_ago(progress, schedule.patience):
        if progress.epoch:
            plan = plan_of_epoch(progress.epoch)
        progress.begin_epoch(zlib.crc32(plan.order.data))
        batches = iterate(plan, make_batch, start=progress.epoch_step * accumulated, device=runtime.device)
        watch = _Watch(progress, batches)
        while group := list(islice(batches, accumulated)):
            rate = schedule.rate(progress.step, steps)
            progress.add_step(*_step(wrapped, optimizer, group, rate, schedule.clip, runtime, weight_of, tokens_of))
            last = progress.step == steps
            at_end = last or progress.epoch_step == steps_of_epoch
            validates = validate is not None and (
                last or (progress.step % validate_every == 0 if validate_every else at_end)
            )
            is_row = validates or at_end or progress.step % between_rows == 0
            if not is_row and not display.is_due():
                continue
            loss = progress.mean_loss()
            watch.stop()
            epoch = progress.epoch + progress.epoch_step / steps_of_epoch
            score = None
            if validate is not None and validates:
                score = _validated(model, validate, runtime)
                best.offer(score, math.ceil(epoch), progress)
            if score is not None or display.is_due():
                display.line(epoch, loss, score)
            if is_row:
                display.row(progress.add_row(epoch, rate, score))
            if progress.epoch_step == steps_of_epoch:
                progress.epoch, progress.epoch_step = progress.epoch + 1, 0
            is_old = time.monotonic() - saved > _CHECKPOINT_SECONDS
            if folder is not None and is_row and runtime.agreed(at_end or is_old):
                save_checkpoint(runtime, progress, folder)
                saved = time.monotonic()
            watch.start()
            if at_end or best.is_long_ago(progress, schedule.patience):
                break
    display.close()
    runtime.accelerator.free_memory()
    best.restore()
    if folder is not None and save is not None and runtime.is_main:
        save_model(save, folder / "last")
    runtime.accelerator.wait_for_everyone()
    epochs = progress.log[-1]["epoch"] if progress.log else 0.0
    return Fit(progress.step, epochs, progress.best_epoch, progress.best_score, progress.log)


class _Best:
    """Keeps the best model so far: in the folder, or without one in memory."""

    def __init__(
        self,
        model: nn.Module,
        lower_is_better: bool,
        save: Callable[[Path], None] | None,
        folder: Path | None,
        runtime: Runtime,
    ) -> None:
        self._model, self._sign = model, -1.0 if lower_is_better else 1.0
        self._save, self._folder, self._runtime = save, folder, runtime
        self._weights: dict[str, Tensor] = {}

    def offer(self, score: float, epoch: int, progress: Progress) -> None:
        """Keep the model where its score is better than all before."""
        if progress.best_score is not None and self._sign * score <= self._sign * progress.best_score:
            progress.worse += 1
            return
        progress.best_score, progress.best_epoch, progress.worse = score, epoch, 0
        if self._folder is None:
            self._weights = {name: value.clone() for name, value in self._model.state_dict().items()}
        elif self._save is not None and self._runtime.is_main:
            save_model(self._save, self._folder / "best")

    def is_long_ago(self, progress: Progress, patience: int) -> bool:
        return bool(patience) and progress.worse >= patience

    def restore(self) -> None:
        """Give the model the weights that are kept in memory."""
        if self._weights:
            self._model.load_state_dict(self._weights)


class _Watch:
    """Adds the time of training to the progress, and of it the time of waiting for batches."""

    def __init__(self, progress: Progress, batches: Prefetched[Any]) -> None:
        self._progress, self._batches, self._waited = progress, batches, 0.0
        self.start()

    def start(self) -> None:
        self._began = time.perf_counter()

    def stop(self) -> None:
        self._progress.seconds += time.perf_counter() - self._began
        self._progress.waited += self._batches.waited - self._waited
        self._waited = self._batches.waited


def _validated(model: nn.Module, validate: Callable[[], float], runtime: Runtime) -> float:
    """The main process's score, the model in evaluation mode meanwhile."""
    model.eval()
    with torch.no_grad():
        score = float(runtime.agreed(validate()))
    model.train()
    return score


def _step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    group: list[Any],
    rate: float,
    clip: float | None,
    runtime: Runtime,
    weight_of: Callable[[Any], Tensor],
    tokens_of: Callable[[Any], Tensor],
) -> tuple[Tensor, Tensor]:
    """One optimiser step over the group's micro-batches: loss and tokens of all processes, on the device."""
    accelerator = runtime.accelerator
    weights = torch.stack([weight_of(batch) for batch in group])
    tokens = torch.stack([tokens_of(batch) for batch in group]).sum()
    total, tokens = accelerator.reduce(torch.stack([weights.sum(), tokens]), reduction="sum")
    # Processes' gradients are averaged, not summed.
    shares = weights * runtime.world / total.clamp(min=1)
    loss = torch.zeros((), device=runtime.device)
    for index, (batch, share) in enumerate(zip(group, shares, strict=True)):
        with nullcontext() if index == len(group) - 1 else accelerator.no_sync(model):
            part = model(batch) * share
            accelerator.backward(part)
        loss += part.detach() / runtime.world
    if clip is not None:
        accelerator.clip_grad_norm_(model.parameters(), clip)
    for parameters in optimizer.param_groups:
        parameters["lr"] = rate
    optimizer.step()
    optimizer.zero_grad()
    return accelerator.reduce(loss, reduction="sum"), tokens
