"""What readers found: their verdicts, which `benchmarks/judgements` has as tables, and shares with their intervals."""

from __future__ import annotations

import csv
import math
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple, TypeVar, get_type_hints

JUDGEMENTS = Path(__file__).parent / "judgements"

Row = TypeVar("Row", bound=NamedTuple)


def read_judgements(path: Path, kind: type[Row], verdicts: Collection[str], column: str = "verdict") -> list[Row]:
    """The rows of a table whose columns are the fields of `kind`, texts and integers; one of them has the verdicts."""
    types = get_type_hints(kind)
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert next(rows) == list(kind._fields), f"{path}: other columns than {kind._fields}"
        found = [kind(*(types[name](value) for name, value in zip(kind._fields, row, strict=True))) for row in rows]
    unknown = {getattr(row, column) for row in found} - set(verdicts)
    assert not unknown, f"{path}: unknown verdicts {unknown}"
    return found


def rate(part: float, of: int, decimals: int = 1) -> str:
    """A share with its 95 % interval, `95.7% (91.8% to 97.8%)`; empty where there is nothing to have a share of."""
    if not of:
        return ""
    low, high = wilson(part, of)
    return f"{part / of:.{decimals}%} ({low:.{decimals}%} to {high:.{decimals}%})"


def wilson(right: float, number: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score."""
    z = 1.959964
    share = right / number
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    half = z / (1 + z * z / number) * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    return max(0.0, middle - half), min(1.0, middle + half)
