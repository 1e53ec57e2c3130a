"""How far a training is: what a checkpoint holds beside weights, optimiser and random states."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, fields
from typing import Any

import torch
from torch import Tensor

from schemas.errors import InputError
from training.data.batches import Prefetched


@dataclass
class Progress:
    """How far a training is. Checkpoints hold these fields by name."""

    tokens: Tensor
    loss: Tensor
    """Sum of the losses of the steps since the last row of the log."""
    loss_steps: int = 0
    epoch: int = 0
    """Complete epochs so far."""
    epoch_step: int = 0
    """Optimiser steps of the current epoch: the same for any number of processes."""
    order: int = 0
    """Checksum of the order of the current epoch."""
    step: int = 0
    best_score: float | None = None
    best_epoch: int = 0
    """Epoch of the best score, from 1."""
    worse: int = 0
    """Validations since the best one."""
    seconds: float = 0.0
    """Time of training; validating and saving do not count."""
    waited: float = 0.0
    """Seconds of this that were spent waiting for batches."""
    log: list[dict[str, Any]] = field(default_factory=list)
    """Rows of the model's dataset."""

    @classmethod
    def on(cls, device: torch.device) -> Progress:
        """The beginning, with the sums on a device: they are read seldom, so that the GPU is seldom waited for."""
        return cls(tokens=torch.zeros((), dtype=torch.int64, device=device), loss=torch.zeros((), device=device))

    def begin_epoch(self, order: int) -> None:
        """Begin an epoch or go on with it. Raises InputError where it began in an order with another checksum."""
        if self.epoch_step and order != self.order:
            raise InputError(
                f"a training that was killed at step {self.step:,} cannot go on: its data now come in another order, "
                "since batch_size, the data or the project's version has changed; set it back, or delete its "
                "checkpoints in the scratch directory to start over"
            )
        self.order = order

    def add_step(self, loss: Tensor, tokens: Tensor) -> None:
        self.step += 1
        self.epoch_step += 1
        self.loss += loss
        self.loss_steps += 1
        self.tokens += tokens

    def end_epoch(self) -> None:
        self.epoch += 1
        self.epoch_step = 0

    def is_out_of_patience(self, patience: int) -> bool:
        """Whether so many validations in a row were not better than the best one; never with a patience of 0."""
        return bool(patience) and self.worse >= patience

    def state_dict(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            before = getattr(self, name)
            setattr(self, name, value.to(before.device) if isinstance(before, Tensor) else value)

    def mean_loss(self) -> float:
        """Mean loss of the steps since the last row. Raises InputError where it is not a number."""
        loss = self.loss.item() / max(1, self.loss_steps)
        if not math.isfinite(loss):
            raise InputError(
                f"the training loss is {loss} at step {self.step:,} (epoch {self.epoch + 1}): the training has "
                "diverged; lower learning_rate"
            )
        return loss

    def add_row(self, epoch: float, learning_rate: float, validation: float | None) -> dict[str, Any]:
        """A row of the model's dataset for the steps since the last one."""
        row = {
            "step": self.step,
            "epoch": epoch,
            "tokens": int(self.tokens),
            "loss": self.mean_loss(),
            "learning_rate": learning_rate,
            "validation": validation,
            "seconds": self.seconds,
            "waited": self.waited,
        }
        self.log.append(row)
        self.loss.zero_()
        self.loss_steps = 0
        return row


class Clock:
    """Adds the time of training to the progress, and the part of it spent waiting for batches. It starts at once."""

    def __init__(self, progress: Progress, batches: Prefetched[Any]) -> None:
        self._progress, self._batches, self._waited = progress, batches, 0.0
        self.start()

    def start(self) -> None:
        self._began = time.perf_counter()

    def stop(self) -> None:
        self._progress.seconds += time.perf_counter() - self._began
        self._progress.waited += self._batches.waited - self._waited
        self._waited = self._batches.waited
