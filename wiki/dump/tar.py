"""A tar that is read as a stream, once and from its beginning to its end, so that it may lie in a compressed file."""

from __future__ import annotations

import io
import re
import tarfile
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

BLOCK_BYTES: Final = 512
"""Bytes of a header; what a file has is filled up to a multiple of it."""
_READ_BYTES: Final = 1 << 20
_pax_size = re.compile(rb"\b[0-9]+ size=([0-9]{1,18})\n")


def is_tar(head: bytes) -> bool:
    """Whether a file that begins with these bytes, at least `BLOCK_BYTES` of them, is a tar."""
    try:
        tarfile.TarInfo.frombuf(head, tarfile.ENCODING, "surrogateescape")
    except tarfile.TarError:
        return False
    return True


class TarError(Exception):
    """What is wrong with a tar: `damaged` or `cut short`."""


class _Member(io.RawIOBase):
    """A member of a tar that is read from its beginning to its end."""

    def __init__(self, source: BinaryIO, size: int) -> None:
        super().__init__()
        self._source = source
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._source.read(min(len(buffer), self.left))
        if not data and self.left:
            raise TarError("cut short")
        buffer[: len(data)] = data
        self.left -= len(data)
        return len(data)


def tar_members(source: BinaryIO) -> Iterator[BinaryIO]:
    """The files of a tar, or of several one behind the other, each to be read before the next one is asked for.

    Raises TarError where there is no header, and where the end of a tar is missing. Python's own reader takes either
    for the end.
    """
    long_size = None
    ended = False
    while True:
        header = source.read(BLOCK_BYTES)
        if ended and not header.strip(b"\0"):
            if not header:
                return
            continue
        if len(header) < BLOCK_BYTES:
            raise TarError("cut short")
        ended = not any(header)
        if ended:
            continue
        try:
            info = tarfile.TarInfo.frombuf(header, tarfile.ENCODING, "surrogateescape")
        except tarfile.TarError as error:
            raise TarError("damaged") from error
        member = _Member(source, info.size if long_size is None else long_size)
        long_size = None
        padding = -member.left % BLOCK_BYTES
        content = io.BufferedReader(member, _READ_BYTES)
        if info.type == tarfile.XHDTYPE:
            # The size of a file of more than eight gigabytes stands before it.
            found = _pax_size.search(content.read(min(member.left, _READ_BYTES)))
            long_size = int(found[1]) if found else None
        elif info.isreg():
            yield content
        while content.read(_READ_BYTES):
            pass
        source.read(padding)
