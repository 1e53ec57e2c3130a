"""Words for a kind of thing that names begin with, and names whose words are written in several parts, by syllables."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from dbpedia.mentions.word_group import WordGroup, longest_first, made_once
from dbpedia.mentions.words import Words

_MOST_SYLLABLES = 4
"""Those of the longest word for a kind of thing that a name begins with in lower case."""
_PUNCTUATION = re.compile(r"[^\w ]")


@dataclass(frozen=True)
class Heads(WordGroup):
    """Words for a kind of thing that names begin with."""

    first_heads: frozenset[str] = frozenset()
    """Those with a capital, where names end with none. They are part of the name where a sentence begins too."""
    lower_heads: frozenset[str] = frozenset()
    """Those in lower case, of one syllable or several (`đảng Xanh`); with a capital they are among `first_heads`."""
    no_heads: frozenset[str] = frozenset()
    """Common words that end as they do: `liên đảng`."""

    def lower_head(self, before: str) -> str:
        """The word for a kind of thing before its name and part of it that a text ends with, empty where none is there.

        None is in a longer common word that ends so: `liên đảng`.
        """
        *units, last = _PUNCTUATION.split(before)[-1].split(" ")
        if last:
            return ""  # it stands behind no space
        for first in range(-_MOST_SYLLABLES, 0):
            word = " ".join(units[first:])
            if word in self.lower_heads:
                return word
            if word in self.no_heads:
                break
        return ""

    @made_once
    def capitalised(self) -> frozenset[str]:
        """Those in lower case as they begin a sentence."""
        return frozenset(head[0].upper() + head[1:] for head in self.lower_heads)

    def completed(self, words: Words) -> Heads:
        """With what they may begin with within sentences, and with those in lower case as a sentence begins."""
        return replace(self, first_heads=words.inflection.with_mutated(self.first_heads) | self.capitalised)


@dataclass(frozen=True)
class Syllables(WordGroup):
    """How words of several syllables are told, where each is written as a word."""

    compounds: frozenset[str] = frozenset()
    """Those inside names, whose first syllable alone has a capital; one alone is no name: `Liên minh Dân chủ`."""
    behind_names: frozenset[str] = frozenset()
    """Words in lower case before which a syllable is a name: what else stands there may be the rest of its word."""
    short_names: bool = False
    """Whether a name of one word may have two letters (`Mỹ`), or one with a mark (`Ý`)."""

    def units(self, text: str) -> list[str]:
        """The words of a run, those of several syllables whole: `Liên minh`, `Dân chủ`."""
        return self._unit.findall(text) if self._unit else text.split(" ")

    @made_once
    def _unit(self) -> re.Pattern[str] | None:
        if not self.compounds:
            return None
        return re.compile(rf"(?:{'|'.join(longest_first(self.compounds))})(?![^ ])|[^ ]+")

    def completed(self, heads: Heads) -> Syllables:
        """With the heads of several syllables, which names begin with."""
        return replace(self, compounds=self.compounds | {head for head in heads.capitalised if " " in head})
