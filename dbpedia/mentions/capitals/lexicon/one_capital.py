"""Names of several words that have one capital: a noun first and its adjectives behind it, or an adjective first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dbpedia.mentions.word_group import WordGroup, made_once


@dataclass(frozen=True)
class NounFirst(WordGroup):
    """Such names of a noun and adjectives in lower case: `Union européenne`. The fields go together."""

    fronts: frozenset[str] = frozenset()
    """The words that they begin with. What begins so and goes on otherwise is left out: `Académie des sciences`."""
    front_endings: tuple[str, ...] = ()
    """Endings of the adjectives."""
    behind_fronts: frozenset[str] = frozenset()
    """Words in lower case that show that a name ended before, verbs with such an ending among them."""


@dataclass(frozen=True)
class AdjectiveFirst(WordGroup):
    """Such names of an adjective and what agrees with it in lower case: `Русского музыкального общества`."""

    agreement: tuple[tuple[str, str], ...] = ()
    """Patterns of what an adjective ends with and of what the noun behind it does where both agree."""
    verb_endings: tuple[str, ...] = ()
    """Endings of verbs that look like such nouns, but for the words in `terms`."""
    owners_behind: tuple[str, ...] = ()
    """Patterns of words in lower case that the name goes on with behind the noun: `Нобелевской премии | мира`."""
    behind_bodies: frozenset[str] = frozenset()
    """Words that are neither such nouns nor go on with the name."""
    bodies_with_owners: bool = False
    """Whether a country or a people behind it is part of the name: `Narodna banka Srbije`."""

    @made_once
    def surname_forms(self) -> re.Pattern[str] | None:
        """The end of a surname that is an adjective by its form; None where adjectives agree with nothing."""
        endings = "|".join(adjective for adjective, _ in self.agreement)
        return re.compile(rf"(?:{endings})\Z") if endings else None

    @made_once
    def bodies(self) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
        """How an adjective ends, and what agrees with it behind it in lower case: adjectives and then a noun."""
        return tuple(
            (
                re.compile(rf"(?:{adjective})\Z"),
                re.compile(rf"(?: [\w-]+(?:{adjective})(?!\w|-)){{0,5}} (\w*(?:{noun}))(?!\w|-\w)"),
            )
            for adjective, noun in self.agreement
        )

    @made_once
    def owned(self) -> re.Pattern[str] | None:
        """What shows behind the noun that the name goes on, verbs among it; None where no word shows it."""
        return re.compile(rf" ({'|'.join(self.owners_behind)})(?![\w-])") if self.owners_behind else None
