"""How a model is trained, and what is done after which step of the training."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from schemas.errors import InputError

if TYPE_CHECKING:
    from training.loop.progress import Progress

_ROWS = 1000
_LEAST_STEPS_BETWEEN_ROWS = 10


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
class Timetable:
    """What is done after which optimiser step of a training."""

    steps: int
    """Of the whole training."""
    steps_per_epoch: int
    validate_every: int | None
    """Steps between validations; 0 for one at the end of each epoch, None for no validation at all."""

    @classmethod
    def of(cls, schedule: Schedule, micro_batches: int, processes: int, validate_every: int | None) -> Timetable:
        """The timetable for epochs of so many micro-batches of each process."""
        steps_per_epoch = math.ceil(micro_batches / schedule.accumulated(processes))
        steps = schedule.epochs * steps_per_epoch
        return cls(min(steps, schedule.max_steps or steps), steps_per_epoch, validate_every)

    def epochs_done(self, progress: Progress) -> float:
        """Passes over the data, the one under way in part."""
        return progress.epoch + progress.epoch_step / self.steps_per_epoch

    def is_end(self, progress: Progress) -> bool:
        """Whether that was the last step of the training."""
        return progress.step >= self.steps

    def is_end_of_epoch(self, progress: Progress) -> bool:
        """Whether that was the last step of an epoch."""
        return progress.epoch_step == self.steps_per_epoch

    def is_validated(self, progress: Progress) -> bool:
        """Whether the model is validated now."""
        if self.validate_every is None:
            return False
        if self.is_end(progress):
            return True
        return progress.step % self.validate_every == 0 if self.validate_every else self.is_end_of_epoch(progress)

    def is_logged(self, progress: Progress) -> bool:
        """Whether the log gets a row: about a thousand in a training, and one wherever an epoch ends or the model is
        validated."""
        between = max(_LEAST_STEPS_BETWEEN_ROWS, self.steps // _ROWS)
        ends = self.is_end(progress) or self.is_end_of_epoch(progress)
        return ends or self.is_validated(progress) or progress.step % between == 0
