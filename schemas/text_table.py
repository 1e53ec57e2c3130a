"""Tables, sizes and times as people read them, in a terminal or a report."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta


def aligned(header: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> str:
    """The rows below their header in columns two spaces apart; the columns numbered in `right` end at one line."""
    table = [list(header), *map(list, rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(header))]
    lines = []
    for row in table:
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def counted(number: int, noun: str) -> str:
    """A number of things, in the plural unless it is one: `1 step`, `2,000 steps`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def size_text(size: float) -> str:
    """A number of bytes in the unit that leaves one to three digits before the point."""
    for name in ("bytes", "kB", "MB", "GB"):
        if size < 999.5:
            return f"{size:,.0f} {name}" if name == "bytes" or size >= 99.5 else f"{size:.1f} {name}"
        size /= 1000
    return f"{size:,.1f} TB"


def duration_text(seconds: float) -> str:
    """Seconds as hours, minutes and seconds."""
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def rounded_duration(seconds: float) -> str:
    """Seconds in the unit that suits them: 45 s, 12 min, 3.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def age_text(age: timedelta) -> str:
    """An age for people, in its largest unit: `3 days`."""
    seconds = max(0, int(age.total_seconds()))
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if (number := seconds // length) > 0:
            return counted(number, unit)
    return counted(seconds, "second")
