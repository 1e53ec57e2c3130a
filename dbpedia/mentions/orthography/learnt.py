"""What a wiki writes as a name and what not, as the step `orthography` learns it."""

from __future__ import annotations

from typing import NamedTuple

from dbpedia.mentions.orthography.word_cases import WordCases


class Orthography(NamedTuple):
    """What a wiki writes as a name and what not; nothing where nothing was learnt."""

    common_titles: frozenset[str] = frozenset()
    """Titles that are common nouns."""
    cases: WordCases = WordCases()
    abbreviations: frozenset[str] = frozenset()
    """Those of names."""
    terms: frozenset[str] = frozenset()
    """Titles of what may be called after a person."""
    nouns: frozenset[str] = frozenset()
    """Words with a capital that are common nouns, in a language whose nouns all have one."""
    describing: frozenset[str] = frozenset()
    """Words that mostly describe a noun: adjectives and members."""


NOTHING_LEARNT = Orthography()
