"""What the rules about adjectives and members (`dbpedia.mentions.derived`) know of a language.

Data in `languages/`, the tables `derived`; what the English one says of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dbpedia.mentions.word_group import WordGroup


@dataclass(frozen=True)
class DerivedWords(WordGroup):
    """The words of a language that tell adjectives and members made of names; all empty where nothing is known."""

    certain_adjective_endings: tuple[str, ...] = ()
    """Those of `Words.adjective_endings` that hardly any name of a thing has before a noun in lower case."""
    person_adjective_endings: tuple[str, ...] = ()
    """What a person's name has at its end as a school or a style (`Platonic`)."""
    adjective_markers: frozenset[str] = frozenset()
    """Words behind which the name of a place is an adjective (`bahasa Jepang`)."""
    conjunctions: tuple[str, ...] = ()
    """Words between adjectives of one noun."""
    member_endings: tuple[str, ...] = ()
    """Those of members and of their adjectives, whatever follows (`Marxist`)."""
    member_titles: Mapping[str, str] = field(default_factory=dict)
    """Ending of a member's name for each of the titles of peoples and creeds."""
    language_heads: frozenset[str] = frozenset()
    """Last words of the titles of languages and scripts, whose names are adjectives."""
    people_heads: frozenset[str] = frozenset()
    """What a people is called behind its adjective in a title."""
    group_heads: frozenset[str] = frozenset()
    """Kinds of states, parties and churches behind their adjective in a title."""
    people_nouns: frozenset[str] = frozenset()
    """What people are, have and write: before it the name of a language is an adjective."""
    people_endings: tuple[str, ...] = ()
    """Endings of such words."""
    followers: frozenset[str] = frozenset()
    """Words in lower case behind a noun that do not let it describe them."""
    follower_endings: tuple[str, ...] = ()
    """Those of verbs that follow a noun."""
