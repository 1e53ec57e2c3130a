"""What makes one run of capitalised words, and one name of two runs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dbpedia.mentions.capitals.letters import CAPITALS
from dbpedia.mentions.capitals.lexicon.modifiers import Modifiers
from dbpedia.mentions.capitals.lexicon.persons import Persons
from dbpedia.mentions.word_group import WordGroup, made_once
from dbpedia.mentions.words import Words


@dataclass(frozen=True)
class WithinRuns(WordGroup):
    """What ties capitalised words to a run, and what stands apart from it."""

    ties: tuple[str, ...] = ()
    """Small words that tie two words of a name, the longest first, those written to the next one with their mark."""
    ties_to_one: tuple[str, ...] = ()
    """Others, behind which one word belongs to the name and no more: `Adam av Bremen`."""
    apart: tuple[str, ...] = ()
    """Patterns of capitalised words that are no part of the name before them: `Lijst van | Belgische gemeenten`."""
    dates_apart: bool = False
    """Whether months and days of the week are among those: `Richard | Ekim ayında`."""
    owning: frozenset[str] = frozenset()
    """Common words whose possessive is part of a name: `People's Socialist Republic of Albania`."""
    articles_in_places: bool = False
    """Whether a capitalised article behind a tie is that of a place in the name: `Universidad de La Habana`."""
    lower_behind_hyphens: bool = False
    """Whether what stands in lower case behind a hyphen belongs to the word: `Moon Jae-in`."""

    def completed(self, persons: Persons, modifiers: Modifiers, words: Words, dates: frozenset[str]) -> WithinRuns:
        """With the words that stand apart by what else is known of them."""
        adjectives = modifiers.apart_adjectives and modifiers.apart_adjectives | words.adjectives
        before_noun = rf"(?:{'|'.join(sorted(adjectives))}) (?=[^\W\d_{CAPITALS}])"
        apart = (
            *self.apart,
            *(sorted(dates) if self.dates_apart else ()),
            *sorted(persons.owned_offices),
            *([before_noun] if adjectives else ()),
        )
        return replace(self, apart=apart)


@dataclass(frozen=True)
class BetweenRuns(WordGroup):
    """What joins two runs to one name, each with the spaces around it."""

    joins: tuple[str, ...] = ()
    """Small words that do where a common noun stands before: `High Commissioner for Refugees`."""
    topic_joins: tuple[str, ...] = ()
    """Those that tie a body to what it is about: `Committee on Water`."""
    topic_heads: tuple[str, ...] = ()
    """These bodies, with a space before each."""
    list_joins: tuple[str, ...] = ()
    """`and` within the name of a body, or before its last common noun: `Department of Labor and Trade`."""
    routes: frozenset[str] = frozenset()
    """What is named by the two places at its ends: `Miami and Erie Canal`."""

    def completed(self) -> BetweenRuns:
        """With the spaces that are looked for too."""
        return replace(
            self,
            joins=_spaced(self.joins),
            topic_joins=_spaced(self.topic_joins),
            topic_heads=tuple(f" {head}" for head in self.topic_heads),
            list_joins=_spaced(self.list_joins),
        )


@dataclass(frozen=True)
class NameEnds(WordGroup):
    """What belongs to a name behind its last capitalised word."""

    dotted_endings: frozenset[str] = frozenset()
    """Last words of names whose dot belongs to them: `Inc`."""
    goes_on_with: tuple[str, ...] = ()
    """Patterns of words in lower case before which a run is a part of a name only: `Andrássy | út`."""

    @made_once
    def going_on(self) -> re.Pattern[str] | None:
        """What shows behind a name that it is a part of a longer one; None where no word shows it."""
        return re.compile(rf" (?:{'|'.join(self.goes_on_with)})\b") if self.goes_on_with else None


def _spaced(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f" {word} " for word in words)
