"""The types of a large dump that was made of a small one: those of the small one for each copy of its pages."""

from __future__ import annotations

import bz2
import re
from pathlib import Path

_resource = re.compile(rb"^<http://dbpedia\.org/resource/[^>]*", re.MULTILINE)


def scale_types(types: Path, copies: int, to: Path) -> None:
    """Write the instance types of so many copies, named as `benchmarks.extraction.scaled` names their link targets."""
    lines = bz2.decompress(types.read_bytes())
    with bz2.open(to, "wb") as file:
        for number in range(copies):
            suffix = b"_%d" % number if number else b""
            file.write(_resource.sub(lambda found, suffix=suffix: found[0] + suffix, lines))  # type: ignore[misc]
