"""How names change in a language: their forms in other cases and behind other words, and what a word is a form of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from dbpedia.mentions.word_group import WordGroup, made_once

_SHORTEST_INFLECTED = 4
"""Letters of the shortest word whose forms are looked for."""
_MOST_AGREEING = 6
"""Words of the longest name whose forms are looked for where all have its case, since each multiplies them."""


@dataclass(frozen=True)
class Inflection(WordGroup):
    """The endings and beginnings of names in a language; none where all are empty."""

    cases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Endings of a name in other cases for each that it has in a title, empty where they only come behind it."""
    cases_agree: bool = False
    """Whether all words of a name have its case (`Stanów Zjednoczonych`); else only the first or the last has."""
    surname_endings: frozenset[str] = frozenset()
    """Those of them that make a surname of another name."""
    mutations: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What a name may begin with behind other words for each beginning that it has in a title (`B`: `mB`)."""

    def forms(self, name: str, *, is_person: bool = False) -> Iterator[str]:
        """What a name may be in other cases, by the endings of its first or its last word, and how it may begin then.

        `Berlinben` and `Berlinului` of *Berlin*, `Berlinului de Est` of *Berlinul de Est*, `mBaile Átha Cliath` of
        *Baile Átha Cliath*. None of abbreviations and short words, since too much else would seem to be one; nor an
        ending behind a single name of a person that makes it another's: `Harris` and `Harrison`, `Niels` and `Nielsen`.
        """
        return (
            before + form + behind
            for before, forms, behind in self.inflected(name, is_person=is_person)
            for form in forms
        )

    def inflected(self, name: str, *, is_person: bool) -> list[tuple[str, list[str], str]]:
        """The same in parts: what a word may be in other cases, between what stands before and behind it."""
        first, space, rest = name.partition(" ")
        behind = space + rest
        is_long = len(name) >= _SHORTEST_INFLECTED
        mutated = self.mutated(first, is_person=is_person) if self.mutations and is_long else []
        found = [("", mutated, behind)] if mutated else []
        if not self.cases:
            return found
        if space:
            before, _, last = name.rpartition(" ")
            return [*found, ("", self._forms(first), behind), (f"{before} ", self._forms(last), "")]
        others = {name + ending for ending in self.surname_endings} if is_person else set()
        return [*found, ("", [form for form in self._forms(name) if form not in others], "")]

    def is_form(self, surface: str, title: str, *, is_person: bool) -> bool:
        """Whether a surface is a title in another case."""
        if surface == title or not (self.cases or self.mutations):
            return False
        if self.cases_agree and " " in title:
            return surface in self.agreeing(title, surface.split(" ").__contains__)
        return surface in self.forms(title, is_person=is_person)

    def agreeing(self, name: str, is_known: Callable[[str], bool]) -> Iterator[str]:
        """What a name of several words may be in other cases, of words that are known, where all have its case."""
        words = name.split(" ")
        if len(words) > _MOST_AGREEING:
            return iter(())
        known = [[each for each in (word, *self._forms(word)) if is_known(each)] for word in words]
        return (form for form in map(" ".join, product(*known)) if form != name)

    def _forms(self, word: str) -> list[str]:
        """What a word may be in other cases, if it is long enough and no abbreviation."""
        is_inflected = len(word) >= _SHORTEST_INFLECTED and not word.isupper()
        return self.forms_of_word(word) if is_inflected else []

    def mutated(self, word: str, *, is_person: bool = False) -> list[str]:
        """A word with the other beginnings that it may have, none for abbreviations.

        What names a person keeps its letter: else a `Cary` would be a `Gary` too.
        """
        longest = max(map(len, self.mutations), default=0)
        beginnings = (word[:length] for length in range(longest, 0, -1))
        beginning = next(filter(self.mutations.__contains__, beginnings), "")
        if not beginning or word.isupper():
            return []
        rest = word[len(beginning) :]
        return [other + rest for other in self.mutations[beginning] if not is_person or beginning in other]

    def with_mutated(self, words: Iterable[str]) -> frozenset[str]:
        """Words, and the same with the other beginnings that they may have."""
        words = frozenset(words)
        return words | {form for word in words for form in self.mutated(word)} if self.mutations else words

    @made_once
    def small_before(self) -> str:
        """A pattern of the small letters that are written before the capital of a name (`mBaile`), and so a part of it.

        Empty where the language has none.
        """
        mutated = sorted({each for others in self.mutations.values() for each in others if each[0].islower()})
        small = {each: next(place for place, letter in enumerate(each) if letter.isupper()) for each in mutated}
        return "|".join(f"{each[:place]}(?={each[place:]})" for each, place in small.items())

    def forms_of_word(self, word: str) -> list[str]:
        """What a word may be in other cases."""
        found: list[str] = []
        for length in range(min(self._longest_in_title, len(word)) + 1):
            rest, ending = word[: len(word) - length], word[len(word) - length :]
            found.extend(rest + other for other in self.cases.get(ending, ()))
        return found

    def bases(self, word: str) -> set[str]:
        """What a word may be a form of, itself among them; nothing else for abbreviations."""
        found = {word}
        for length in range(1, 0 if word.isupper() else self._longest_ending + 1):
            rest = word[:-length]
            endings = self._endings_by_form.get(word[-length:], ())
            found.update(rest + ending for ending in endings if len(rest + ending) >= _SHORTEST_INFLECTED)
        for mutated, beginning in self._beginnings_by_form:
            if word.startswith(mutated):
                found.add(beginning + word[len(mutated) :])
        return found

    @made_once
    def _beginnings_by_form(self) -> list[tuple[str, str]]:
        """The beginnings that a name may have, each with that in a title."""
        return [(other, beginning) for beginning, others in self.mutations.items() for other in others]

    @made_once
    def _endings_by_form(self) -> dict[str, list[str]]:
        """The endings of a name in a title for each that it has in other cases."""
        by_form: dict[str, list[str]] = {}
        for ending, others in self.cases.items():
            for other in others:
                by_form.setdefault(other, []).append(ending)
        return by_form

    @made_once
    def _longest_in_title(self) -> int:
        return max(map(len, self.cases), default=0)

    @made_once
    def _longest_ending(self) -> int:
        return max(map(len, self._endings_by_form), default=0)
