"""The snapshot lock: what a snapshot is made of, each file with its address, size and checksum.

`wiki-ner fetch` pins a snapshot when it decides which files belong to it, before the first one comes. From then on the
lock alone says what is fetched, and from it the same files are fetched again. The manifest of every dataset has those
of its files that the dataset was made of.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self

from schemas.errors import InputError
from schemas.files import storage

SUFFIX: Final = ".lock.json"
_FORMAT: Final = 1
_CHECKSUMS: Final = ("", "md5", "sha1", "sha256")
"""How checksums of publishers begin; empty where there is none."""
_is_word = re.compile(r"\w+").fullmatch


@dataclass(frozen=True)
class LockedFile:
    """A file of a snapshot."""

    name: str
    """Its name in the directory that it is fetched to."""
    role: str
    """What it is for: `pages`, `ontology`, `instance_types`, `wikidata`, or the name of an SQL table."""
    address: str
    size: int | None
    """Bytes; None until it was fetched, where the publisher does not say."""
    published: str
    """The publisher's checksum, `sha1:da39…`; empty where there is none."""
    sha256: str = ""
    """Its SHA-256; empty until it was fetched."""


@dataclass(frozen=True)
class SnapshotLock:
    """The files of a snapshot."""

    wiki: str
    """Name of the wiki, `enwiki`."""
    date: str
    """Date of its dump, `20260901`."""
    files: tuple[LockedFile, ...]

    @property
    def name(self) -> str:
        """Name of the snapshot, `enwiki-20260901`."""
        return f"{self.wiki}-{self.date}"

    @property
    def is_whole(self) -> bool:
        """Whether all files were fetched, and their checksums are known."""
        return all(file.sha256 for file in self.files)

    def with_file(self, file: LockedFile) -> Self:
        """The lock with what is known of the file of this name now."""
        return replace(self, files=tuple(file if each.name == file.name else each for each in self.files))


def write_lock(uri: str, lock: SnapshotLock) -> None:
    """Write a lock whole: a reader sees the old content or the new."""
    storage.write_json(uri, {"format": _FORMAT, **asdict(lock)})


def read_lock(uri: str) -> SnapshotLock:
    """The lock at the URI. Raises InputError where there is none, or none that this version reads."""
    text = storage.read_text(uri)
    try:
        if not text.strip("\0 \n"):
            raise ValueError("it is empty: the disk was full, or the machine went down")
        document = json.loads(text)
        if document["format"] != _FORMAT:
            raise ValueError(f"format {document['format']}, this version reads {_FORMAT}")
        lock = SnapshotLock(str(document["wiki"]), str(document["date"]), locked_files(document["files"]))
        _check(lock)
        return lock
    except (ValueError, TypeError, KeyError) as error:
        advice = "delete it, and fetch again" if uri.endswith(SUFFIX) else f"name the file <snapshot>{SUFFIX}"
        raise InputError(f"{uri}: not a whole snapshot lock ({error}); {advice}") from error


def _check(lock: SnapshotLock) -> None:
    """Raise ValueError for names that lead out of the directory of the lock, and checksums that nobody can take."""
    for part, what in ((lock.wiki, "wiki"), (lock.date, "date")):
        if not _is_word(part):
            raise ValueError(f"{part!r} is no {what}")
    for file in lock.files:
        if not isinstance(file.name, str) or "/" in file.name or file.name in ("", ".", ".."):
            raise ValueError(f"{file.name!r} is no name of a file")
        if not isinstance(file.published, str) or file.published.partition(":")[0] not in _CHECKSUMS:
            raise ValueError(f"{file.published!r} is no checksum of {', '.join(filter(None, _CHECKSUMS))}")


def locked_files(documents: Iterable[dict[str, Any]]) -> tuple[LockedFile, ...]:
    """Files as they stand in JSON. Raises TypeError where one is none."""
    return tuple(LockedFile(**document) for document in documents)
