"""JSON in one line of a text file."""

from __future__ import annotations

import json
from typing import Any

_LINE_ENDS = {ord(end): json.dumps(end)[1:-1] for end in "\x85\u2028\u2029"}
"""What some readers take for the end of a line, as JSON escapes it."""


def json_text(value: Any) -> str:
    """The value as JSON in what every reader takes for one line; text stays readable, whatever its language."""
    return json.dumps(value, ensure_ascii=False).translate(_LINE_ENDS)
