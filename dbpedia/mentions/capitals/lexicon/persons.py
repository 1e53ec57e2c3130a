"""What persons are called beside their names, and what shows that a name is a person's."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dbpedia.mentions.word_group import WordGroup, longest_first, made_once
from dbpedia.mentions.words import Words


@dataclass(frozen=True)
class Persons(WordGroup):
    """Words of offices and ranks, which stand before a person's name or alone and are no part of it."""

    offices: frozenset[str] = frozenset()
    """All of them, honorifics and the fields below too: `President`."""
    nobility: frozenset[str] = frozenset()
    """Ranks whose `of` belongs to the title, so that what follows is no name of a place: `Duke of | York`."""
    peerage: frozenset[str] = frozenset()
    """Those of them that belong to a single name behind them: `Lord Byron`, but `Lord | Edward Grey`."""
    owned_offices: frozenset[str] = frozenset()
    """Offices in the form that they have behind what they are of, where a run ends: `ABD | Başkanı`."""

    @made_once
    def office_stems(self) -> tuple[str, ...]:
        """The offices without the last letter, by which their other cases are known too, but for the shortest."""
        return tuple(office[:-1] for office in self.offices if len(office) > 4)

    def completed(self, words: Words) -> Persons:
        """With the honorifics of the noise rules, and what some words are by being others."""
        offices, nobility = self.offices, self.nobility | self.peerage
        if self.owned_offices:  # whose language has its cases behind a noun, as behind a name: `Президенттің`
            offices |= {form for office in offices for form in words.inflection.forms_of_word(office)}
        offices |= words.honorifics | nobility | self.owned_offices
        mutated = words.inflection.with_mutated
        return replace(self, offices=mutated(offices), nobility=mutated(nobility))


@dataclass(frozen=True)
class PersonNames(WordGroup):
    """What is in the names of persons alone."""

    before_surnames: tuple[str, ...] = ()
    """The `ties` that surnames begin with, and nothing else does: `for | de Broglie`. With a space behind each."""
    fathers: tuple[str, ...] = ()
    """Patterns of the endings of names after the father, beside which a person's surname stands: `Модест Петрович`."""
    given_names: frozenset[str] = frozenset()
    """Those of persons with two surnames that one of `list_joins` ties: `Josep Torras i Bages`."""
    epithets: frozenset[str] = frozenset()
    """What is called behind a name and an article: `Peter the Great`."""
    numbers_before: tuple[str, ...] = ()
    """Numbers of rulers and of the like before the name, of two letters and more: `IV. Béla`."""
    numbers_behind: tuple[str, ...] = ()
    """Patterns of those behind it, and of what else is called in lower case there: `Karl den store`."""

    @made_once
    def surname_begins(self) -> re.Pattern[str]:
        """The small words that a text ends with and a surname begins with, and the word before, where there is one."""
        return re.compile(rf"(?:(\w+) |\A|(?<=\W))({'|'.join(longest_first(self.before_surnames))})\Z")

    @made_once
    def father(self) -> re.Pattern[str] | None:
        """A name after the father (`Модест | Петрович`); None where nobody has one."""
        return re.compile(rf"\w\w(?:{'|'.join(self.fathers)})\Z") if self.fathers else None

    @made_once
    def number_behind(self) -> re.Pattern[str] | None:
        """The number of a ruler behind the name; None where there are no `numbers_behind`."""
        return re.compile(rf" (?:{'|'.join(self.numbers_behind)})\b") if self.numbers_behind else None

    def completed(self, words: Words) -> PersonNames:
        """With the spaces that are looked for too, and what an epithet may begin with within sentences."""
        return replace(
            self,
            before_surnames=tuple(f"{word} " for word in self.before_surnames),
            epithets=words.inflection.with_mutated(self.epithets),
        )
