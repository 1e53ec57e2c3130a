"""What a splitter of sentences has to know of a language and cannot learn from a few pages: `languages.toml`, read."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from schemas.sources.language_facts import entry, has_nouns_in_capitals, has_splitter, sentence_end


class Conventions(NamedTuple):
    """The conventions of one language, each explained in `languages.toml` or `schemas/sources/language_facts.toml`."""

    titles: frozenset[str] = frozenset()
    before_number: frozenset[str] = frozenset()
    before_roman: frozenset[str] = frozenset()
    before_ordinal: frozenset[str] = frozenset()
    closings: frozenset[str] = frozenset()
    may_close: frozenset[str] = frozenset()
    after_number: frozenset[str] = frozenset()
    behind_quotations: frozenset[str] = frozenset()
    ordinals_with_period: bool = False
    nouns_in_capitals: bool = False


def conventions(language: str) -> Conventions:
    """The conventions of a language; none but those of all languages where nothing is known of it."""
    data = _data()
    return Conventions(
        frozenset(entry(data["titles"], language)),
        frozenset(entry(data["before_number"], language)),
        frozenset(entry(data["before_roman"], language)),
        frozenset(entry(data["before_ordinal"], language)),
        frozenset(entry(data["closings"], language)),
        frozenset(entry(data["may_close"], language)),
        frozenset(entry(data["after_number"], language)),
        frozenset(entry(data["behind_quotations"], language)),
        language in data["ordinals_with_period"],
        has_nouns_in_capitals(language),
    )


def splitter_doubt(name: str, language: str) -> str:
    """Why a splitter finds hardly a sentence in a language; empty where it can be used."""
    end = sentence_end(language)
    if not has_splitter(language):
        return f"sentences of {language} end with {end}, which no splitter knows; most paragraphs will be one sentence"
    if name == "sentencex" or not end:
        return ""
    return (
        f"sentences of {language} end with {end}, and the splitter {name} hardly finds them; set splitter = sentencex "
        "in [Sentences]"
    )


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("wiki.sentences").joinpath("languages.toml").read_text("utf-8"))
