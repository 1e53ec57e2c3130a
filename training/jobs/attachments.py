"""Local files as attachments of a job's dataset."""

from __future__ import annotations

from pathlib import Path

from schemas.catalog.training import BEST, LAST, TENSORBOARD
from schemas.datasets.shards import Shard


def attach_training(shard: Shard, dataset: str, folder: Path) -> None:
    """Attach what a training has left in its folder: the best model, the last one, and the curves."""
    for name in (BEST, LAST, TENSORBOARD):
        attach_folder(shard, dataset, name, folder / name.removeprefix("_"))


def attach_folder(shard: Shard, dataset: str, name: str, folder: Path) -> None:
    """Attach all files below a local folder, under `name/`. Raises RuntimeError where there are none."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if not files:
        raise RuntimeError(f"{folder}: nothing was written there, so {dataset} would lack {name}")
    for file in files:
        attach_file(shard, dataset, f"{name}/{file.relative_to(folder).as_posix()}", file)


def attach_file(shard: Shard, dataset: str, name: str, file: Path) -> None:
    """Attach a local file under a name of its own."""

    def link(path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(file.resolve())

    shard.attach(dataset, name, link)
