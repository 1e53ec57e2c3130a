"""Checkpoints and models of a training: written completely or not at all, and only the newest checkpoint is kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import torch

from training.loop.progress import Progress
from training.loop.runtime import Runtime

_PROGRESS = "progress.pt"


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
        partial.rename(checkpoint)
        for other in folder.glob("checkpoint-*"):
            if other != checkpoint:
                shutil.rmtree(other)
    runtime.accelerator.wait_for_everyone()


def save_model(save: Callable[[Path], None], folder: Path) -> None:
    """Have `save` write a model to the folder; the one before stays there until the new one is complete."""
    partial = folder.with_name(f"{folder.name}.tmp")
    shutil.rmtree(partial, ignore_errors=True)
    save(partial)
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)


def load_checkpoint(runtime: Runtime, progress: Progress, folder: Path) -> None:
    """Restore the newest checkpoint, where there is one."""
    found = [path for path in folder.glob("checkpoint-*") if path.suffix != ".tmp"]
    if found:
        newest = max(found, key=lambda path: int(path.name.partition("-")[2]))
        runtime.accelerator.load_state(str(newest))
        progress.load_state_dict(torch.load(newest / _PROGRESS, map_location="cpu"))
