"""Comparing what a build gives with what is kept of it in a file."""

from __future__ import annotations

import difflib

_MOST = 100


def different_lines(wanted: str, found: str) -> str:
    """How a text differs from the one that is wanted, as a person reads it: the lines with their surroundings.

    Empty where they are the same; of a long difference the beginning, and how long it is.
    """
    lines = list(difflib.unified_diff(wanted.splitlines(), found.splitlines(), "wanted", "found", lineterm="", n=6))
    if len(lines) > _MOST:
        lines = [*lines[:_MOST], f"... and {len(lines) - _MOST:,} lines more"]
    return "\n".join(lines) or ("" if wanted == found else "they differ in the ends of lines")
