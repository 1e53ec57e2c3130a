"""Copies of what is in a store in the temporary folder, for those who read local files only or map them into memory."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import InputError
from schemas.files import storage
from schemas.files.temporary_folder import temporary_path

_COPY = "wiki-ner-corpora-"
_KEPT_SECONDS = 7 * 86_400
"""How long a copy is kept at least after it was last asked for."""


def local_copy(uri: str) -> str:
    """Path of a local file with the URI's content: the file itself, or a copy in the temporary folder.

    A machine fetches it once, however many of its processes want it at the same time. The copy stays for the next ones,
    until another is fetched and nobody has asked for it in a week.
    """
    if storage.is_local(uri):
        return storage.resolve(uri)[1]
    version = storage.stamp(uri)
    name = uri.rpartition("/")[2]
    return str(_copied(f"{uri} {version.size} {version.mtime_ns}", {name: uri}) / name)


def local_directory(uri: str) -> str:
    """Path of a local directory with the files below the URI: itself, or a copy, as `local_copy` has it."""
    if storage.is_local(uri):
        return storage.resolve(uri)[1]
    files = storage.scan_files(uri)
    if not files:
        raise InputError(f"{uri}: no such directory")
    return str(_copied(f"{uri} {files}", {file.name: storage.join(uri, file.name) for file in files}))


def _copied(version: str, files: Mapping[str, str]) -> Path:
    """The folder with the copies of these URIs, by the names that they have there, of what this text is a version."""
    folder = temporary_path(_COPY, version)

    def is_there() -> bool:
        # Those who clear the temporary folder up may leave the folder and take what is in it.
        return all((folder / name).exists() for name in files)

    with _missing(folder, is_there) as missing:
        if missing:
            partial = Path(storage.temporary_name(str(folder)))
            try:
                with storage.writing(str(folder)):
                    shutil.rmtree(folder, ignore_errors=True)
                    # Not every user of this machine may read the store.
                    partial.mkdir(mode=0o700)
                for name, uri in files.items():
                    storage.copy(uri, str(partial / name))
                with storage.writing(str(folder)):
                    _rename(partial, folder, is_there)
            finally:
                shutil.rmtree(partial, ignore_errors=True)
    return folder


def _rename(partial: Path, folder: Path, is_there: Callable[[], bool]) -> None:
    """Give a copy its name. After a fetch that failed two may be at it, and the copy of the other is the same."""
    try:
        partial.rename(folder)
    except OSError:
        if not is_there():
            raise


@contextmanager
def _missing(copy: Path, is_there: Callable[[], bool]) -> Iterator[bool]:
    """A context that tells whether a copy is still to be fetched: of all processes of this machine one is told so.

    The others wait until it has been fetched. The lock is free when its holder is gone, in whatever way. Before it is
    fetched, copies that nobody has asked for in a week are deleted.
    """
    if is_there():
        # Its time is that of its last use. Where it cannot be set, nobody deletes there either.
        with contextlib.suppress(OSError):
            os.utime(copy)
        yield False
        return
    lock = copy.with_name(f"{copy.name}.lock")
    with storage.writing(str(lock)):
        file = lock.open("w")
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            missing = not is_there()
            if missing:
                _remove_unused(copy.parent)
            yield missing
        finally:
            lock.unlink(missing_ok=True)


def _remove_unused(folder: Path) -> None:
    """Delete the copies that nobody has asked for in a week, and what killed processes have left of others.

    A process that reads one may go on: the system keeps a file that is open or mapped. What cannot be deleted stays.
    """
    for copy in folder.glob(f"{_COPY}*"):
        with contextlib.suppress(OSError):
            if time.time() - copy.stat().st_mtime > _KEPT_SECONDS:
                # At once: of a directory that is half deleted others would take what is left for the copy.
                copy.rename(gone := Path(storage.temporary_name(str(copy))))
                if gone.is_dir():
                    shutil.rmtree(gone)
                else:
                    gone.unlink()
    storage.remove_abandoned(str(folder), _COPY)
