"""The address of a dataset, which stays when its build changes.

The builds of a dataset stand side by side at an address, `<dataset>/<key=value>/…/build=<digest>`. `_current.json`
beside them names the one that was built or asked for last. `_current.json` below the root names the snapshot that is
read where several have a dataset: none is before somebody has said so.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from pyarrow import fs

from schemas.datasets.dataset import is_committed
from schemas.errors import InputError
from schemas.files import storage

CURRENT = "_current.json"
EXCERPT = "_excerpt.json"
"""Name of the file, below root and snapshot, that says of which excerpt of the dump a preview is."""
BUILD = re.compile("build=([0-9a-f]{8})")
"""Name of a build's directory, as `build_name` makes it; the group is the digest."""
_KEY = re.compile("([^_.=][^=]*)=(.*)")


class BrokenCurrentError(InputError):
    """A `_current.json` that names nothing."""


def build_name(identity: str) -> str:
    """Name of the directory of the build with an identity, or with a digest of eight digits or more."""
    return f"build={identity[:8]}"


@dataclass(frozen=True)
class Address:
    """Where the builds of a dataset stand."""

    uri: str
    keys: dict[str, str]
    """The parameters in the path, from the outermost."""


def folders(uri: str) -> list[str]:
    """Names of the snapshots below a root, or of the datasets of a snapshot: the folders that are nothing else."""
    # What begins so is the build's own, as `_staging`, or that of the file system.
    return [name for name in storage.list_names(uri, fs.FileType.Directory) if _is_folder(name)]


def addresses(folder: str) -> list[Address]:
    """The addresses of the dataset in a directory, `<root>/<snapshot>/<dataset>`, in the order of their paths."""
    found = []
    waiting = [Address(folder, {})]
    while waiting:
        address = waiting.pop()
        names = storage.list_names(address.uri, fs.FileType.Directory)
        if any(map(BUILD.fullmatch, names)):
            found.append(address)
        keys = [key for name in names if (key := _KEY.fullmatch(name)) and not BUILD.fullmatch(name)]
        waiting += [Address(storage.join(address.uri, key[0]), {**address.keys, key[1]: key[2]}) for key in keys]
    return sorted(found, key=lambda address: address.uri)


def current_build(address: str) -> str | None:
    """Name of the current build at an address, `build=<digest>`; None where nothing says which it is.

    Raises InputError where `_current.json` cannot be read, and BrokenCurrentError where it names no build.
    """
    again = "give the command that built the dataset again"
    return _named(storage.join(address, CURRENT), "build", lambda name: bool(BUILD.fullmatch(name)), again)


def current_snapshot(root: str) -> str | None:
    """Name of the current snapshot below a root; None where nothing says which it is.

    Raises InputError where `_current.json` cannot be read, and BrokenCurrentError where it names no snapshot.
    """
    again = "give `wiki-ner promote` again"
    return _named(storage.join(root, CURRENT), "snapshot", _is_folder, again)


def _is_folder(name: str) -> bool:
    """Whether the name can be that of one of the `folders`: none that leads elsewhere."""
    return bool(name) and "/" not in name and not name.startswith(("_", "."))


def _named(path: str, kind: str, is_name: Callable[[str], bool], again: str) -> str | None:
    """What a file names; None where there is no file. Raises InputError, which says what to do, for anything else."""
    if not storage.exists(path):
        return None
    # Outside: what may not be read, or a store that is away, is told as that.
    content = storage.read_bytes(path)
    try:
        document = json.loads(content)
    except ValueError:
        document = None
    name = document.get(kind) if isinstance(document, dict) else None
    if not isinstance(name, str) or not is_name(name):
        raise BrokenCurrentError(f"{path}: names no {kind}; delete it, and {again}")
    return name


def is_preview(root: str, snapshot: str) -> bool:
    """Whether a snapshot below a root is a preview, of a part of the dump."""
    return storage.exists(storage.join(root, snapshot, EXCERPT))


def make_snapshot_current(root: str, snapshot: str) -> None:
    """Have a snapshot be the current one below a root. Raises InputError where that cannot be written."""
    storage.write_json(storage.join(root, CURRENT), {"snapshot": snapshot})


def standing_builds(address: str) -> list[str]:
    """Names of the builds at an address that are datasets, sorted."""
    names = filter(BUILD.fullmatch, storage.list_names(address, fs.FileType.Directory))
    return [name for name in names if is_committed(storage.join(address, name))]


def build_to_read(address: str) -> str | None:
    """Name of the build that a reader wants who names none: the current one if it is there, else the only one.

    None where that does not leave one. Raises InputError where `_current.json` cannot be read.
    """
    current = current_build(address)
    if current and is_committed(storage.join(address, current)):
        return current
    standing = standing_builds(address)
    return standing[0] if len(standing) == 1 else None


def make_current(location: str) -> str | None:
    """Have the build at the location be the current one of its address.

    Returns the name of the one that was, None where it was this one or none. Raises InputError where that cannot be
    written.
    """
    address, _, name = location.rpartition("/")
    was = _was_current(address)
    if was == name:
        return None
    storage.remove_abandoned(address, CURRENT)
    storage.write_json(storage.join(address, CURRENT), {"build": name})
    return was


def _was_current(address: str) -> str | None:
    # A file that names no build is written anew.
    with contextlib.suppress(InputError):
        return current_build(address)
    return None
