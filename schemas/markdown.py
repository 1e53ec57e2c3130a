"""How the reports are written in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]], *, names: int = 1) -> str:
    """A table whose first `names` columns are names and the others figures, aligned to the right.

    An int is written with commas between its thousands, everything else as its text.
    """
    rule = ["---" if number < names else "---:" for number in range(len(head))]
    return "\n".join(f"| {' | '.join(map(_cell, cells))} |" for cells in (head, rule, *rows))


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def bullets(lines: Iterable[str]) -> str:
    """A list, an item for each line."""
    return "\n".join(f"- {line}" for line in lines)


def share(part: int, whole: int) -> str:
    """A part in percent of the whole, with one decimal."""
    return f"{part / whole:.1%}" if whole else "0 %"
