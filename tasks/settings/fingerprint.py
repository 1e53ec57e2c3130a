"""The identity of an input file: its SHA-256, computed once for each size and modification time."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
from dataclasses import asdict

from schemas.errors import InputError
from schemas.files import storage
from schemas.files.storage import Stamp

_logger = logging.getLogger("luigi-interface")


def fingerprint(file: Stamp, memory: str) -> str:
    """SHA-256 of a file with this stamp; `memory` is the directory where it is remembered, if it can be."""
    sha256 = look_up(file, memory)
    note = _note(file, memory)
    if not _is_known(note, file):
        storage.remove_abandoned(memory)
        # Who may read what is built need not be able to write below root.
        with contextlib.suppress(InputError):
            storage.write_json(note, {**asdict(file), "sha256": sha256})
    return sha256


def look_up(file: Stamp, memory: str) -> str:
    """The same, with nothing written."""
    note = _note(file, memory)
    if _is_known(note, file):
        return str(storage.read_json(note)["sha256"])
    if file.size and file.size > 1 << 30:
        _logger.info("taking the checksum of %s (%.1f GB), once", file.uri, file.size / 1e9)
    return _checksum(file)


@functools.lru_cache(maxsize=1024)
def _checksum(file: Stamp) -> str:
    # Several steps read the same file, and a plan writes nothing down.
    return storage.checksum(file.uri)


def _note(file: Stamp, memory: str) -> str:
    """The file in which the checksum is remembered."""
    return storage.join(memory, f"{hashlib.sha256(file.uri.encode()).hexdigest()[:16]}.json")


def _is_known(note: str, file: Stamp) -> bool:
    if not storage.exists(note):
        return False
    try:
        known = storage.read_json(note)
    except InputError:
        return False
    # Whatever else stands there is no note: the checksum is taken again.
    return isinstance(known, dict) and "sha256" in known and asdict(file).items() <= known.items()
