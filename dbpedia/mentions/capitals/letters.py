"""The letters that have a capital, for patterns."""

from __future__ import annotations


def _capitals() -> str:
    """The letters with a capital, as the inside of a pattern's class; those of the Basic Multilingual Plane."""
    ranges: list[list[int]] = []
    for code in range(1 << 16):
        if chr(code).isupper():
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


CAPITALS = _capitals()
"""The capitals, as the inside of a pattern's class."""
CAPITAL = f"[{CAPITALS}]"
"""A pattern of a capital."""
