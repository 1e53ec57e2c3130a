"""MessagePack of plain values, as https://github.com/msgpack/msgpack/blob/master/spec.md has it."""

from __future__ import annotations

import struct
from typing import Any


def pack(value: Any) -> bytes:
    """A value of None, booleans, integers of 64 bits, text, bytes, lists and dictionaries, as MessagePack."""
    packed = bytearray()
    _append(packed, value)
    return bytes(packed)


def _append(packed: bytearray, value: Any) -> None:
    match value:
        case None:
            packed.append(0xC0)
        case bool():
            packed.append(0xC3 if value else 0xC2)
        case int():
            packed += struct.pack("B", value) if 0 <= value < 0x80 else struct.pack(">Bq", 0xD3, value)
        case str():
            data = value.encode()
            packed += _head(len(data), 0xA0, 32, 0xDA) + data
        case bytes():
            packed += struct.pack(">BI", 0xC6, len(value)) + value
        case list():
            packed += _head(len(value), 0x90, 16, 0xDC)
            for each in value:
                _append(packed, each)
        case dict():
            packed += _head(len(value), 0x80, 16, 0xDE)
            for key, each in value.items():
                _append(packed, key)
                _append(packed, each)
        case _:
            raise TypeError(f"{type(value).__name__} has no place in MessagePack here")


def _head(length: int, short: int, limit: int, long: int) -> bytes:
    """The head of a text, list or dictionary: one byte below `limit`, else `long` or its successor with the length."""
    if length < limit:
        return bytes((short | length,))
    return struct.pack(">BH", long, length) if length < 1 << 16 else struct.pack(">BI", long + 1, length)
