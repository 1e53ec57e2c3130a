"""Which words a wiki has in lower case and which with a capital: on how many pages each is so.

A capital at the beginning of a sentence shows nothing, and a few pages in lower case are slips: the frequent case is
the word's own (Lita et al. 2003, 'tRuEcasIng').
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from dbpedia.mentions.words import MARKS

_SLIPS = 0.1
"""Share of its places that may have a word in lower case though it is one that has a capital."""
MIN_PAGES = 2
"""Pages that show that a word has a capital; the page that asks is one of them."""
_ROUNDING = 0.5
"""So that one in five is a slip, and one in four is not."""
_LETTER = r"[^\W\d_]"
_TIE = r"(?:['’‘](?!s\b)|[-&])"
_INSIDE = rf"[\w{MARKS}]"
_WORD = re.compile(rf"{_LETTER}(?<!\w['’‘].)(?:\.(?:{_LETTER}\.)+|{_INSIDE}*(?:{_TIE}{_INSIDE}+)*)")
"""A word with what ties its parts (`Jean-Luc`, `O'Neill`, `AT&T`, `U.S.`), without a possessive.

It begins with the letter and looks behind it then: so `re` skips what is no letter, in half the time.
"""


def is_common_word(capital: int, lower: int) -> bool:
    """Whether a word is a common one by the numbers of places where it has a capital and where not."""
    return lower > _SLIPS * (capital + lower) + _ROUNDING


class WordCases(NamedTuple):
    """Words, in lower case."""

    lower: frozenset[str] = frozenset()
    """Those that are common words by their case."""
    upper: frozenset[str] = frozenset()
    """Those that have a capital."""


class WordCounts:
    """Counts the pages that have words in either case: one page's habit is no more than that, however long it is.

    `lower` writes a text in the small letters of the language (`Words.lower`). Takes some 100 bytes of memory for each
    word and case.
    """

    def __init__(self, lower: Callable[[str], str] = str.lower) -> None:
        self._lower = lower
        self.capital: Counter[str] = Counter()
        self.lower: Counter[str] = Counter()
        self._page = -1
        self._pieces: set[str] = set()
        """What stands between the page's spaces, but for the first words of sentences that have a capital."""

    def see(self, page_id: int, sentence: str) -> None:
        """Count the words of a sentence; those of a page come one after the other."""
        if page_id != self._page:
            self._end_page()
            self._page = page_id
        pieces = iter(sentence.split())
        first, *others = next(filter(None, map(_WORD.findall, pieces)), ("",))
        self._pieces.update(others, pieces)
        if first.islower():
            self._pieces.add(first)

    def rows(self) -> Iterator[tuple[str, int, int]]:
        """The words in lower case, sorted, each with the pages that have it with a capital and in lower case."""
        self._end_page()
        for word in sorted(self.capital.keys() | self.lower.keys()):
            yield word, self.capital[word], self.lower[word]

    def _end_page(self) -> None:
        # A page repeats its words, and most are letters alone: what is left to be searched is little.
        words = set(filter(str.isalpha, self._pieces))
        words.update(_WORD.findall(" ".join(self._pieces - words)))
        in_lower = set(filter(str.islower, words))
        self.lower.update(in_lower)
        others = words - in_lower  # some have no case: 中国
        self.capital.update({lower for word in others if (lower := self._lower(word)) != word})
        self._pieces.clear()
