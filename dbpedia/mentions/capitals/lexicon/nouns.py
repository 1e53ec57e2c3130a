"""What the rule for languages whose nouns all have capitals knows besides."""

from __future__ import annotations

from dataclasses import dataclass

from dbpedia.mentions.word_group import WordGroup


@dataclass(frozen=True)
class AmongNouns(WordGroup):
    """Words that tell a name from a noun beside it (`dbpedia.mentions.capitals.among_nouns`)."""

    kinds: frozenset[str] = frozenset()
    """Words for a kind of thing right before its name and no part of it: `Bezirk | Spandau`."""
    foreign_heads: frozenset[str] = frozenset()
    """Last words of names in another language: `Labour Party`."""
    compound_heads: frozenset[str] = frozenset()
    """Last parts of compounds that are names: `Karl-Marx-Allee`."""
    noun_forms: tuple[str, ...] = ()
    """Endings of nouns in other forms."""
    adjective_forms: tuple[str, ...] = ()
    """Endings behind the `e` of an adjective."""
    attribute_endings: tuple[str, ...] = ()
    """Endings of a word in lower case that may be an adjective behind an article."""
    sure_attributes: tuple[str, ...] = ()
    """Patterns of the endings of those that are one anywhere."""
    no_owners: tuple[str, ...] = ()
    """What ends as owners do and is none: `Haus`."""
    relatives: frozenset[str] = frozenset()
    """Articles that are pronouns too, behind a comma; with a capital they begin names: `Die Linke`."""
    name_ties: tuple[str, ...] = ()
    """The language's own small words that tie names of several words to more: `Otto Eduard von Bismarck`."""
    verbs: tuple[str, ...] = ()
    """Patterns of verbs of one person, before which a word that begins a sentence may be a name."""


@dataclass(frozen=True)
class PlacesAmongNouns(WordGroup):
    """Words that tell a place from a noun without an article."""

    place_endings: tuple[str, ...] = ()
    """Endings of names of places."""
    before_places: frozenset[str] = frozenset()
    """Prepositions before a place without an article, of which two show one: `in Weimar`, `nach Weimar`."""
    before_ended_places: frozenset[str] = frozenset()
    """Those that many nouns have so too, so that only an ending shows a place behind them."""
    before_any_place: frozenset[str] = frozenset()
    """The preposition that few nouns follow without an article."""
    bare_nouns: frozenset[str] = frozenset()
    """These nouns, which end compounds too: `in Privatbesitz`."""
    bare_endings: tuple[str, ...] = ()
    """Endings of other such nouns."""
