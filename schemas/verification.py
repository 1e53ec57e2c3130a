"""Whether the files of the builds below a root are still as they were written."""

from __future__ import annotations

from collections.abc import Iterator

from schemas import storage
from schemas.builds import StandingBuild
from schemas.dataset import MANIFEST, Part, read_manifest
from schemas.errors import InputError


class DamagedError(InputError):
    """Files of a build differ from what its manifest says."""


def differences(build: StandingBuild) -> Iterator[str]:
    """What differs between the files of a build and its manifest, a line each. Reads all of them.

    A report has no manifest, and what is half deleted has none any more: nothing is known of these.
    """
    sizes = {file.name: file.size for file in storage.scan_files(build.location)}
    if MANIFEST not in sizes:
        return
    parts = read_manifest(build.location).parts
    for part in parts:
        uri = storage.join(build.location, part.name)
        if part.name not in sizes:
            yield f"{uri}: is missing"
        elif sizes[part.name] != part.bytes:
            yield f"{uri}: has {sizes[part.name]:,} bytes, and had {part.bytes:,} when it was written"
        elif told := _content_difference(uri, part):
            yield told
    for name in sorted(sizes.keys() - {part.name for part in parts}):
        # What begins so is of the dataset or of the file system, and no reader takes it for rows.
        if not name.startswith(("_", ".")):
            yield f"{storage.join(build.location, name)}: is none of its files, and is read with them"


def _content_difference(uri: str, part: Part) -> str:
    """What is wrong with the content of a file of the right size; empty where nothing is."""
    try:
        changed = storage.checksum(uri) != part.sha256
    except InputError as error:
        # A store that is away would be asked for each of its files.
        if not storage.is_local(uri):
            raise
        return str(error)
    return f"{uri}: has other content than when it was written" if changed else ""
