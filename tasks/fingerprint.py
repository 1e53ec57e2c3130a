"""The identity of an input file: its SHA-256, computed once for each size and modification time."""

from __future__ import annotations

import functools
import hashlib
import logging
from typing import Any

from schemas import storage
from schemas.errors import InputError

_logger = logging.getLogger("luigi-interface")


def fingerprint(uri: str, memory: str) -> str:
    """SHA-256 of the file at `uri`; `memory` is the directory where it is remembered."""
    note, stamp = _note(uri, memory)
    sha256 = look_up(uri, memory)
    if not _is_known(note, stamp):
        storage.remove_abandoned(memory)
        storage.write_json(note, {**stamp, "sha256": sha256})
    return sha256


def look_up(uri: str, memory: str) -> str:
    """The same, with nothing written."""
    note, stamp = _note(uri, memory)
    if _is_known(note, stamp):
        return str(storage.read_json(note)["sha256"])
    if stamp["size"] and stamp["size"] > 1 << 30:
        _logger.info("taking the checksum of %s (%.1f GB), once", uri, stamp["size"] / 1e9)
    return _checksum(uri, stamp["size"], stamp["mtime_ns"])


@functools.lru_cache(maxsize=1024)
def _checksum(uri: str, _size: int, _mtime_ns: int) -> str:
    # Several steps read the same file, and a plan writes nothing down.
    return storage.checksum(uri)


def _note(uri: str, memory: str) -> tuple[str, dict[str, Any]]:
    """The file in which the checksum is remembered, and what must be the same for it to hold."""
    filesystem, path = storage.resolve(uri)
    info = filesystem.get_file_info(path)
    note = storage.join(memory, f"{hashlib.sha256(uri.encode()).hexdigest()[:16]}.json")
    return note, {"uri": uri, "size": info.size, "mtime_ns": info.mtime_ns}


def _is_known(note: str, stamp: dict[str, Any]) -> bool:
    if not storage.exists(note):
        return False
    try:
        known = storage.read_json(note)
    except InputError:
        return False
    # Whatever else stands there is no note: the checksum is taken again.
    return isinstance(known, dict) and "sha256" in known and stamp.items() <= known.items()
