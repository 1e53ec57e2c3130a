"""Where a training runs: its processes, device and precision, and the folders that it uses."""

from __future__ import annotations

import os
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
    """Whether the layers of models are compiled before they are trained."""
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

    "auto" takes a GPU where there is one, and bf16 where the GPU computes in it, LSTMs too. `threads` is the number of
    CPU threads, 0 for torch's default. Raises InputError for a device or precision that this machine does not have.
    """
    if device not in DEVICES:
        raise InputError(f"device = {device}: there is {', '.join(DEVICES)}")
    if precision not in PRECISIONS:
        raise InputError(f"precision = {precision}: there is {', '.join(PRECISIONS)}")
    if device == "cuda" and not torch.cuda.is_available():
        raise InputError("device = cuda: torch finds no CUDA GPU here; take device = auto or cpu, or fix the driver")
    if device == "mps" and not torch.backends.mps.is_available():
        raise InputError("device = mps: torch finds no Apple GPU here; take device = auto or cpu")
    if device in ("auto", "cuda"):
        _check_gpus()
    computed_in = mixed_precision(device, precision)
    if threads:
        torch.set_num_threads(threads)
    accelerator = Accelerator(
        cpu=device == "cpu",
        mixed_precision=computed_in,
        kwargs_handlers=[InitProcessGroupKwargs(timeout=_TIMEOUT)],
    )
    # cuDNN's attention makes a plan for each shape, which takes longer than a step on an H100, and sentences come in
    # many lengths. Of one shape, torch's own is as fast.
    torch.backends.cuda.enable_cudnn_sdp(False)
    return Runtime(accelerator, scratch, cache, compile, show)


def _check_gpus() -> None:
    """Raise InputError where the launcher started more processes on this machine than it has GPUs."""
    n_processes, n_gpus = int(os.environ.get("LOCAL_WORLD_SIZE", "1")), torch.cuda.device_count()
    if 0 < n_gpus < n_processes:
        raise InputError(
            f"processes = {n_processes}: there is one a GPU, and torch finds {n_gpus} here; take processes = {n_gpus}, "
            "or device = cpu"
        )


def computes_in_bf16(device: torch.device) -> bool:
    """Whether an LSTM can be trained in bf16 on this device, found by trying.

    A device may multiply matrices in bf16 and yet have no LSTM in it: CPUs without AVX-512 are such. Raises
    OutOfMemoryError where the device has no memory left to try.
    """
    # The weights of the LSTM are random, and what is drawn after them must not depend on it.
    with torch.random.fork_rng(devices=[]):
        lstm = torch.nn.LSTM(8, 8).to(device)
    try:
        with torch.autocast(device.type, dtype=torch.bfloat16):
            states, _ = lstm(torch.zeros(2, 1, 8, device=device))
        states.sum().backward()
    except torch.OutOfMemoryError:
        raise
    except RuntimeError:
        return False
    return True


def mixed_precision(device: str, precision: str) -> str:
    """What Accelerate is to compute in: "bf16", or "no" for float32. Raises InputError where bf16 is asked for in
    vain."""
    if precision == "float32":
        return "no"
    if device in ("auto", "cuda") and torch.cuda.is_available() and torch.cuda.is_bf16_supported(False):
        # The launcher gives each process of a machine a GPU of its own.
        gpu = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
        if computes_in_bf16(gpu):
            return "bf16"
    if precision == "bf16":
        raise InputError("precision = bf16: only CUDA GPUs that compute in bf16 have it; take precision = auto")
    return "no"
