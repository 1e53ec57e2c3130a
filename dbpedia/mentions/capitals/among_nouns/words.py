"""What a word is among nouns, by the language and the wiki: an office, a kind, a noun, an adjective, an owner."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.orthography.learnt import Orthography

_LONGEST_FIRST_NAME = 12
"""Letters; what is longer is a compound (`Dominikanerpriester | Heinrich Kramer`)."""
_SHORTEST_KIND_WITHIN = 5
"""Letters of the shortest word for a kind of thing that ends compounds: `Hafenstadt`, but `Roland` is a name."""
_SHORTEST_OFFICE_WITHIN = 4
_SHORTEST_HEAD_WITHIN = 6
_OF_HEADS = ("", ".", "s", "es")
"""What is written behind a word that a name begins with: a dot behind `St`, else the ending of an owner."""
_SHORTEST_ADJECTIVE = 7
_SHORTEST_OWNER = 4
OWNER = "s"
"""The ending of an owner."""
_REMEMBERED = 1 << 16


class NounWords:
    """The words of a language whose nouns all have capitals, in their forms, with those of the wiki."""

    def __init__(self, words: CapitalWords, orthography: Orthography) -> None:
        self.words = words
        among_nouns, places = words.among_nouns, words.places_among_nouns
        self.nouns = orthography.nouns
        self.cases = orthography.cases
        forms = ("", *among_nouns.noun_forms)
        self.offices = _in_forms(words.persons.offices, forms)
        self.kinds = _in_forms(among_nouns.kinds, forms)
        # A rank may stand within a name: `Alexander Freiherr von Humboldt`.
        self.common = (words.terms | words.openers | self.offices | self.kinds | self.nouns) - words.persons.nobility
        """What no name ends with."""
        self.office_within = _lower(_in_forms(_longer(words.persons.offices, _SHORTEST_OFFICE_WITHIN), forms))
        self.kind_within = _lower(_in_forms(_longer(among_nouns.kinds, _SHORTEST_KIND_WITHIN), forms))
        self.compound_heads = _in_forms(among_nouns.compound_heads, forms)
        self.plural_endings = tuple(f"{ending}en" for ending in words.others.noun_endings)
        self.bare_within = _lower(places.bare_nouns)
        self.adjectives = _in_forms(words.modifiers.adjectives, among_nouns.adjective_forms)
        self.adjective_endings = tuple(_in_forms(words.modifiers.adjective_endings, among_nouns.adjective_forms))
        heads = words.heads.first_heads | words.others.saints
        self.heads = _in_forms(heads, _OF_HEADS)
        """Words for a kind of thing that its name begins with."""
        self.heads_within = _lower(_in_forms(_longer(heads, _SHORTEST_HEAD_WITHIN), _OF_HEADS))
        self.before_nouns = words.articles | words.others.noun_markers
        self.places = places.before_places | places.before_ended_places
        self.named = frozenset(map(str.capitalize, among_nouns.relatives))
        """Articles that names begin with."""
        self.is_before_noun = lru_cache(_REMEMBERED)(self._is_before_noun)
        self.sort = lru_cache(_REMEMBERED)(self._sort)
        self.marks_noun = re.compile(rf"(?:{'|'.join(among_nouns.sure_attributes)})\Z")
        """Matches what is an adjective before a noun and no verb."""

    def is_small(self, word: str) -> bool:
        """Whether a word is none of a name wherever it has a capital."""
        return word in self.words.openers or (word.lower() in self.before_nouns and word not in self.named)

    def only_opens(self, word: str) -> bool:
        """Whether a word that begins a sentence is none that may begin a name."""
        lower = word.lower()
        if lower in self.before_nouns or lower in self.cases.lower:
            return True
        return lower not in self.cases.upper and (
            self.is_adjective(word) or word.endswith(self.words.among_nouns.attribute_endings)
        )

    def _is_before_noun(self, word: str) -> bool:
        """Whether a word before another is a number, or surely an adjective, so that the other is a noun."""
        if word[-1:].isdigit():
            return True
        return self.marks_noun.search(word) is not None and word not in self.words.others.small_words

    def is_adjective(self, word: str) -> bool:
        """Whether a word is an adjective by its ending, or one that names begin with."""
        if word in self.adjectives:
            return True
        is_long = len(word) >= _SHORTEST_ADJECTIVE  # not `Tische`
        return is_long and word.endswith(self.adjective_endings) and word not in self.nouns

    def is_head(self, word: str) -> bool:
        """Whether a word is that for a kind of thing that its name begins with: `Stadtmuseum | Berlin`."""
        return word in self.heads or word.lower().endswith(self.heads_within)

    def is_plural(self, word: str) -> bool:
        """Whether a word is the plural of a noun by its ending."""
        return word.lower().endswith(self.plural_endings)

    def is_place(self, word: str, prepositions: Collection[str]) -> bool:
        """Whether a word is a place by its ending and the prepositions that it stands behind without an article."""
        words = self.words.places_among_nouns
        if word.endswith(words.place_endings) or len(words.before_places.intersection(prepositions)) > 1:
            return True
        return not words.before_any_place.isdisjoint(prepositions) and not (
            word.endswith(words.bare_endings) or word.lower().endswith(self.bare_within) or self.sort(word)
        )

    def is_owner(self, word: str) -> bool:
        """Whether a word may be a name with the ending of an owner: `Berlins`, but not `Haus`."""
        is_long = len(word) >= _SHORTEST_OWNER and not word.isupper()
        return is_long and word.endswith(OWNER) and not word.endswith(self.words.among_nouns.no_owners)

    def _sort(self, word: str) -> str:
        """What a word before others is: a term, an office, a kind or another noun; empty where it may be of a name."""
        if word in self.words.terms:
            return "term"
        word = word.rstrip(".")
        lower = word.lower().rpartition("-")[2]
        if word in self.offices or lower.endswith(self.office_within):
            return "office"
        if word in self.kinds or lower.endswith(self.kind_within):
            return "kind"
        is_noun = word in self.nouns or lower.endswith(self.words.others.noun_endings)
        return "noun" if is_noun or (len(word) > _LONGEST_FIRST_NAME and "-" not in word) else ""


def _in_forms(words: Collection[str], forms: Collection[str]) -> frozenset[str]:
    """The words with each of the endings."""
    return frozenset(word + form for word in words for form in forms)


def _longer(words: Collection[str], length: int) -> list[str]:
    return [word for word in words if len(word) >= length]


def _lower(words: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(map(str.lower, words)))
