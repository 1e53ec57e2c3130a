"""The algorithm of CrossNER's published code, written again to compare with."""

from __future__ import annotations

from typing import Any


def relocate(masked: Any) -> None:
    """Span relocation in place, position by position, as the code of CrossNER describes it; arrays or tensors."""
    for row in masked:
        waiting = None
        for place in range(len(row)):
            if not row[place]:
                continue
            if waiting is None:
                if place == 0 or not row[place - 1]:
                    waiting = place
            elif waiting == place - 1:
                waiting = None
            else:
                row[waiting], row[place - 1] = False, True
                waiting = None
