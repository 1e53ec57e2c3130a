"""How the parts of the evaluation's report are written in Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

NOTHING = "–"
"""What stands where there is no figure."""
_odd = re.compile(r"[^\w.-]+")
"""What the names of datasets never have."""


@dataclass(frozen=True)
class Section:
    """A part of the report; one without blocks is left out."""

    title: str
    blocks: Sequence[str]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """By file name."""

    def markdown(self) -> str:
        return "\n\n".join([f"## {self.title}", *self.blocks])


def percent(share: float) -> str:
    """A share in percent, as scores are printed."""
    return f"{100 * share:.2f}"


def number_cell(numbers: Mapping[Any, int], key: Any) -> str:
    """The number of a key, where there is one."""
    return f"{numbers[key]:,}" if key in numbers else NOTHING


def code(value: Any) -> str:
    """A parameter's value."""
    return f"`{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}`" if value != "" else NOTHING


def picture_name(kind: str, name: str) -> str:
    """File name of a picture. Names of datasets, which may have the letters of any script, stay as they are."""
    return f"{kind}-{_odd.sub('-', name)}.svg"
