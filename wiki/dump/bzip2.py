"""Blocks of a bzip2 file, found and decoded one by one, so that reading can begin anywhere in the file.

A bzip2 stream is a header of four bytes (`BZh9`), blocks, and an end mark. Only the header is aligned to bytes; each
block begins with a magic number of 48 bits, at any bit, and carries its own checksum. A block is decoded by itself as a
stream of one block. A file is one stream (`bzip2`), or many: cut between pages (Wikimedia's multistream dumps) or
anywhere (`pbzip2`, `lbzip2`).

Positions are in bits from the start of the file.
"""

from __future__ import annotations

import bz2
import os
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from indexed_bzip2 import IndexedBzip2FileRaw

BLOCK_MAGIC = 0x314159265359
END_MAGIC = 0x177245385090
_MAGIC_BITS = 48
_MAGIC_BYTES = 7
"""Bytes that a magic number at any bit can touch."""
_CRC_BITS = 32
_HEADER = b"BZh9"
_STREAM_START = b"1AY&SY"
_WINDOW = 1 << 20
_SEARCH_WINDOW = 1 << 18
_LAST_BLOCK = 1 << 20
"""Bytes at the end of a file in which its last block begins, of any content that is not random."""
_READ_BYTES = 1 << 20
_FAST_FROM = 100_000
"""Bytes of a stream from which on indexed_bzip2 is faster; it takes five milliseconds for any stream."""
_END_MARKS = 4
"""Places at which a block is tried to end. By chance a magic number is in a block's data once in some petabytes."""
_MAX_BUFFER = 4 << 20
"""More than three blocks ever take; where it holds fewer than three magic numbers, a block is damaged."""


class Block(NamedTuple):
    """A block of a bzip2 file."""

    start: int
    data: bytes | None
    """The decoded block, None where it is damaged."""
    ended: bool
    """False where the file ends without the mark of a stream's end; `data` is empty where the block is incomplete."""


def read_blocks(file: pa.NativeFile, start: int, end: int) -> Iterator[Block]:
    """The blocks that begin in `[start, end)`, in order. Holds a few megabytes whatever the range.

    A damaged block is given without data, and reading goes on at the next.
    """
    size = file.size()
    base = start // 8
    buffer = b""
    magics: deque[int] = deque()
    while True:
        # Three magic numbers: a block, the next, and one more in case the next is data that looks like one.
        while (
            len(magics) < 3
            and base + len(buffer) < size
            and (not magics or base + len(buffer) - magics[0] // 8 < _MAX_BUFFER)
        ):
            if not magics:
                keep = max(0, len(buffer) - _MAGIC_BYTES + 1)
                buffer = buffer[keep:]
                base += keep
            searched = max(0, len(buffer) - _MAGIC_BYTES + 1)
            buffer += file.read_at(min(_WINDOW, size - base - len(buffer)), base + len(buffer))
            for found in find_magic(buffer[searched:], BLOCK_MAGIC):
                position = (base + searched) * 8 + found
                if position >= start and (not magics or position > magics[-1]):
                    magics.append(position)
        if not magics or magics[0] >= end:
            return
        here = magics.popleft()
        following = [magic - base * 8 for magic in islice(magics, 2)]
        if following:
            data, within = _decode(buffer, here - base * 8, following)
            for _ in range(within):
                magics.popleft()
            yield Block(here, data, ended=True)
        else:
            data, ended = _decode_last(buffer, here - base * 8)
            at_end = base + len(buffer) == size
            yield Block(here, data if ended or at_end else None, ended or not at_end)
        done = (magics[0] // 8 if magics else base + len(buffer)) - base
        # Cut for each block, the rest would be copied as often as there are blocks in it.
        if done > len(buffer) // 2:
            buffer = buffer[done:]
            base += done


def _decode_last(buffer: bytes, start: int) -> tuple[bytes | None, bool]:
    """The block at `start`, which no other follows, and whether the mark of a stream's end does."""
    ends = _end_marks(buffer, start, len(buffer) * 8)
    if not ends:
        return _decode_open(buffer, start), False
    candidates = (_decode_between(buffer, start, end) for end in ends)
    return next((data for data in candidates if data is not None), None), True


def _decode(buffer: bytes, start: int, following: list[int]) -> tuple[bytes | None, int]:
    """The block at `start`, and how many of the magic numbers that follow, one or two, are part of its data."""
    data = _decode_between(buffer, start, _end_before(buffer, following[0]))
    if data is not None:
        return data, 0
    # The next magic number may be data that looks like one. Or a stream without blocks, or something else, stands
    # between the end of the block's stream and the next block.
    limit = following[1] if len(following) > 1 else len(buffer) * 8
    ends = _end_marks(buffer, start, limit)
    if len(following) > 1:
        ends.append(_end_before(buffer, following[1]))
    for end in ends:
        data = _decode_between(buffer, start, end)
        if data is not None:
            return data, int(following[0] < end)
    return None, 0


def _end_marks(buffer: bytes, start: int, limit: int) -> list[int]:
    """Where the first marks of a stream's end stand in `[start, limit)`."""
    first = start // 8
    found = find_magic(buffer[first : (limit + 7) // 8], END_MAGIC)
    return [first * 8 + end for end in found[:_END_MARKS]]


def _end_before(buffer: bytes, magic: int) -> int:
    """Where the block before the magic number ends: there, or at the end mark where a stream begins there."""
    header = magic // 8 - len(_HEADER)
    if magic % 8 == 0 and header >= 0 and buffer[header : header + 3] == _HEADER[:3]:
        for padding in range(8):
            mark = header * 8 - padding - _CRC_BITS - _MAGIC_BITS
            if mark >= 0 and _bits(buffer, mark, mark + _MAGIC_BITS) == END_MAGIC:
                return mark
    return magic


def _decode_between(buffer: bytes, start: int, end: int) -> bytes | None:
    if end - start < _MAGIC_BITS + _CRC_BITS:
        return None
    checksum = _bits(buffer, start + _MAGIC_BITS, start + _MAGIC_BITS + _CRC_BITS)
    whole, rest = divmod(end - start, 8)
    # The checksum of a stream of one block is the block's.
    trailer = (_bits(buffer, end - rest, end) << _MAGIC_BITS | END_MAGIC) << _CRC_BITS | checksum
    length = rest + _MAGIC_BITS + _CRC_BITS
    padding = -length % 8
    tail = (trailer << padding).to_bytes((length + padding) // 8, "big")
    return _decompress(_HEADER + _aligned(buffer, start, whole) + tail)


def _aligned(buffer: bytes, start: int, length: int) -> bytes:
    """The `length` bytes that begin at any bit of a buffer."""
    first, shift = divmod(start, 8)
    if not shift:
        return buffer[first : first + length]
    data = np.frombuffer(buffer, np.uint8, length + 1, first)
    return (data[:-1] << shift | data[1:] >> 8 - shift).tobytes()


def _decompress(stream: bytes) -> bytes | None:
    """What a stream holds, None where it is damaged or cut short.

    indexed_bzip2 takes about a fifth less time than Python's module for a whole block, and verifies all checksums. Its
    errors arrive as different kinds of exception. After any of them Python's module decides: it also reads the
    randomised blocks of the oldest files, and works on systems without files in memory.
    """
    if len(stream) >= _FAST_FROM:
        with suppress(Exception):
            return _decompress_fast(stream)
    decompressor = bz2.BZ2Decompressor()
    try:
        data = decompressor.decompress(stream)
    except OSError:
        return None
    return data if decompressor.eof else None


def _decompress_fast(stream: bytes) -> bytes:
    # By its descriptor: indexed_bzip2 1.7 never frees what it reads from a Python object.
    with os.fdopen(os.memfd_create("bzip2"), "wb", buffering=0) as source:
        source.write(stream)
        with IndexedBzip2FileRaw(source.fileno(), parallelization=1) as file:
            return b"".join(iter(lambda: file.read(_READ_BYTES), b""))


def _decode_open(buffer: bytes, start: int) -> bytes | None:
    """The block at `start`, after which the file ends without a mark; empty where it is incomplete."""
    length = len(buffer) * 8 - start
    padding = -length % 8
    stream = _HEADER + (_bits(buffer, start, len(buffer) * 8) << padding).to_bytes((length + padding) // 8, "big")
    decompressor = bz2.BZ2Decompressor()
    try:
        data = _drain(decompressor, stream[:-1])
    except OSError:
        return None
    try:
        return data + _drain(decompressor, stream[-1:])
    except OSError:
        # The last byte is padding or a piece of an end mark, which the decoder does not expect here.
        return data


def _drain(decompressor: bz2.BZ2Decompressor, data: bytes) -> bytes:
    """What `data` decodes to. The decoder holds back what did not fit into its first buffer."""
    decoded = decompressor.decompress(data)
    while more := decompressor.decompress(b""):
        decoded += more
    return decoded


def _bits(buffer: bytes, start: int, end: int) -> int:
    last = (end + 7) // 8
    number = int.from_bytes(buffer[start // 8 : last], "big") >> (last * 8 - end)
    return number & ((1 << (end - start)) - 1)


def find_block(file: pa.NativeFile, start: int, *, stream: bool, limit: int) -> int | None:
    """Position of the first block at or after `start`, or None where there is none before `limit`.

    With `stream`, only a block that begins a stream counts.
    """
    size = min(file.size(), (limit + 7) // 8 + _MAGIC_BYTES)
    offset = max(0, start // 8 - len(_HEADER))
    while offset < size:
        window = file.read_at(min(_SEARCH_WINDOW, size - offset), offset)
        found = _stream_starts(window) if stream else find_magic(window, BLOCK_MAGIC)
        for position in found:
            if start <= offset * 8 + position < limit:
                return offset * 8 + position
        if offset + len(window) >= size:
            return None
        offset += len(window) - len(_HEADER) - _MAGIC_BYTES + 1
    return None


def find_last_block(file: pa.NativeFile) -> int | None:
    """Position of the last block of the file, or None where none begins in its last megabyte."""
    offset = max(0, file.size() - _LAST_BLOCK)
    found = find_magic(file.read_at(file.size() - offset, offset), BLOCK_MAGIC)
    return offset * 8 + found[-1] if found else None


def _stream_starts(buffer: bytes) -> Iterator[int]:
    at = buffer.find(_STREAM_START, len(_HEADER))
    while at >= 0:
        if buffer[at - 4 : at - 1] == _HEADER[:3] and buffer[at - 1 : at].isdigit():
            yield at * 8
        at = buffer.find(_STREAM_START, at + 1)


def _patterns(magic: int) -> list[tuple[int, bytes]]:
    """For each of the eight places of `magic` in a byte, the whole bytes it fills after the first."""
    return [(shift, (magic << 8 - shift).to_bytes(_MAGIC_BYTES, "big")[1:6]) for shift in range(8)]


_PATTERNS = {magic: _patterns(magic) for magic in (BLOCK_MAGIC, END_MAGIC)}


def find_magic(buffer: bytes, magic: int) -> list[int]:
    """Positions of a magic number in `buffer`, in bits from its start, in order."""
    positions = []
    for shift, core in _PATTERNS[magic]:
        at = buffer.find(core, 1)
        while at >= 0:
            position = (at - 1) * 8 + shift
            if position + _MAGIC_BITS <= len(buffer) * 8 and _bits(buffer, position, position + _MAGIC_BITS) == magic:
                positions.append(position)
            at = buffer.find(core, at + 1)
    return sorted(positions)
