"""Two names in one run of capitalised words, by what stands before it and by what the article has by itself.

An article is seen to its end before gaps are looked for in it. Where an ending behind an apostrophe shows the end of a
second name, `side_by_side` finds it. Its words: `dbpedia.mentions.capitals.lexicon.pairs`.
"""

from __future__ import annotations

import re
from functools import cached_property

from dbpedia.mentions.capitals.article import Article
from dbpedia.mentions.capitals.letters import CAPITAL
from dbpedia.mentions.capitals.places import RULER
from dbpedia.mentions.derived import BEFORE
from schemas.records import Span

MIN_PAIRS = 2
"""Places within sentences at which two words stand side by side that are one name, though both stand alone too."""


class Gaps:
    """Finds what is between two names in a run of an article."""

    def __init__(self, article: Article) -> None:
        self.article = article
        self.words = article.words

    def find(self, text: str, start: int, end: int) -> Span | None:
        """The space between two names in a run, None if it is one: `roi d'Écosse | Jacques V`.

        It stands behind the place of somebody who is named with a number, behind an owner (`Apples | Siri`), before a
        place in a case, and where the article has both by themselves.
        """
        words, pairs = self.words, self.words.pairs
        if words.syllables.behind_names:
            return self._behind_syllables(text, start, end)
        if pairs.place_cases:
            gap = self._before_place(text, start, end) or self._before_owner(text, start, end)
            if gap:
                return gap
        first, _, rest = text[start:end].partition(" ")
        while first in words.openers and rest:
            start += len(first) + 1
            first, _, rest = rest.partition(" ")
        if not rest[:1].isupper():
            return None
        together = self.article.longer[text[start:end]]
        has_both = self.article.has(first) and self.article.has(rest)
        if pairs.owner_endings and together < MIN_PAIRS and self._is_owner(first, rest, text, end):
            is_two = True
        elif words.before_ruled and (has_both or (" " in rest and RULER.search(rest))):
            is_two = bool(words.before_ruled.search(text, max(0, start - BEFORE), start))
        else:
            is_two = pairs.names_in_pairs and has_both and " " not in rest and together < MIN_PAIRS
        return (start + len(first), start + len(first) + 1) if is_two else None

    def _before_place(self, text: str, start: int, end: int) -> Span | None:
        """What is in a run before a last word that is a place: `Albert Eynşteyn | Berndə`, `… | Bern şəhərində`.

        It has the case of one or a noun of places behind it, and the article has it by itself and no other name that
        ends with it, or a link to it. What stands before it is a name of several words, or of one that the article has
        by itself too; a word in lower case between them is part of neither if it ends no names (`Fatma | xanım |
        Berndə`).
        """
        run, noun = text[start:end], self.words.pairs.before_place_noun
        before, _, last = run.rpartition(" ")
        units = before.split(" ")
        if not before or self.article.longer[run] >= MIN_PAIRS:
            return None
        if last not in self.places_in_case and not (noun and noun.match(text, end) and self._is_place(last, run)):
            return None
        while units[0] in self.words.openers and len(units) > 1:
            units.pop(0)
        is_name = len(units) > 1 or self.article.has(units[0])
        while len(units) > 1 and units[-1].islower() and units[-1] not in self.words.others.completing:
            before = before[: -len(units.pop()) - 1]
        given, modifiers = units[-1], self.words.modifiers
        if not is_name or given in modifiers.sides or modifiers.is_adjective(given):
            return None
        return start + len(before), end - len(last)

    def _before_owner(self, text: str, start: int, end: int) -> Span | None:
        """The space in a run before a place that owns what is behind it, which the article has by itself or links.

        `Iruñeak | Aragoiko Konderria`.
        """
        words, endings = self.words, self.words.pairs.place_owners
        if not endings:
            return None
        for space in _BEFORE_CAPITAL.finditer(text, start, end):
            before = text[start : space.start()].rpartition(" ")[2]
            owner = _UNIT.match(text, space.end(), end)
            is_owner = owner and owner[0].endswith(endings) and not before.endswith(endings)
            if owner and is_owner and before[0].isupper() and before not in words.modifiers.sides:
                places = words.others.inflection.bases(owner[0]) - {owner[0]}
                if not (places.isdisjoint(self.alone) and places.isdisjoint(self.article.places)):
                    return space.span()
        return None

    def _is_place(self, word: str, run: str) -> bool:
        """Whether the article has the last word of a run by itself and in no other run, or links it as a place."""
        ended = (other for other in self.article.longer if other.endswith(f" {word}") and not run.endswith(other))
        return word in self.article.places or (word in self.alone and next(ended, None) is None)

    @cached_property
    def places_in_case(self) -> set[str]:
        """The last words of the runs that are a place in a case, when all have been seen."""
        endings, bases = self.words.pairs.place_cases, self.words.others.inflection.bases
        surnames = set().union(*(bases(word) for word in self.article.last if not word.endswith(endings)))
        found = set()
        for word in self.article.last:
            titles = bases(word) - {word}
            is_alone = word.endswith(endings) and not titles.isdisjoint(self.alone) and titles.isdisjoint(surnames)
            if is_alone or not titles.isdisjoint(self.article.places):
                found.add(word)
        return found

    @cached_property
    def alone(self) -> set[str]:
        """What the words that stand alone within sentences may be forms of, when all have been seen."""
        return set().union(*map(self.words.others.inflection.bases, self.article.seen))

    def _behind_syllables(self, text: str, start: int, end: int) -> Span | None:
        """The same where a place has several syllables, each written as a word: `Tổng thống Hàn Quốc | Moon Jae-in`."""
        ruled = self.words.before_ruled
        if ruled is None or not ruled.search(text, max(0, start - BEFORE), start):
            return None
        for space in _BEFORE_CAPITAL.finditer(text, start, end):
            if self.article.has(text[start : space.start()]) and self.article.has(text[space.end() : end]):
                return space.span()
        return None

    def _is_owner(self, first: str, rest: str, text: str, end: int) -> bool:
        """Whether a word owns what the rest of a run names: the article has it without the ending of an owner.

        Or in another case, where names have them. One word is a name if the article has it so, or if a number is behind
        it (`Gaztelako | Juana I.aren`). Where a word of the rest is a common one, both are one name: `Sveriges
        Television`.
        """
        endings = filter(first.endswith, self.words.pairs.owner_endings)
        if not any(self.article.has_form(first.removesuffix(ending)) for ending in endings):
            return False
        units = rest.split(" ")
        number = self.words.person_names.number_behind
        is_named = len(units) > 1 or self.article.has(rest) or bool(number and number.match(text, end))
        return is_named and self.article.cases.lower.isdisjoint(map(self.words.others.lower, units))


_BEFORE_CAPITAL = re.compile(rf" (?={CAPITAL})")
_UNIT = re.compile(r"\S+")
