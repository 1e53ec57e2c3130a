"""Whether the files of the builds below a root are still as they were written."""

from __future__ import annotations

from collections.abc import Iterator

from schemas import storage
from schemas.builds import StandingBuild
from schemas.dataset import MANIFEST, read_manifest
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
        elif storage.checksum(uri) != part.sha256:
            yield f"{uri}: has other content than when it was written"
    for name in sorted(sizes.keys() - {part.name for part in parts}):
        # What begins so is of the dataset or of the file system, and no reader takes it for rows.
        if not name.startswith(("_", ".")):
            yield f"{storage.join(build.location, name)}: is none of its files, and is read with them"
