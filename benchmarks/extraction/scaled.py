"""A large dump made of a small one: its pages again and again, with new ids, titles and link targets.

Each copy links to titles of its own, so that no cache of link targets profits from the repetition.
"""

from __future__ import annotations

import bz2
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

PAGES_IN_STREAM = 100
"""As many as Wikimedia puts into one bzip2 stream of a multistream dump."""
_ID_STEP = 100_000_000
_page = re.compile(rb"  <page>.*?</page>\n", re.DOTALL)
_title = re.compile(rb"<title>([^<]*)")
_page_id = re.compile(rb"<id>([0-9]+)")
_link_target = re.compile(rb"\[\[([^\[\]|:#\n]+)(?=[|\]])")


class Dumps(NamedTuple):
    """The same XML, compressed in two ways."""

    multistream: Path
    single_stream: Path
    xml_bytes: int


def scale(dump: Path, target_bytes: int, folder: Path) -> Dumps:
    """Write at least `target_bytes` of XML to `folder`, unless it is there from an earlier run."""
    name = f"scaled-{target_bytes}"
    made = Dumps(folder / f"{name}-multistream.xml.bz2", folder / f"{name}.xml.bz2", 0)
    note = folder / f"{name}.bytes"
    if not note.exists():
        folder.mkdir(parents=True, exist_ok=True)
        written = _write(dump, target_bytes, made)
        note.write_text(str(written), encoding="utf-8")
    return made._replace(xml_bytes=int(note.read_text(encoding="utf-8")))


def _write(dump: Path, target_bytes: int, to: Dumps) -> int:
    xml = bz2.decompress(dump.read_bytes())
    head = xml[: xml.index(b"  <page>")]
    pages = _page.findall(xml)
    single = bz2.BZ2Compressor()
    with to.multistream.open("wb") as many, to.single_stream.open("wb") as one:
        written = 0
        for piece in _streams(head, pages, target_bytes):
            many.write(bz2.compress(piece))
            one.write(single.compress(piece))
            written += len(piece)
        one.write(single.flush())
    return written


def _streams(head: bytes, pages: list[bytes], target_bytes: int) -> Iterator[bytes]:
    yield head
    written, number = len(head), 0
    while written < target_bytes:
        copy = [_renumbered(page, number) for page in pages]
        for start in range(0, len(copy), PAGES_IN_STREAM):
            piece = b"".join(copy[start : start + PAGES_IN_STREAM])
            written += len(piece)
            yield piece
        number += 1
    yield b"</mediawiki>\n"


def _renumbered(page: bytes, number: int) -> bytes:
    if not number:
        return page
    suffix = b" %d" % number

    def new_id(found: re.Match[bytes]) -> bytes:
        return b"<id>%d" % (int(found.group(1)) + number * _ID_STEP)

    def new_name(opening: bytes) -> Callable[[re.Match[bytes]], bytes]:
        return lambda found: opening + found.group(1) + suffix

    page = _page_id.sub(new_id, page, count=1)
    page = _title.sub(new_name(b"<title>"), page, count=1)
    return _link_target.sub(new_name(b"[["), page)
