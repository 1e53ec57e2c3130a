"""The snapshot lock of a build: which of its input files were fetched, and from where."""

from __future__ import annotations

from collections.abc import Iterable

from schemas.datasets.dataset import Source
from schemas.datasets.snapshot_lock import LockedFile, read_lock
from schemas.errors import InputError
from tasks.settings.inputs import input_file, once_a_version
from tasks.settings.shared import Build

_read_lock = once_a_version(read_lock)


def locked(sources: Iterable[Source]) -> list[LockedFile]:
    """The files of the snapshot lock among input files, told by their content; none where settings name no lock.

    Raises InputError where a file has the name of one of the lock and is another, or the lock does not know yet.
    """
    if not Build().lock:
        return []
    path = input_file("lock in [Build]", Build().lock)
    lock = _read_lock(path)
    by_content = {file.sha256: file for file in lock.files if file.sha256}
    by_name = {file.name: file for file in lock.files}
    found = []
    for source in sources:
        name = source.location.rpartition("/")[2]
        if source.identity in by_content:
            found.append(by_content[source.identity])
        elif name in by_name and not by_name[name].sha256:
            raise InputError(
                f"{path}: has no SHA-256 of {name} yet, because the fetch of the snapshot did not end; give the same "
                "`wiki-ner fetch` again"
            )
        elif name in by_name:
            raise InputError(
                f"{source.location}: not the file of the snapshot {lock.name}, by its SHA-256 in {path}; delete it "
                "and fetch it again by `wiki-ner fetch`, or set lock in [Build] empty if it is meant"
            )
    return found
