"""What the rule about capitalised names knows of a language: words. Data in `capitals.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from dbpedia.words import Words


@dataclass(frozen=True)
class CapitalWords:
    """The words of a language that the rule needs. Picklable, so that it can travel to workers."""

    openers: frozenset[str]
    articles: frozenset[str]
    indefinite: frozenset[str]
    offices: frozenset[str]
    nobility: frozenset[str]
    adjectives: frozenset[str]
    adjective_endings: tuple[str, ...]
    demonym_endings: tuple[str, ...]
    terms: frozenset[str]
    described: frozenset[str]
    describing_endings: tuple[str, ...]
    adverb_endings: tuple[str, ...]
    clause_openers: frozenset[str]
    ties: tuple[str, ...]
    joins: tuple[str, ...]
    topic_joins: tuple[str, ...]
    topic_heads: tuple[str, ...]
    list_joins: tuple[str, ...]
    routes: frozenset[str]
    dotted_endings: frozenset[str]
    in_titles: frozenset[str]
    epithets: frozenset[str]
    foreign: frozenset[str]
    before_languages: tuple[str, ...]
    languages: tuple[str, ...]
    others: Words
    """What the noise rules know."""

    @cached_property
    def joining(self) -> frozenset[str]:
        """What may stand between two runs of capitalised words that are one name."""
        return self.others.articles.union(map(str.strip, (*self.joins, *self.topic_joins, *self.list_joins)))

    @cached_property
    def foreign_before(self) -> tuple[str, ...]:
        """What a text ends with before a name that stands behind a word of another language."""
        return tuple(f"{word} " for word in self.foreign)


def has_capital_words(lang: str) -> bool:
    """Whether it is known by which words of a language its names are told by their capitals."""
    return lang in _words()


def _words() -> dict[str, dict[str, Any]]:
    data = tomllib.loads(files("dbpedia").joinpath("capitals.toml").read_text("utf-8"))
    words: dict[str, dict[str, Any]] = data["words"]
    return words


def capital_words(lang: str, words: Words) -> CapitalWords | None:
    """The words of a language by its code, None where `capitals.toml` does not have it.

    `words` are those of the noise rules, of which dates, demonyms, honorifics and indefinite articles are taken.
    """
    data = _words()
    if lang not in data:
        return None
    table = {name: tuple(values) for name, values in data[lang].items()}
    return CapitalWords(
        openers=frozenset(table["openers"]),
        articles=frozenset((*table["articles"], *(word.title() for word in table["articles"]))),
        indefinite=words.indefinite,
        offices=frozenset(table["offices"]) | words.honorifics,
        nobility=frozenset(table["nobility"]),
        adjectives=frozenset(table["adjectives"]) | words.demonyms,
        adjective_endings=table["adjective_endings"],
        demonym_endings=table["demonym_endings"],
        terms=frozenset(table["terms"]).union(word.title() for word in words.dates),
        described=frozenset(table["described"]),
        describing_endings=table["describing_endings"],
        adverb_endings=table["adverb_endings"],
        clause_openers=frozenset(table["clause_openers"]),
        ties=table["ties"],
        joins=tuple(f" {join} " for join in table["joins"]),
        topic_joins=tuple(f" {join} " for join in table["topic_joins"]),
        topic_heads=tuple(f" {head}" for head in table["topic_heads"]),
        list_joins=tuple(f" {join} " for join in table["list_joins"]),
        routes=frozenset(table["routes"]),
        dotted_endings=frozenset(table["dotted_endings"]),
        in_titles=frozenset(table["in_titles"]),
        epithets=frozenset(table["epithets"]),
        foreign=frozenset(table["foreign"]),
        before_languages=table["before_languages"],
        languages=table["languages"],
        others=words,
    )
