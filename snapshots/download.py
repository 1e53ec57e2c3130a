"""Downloading a file: begun anew or gone on with, and taken only if it is what its lock and its publisher say.

What is there of a file has the name `<file>.part` until it is whole. Beside it stands `<file>.part.json`: the address
and the validator (ETag or date) of what was begun, so that the rest is asked for only if the file is still the same.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import urllib3

from schemas.datasets.snapshot_lock import LockedFile
from schemas.errors import InputError
from schemas.files import storage
from schemas.text_table import size_text
from snapshots.client import Client, PassingError

_BLOCK: Final = 1 << 20
_range_of = re.compile(r"bytes (\d+)-\d+/(\d+|\*)").fullmatch


class ChangedError(InputError):
    """The publisher has another file at the address than the one that was pinned."""


def _part_of(file: LockedFile, folder: Path) -> Path:
    """Where a file is while it is not whole."""
    return folder / f"{file.name}.part"


def begun_bytes(file: LockedFile, folder: Path) -> int:
    """Bytes of a file that are there of it already."""
    part = _part_of(file, folder)
    return part.stat().st_size if part.exists() else 0


def download(file: LockedFile, folder: Path, client: Client, came: Callable[[int], None]) -> LockedFile:
    """Fetch a file into a folder; returns it with its size and SHA-256.

    `came` is told how many bytes came, below 0 where what was there has to come again. Raises InputError where the file
    cannot be had, and ChangedError where it is another than the one that was pinned.
    """
    part = _part_of(file, folder)
    with storage.writing(str(part)):
        size = client.insist(
            file.address, lambda: _attempt(file, part, client, came), lambda: begun_bytes(file, folder)
        )
        found = verified(replace(file, size=size), part)
        # First: beside a file that is there whole nobody would look for it.
        _note(part).unlink(missing_ok=True)
        part.rename(folder / file.name)
    return found


def verified(file: LockedFile, path: Path) -> LockedFile:
    """The file with its size and SHA-256, where it is what its lock and its publisher say.

    Raises ChangedError where it is not; then it is deleted if it is not whole yet.
    """
    size = path.stat().st_size
    kind, _, published = file.published.partition(":")
    digests = {"sha256": hashlib.sha256()}
    if kind:
        digests.setdefault(kind, hashlib.new(kind, usedforsecurity=False))
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            for digest in digests.values():
                digest.update(block)
    found = {name: digest.hexdigest() for name, digest in digests.items()}
    wrong = ""
    if file.size is not None and size != file.size:
        wrong = f"it has {size:,} bytes, and should have {file.size:,}"
    elif file.sha256 and found["sha256"] != file.sha256:
        wrong = f"its SHA-256 is {found['sha256']}, and the snapshot lock has {file.sha256}"
    elif kind and found[kind] != published:
        wrong = f"its {kind.upper()} is {found[kind]}, and its publisher says {published}"
    if not wrong:
        return replace(file, size=size, sha256=found["sha256"])
    if path.suffix == ".part":
        path.unlink()
        _note(path).unlink(missing_ok=True)
        raise ChangedError(f"{file.address}: {wrong}; what came was deleted, try again or take another date")
    raise ChangedError(f"{path}: {wrong}; it is not the file of the snapshot: delete it, or fetch to another directory")


def _attempt(file: LockedFile, part: Path, client: Client, came: Callable[[int], None]) -> int:
    """Append to a part what is missing of the file; returns the size of the whole. One try."""
    validator = _validator(file, part)
    done = part.stat().st_size if part.exists() else 0
    # Without a validator or a checksum nobody could tell that the rest belongs to the same file.
    if done and (not (validator or file.published or file.sha256) or done > (file.size or done)):
        _begin_anew(part, done, came)
        done = 0
    if done and done == file.size:
        return done
    headers = {"Range": f"bytes={done}-"} if done else {}
    if done and validator:
        headers["If-Range"] = validator
    with client.open(file.address, headers) as response:
        if done and not _goes_on(response, done, validator):
            _begin_anew(part, done, came)
            done = 0
        if response.status != (206 if done else 200):
            raise PassingError("the file is another than the one that was begun")
        size = _whole_size(response, done)
        if file.size is not None and size is not None and size != file.size:
            raise ChangedError(
                f"{file.address}: has {size:,} bytes, and had {file.size:,} when the snapshot was pinned; its "
                "publisher has changed it. Delete the snapshot lock to pin what is there now"
            )
        if not done:
            note = {"address": file.address, "validator": _validator_of(response)}
            _note(part).write_text(json.dumps(note), encoding="utf-8")
        with part.open("ab" if done else "wb") as stream:
            # Not by blocks of a size, which would be lost where the rest of one does not come.
            while block := response.read1(_BLOCK, decode_content=False):
                stream.write(block)
                stream.flush()
                done += len(block)
                came(len(block))
                if client.stopped.is_set():
                    raise PassingError("stopped")
    if size is not None and done != size:
        raise PassingError(f"broken off after {size_text(done)} of {size_text(size)}")
    return done


def _begin_anew(part: Path, done: int, came: Callable[[int], None]) -> None:
    _note(part).unlink(missing_ok=True)
    part.unlink(missing_ok=True)
    came(-done)


def _goes_on(response: urllib3.BaseHTTPResponse, done: int, validator: str) -> bool:
    """Whether an answer is the rest of what was begun."""
    place = _range_of(response.headers.get("Content-Range", ""))
    now = _validator_of(response)
    same = not validator or validator == now
    return response.status == 206 and place is not None and int(place[1]) == done and same


def _whole_size(response: urllib3.BaseHTTPResponse, done: int) -> int | None:
    """Bytes of the whole file, of which `done` were there; None where the server does not say."""
    place = _range_of(response.headers.get("Content-Range", ""))
    if done and place and place[2] != "*":
        return int(place[2])
    length = response.headers.get("Content-Length", "")
    return done + int(length) if length.isdecimal() else None


def _note(part: Path) -> Path:
    return part.with_name(f"{part.name}.json")


def _validator(file: LockedFile, part: Path) -> str:
    """The validator of what was begun; empty where there is none, or what was begun came from elsewhere."""
    try:
        note = json.loads(_note(part).read_text(encoding="utf-8"))
        return str(note["validator"]) if note["address"] == file.address else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _validator_of(response: urllib3.BaseHTTPResponse) -> str:
    """What tells whether a file is still the same: its strong ETag, or else its date."""
    tag: str = response.headers.get("ETag", "")
    return tag if tag.startswith('"') else str(response.headers.get("Last-Modified", ""))
