"""How far a running step is, and what stopped it, by the files that its units leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.datasets.shards import Descriptor, Destination, Unit, bookkeeping, bookkeeping_file
from schemas.files import storage


@dataclass(frozen=True)
class Progress:
    """How far a running step is."""

    units: int
    bytes: int
    seen: int
    rejected: int


def progress(units: Sequence[Unit], outputs: Sequence[Destination], known: dict[int, Descriptor]) -> Progress:
    """How far the units are, by the files in the descriptors' directory; `known` caches descriptors between calls."""
    names = set(storage.list_files(bookkeeping(outputs[0])))
    done = 0
    for unit in units:
        if unit.index not in known and f"{unit.index:05d}.json" in names:
            known[unit.index] = Descriptor.from_json(
                storage.read_json(bookkeeping_file(outputs[0], unit.index, "json"))
            )
        if unit.index in known:
            done += unit.weight
        elif f"{unit.index:05d}.done" in names:
            done += min(unit.weight, int(storage.read_text(bookkeeping_file(outputs[0], unit.index, "done"))))
    return Progress(len(known), done, sum(d.seen for d in known.values()), sum(d.rejected for d in known.values()))


def first_error(outputs: Sequence[Destination]) -> str | None:
    """Message of the first unit whose input could not be used, or None."""
    folder = bookkeeping(outputs[0])
    for name in storage.list_files(folder):
        if name.endswith(".error"):
            return storage.read_text(storage.join(folder, name))
    return None
