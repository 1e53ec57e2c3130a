"""What the run that built a dataset took: beside its manifest, because no two runs take the same.

The manifest has what decides the content, and is the same for the same build. Readers do not need this record, and a
dataset without it is whole.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from schemas.errors import InputError
from schemas.files import storage

RUN_RECORD = "_run.json"


@dataclass(frozen=True)
class RunRecord:
    """What a step took."""

    finished: str
    """When it ended: UTC, ISO 8601, to the second."""
    seconds: float
    """How long it took, from the start of its job to its commit."""
    memory: int
    """Most bytes that its processes held together, looked at every second; what they share counts for each of them."""


def write_run_record(location: str, record: RunRecord) -> None:
    """Put the record into the directory of the dataset at the location."""
    storage.write_json(storage.join(location, RUN_RECORD), asdict(record))


def read_run_record(location: str) -> RunRecord | None:
    """The record of the dataset at the location; None where there is none that can be read."""
    path = storage.join(location, RUN_RECORD)
    try:
        return RunRecord(**storage.read_json(path)) if storage.exists(path) else None
    except (InputError, TypeError):
        return None
