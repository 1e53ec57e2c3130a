"""What an article shows of its words, where all nouns have capitals, and which of a run are a name by that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from dbpedia.mentions.capitals.among_nouns.runs import Run
from dbpedia.mentions.capitals.among_nouns.words import OWNER, NounWords
from dbpedia.mentions.titles import ROMAN_NUMERAL

_SHORTEST_NOUN = 8
"""Letters of an unknown noun before a name: a shorter word is the beginning of the name (`die New York Times`)."""
_SHORTEST_KNOWN = 3
"""Letters of the shortest single word that the article shows to be a name."""
_OF_PLACE = "er"
"""The ending of an adjective that has a capital since it is made of a place."""
_MIN_SEEN = 2
"""Places of an article that show a word to be a name which begins a sentence before a verb."""
_OF_ONE = ("owner", "introduced")
"""Signs of a single word that is a name."""


class Name(NamedTuple):
    """The words of a run that are a name, and what shows it."""

    first: int
    end: int
    sign: str


class Article:
    """What an article shows of its capitalised words."""

    def __init__(self, nouns: NounWords, lower_case: Collection[str]) -> None:
        self.nouns = nouns
        self.lower_case = lower_case
        self.seen: Counter[str] = Counter()
        """How often each word begins a run."""
        self.marked: Counter[str] = Counter()
        """How often it does where a noun stands."""
        self.bare: Counter[str] = Counter()
        """How often it does elsewhere, but where a sentence begins."""
        self.begun: set[str] = set()
        """The words that names of two words begin with."""
        self.known: set[str] = set()
        """The single words that the article shows to be names."""

    def see(self, runs: Sequence[Run]) -> None:
        """Learn which single words are names: first of what is sure by itself, then of what that tells apart."""
        for run in runs:
            first = run.words[0]
            self.seen[first] += 1
            if run.marked and not run.relative:
                self.marked[first] += 1
            elif not run.opens:
                self.bare[first] += 1
        places: dict[str, set[str]] = {}
        several = [run for run in runs if len(run.words) > 1]
        for run in runs:
            if run.marked or len(run.words) > 1:
                continue
            word = run.words[0]
            if run.acts and not self.marked[word] and self.seen[word] >= _MIN_SEEN:
                self.known.add(word)
            if run.preposition:
                places.setdefault(word, set()).add(run.preposition)
        for word, prepositions in places.items():
            if self.nouns.is_place(word, prepositions):
                self.known.add(word)
        for run in several:
            word = run.words[0]
            if not run.marked and self.nouns.is_owner(word) and self.bare[word[:-1]]:
                self.known.add(word[:-1])  # `Kiplings Drang` in an article that has `Kipling` as well
        for run in several:
            name = self._certain(run)
            if name and name.sign in _OF_ONE:
                word = run.words[name.first]
                self.known.add(word[:-1] if name.sign == "owner" else word)
        # `Klaus Wowereit` tells that `Wowereits Rücktritt` is no name.
        self._see_full([run for run in several if not any(map(self.nouns.is_owner, run.words))])
        self._see_full(several)

    def _see_full(self, runs: Sequence[Run]) -> None:
        """Learn the last words of names of several words, and the first of two."""
        known: set[str] = set()
        for run in runs:
            name = self._certain(run)
            if not name or name.sign != "full":
                continue
            words = run.words[name.first : name.end]
            if ROMAN_NUMERAL.fullmatch(words[-1]):
                words = words[:-1]
            last = words[-1]
            if last.isalpha() and len(last) >= _SHORTEST_KNOWN:
                if not self.nouns.is_owner(last):
                    known.add(last)
                self.begun.update(words[:1] if len(words) == 2 else ())
        self.known |= known

    def name(self, run: Run) -> Name | None:
        """The name in a run, if there is one."""
        if len(run.words) > 1:
            return self._certain(run)
        word = run.words[0]
        if self._is_compound(word):
            return Name(0, 1, "compound")
        if run.tied and not self._is_noun(word) and not self.nouns.sort(word):
            return Name(0, 1, "tied")
        is_free = run.relative or not run.marked
        return Name(0, 1, "known") if is_free and self.is_known(word) else None

    def _is_compound(self, word: str) -> bool:
        """Whether a word is a name and a kind of thing: `Karl-Marx-Allee`, but not `Elite-Schule`."""
        name, _, head = word.rpartition("-")
        if head not in self.nouns.compound_heads:
            return False
        parts = [part for part in name.split("-") if part]
        return bool(parts) and not any(len(each) < _SHORTEST_KNOWN or self._is_common(each) for each in parts)

    def _is_common(self, word: str) -> bool:
        """Whether the part of a compound is no name: a noun or what the wiki has in lower case."""
        return bool(self.nouns.sort(word)) or self._is_noun(word) or word.lower() in self.nouns.cases.lower

    def is_known(self, word: str) -> bool:
        """Whether a single word is a name in the article, or one with the ending of an owner."""
        return any(each in self.known and not self._is_noun(each) for each in (word, word.removesuffix(OWNER)))

    def _is_noun(self, word: str) -> bool:
        """Whether a single word is a common noun, by the words of the language, the wiki or the article."""
        lower = word.lower()
        if word in self.nouns.common or lower in self.lower_case:
            return True
        return lower.endswith(self.nouns.words.others.noun_endings) or self.marked[word] > self.bare[word]

    def _certain(self, run: Run) -> Name | None:
        """The name in a run of several words by these and what stands before it."""
        nouns, words, stop = self.nouns, run.words, len(run.words)
        if words[0] in nouns.named and not run.opens:
            return Name(0, stop, "article")
        if run.quoted and any(map(nouns.sort, words)):
            return None  # `„Star Trek“` is a name, `„Kampf Berlins“` may be anything
        first, before = 0, ""
        while first < stop:
            word, goes_on = words[first], first + 1 < stop
            if goes_on and nouns.is_head(word) and self._may_be_headed(words[first + 1]):
                return Name(first, stop, "headed")
            if goes_on and words[-1] in nouns.words.among_nouns.foreign_heads and not nouns.sort(word):
                return Name(first, stop, "headed")
            if goes_on and nouns.is_adjective(word) and not (run.opens and not first):
                # `die Medizinischen Fakultäten` are several of a kind.
                return None if nouns.is_plural(words[-1]) else Name(first, stop, "adjective")
            sort = nouns.sort(word)
            if (
                first
                and not goes_on
                and word.endswith(nouns.words.places_among_nouns.place_endings)
                and not self._is_noun(word)
            ):
                sort = ""  # `Stadt Kapstadt`
            if not sort and goes_on and ((run.marked and not first) or self.marked[word] > self.bare[word]):
                sort = "unknown"
            if not sort:
                break
            before = sort
            first += 1
        end = stop
        while end > first + 1 and self._is_noun(words[end - 1]):
            end -= 1
        if end - first > 1:
            is_cut = before == "unknown" and len(words[first - 1]) < _SHORTEST_NOUN  # `die | New | York Times`
            return None if before == "term" or is_cut else self._of_several(words, first, end)
        return self._of_one(words, first, end, before) if first < end else None

    def _may_be_headed(self, word: str) -> bool:
        """Whether a word behind one for a kind of thing is its name, and neither a noun nor an owner."""
        return not self._is_noun(word) and not (self.nouns.is_owner(word) and self.is_known(word.removesuffix(OWNER)))

    def _of_several(self, words: Sequence[str], first: int, end: int) -> Name | None:
        """The name in several words side by side that are no nouns by themselves."""
        one, *_, last = words[first:end]
        if end - first == 2:
            if self._is_of_place(one):
                return None
            if self.nouns.is_owner(last) and last[:-1] in self.known and one not in self.begun:
                return Name(first + 1, end, "owner")
            if self.nouns.is_owner(one) and one[:-1] in self.known and last not in self.known:
                return Name(first, first + 1, "known")
        return Name(first, end, "full")

    def _of_one(self, words: Sequence[str], first: int, end: int, before: str) -> Name | None:
        """The name that is the one word left between nouns, `before` is the sort of the last before it."""
        word = words[first]
        if not before:  # `Kiplings Drang`, `dass Berlin Mitglied wurde`
            return Name(first, end, "known") if self.is_known(word) else None
        if end < len(words) or self._is_noun(word):
            return None
        if self.nouns.is_owner(word):
            return None if self._is_of_place(words[first - 1]) else Name(first, end, "owner")
        is_introduced = before in ("office", "kind") and len(word) >= _SHORTEST_KNOWN
        return Name(first, end, "introduced") if is_introduced else None

    def _is_of_place(self, word: str) -> bool:
        """Whether a word is that of a place, with the ending of an adjective: `Berliner Mauer`."""
        return word.endswith(_OF_PLACE) and any(
            place in self.known or self.bare[place] or place.lower() in self.nouns.cases.upper
            for place in (word[:-2], word[:-1], f"{word[:-2]}en")
        )
