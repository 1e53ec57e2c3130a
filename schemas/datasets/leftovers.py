"""What a run that was killed after its commit has left of a step: whether there is any, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.datasets.shards import Destination, bookkeeping
from schemas.files import storage


def has_leftovers(outputs: Sequence[Destination]) -> bool:
    """Whether a run that was killed after its commit has left something of a step: see `clear_up`."""
    return bool(_leftovers(outputs))


def clear_up(outputs: Sequence[Destination]) -> None:
    """Delete what a run that was killed after its commit has left: bookkeeping, and half-written files on a store."""
    for uri in _leftovers(outputs):
        storage.remove_file(uri)
    storage.remove_directory(bookkeeping(outputs[0]))


def _leftovers(outputs: Sequence[Destination]) -> list[str]:
    notes = bookkeeping(outputs[0])
    found = [storage.join(notes, name) for name in storage.list_files(notes)]
    for output in outputs:
        # On a local file system a dataset's directory appears whole.
        if output.staging == output.location:
            names = storage.list_files(output.location)
            found += [storage.join(output.location, name) for name in names if name.endswith(".tmp")]
    return found
