"""Durations as people say them."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """Seconds in the unit that suits them: 45 s, 12 min, 3.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
