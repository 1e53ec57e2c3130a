"""The letters of languages that are written in two scripts: `letters.toml`, read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def other_letters(lang: str) -> Mapping[int, str]:
    """The letters of a language's other script with those that stand for them, for `str.translate`.

    Empty for a language of one script, and for one whose scripts are not matched letter by letter.
    """
    tables = tomllib.loads(files("dbpedia").joinpath("letters.toml").read_text("utf-8"))
    for codes, table in tables.items():
        if lang in codes.split():
            return {ord(letter): other for letter, other in zip(table["letters"], table["become"], strict=True)}
    return {}
