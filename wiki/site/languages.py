"""What MediaWiki's languages and Wikimedia's configuration define and a dump does not say: `languages.toml`, read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

_Names = Mapping[str, tuple[str, ...]]


class Languages(NamedTuple):
    """The tables and lists of `languages.toml`, where each is explained."""

    file_names: _Names
    """By language code, as the five that follow."""
    category_names: _Names
    redirect_words: _Names
    hidden_category_words: _Names
    image_boxes: _Names
    variants: _Names
    wiki_aliases: Mapping[str, Mapping[int, tuple[str, ...]]]
    """By database name, then by the number of the namespace."""
    interlanguage_prefixes: frozenset[str]
    interwiki_prefixes: frozenset[str]
    url_schemes: tuple[str, ...]
    file_and_category_names: frozenset[str]


@cache
def languages() -> Languages:
    """The data on all languages, read once in a process."""
    data = tomllib.loads(files("wiki.site").joinpath("languages.toml").read_text("utf-8"))
    return Languages(
        file_names=_by_language(data["file_names"]),
        category_names=_by_language(data["category_names"]),
        redirect_words=_by_language(data["redirect_words"]),
        hidden_category_words=_by_language(data["hidden_category_words"]),
        image_boxes=_by_language(data["image_boxes"]),
        variants=_by_language(data["variants"]),
        wiki_aliases={
            dbname: {int(number): tuple(names) for number, names in aliases.items()}
            for dbname, aliases in data["wiki_aliases"].items()
        },
        interlanguage_prefixes=frozenset(data["interlanguage_prefixes"]),
        interwiki_prefixes=frozenset(data["interwiki_prefixes"]),
        url_schemes=tuple(data["url_schemes"]),
        file_and_category_names=frozenset(data["file_and_category_names"]),
    )


def _by_language(table: Mapping[str, Any]) -> _Names:
    return {code: tuple(names) for codes, names in table.items() for code in codes.split()}
