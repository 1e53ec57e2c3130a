"""Files of a dump: bzip2, gzip or plain, told apart by content."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

import pyarrow as pa

from wiki.dump.bzip2 import read_blocks

Kind = Literal["bzip2", "gzip", "plain"]

_READ_BYTES = 1 << 20
_GZIP_BYTES = 1 << 16
"""Compressed bytes decoded at once; deflate expands them to at most a thousand times as much."""


class Piece(NamedTuple):
    """A decoded part of a file."""

    offset: int
    """Byte of the file where the part begins."""
    data: bytes
    problem: Literal["", "damaged", "cut short"]
    """`damaged` where a checksum or the coding fails, `cut short` where the file ends within the compressed data."""


def file_kind(file: pa.NativeFile) -> Kind:
    """How the file is compressed, by its first bytes."""
    head = file.read_at(min(4, file.size()), 0)
    if head[:3] == b"BZh" and head[3:].isdigit():
        return "bzip2"
    return "gzip" if head[:2] == b"\x1f\x8b" else "plain"


def file_end(file: pa.NativeFile, kind: Kind) -> int:
    """The size of the file: in bits where kind is `bzip2`, whose blocks begin at any bit, else in bytes."""
    size: int = file.size()
    return size * 8 if kind == "bzip2" else size


def read_pieces(file: pa.NativeFile, kind: Kind, start: int, end: int) -> Iterator[Piece]:
    """The decoded content of a range of the file, in pieces of at most some megabytes; gzip is read from end to end.

    Reading bzip2 goes on after a damaged block; gzip ends where it is damaged.
    """
    if kind == "bzip2":
        return _read_bzip2(file, start, end)
    if kind == "gzip":
        return _read_gzip(file)
    return _read_plain(file, start, end)


class Decoded(io.RawIOBase):
    """The decoded content of a file as a stream that ends where it is damaged."""

    def __init__(self, pieces: Iterable[Piece], advance: Callable[[int], None] | None = None) -> None:
        super().__init__()
        self._pieces = iter(pieces)
        self._advance = advance
        self._rest = memoryview(b"")
        self.problem = ""
        """`damaged` or `cut short` where the content ends before the file does."""
        self.offset = 0
        """Byte of the file up to which was read."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest and not self.problem:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self.offset, self._rest, self.problem = piece.offset, memoryview(piece.data), piece.problem
            if self._advance:
                self._advance(piece.offset)
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size

    def peek(self, size: int) -> bytes:
        """The next bytes, fewer only where the content ends, which stay to be read."""
        head = b""
        while len(head) < size and (more := self.read(size - len(head))):
            head += more
        self._rest = memoryview(head + bytes(self._rest))
        return head


def _read_bzip2(file: pa.NativeFile, start: int, end: int) -> Iterator[Piece]:
    for block in read_blocks(file, start, end):
        if block.data is None:
            yield Piece(block.start // 8, b"", "damaged")
        else:
            yield Piece(block.start // 8, block.data, "" if block.ended else "cut short")


def _read_gzip(file: pa.NativeFile) -> Iterator[Piece]:
    size = file.size()
    decompressor = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    for offset, part in _gzip_parts(file, size):
        while part:
            if decompressor.eof:
                # Zeros after the last member are padding.
                part = bytes(part).lstrip(b"\0")
                if not part:
                    break
                decompressor = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
            try:
                yield Piece(offset, decompressor.decompress(part), "")
            except zlib.error:
                yield Piece(offset, b"", "damaged")
                return
            part = decompressor.unused_data
    if not decompressor.eof:
        yield Piece(size, b"", "cut short")


def _gzip_parts(file: pa.NativeFile, size: int) -> Iterator[tuple[int, bytes | memoryview]]:
    """Offset and content of the parts of the file that are decoded at once."""
    for offset, compressed, _ in _read_plain(file, 0, size):
        view = memoryview(compressed)
        for start in range(0, len(view), _GZIP_BYTES):
            yield offset + start, view[start : start + _GZIP_BYTES]


def _read_plain(file: pa.NativeFile, start: int, end: int) -> Iterator[Piece]:
    for offset in range(start, end, _READ_BYTES):
        yield Piece(offset, file.read_at(min(_READ_BYTES, end - offset), offset), "")
