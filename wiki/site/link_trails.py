"""Letters that belong to a link beside its brackets (`[[car]]s`): MediaWiki's `$linkTrail` by language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


def link_trail(lang: str) -> str:
    """A pattern of `re` for the letters that may follow a link and belong to it, in a wiki of this language."""
    data = _data()
    letters = _letters("letters", lang)
    if letters is None:
        letters = data["default"]
    if not letters:
        return ""
    return f"(?:[{letters}]|'(?!'))*" if lang in data["with_apostrophe"] else f"[{letters}]*"


def link_prefix(lang: str) -> str:
    """A pattern of `re` for a character that belongs to the link it precedes; empty in most languages."""
    letters = _letters("prefixes", lang)
    return f"[{letters}]" if letters else ""


def _letters(table: str, lang: str) -> str | None:
    return next((each for codes, each in _data()[table].items() if lang in codes.split()), None)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("wiki.site").joinpath("link_trails.toml").read_text("utf-8"))
