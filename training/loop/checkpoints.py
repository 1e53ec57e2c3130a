"""Checkpoints and models of a training: written completely or not at all, and only the newest checkpoint is kept.

They are on the disk before what was there goes, so that a loss of power never takes both.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError

import torch

from schemas.errors import InputError
from training.loop.progress import Progress
from training.loop.runtime import Runtime

_PROGRESS = "progress.pt"


@dataclass(frozen=True)
class ModelFolder:
    """Where a training keeps its model and its checkpoints."""

    path: Path
    save: Callable[[Path], None]
    """Writes the model as it is now to a folder that is not there."""


def save_checkpoint(runtime: Runtime, progress: Progress, folder: Path) -> None:
    """Save model, optimiser, random states and progress, and delete the checkpoint before."""
    checkpoint = folder / f"checkpoint-{progress.step}"
    partial = folder / f"{checkpoint.name}.tmp"
    if runtime.is_main:
        shutil.rmtree(partial, ignore_errors=True)
    runtime.accelerator.wait_for_everyone()
    # Plain torch files: safetensors would have to be told which weights a model ties.
    runtime.accelerator.save_state(str(partial), safe_serialization=False)
    runtime.accelerator.wait_for_everyone()
    if runtime.is_main:
        torch.save(progress.state_dict(), partial / _PROGRESS)
        _sync_folder(partial)
        partial.rename(checkpoint)
        _sync(folder)
        for other in folder.glob("checkpoint-*"):
            if other != checkpoint:
                shutil.rmtree(other)
    runtime.accelerator.wait_for_everyone()


def save_model(folder: ModelFolder, name: str) -> None:
    """Write the model to `name` in its folder; the one before stays there until the new one is complete."""
    place, partial = folder.path / name, folder.path / f"{name}.tmp"
    shutil.rmtree(partial, ignore_errors=True)
    folder.save(partial)
    _sync_folder(partial)
    shutil.rmtree(place, ignore_errors=True)
    partial.rename(place)


def load_checkpoint(runtime: Runtime, progress: Progress, folder: Path) -> None:
    """Restore the newest checkpoint, where there is one. Raises InputError where it cannot be read."""
    found = [path for path in folder.glob("checkpoint-*") if path.suffix != ".tmp"]
    if found:
        newest = max(found, key=lambda path: int(path.name.partition("-")[2]))
        with _reading(newest):
            runtime.accelerator.load_state(str(newest))
            progress.load_state_dict(torch.load(newest / _PROGRESS, map_location="cpu"))


@contextmanager
def _reading(checkpoint: Path) -> Iterator[None]:
    try:
        yield
    except torch.OutOfMemoryError:
        raise
    except (RuntimeError, EOFError, OSError, KeyError, ValueError, UnpicklingError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise InputError(
            f"{checkpoint}: the checkpoint of a training that was killed cannot be read ({reason}); delete the folder, "
            "and the training starts over"
        ) from error


def _sync_folder(folder: Path) -> None:
    """Wait until all that is written in the folder would survive a loss of power."""
    for path in (*folder.rglob("*"), folder):
        _sync(path)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
