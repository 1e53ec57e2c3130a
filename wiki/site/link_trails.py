"""Letters that belong to a link when they follow its brackets (`[[car]]s`): MediaWiki's `$linkTrail`, by language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


def link_trail(lang: str) -> str:
    """A pattern of `re` for the letters that may follow a link and belong to it, in a wiki of this language."""
    data = _data()
    letters = next((each for codes, each in data["letters"].items() if lang in codes.split()), data["default"])
    if not letters:
        return ""
    return f"(?:[{letters}]|'(?!'))*" if lang in data["with_apostrophe"] else f"[{letters}]*"


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("wiki.site").joinpath("link_trails.toml").read_text("utf-8"))
