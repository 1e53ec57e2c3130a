"""Where a command writes: a file or folder on this machine that gets its name only when it is complete."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import InputError


@contextmanager
def new_place(path: str, *, folder: bool) -> Iterator[Path]:
    """Where to write a file or folder that then gets this path; what an interrupted run leaves is deleted.

    A symbolic link stays, and what it leads to is replaced. A device, pipe or socket is itself the place of a file.
    Raises InputError for a path that is taken, that cannot be written, or that is not on this machine.
    """
    if "://" in path:
        raise InputError(f"{path}: the output is written to this machine; give a local path to -o and copy it then")
    if not folder and _is_special(Path(path)):
        yield Path(path)
        return
    target = Path(path).resolve()
    if folder and target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise InputError(f"{path}: exists; give the name of a new folder to -o, or delete it")
    if not folder and target.is_dir():
        raise InputError(f"{path}: is a directory; give the name of a file to -o")
    if not target.parent.is_dir():
        raise InputError(f"{path}: there is no directory {target.parent}; make it first")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise InputError(f"{path}: no permission to write in {target.parent}; give another place to -o")
    # Another for each run: process ids repeat, in containers above all, and a killed run leaves its own. tempfile would
    # make what only its owner can read.
    temporary = target.with_name(f"{target.name}.{uuid.uuid4().hex}.tmp")
    try:
        yield temporary
        temporary.replace(target)
    finally:
        if temporary.is_dir():
            shutil.rmtree(temporary, ignore_errors=True)
        else:
            temporary.unlink(missing_ok=True)


def _is_special(path: Path) -> bool:
    """Whether something is there that no file can take the place of: a device, a pipe or a socket."""
    return path.exists() and not path.is_file() and not path.is_dir()
