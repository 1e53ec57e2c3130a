"""Adjectives, peoples and the like: words with a capital that describe what is named, and are no name by themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS
from dbpedia.mentions.word_group import WordGroup, made_once
from dbpedia.mentions.words import Words


@dataclass(frozen=True)
class Modifiers(WordGroup):
    """Adjectives and peoples, by the words or by their form."""

    adjectives: frozenset[str] = frozenset()
    """Adjectives and members with a capital, those of the noise rules and `apart_adjectives` too: `Cuban`."""
    adjective_endings: tuple[str, ...] = ()
    """Endings of others, and of groups of living beings: `Culicidés`."""
    apart_adjectives: frozenset[str] = frozenset()
    """Those that are no surnames, so that they stand apart before a noun: `Ayasofya | Ortodoks kilisesi`."""
    peoples: tuple[str, ...] = ()
    """Patterns of peoples and those of them, where adjectives are in lower case and names have cases: `Polakami`."""
    surname_endings: tuple[str, ...] = ()
    """Endings of surnames that look like adjectives by one of `adjective_endings`: `Стасовым`."""
    homographs: tuple[str, ...] = ()
    """Patterns of names, mostly of countries, whose form a word in lower case has too: `do Nórska`, `nórska vláda`."""
    seas: frozenset[str] = frozenset()
    """Adjectives that name a sea behind an article and before no noun: `the Mediterranean`."""
    sides: frozenset[str] = frozenset()
    """Sides of the world: with what has them no name (`Sud-Est de l'Europe`), but in one (`Amérique du Nord`)."""

    @made_once
    def of_people(self) -> re.Pattern[str] | None:
        """A word that is a people or one of it, in any case; None where no pattern tells them."""
        return re.compile("|".join(self.peoples)) if self.peoples else None

    @made_once
    def of_homograph(self) -> re.Pattern[str] | None:
        """A name whose form a word in lower case has too (`Nórska`); None where no `homographs` tell them."""
        return re.compile("|".join(self.homographs)) if self.homographs else None

    def is_people(self, word: str) -> bool:
        """Whether a word is a people or one of it, where patterns tell that."""
        return self.of_people is not None and bool(self.of_people.fullmatch(word))

    def is_homograph(self, word: str) -> bool:
        """Whether a word in lower case has the same form as a name, so that it shows nothing against that."""
        return self.of_homograph is not None and self.of_homograph.fullmatch(word) is not None

    def is_adjective(self, word: str) -> bool:
        """Whether a word with a capital is an adjective, a people or one of it."""
        if word in self.adjectives or (self.of_people and self.of_people.fullmatch(word)):
            return True
        return (
            word.endswith(self.adjective_endings)
            and not (self.surname_endings and word.endswith(self.surname_endings))
            and not self.is_homograph(word)
            and not _SMALL_WORD_WITHIN.search(word)  # `Aulnay-sous-Bois`
        )

    def completed(self, words: Words) -> Modifiers:
        """With the adjectives and demonyms of the noise rules."""
        adjectives = self.adjectives | words.demonyms | words.adjectives | self.apart_adjectives
        return replace(self, adjectives=words.inflection.with_mutated(adjectives))


@dataclass(frozen=True)
class NounsBehind(WordGroup):
    """What shows whether a word describes the noun behind it, or is a name."""

    described: frozenset[str] = frozenset()
    """Last words that make no name with the adjective of a place before them: `Costa Rican Government`."""
    describing_endings: tuple[str, ...] = ()
    """Endings of words that are adjectives where a noun follows: `Arabic letters`, `Francophone school`."""
    adverb_endings: tuple[str, ...] = ()
    """Endings of adverbs: what stands before one describes no noun (`Aldrin immediately said`)."""
    clause_openers: frozenset[str] = frozenset()
    """Words that open a clause behind a verb, before which a name stands: `Doe concedes that`."""


@dataclass(frozen=True)
class Demonyms(WordGroup):
    """What the people of a place are called, by endings that other names may have too."""

    demonym_endings: tuple[str, ...] = ()
    """Endings behind the name of a place that the article or the wiki has: `Angolan`."""
    people_endings: tuple[str, ...] = ()
    """Endings of those who are of any place, where none of `before_names` stands before them: `les Berlinois`."""
    before_names: tuple[str, ...] = ()
    """Words, with the space behind them, that show that it is a name and no people: `à Amiens`."""

    def completed(self) -> Demonyms:
        """With a capital and the other apostrophe too, and with the spaces that are looked for."""
        before_names = tuple(
            written if word.endswith("'") else f"{written} "
            for word in self.before_names
            for written in (word, word.replace("'", "’"), word.capitalize())
        )
        return replace(self, before_names=before_names)


_SMALL_WORD_WITHIN = re.compile(rf"-[^\W\d{CAPITALS}]+-{CAPITAL}")
