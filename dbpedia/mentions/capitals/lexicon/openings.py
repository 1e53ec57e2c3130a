"""What has a capital because a sentence begins with it."""

from __future__ import annotations

from dataclasses import dataclass

from dbpedia.mentions.capitals.lexicon.group import WordGroup


@dataclass(frozen=True)
class Openings(WordGroup):
    """Words that begin sentences and are no names."""

    openers: frozenset[str] = frozenset()
    """Such words, with their capital: `During`, `He`."""
    opening_endings: tuple[str, ...] = ()
    """Endings of verbs that sentences begin with, where the wiki has the word in lower case: `Pokonał`."""
    opening_beginnings: tuple[str, ...] = ()
    """The same of their beginnings: `Throid | Brian Ború`."""

    def is_formed_so(self, word: str) -> bool:
        """Whether a word has the ending or the beginning of such a verb."""
        return word.endswith(self.opening_endings) or word.startswith(self.opening_beginnings)
