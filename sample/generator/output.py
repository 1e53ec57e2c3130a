"""Compares a folder with the files that it should hold, and updates it."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path


def differences(folder: Path, wanted: Mapping[str, bytes]) -> list[str]:
    """Names of the files in `folder` that are missing, left over or not as wanted, sorted."""
    there = {path.name: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}
    return sorted(
        name
        for name in there.keys() | wanted.keys()
        if name not in there or name not in wanted or _plain(name, there[name]) != _plain(name, wanted[name])
    )


def update(folder: Path, wanted: Mapping[str, bytes]) -> None:
    """Writes what is missing or not as wanted, and removes what is left over. Other files are not touched."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in differences(folder, wanted):
        if name in wanted:
            (folder / name).write_bytes(wanted[name])
        else:
            (folder / name).unlink()


def _plain(name: str, data: bytes) -> bytes:
    # The gzip output differs between zlib builds, its content does not.
    return gzip.decompress(data) if name.endswith(".gz") else data
