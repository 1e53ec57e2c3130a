"""How far a training is: what a checkpoint remembers beside the weights, and what people see."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from schemas.errors import InputError
from training.durations import duration
from training.loop.runtime import Runtime
from training.loop.throughput import peak_flops

_SHOW_SECONDS = 5.0


@dataclass
class Progress:
    """Where in its training a model is."""

    tokens: Tensor
    loss: Tensor
    """Sum of the losses of the steps since the last row."""
    loss_steps: int = 0
    epoch: int = 0
    """Whole epochs done."""
    epoch_step: int = 0
    """Optimiser steps done in the epoch that runs: the same for any number of processes."""
    order: int = 0
    """Checksum of the order of the epoch that runs."""
    step: int = 0
    best_score: float | None = None
    best_epoch: int = 0
    """Epoch of the best score, from 1."""
    worse: int = 0
    """Validations since the best one."""
    seconds: float = 0.0
    waited: float = 0.0
    log: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def on(cls, device: torch.device) -> Progress:
        """The beginning, with sums on a device: they are read seldom, so that a GPU need not be waited for."""
        return cls(tokens=torch.zeros((), dtype=torch.int64, device=device), loss=torch.zeros((), device=device))

    def begin_epoch(self, order: int) -> None:
        """Begin or go on with an epoch. Raises InputError where it was begun in another order than this checksum's."""
        if self.epoch_step and order != self.order:
            raise InputError(
                f"a training that was killed at step {self.step:,} cannot go on: its data now come in another order, "
                "since micro_batch or the number of processes has changed; set them back, or delete its checkpoints "
                "in the scratch directory to begin anew"
            )
        self.order = order

    def add_step(self, loss: Tensor, tokens: Tensor) -> None:
        self.step += 1
        self.epoch_step += 1
        self.loss += loss
        self.loss_steps += 1
        self.tokens += tokens

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
        """A row of TRAINING_LOG for the steps since the last one."""
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


class Display:
    """Shows people how a training goes: lines, and TensorBoard's files where there is a folder for them."""

    def __init__(
        self,
        progress: Progress,
        runtime: Runtime,
        *,
        steps: int,
        epochs: int,
        batch_size: int,
        flops_per_token: float | None,
        tensorboard: Path | None,
    ) -> None:
        self._progress, self._runtime = progress, runtime
        self._steps, self._epochs, self._batch_size = steps, epochs, batch_size
        peak = peak_flops(runtime.device)
        self._flops = flops_per_token / (peak * runtime.world) if flops_per_token and peak else None
        self._writer: Any = None
        if tensorboard is not None and runtime.is_main:
            from torch.utils.tensorboard import SummaryWriter  # half a second that most trainings need not pay

            self._writer = SummaryWriter(str(tensorboard), purge_step=progress.step + 1)
        self._mark()

    def _mark(self) -> None:
        self._shown = time.monotonic()
        now = self._progress
        self._from = now.step, int(now.tokens), now.seconds, now.waited

    def is_due(self) -> bool:
        return time.monotonic() - self._shown >= _SHOW_SECONDS

    def line(self, epoch: float, loss: float, validation: float | None) -> None:
        """Show a line for the steps since the line before."""
        now = self._progress
        step, tokens, seconds, waited = self._from
        took = max(1e-9, now.seconds - seconds)
        speed = (int(now.tokens) - tokens) / took
        parts = [
            f"epoch {epoch:.2f} of {self._epochs}",
            f"step {now.step:,} of {self._steps:,}",
            f"loss {loss:.4f}",
            f"{(now.step - step) * self._batch_size / took:,.0f} rows/s",
            f"{speed:,.0f} tokens/s",
            f"waiting {(now.waited - waited) / took:.0%}",
        ]
        if self._flops:
            parts.append(f"MFU {speed * self._flops:.0%}")
        if validation is not None:
            parts.append(f"validation {validation:.4f}")
        left = (self._steps - now.step) * now.seconds / max(1, now.step)
        parts.append(f"{duration(left)} left")
        if self._runtime.is_main:
            self._runtime.show(", ".join(parts), now.step / max(1, self._steps))
        self._mark()

    def row(self, row: dict[str, Any]) -> None:
        """Add a row of the log to TensorBoard's file."""
        if self._writer is None:
            return
        for name in ("loss", "learning_rate", "validation"):
            if row[name] is not None:
                self._writer.add_scalar(name, row[name], row["step"])
        self._writer.add_scalar("tokens_per_second", row["tokens"] / max(1e-9, row["seconds"]), row["step"])
        self._writer.add_scalar("waiting", row["waited"] / max(1e-9, row["seconds"]), row["step"])

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
