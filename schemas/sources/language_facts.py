"""What several packages have to know of a language: `language_facts.toml`, read."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any


def elided_words(lang: str) -> tuple[str, ...]:
    """Words that stand before a name with an apostrophe, in lower case (French `l`); none for most languages."""
    return tuple(entry(_data()["elided"], lang))


def name_endings(lang: str) -> tuple[str, ...]:
    """Endings that stand behind a name and an apostrophe (Turkish `nin`); none for most languages."""
    return tuple(entry(_data()["endings"], lang))


def has_nouns_in_capitals(lang: str) -> bool:
    """Whether all nouns have a capital: then a capital does not tell a name."""
    return lang in _data()["nouns_in_capitals"]


def capitals_tell_names(lang: str) -> bool:
    """Whether a capital within a sentence tells a name: letters have case, and common nouns no capital."""
    return has_case(lang) and not has_nouns_in_capitals(lang)


def has_case(lang: str) -> bool:
    """Whether letters are capitals or small."""
    return lang not in _data()["without_case"]


def has_spaces(lang: str) -> bool:
    """Whether words have spaces between them."""
    return lang not in _data()["without_spaces"]


def has_spaces_behind_names(lang: str) -> bool:
    """Whether a name is a word of its own: neither the next word nor a particle is written directly behind it."""
    return has_spaces(lang) and lang not in _data()["no_spaces_behind_names"]


def has_names_within_words(lang: str) -> bool:
    """Whether a name is often in one written word with small words or endings that are no part of a link."""
    return lang in _data()["names_within_words"]


def is_lower(text: str) -> bool:
    """Whether a text is in lower case where a name, or the first word of a sentence, would have a capital.

    Georgian's small letters have no such capitals.
    """
    return text.islower() and text != text.title()


def sentence_end(lang: str) -> str:
    """What ends the sentences of a language in which Punkt hardly finds them; empty for most languages."""
    return "".join(entry(_data()["ends"], lang))


def has_splitter(lang: str) -> bool:
    """Whether one of the splitters of sentences knows what ends them."""
    return lang not in _data()["ends_of_no_splitter"]


def entry(table: Mapping[str, Iterable[str]], lang: str) -> Iterable[str]:
    """What a table has for a language, whose keys are one or more language codes with spaces between; else nothing."""
    return next((words for codes, words in table.items() if lang in codes.split()), ())


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("schemas.sources").joinpath("language_facts.toml").read_text("utf-8"))
