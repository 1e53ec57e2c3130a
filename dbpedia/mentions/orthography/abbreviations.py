"""Abbreviations of names: those that a text introduces in brackets, and those that the links of a wiki expand.

An abbreviation has two capitals or more, and its letters stand in the name in their order, the first of them at the
beginning of the name but for an article (after Schwartz and Hearst 2003, 'A simple algorithm for identifying
abbreviation definitions in biomedical text'): `National Rifle Association (NRA)`. Others behind a name are short for it
in other words: `State Institute of Cinematography (VGIK)`.

What is in capitals may abbreviate a common noun as well (`CPU`). Where a text does not say it, the wiki's links do:
`[[European Union|EU]]`, `[[Central processing unit|CPU]]`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from dbpedia.mentions.titles import ROMAN_NUMERAL

_BRACKETED = re.compile(r"['’s\"”]{0,3} \((?:the |also |or )?([^\W\d_][\w.&\-/]{0,9}[\w.])(?=[),;])")
_SHORTEST = 3
"""Letters of what abbreviates the name before it in other words."""
_MIN_LINKS = 2
_MIN_LINKS_OF_TWO = 10
"""Links to names that an abbreviation of one has; what has two letters alone is short for too much."""
_TIMES = 2
"""Links to names for each to something else."""
_WORD_STARTS = re.compile(r"(?<![\w'’])\w")


def introduced(text: str, start: int, end: int) -> str:
    """The abbreviation behind the name `text[start:end]`, empty where there is none."""
    short = _bracketed(text, end)
    return short if sum(map(str.isupper, short)) > 1 and abbreviates(short, text[start:end]) else ""


def introduced_in_other_words(text: str, start: int, end: int) -> str:
    """What is in capitals behind the name `text[start:end]` of several words, which has its letters in no such order.

    It is short for the name in another language, or for another of its names: `State Institute of Cinematography
    (VGIK)`. Two letters alone are short for too much, and a number is none.
    """
    short, name = _bracketed(text, end), text[start:end]
    is_short = len(short) >= _SHORTEST and short.isupper() and short.isalpha() and not ROMAN_NUMERAL.fullmatch(short)
    return short if is_short and " " in name and not abbreviates(short, name) else ""


def _bracketed(text: str, end: int) -> str:
    """What may be an abbreviation in brackets behind a name that ends there."""
    match = _BRACKETED.match(text, end)
    return match[1] if match else ""


def abbreviates(short: str, name: str) -> bool:
    """Whether the letters of an abbreviation stand in a longer name in their order, from the beginning of a word on."""
    letters = [letter for letter in short.lower() if letter.isalnum()]
    rest = name.lower()
    if (
        not letters
        or len(letters) >= len(name)
        or letters[0] not in {match[0] for match in _WORD_STARTS.finditer(rest)}
    ):
        return False
    place = -1
    for letter in letters:
        place = rest.find(letter, place + 1)
        if place < 0:
            return False
    return True


class Expansions:
    """Counts where the links of a wiki lead that are in capitals. Takes some 220 bytes of memory for each pair."""

    def __init__(self) -> None:
        self.links: Counter[tuple[str, str]] = Counter()

    def see(self, surface: str, target: str) -> None:
        """Count a link; one that repeats its target's title shows nothing."""
        if surface.isupper() and len(surface) > 1 and surface.isalpha() and surface != target:
            self.links[surface, target] += 1

    def of_names(self, is_name: Callable[[str], bool]) -> Iterator[tuple[str, int, int, str]]:
        """The abbreviations that are mostly those of names, sorted.

        With each come the numbers of links to names that it abbreviates and to other titles, and the name that most
        links lead to. `is_name` says whether a title is one.
        """
        names: dict[str, Counter[str]] = {}
        others: Counter[str] = Counter()
        for (short, title), number in self.links.items():
            if is_name(title) and abbreviates(short, title):
                names.setdefault(short, Counter())[title] = number
            else:
                others[short] += number
        for short, titles in sorted(names.items()):
            least = _MIN_LINKS if len(short) > 2 else _MIN_LINKS_OF_TWO
            if titles.total() >= max(least, _TIMES * others[short]):
                title = min(titles, key=lambda each: (-titles[each], each))
                yield short, titles.total(), others[short], title
