"""Whether the files of the builds below a root are still as they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from schemas.datasets.dataset import MANIFEST, BrokenManifestError, Part, identity_of, read_manifest
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.builds import StandingBuild, State
from schemas.root.current import CURRENT, BrokenCurrentError, build_name, current_build, current_snapshot, folders


class DamagedError(InputError):
    """Files of a build differ from what its manifest says."""


def differences(build: StandingBuild) -> Iterator[str]:
    """What differs between the files of a build and its manifest, a line each. Reads all of them.

    A report has no manifest, and what is half deleted has none any more: nothing is known of these.
    """
    if not build.location.endswith(f"/{build_name(build.identity)}"):
        yield f"{build.location}: is {build_name(build.identity)} by its manifest, and found under that name only"
    names = set(storage.list_files(build.location))
    if MANIFEST not in names:
        if build.state == State.UNREADABLE:
            yield f"{storage.join(build.location, MANIFEST)}: is missing"
        return
    try:
        manifest = read_manifest(build.location)
    except BrokenManifestError as error:
        yield str(error)
        return
    parts = manifest.parts
    if identity_of(manifest.provenance) != manifest.provenance.identity:
        yield f"{storage.join(build.location, MANIFEST)}: its step, parameters and inputs are not those of its identity"
    if (manifest.rows, manifest.bytes) != (sum(part.rows for part in parts), sum(part.bytes for part in parts)):
        yield f"{storage.join(build.location, MANIFEST)}: its rows and bytes are not those of its parts together"
    for part in parts:
        uri = storage.join(build.location, part.name)
        wrong = _difference_or_error(uri, part) if part.name in names else f"{uri}: is missing"
        if wrong:
            yield wrong
    for name in sorted(names - {part.name for part in parts}):
        # What begins so is of the dataset or of the file system, and no reader takes it for rows.
        if not name.startswith(("_", ".")):
            yield f"{storage.join(build.location, name)}: is none of its files, and is read with them"


def wrong_names(root: str) -> Iterator[str]:
    """Each `_current.json` below a root that names nothing, or a build or snapshot that is not there, a line each."""
    yield from _wrong_name(root, current_snapshot, "give `wiki-ner promote` again")
    for snapshot in folders(root):
        for dataset in folders(storage.join(root, snapshot)):
            place = storage.join(root, snapshot, dataset)
            for name in storage.list_files(place):
                if name.rpartition("/")[2] == CURRENT:
                    address = storage.join(place, name).rpartition("/")[0]
                    yield from _wrong_name(address, current_build, "give the command that built the dataset again")


def _wrong_name(place: str, current: Callable[[str], str | None], again: str) -> Iterator[str]:
    try:
        name = current(place)
    except BrokenCurrentError as error:
        yield str(error)
        return
    if name and not storage.list_files(storage.join(place, name)):
        yield f"{storage.join(place, CURRENT)}: names {name}, which is not there; {again}, or delete the file"


def part_difference(uri: str, part: Part) -> str:
    """How a file of a dataset differs from what the manifest says of it; empty where it does not. Reads it.

    Raises InputError where it is missing or cannot be read.
    """
    if (size := storage.size(uri)) != part.bytes:
        return f"{uri}: has {size:,} bytes, and had {part.bytes:,} when it was written"
    return "" if storage.checksum(uri) == part.sha256 else f"{uri}: has other content than when it was written"


def _difference_or_error(uri: str, part: Part) -> str:
    try:
        return part_difference(uri, part)
    except InputError as error:
        # A store that is away would be asked for each of its files, and what may not be read is not damaged.
        if not storage.is_local(uri) or isinstance(error.__cause__, PermissionError):
            raise
        return str(error)
