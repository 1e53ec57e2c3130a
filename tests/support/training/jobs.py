"""Specifications of training jobs, as the tasks write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Destination

PROVENANCE = Provenance("abc" * 20, "dapt_model", 1, "0.1", {"a": 1}, [])


def destinations(root: Path, datasets: Sequence[str]) -> list[Destination]:
    """Where a job below `root` puts its datasets."""
    return [Destination(name, str(root / name), str(root / "_staging" / name)) for name in datasets]


def write_specification(
    root: Path, job: str, configuration: dict[str, Any], outputs: Sequence[Destination], **changes: Any
) -> str:
    """Path of the specification of a job on one processor thread; `changes` stand for its other fields."""
    document = {
        "job": job,
        "configuration": configuration,
        "outputs": [asdict(output) for output in outputs],
        "provenance": asdict(PROVENANCE),
        "max_reject_share": 0.01,
        "scratch": str(root / "scratch" / "job"),
        "cache": str(root / "cache"),
        "device": "cpu",
        "precision": "auto",
        "compile": False,
        "threads": 1,
        **changes,
    }
    path = root / "job.json"
    path.write_text(json.dumps(document))
    return str(path)


def rows(location: str) -> list[dict[str, Any]]:
    """The rows of a dataset that a job wrote."""
    found: list[dict[str, Any]] = pq.read_table(location).to_pylist()
    return found
