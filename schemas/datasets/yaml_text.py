"""YAML in block style, as people read it in the header of a dataset card."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_plain = re.compile(r"[A-Za-z_](?:[\w .|<>*/=-]*[\w.|<>*/=-])?", re.ASCII).fullmatch
_unprintable = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""Words that some reader of YAML takes for something else than a string."""


def yaml_text(document: dict[str, Any]) -> str:
    """A document of dictionaries with strings as keys, lists, strings, whole numbers and truth values as YAML."""
    return "".join(f"{line}\n" for line in _lines(document))


def _lines(value: Any) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            if isinstance(inner, dict | list) and inner:
                yield f"{_scalar(key)}:"
                # Lists begin below the first letter of their key, as the hubs' own tools write them.
                indent = "" if isinstance(inner, list) else "  "
                yield from (indent + line for line in _lines(inner))
            else:
                yield f"{_scalar(key)}: {_scalar(inner)}"
    elif isinstance(value, list) and value:
        for inner in value:
            first, *others = _lines(inner)
            yield f"- {first}"
            yield from (f"  {line}" for line in others)
    else:
        yield _scalar(value)


def _scalar(value: Any) -> str:
    """A scalar, or an empty list or dictionary."""
    if isinstance(value, str) and _plain(value) and value.lower() not in _WORDS:
        return value
    # JSON is YAML, but for characters that JSON leaves as they are and readers of YAML refuse, or take for line breaks.
    return _unprintable.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(value, ensure_ascii=False))
