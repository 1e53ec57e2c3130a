"""The snapshot lock of a build: which of its input files were fetched, and from where."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from schemas.dataset import Source
from schemas.errors import InputError
from schemas.snapshot_lock import LockedFile, SnapshotLock, read_lock
from tasks.inputs import input_file
from tasks.settings import Build


def locked(sources: Iterable[Source]) -> list[LockedFile]:
    """The files of the snapshot lock among input files, told by their content; none where settings name no lock.

    Raises InputError where a file has the name of one of the lock and is another.
    """
    if not Build().lock:
        return []
    path = input_file("lock in [Build]", Build().lock)
    lock = _read(path)
    by_content = {file.sha256: file for file in lock.files if file.sha256}
    by_name = {file.name: file for file in lock.files}
    found = []
    for source in sources:
        name = source.location.rpartition("/")[2]
        if source.identity in by_content:
            found.append(by_content[source.identity])
        elif name in by_name:
            raise InputError(
                f"{source.location}: not the file of the snapshot {lock.name}, by its SHA-256 in {path}; delete it "
                "and fetch it again by `wiki-ner fetch`, or set lock in [Build] empty if it is meant"
            )
    return found


@functools.lru_cache(maxsize=16)
def _read(path: str) -> SnapshotLock:
    # Every step asks.
    return read_lock(path)
