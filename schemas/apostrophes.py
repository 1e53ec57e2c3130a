"""What stands in one word with a name and an apostrophe: elided words before it, endings behind it, by language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


def elided_words(lang: str) -> tuple[str, ...]:
    """Words that stand before a name with an apostrophe, in lower case (French `l`); none for most languages."""
    return _words("elided", lang)


def name_endings(lang: str) -> tuple[str, ...]:
    """Endings that stand behind a name and an apostrophe (Turkish `nin`); none for most languages."""
    return _words("endings", lang)


def _words(kind: str, lang: str) -> tuple[str, ...]:
    return next((tuple(words) for codes, words in _tables()[kind].items() if lang in codes.split()), ())


@cache
def _tables() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files("schemas").joinpath("apostrophes.toml").read_text("utf-8"))
