"""Where the datasets of a build are, for its reports."""

from __future__ import annotations

from collections.abc import Iterable

from schemas.catalog.index import DATASETS
from schemas.datasets.dataset import Manifest
from schemas.markdown import table


def places(datasets: Iterable[tuple[Manifest, str]]) -> str:
    """A table of datasets with their rows and directories, in Markdown."""
    rows = [
        (manifest.title, f"{manifest.rows:,}", DATASETS[manifest.dataset].row, f"`{location}`")
        for manifest, location in datasets
    ]
    return table(["dataset", "rows", "a row is", "directory"], rows, names=4)
