"""Steps that are built, as far as their manifests tell."""

from __future__ import annotations

from dataclasses import asdict

from schemas.datasets.dataset import MANIFEST, Manifest
from schemas.files import storage
from tasks.step.base import DatasetTask


def commit(
    task: DatasetTask,
    rejected: int = 0,
    counts: dict[str, dict[str, int]] | None = None,
    *,
    rows: int = 7,
    size: int = 1500,
) -> None:
    """Put a manifest where each of a step's datasets belongs."""
    for location in map(task.location, task.datasets):
        manifest = Manifest(task.step, task.provenance, "", rows, size, 7, rejected, counts or {}, [])
        storage.write_json(storage.join(location, MANIFEST), asdict(manifest))
