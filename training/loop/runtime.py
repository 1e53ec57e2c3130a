"""Where a training runs: its processes, device and precision, and the folders that it uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator
from accelerate.utils import InitProcessGroupKwargs, broadcast_object_list

from schemas.errors import InputError
from schemas.experiments import DEVICES, PRECISIONS

# The main process writes models and datasets while the others wait for it.
_TIMEOUT = timedelta(hours=1)


def silent(_line: str, _share: float) -> None:
    """Show nothing."""


@dataclass(frozen=True)
class Runtime:
    """Where a training runs."""

    accelerator: Accelerator
    """Device, processes and precision."""
    scratch: Path
    """Local folder of this job for its checkpoints; it survives a kill."""
    cache: Path
    """Tokenised data, shared by jobs."""
    compile: bool = False
    """Whether models are compiled before they are trained."""
    show: Callable[[str, float], None] = silent
    """Shows people a line and the share done, 0 to 1; called on the main process only."""

    @property
    def device(self) -> torch.device:
        device: torch.device = self.accelerator.device
        return device

    @property
    def is_main(self) -> bool:
        return bool(self.accelerator.is_main_process)

    @property
    def rank(self) -> int:
        return int(self.accelerator.process_index)

    @property
    def world(self) -> int:
        """Number of processes."""
        return int(self.accelerator.num_processes)

    def agreed(self, value: Any) -> Any:
        """The main process's value, on every process."""
        if self.world == 1:
            return value
        values = [value]
        broadcast_object_list(values)
        return values[0]

    def part(self, title: str, before: float, share: float) -> Runtime:
        """The runtime for a part of the work: its lines begin with a title, and what it reports as done, 0 to 1, is
        shown as `before` to `before + share` of the whole."""
        return replace(self, show=lambda line, done: self.show(f"{title}: {line}", before + share * done))


def start(
    scratch: Path,
    cache: Path,
    *,
    device: str = "auto",
    precision: str = "auto",
    compile: bool = False,
    threads: int = 0,
    show: Callable[[str, float], None] = silent,
) -> Runtime:
    """Join the processes that the launcher started, or run alone; `device` and `precision` as in the settings.

    "auto" takes a GPU where there is one, and bf16 where the GPU computes in it. `threads` is the number of CPU
    threads, 0 for torch's default. Raises InputError for a device or precision that this machine does not have.
    """
    if device not in DEVICES:
        raise InputError(f"device = {device}: there is {', '.join(DEVICES)}")
    if precision not in PRECISIONS:
        raise InputError(f"precision = {precision}: there is {', '.join(PRECISIONS)}")
    if device == "cuda" and not torch.cuda.is_available():
        raise InputError("device = cuda: torch finds no CUDA GPU here; take device = auto or cpu, or fix the driver")
    if device == "mps" and not torch.backends.mps.is_available():
        raise InputError("device = mps: torch finds no Apple GPU here; take device = auto or cpu")
    has_bf16 = device in ("auto", "cuda") and torch.cuda.is_available() and torch.cuda.is_bf16_supported(False)
    if precision == "bf16" and not has_bf16:
        raise InputError("precision = bf16: only CUDA GPUs that compute in bf16 have it; take precision = auto")
    if threads:
        torch.set_num_threads(threads)
    accelerator = Accelerator(
        cpu=device == "cpu",
        mixed_precision="bf16" if has_bf16 and precision != "float32" else "no",
        kwargs_handlers=[InitProcessGroupKwargs(timeout=_TIMEOUT)],
    )
    return Runtime(accelerator, scratch, cache, compile, show)
