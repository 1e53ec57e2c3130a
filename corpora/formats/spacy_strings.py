"""The numbers that spaCy 3 gives to strings: small ones for its own symbols, else a hash.

A reader of spaCy finds a string by its number, so they must be spaCy's own.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_BITS = 0xFFFFFFFFFFFFFFFF
_FACTOR = 0xC6A4A7935BD1E995
_SEED = 1


@cache
def _symbols() -> dict[str, int]:
    """spaCy's symbols by name. The list is part of its files, so its versions only append to it."""
    names = (files(__package__) / "spacy_symbols.txt").read_text(encoding="utf-8").splitlines()
    return {name: number for number, name in enumerate(names, 1)}


def string_number(text: str) -> int:
    """The number of a string: 0 for the empty one."""
    return (_symbols().get(text) or _murmur(text.encode())) if text else 0


def _murmur(data: bytes) -> int:
    """MurmurHash64A by Austin Appleby."""
    hashed = _SEED ^ (len(data) * _FACTOR & _BITS)
    whole = len(data) & ~7
    for start in range(0, whole, 8):
        block = int.from_bytes(data[start : start + 8], "little") * _FACTOR & _BITS
        hashed = (hashed ^ ((block ^ block >> 47) * _FACTOR & _BITS)) * _FACTOR & _BITS
    if rest := data[whole:]:
        hashed = (hashed ^ int.from_bytes(rest, "little")) * _FACTOR & _BITS
    hashed = (hashed ^ hashed >> 47) * _FACTOR & _BITS
    return hashed ^ hashed >> 47
