"""The one training loop: optimiser steps, validation, early stopping, and going on after a kill."""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
import torch
from accelerate.utils import set_seed
from torch import Tensor, nn

from training.data.batches import BatchPlan, Prefetched, iterate
from training.loop.best import BestModel
from training.loop.checkpoints import ModelFolder, load_checkpoint, save_checkpoint, save_model
from training.loop.compiled import compile_layers
from training.loop.display import Display
from training.loop.optimiser import Optimiser
from training.loop.progress import Clock, Progress
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule, Timetable

_CHECKPOINT_SECONDS = 600.0


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
    """Rows of the model's dataset."""


@dataclass(frozen=True)
class Batches:
    """What a model is trained on."""

    plan_of_epoch: Callable[[int], BatchPlan]
    """The batches of this process in an epoch, from 0, in `schedule.rows(runtime.world)` rows each."""
    make: Callable[[np.ndarray], Any]
    """The batch of an entry of the plan."""
    weight_of: Callable[[Any], Tensor]
    """The number of things that a batch's loss is the mean of (labelled words, masked pieces), on the batch's device.

    Micro-batches of a step are weighted with it, so that cutting a step differently changes nothing.
    """
    tokens_of: Callable[[Any], Tensor]
    """The number of pieces that a batch trains on, on its device."""
    flops_per_token: float | None = None
    """Floating-point operations of training for one piece; None where people need not be told of them."""


@dataclass(frozen=True)
class Validation:
    """How good a model is while it is trained."""

    score: Callable[[], float]
    """Called on every process, with the model in evaluation mode; the main process's counts."""
    every: int = 0
    """Optimiser steps from one to the next; 0 for the end of each epoch."""
    lower_is_better: bool = False


def fit(
    model: nn.Module,
    batches: Batches,
    schedule: Schedule,
    runtime: Runtime,
    *,
    seed: int,
    validation: Validation | None = None,
    folder: ModelFolder | None = None,
) -> Fit:
    """Train the model; it is called as `model(batch)` and returns the batch's mean loss.

    With `folder` the model is written to `best` and `last` there, checkpoints lie beside them, and the next call with
    the same folder goes on where a killed one was. Without `folder` the best weights are kept in memory, and the model
    has them in the end.

    Raises InputError where the loss is not a number, and where a training was killed within an epoch that has another
    order now: going on would take some rows twice and others never.
    """
    set_seed(seed, device_specific=True)
    training = _Training(model, batches, schedule, runtime, validation, folder)
    training.run()
    training.end()
    progress = training.progress
    epochs = progress.log[-1]["epoch"] if progress.log else 0.0
    return Fit(progress.step, epochs, progress.best_epoch, progress.best_score, progress.log)


class _Training:
    """A training under way: a method for each thing that is done in it."""

    def __init__(
        self,
        model: nn.Module,
        batches: Batches,
        schedule: Schedule,
        runtime: Runtime,
        validation: Validation | None,
        folder: ModelFolder | None,
    ) -> None:
        """The training as it begins, or as its checkpoint in the folder has it."""
        self.model, self.batches, self.schedule, self.runtime = model, batches, schedule, runtime
        self.validation, self.folder = validation, folder
        # The batches of the epoch under way: the first says how many steps an epoch has.
        self.plan = batches.plan_of_epoch(0)
        every = validation.every if validation else None
        self.timetable = Timetable.of(schedule, len(self.plan), runtime.world, every)
        if runtime.compile:
            compile_layers(model)
        self.optimiser = Optimiser.on(
            model, schedule.clip, runtime, weight_of=batches.weight_of, tokens_of=batches.tokens_of
        )
        self.progress = Progress.on(runtime.device)
        if folder is not None:
            load_checkpoint(runtime, self.progress, folder.path)
        self.display = Display(
            self.progress,
            runtime,
            schedule,
            steps=self.timetable.steps,
            flops_per_token=batches.flops_per_token,
            tensorboard=None if folder is None else folder.path / "tensorboard",
        )
        lower_is_better = validation is not None and validation.lower_is_better
        self.best = BestModel(model, self.progress, runtime, lower_is_better=lower_is_better, folder=folder)
        self.saved = time.monotonic()

    def run(self) -> None:
        """Train on what is left of the epochs."""
        progress = self.progress
        self.model.train()
        while not self.is_over():
            if progress.epoch:
                self.plan = self.batches.plan_of_epoch(progress.epoch)
            progress.begin_epoch(zlib.crc32(self.plan.order.data))
            done = progress.epoch_step * self.schedule.accumulated(self.runtime.world)
            self.run_epoch(iterate(self.plan, self.batches.make, start=done, device=self.runtime.device))

    def end(self) -> None:
        """Close what shows the training, give the model its best weights, where memory has them, and write the last."""
        self.display.close()
        self.runtime.accelerator.free_memory()
        self.best.restore()
        if self.folder is not None and self.runtime.is_main:
            save_model(self.folder, "last")
        self.runtime.accelerator.wait_for_everyone()

    def is_over(self) -> bool:
        return self.timetable.is_end(self.progress) or self.progress.is_out_of_patience(self.schedule.patience)

    def run_epoch(self, batches: Prefetched[Any]) -> None:
        """Train on the batches that are left of an epoch."""
        progress, timetable = self.progress, self.timetable
        accumulated = self.schedule.accumulated(self.runtime.world)
        clock = Clock(progress, batches)
        while not self.is_over() and (group := list(islice(batches, accumulated))):
            rate = self.advance(group)
            is_logged = timetable.is_logged(progress)
            if not is_logged and not self.display.is_due():
                continue
            # Reading the loss waits for the device, and that is time of training.
            loss = progress.mean_loss()
            clock.stop()
            epochs = timetable.epochs_done(progress)
            score = self.evaluate(epochs) if timetable.is_validated(progress) else None
            if score is not None or self.display.is_due():
                self.display.line(epochs, loss, score)
            if is_logged:
                self.display.row(progress.add_row(epochs, rate, score))
                is_end = timetable.is_end(progress) or timetable.is_end_of_epoch(progress)
                # Before the checkpoint: a training that goes on from it begins the next epoch.
                if timetable.is_end_of_epoch(progress):
                    progress.end_epoch()
                self.checkpoint(is_end)
            clock.start()

    def advance(self, group: list[Any]) -> float:
        """Take one optimiser step by the micro-batches; returns its learning rate."""
        rate = self.schedule.rate(self.progress.step, self.timetable.steps)
        self.progress.add_step(*self.optimiser.step(group, rate))
        return rate

    def evaluate(self, epochs: float) -> float:
        """The validation score, the main process's; where it is the best so far, the model is kept."""
        assert self.validation is not None
        self.model.eval()
        with torch.no_grad():
            score = float(self.runtime.agreed(self.validation.score()))
        self.model.train()
        self.best.offer(score, math.ceil(epochs))
        return score

    def checkpoint(self, is_end: bool) -> None:
        """Save a checkpoint at the end of an epoch or of the training, and in between every ten minutes."""
        is_old = time.monotonic() - self.saved > _CHECKPOINT_SECONDS
        if self.folder is not None and self.runtime.agreed(is_end or is_old):
            save_checkpoint(self.runtime, self.progress, self.folder.path)
            self.saved = time.monotonic()
