"""What people see of a training: lines, and TensorBoard's files."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from schemas.text_table import rounded_duration
from training.loop.progress import Progress
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.loop.throughput import peak_flops

_SHOW_SECONDS = 5.0


class Display:
    """Shows people how a training goes: lines, and TensorBoard's files where there is a folder for them."""

    def __init__(
        self,
        progress: Progress,
        runtime: Runtime,
        schedule: Schedule,
        *,
        steps: int,
        flops_per_token: float | None,
        tensorboard: Path | None,
    ) -> None:
        self._progress, self._runtime = progress, runtime
        self._schedule, self._steps = schedule, steps
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
            f"epoch {epoch:.2f} of {self._schedule.epochs}",
            f"step {now.step:,} of {self._steps:,}",
            f"loss {loss:.4f}",
            f"{(now.step - step) * self._schedule.batch_size / took:,.0f} rows/s",
            f"{speed:,.0f} tokens/s",
            f"waiting {(now.waited - waited) / took:.0%}",
        ]
        if self._flops:
            parts.append(f"MFU {speed * self._flops:.0%}")
        if validation is not None:
            parts.append(f"validation {validation:.4f}")
        left = (self._steps - now.step) * now.seconds / max(1, now.step)
        parts.append(f"{rounded_duration(left)} left")
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
