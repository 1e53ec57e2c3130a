"""The files and directories that settings name: found, and refused where they are not what is asked for."""

from __future__ import annotations

import functools
import glob
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from pyarrow import fs

from schemas.datasets.dataset import Source
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.storage import Stamp
from tasks.settings.syntax import expanded, items
from wiki.dump.pages import read_siteinfo

_Read = TypeVar("_Read")


def input_files(setting: str, value: str, otherwise: str = "") -> list[str]:
    """The files a comma-separated setting names, patterns expanded and sorted.

    Raises InputError, with the setting's name, where it is empty or names something that is not there or no file. Where
    it is empty, `otherwise` tells how to do without a file.
    """
    files: list[str] = []
    real: dict[str, str] = {}
    for name in map(expanded, items(value)):
        local = "://" not in name
        found = _matching(name) if local else [name]
        if not found:
            raise InputError(f"{setting} = {name}: no file matches")
        for each in found:
            path = _absolute(each) if local else each
            _check(setting, each, path, fs.FileType.File)
            other = real.setdefault(os.path.realpath(path) if local else path, path)
            if other != path:
                raise InputError(f"{setting} names {other} and {path}, which are the same file: name one")
            if path in files:
                raise InputError(f"{setting} names {path} twice")
            files.append(path)
    if not files:
        raise InputError(f"{setting} is empty: name a file{otherwise and f', or {otherwise}'}")
    return files


def _matching(name: str) -> list[str]:
    """The local files that a name or pattern means, sorted: a file of just that name is no pattern."""
    if os.path.lexists(name) or not glob.has_magic(name):
        return [name]
    return sorted(glob.glob(name))  # noqa: PTH207 (absolute patterns)


def input_file(setting: str, value: str, otherwise: str = "") -> str:
    """The one file a setting names. Raises InputError as `input_files` does, and where there are several."""
    files = input_files(setting, value, otherwise)
    if len(files) > 1:
        raise InputError(f"{setting} names {len(files)} files: name one")
    return files[0]


def input_directory(setting: str, value: str) -> str:
    """The directory a setting names. Raises InputError, with the setting's name, where it is not there or a file."""
    if not value.strip():
        raise InputError(f"{setting} is empty: name a directory")
    path = expanded(value.strip())
    path = path if "://" in path else _absolute(path)
    _check(setting, value, path, fs.FileType.Directory)
    return path


def output_directory(setting: str, value: str, instead: str = "name another place") -> None:
    """Raise InputError, with the setting's name and what to do instead, where nothing can be written below a directory.

    It may be missing.
    """
    possible_directory(setting, value)
    if "://" not in value and not os.access(existing := _existing(value), os.W_OK | os.X_OK):
        raise InputError(f"{setting} = {value}: no permission to write in {existing}; {instead}")


def possible_directory(setting: str, value: str) -> None:
    """Raise InputError, with the setting's name, where there can be no such directory, whoever may write there."""
    if "://" not in value:
        if not (existing := _existing(value)).is_dir():
            raise InputError(f"{setting} = {value}: {existing} is not a directory; name another place")
        return
    try:
        storage.resolve(value)
    except InputError as error:
        # It begins with the value.
        raise InputError(f"{setting} = {error}") from error


def _existing(value: str) -> Path:
    """What there is of a local path."""
    place = Path(_absolute(value))
    return next(path for path in (place, *place.parents) if os.path.lexists(path))


def on_one_disk(root: str, snapshot: str) -> None:
    """Raise InputError where the folder of a snapshot is on another disk than the root, where it is written first."""
    place = Path(root, snapshot)
    if "://" not in root and place.is_dir() and place.stat().st_dev != Path(root).stat().st_dev:
        raise InputError(
            f"{place}: is on another disk than {root}, and a dataset that is complete is moved from there in one step; "
            "let root in [Build] be, or lead to, a directory on that disk"
        )


def output_file(setting: str, value: str) -> None:
    """Raise InputError, with the setting's name, where a local file cannot be written; its directory may be missing."""
    place = Path(_absolute(value))
    if os.path.lexists(place) and not place.is_file():
        raise InputError(f"{setting} = {value}: is not a file; name another place")
    output_directory(setting, str(place.parent))


def check_distinct(setting: str, sources: Iterable[Source]) -> None:
    """Raise InputError where two of the files that a setting names have the same content, by their checksums."""
    locations: dict[str, str] = {}
    for source in sources:
        other = locations.setdefault(source.identity, source.location)
        if other != source.location:
            raise InputError(f"{setting} names {other} and {source.location}, which have the same content: name one")


def once_a_version(read: Callable[..., _Read]) -> Callable[..., _Read]:
    """A function of input files that reads them once for each of their versions: many steps ask the same of a file."""

    @functools.lru_cache(maxsize=16)
    def kept(versions: tuple[Stamp, ...]) -> _Read:
        return read(*(version.uri for version in versions))

    @functools.wraps(read)
    def reader(*paths: str) -> _Read:
        return kept(tuple(map(storage.stamp, paths)))

    return reader


siteinfo = once_a_version(read_siteinfo)
"""What a dump says about its wiki, as `wiki.dump.pages.read_siteinfo`."""


def _check(setting: str, shown: str, path: str, kind: fs.FileType) -> None:
    filesystem, inside = storage.resolve(path)
    with storage.reaching(f"{setting} = {shown}"):
        found = filesystem.get_file_info(inside).type
    if found == kind:
        return
    wanted = "file" if kind == fs.FileType.File else "directory"
    if found == fs.FileType.NotFound:
        raise InputError(f"{setting} = {shown}: no such {wanted} (looked in {Path.cwd()})")
    is_now = {fs.FileType.File: "a file", fs.FileType.Directory: "a directory"}.get(found, "a device or a pipe")
    raise InputError(f"{setting} = {shown}: must be a {wanted}, and is {is_now}")


def _absolute(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100 (Path.absolute keeps "..")
