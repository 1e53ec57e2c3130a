"""Abbreviations of names: those that a text introduces in brackets, and those that the links of a wiki expand.

An abbreviation has two capitals or more, and its letters stand in the name in their order, the first of them at the
beginning of the name but for an article (after Schwartz and Hearst 2003, 'A simple algorithm for identifying
abbreviation definitions in biomedical text'): `National Rifle Association (NRA)`.

What is in capitals may abbreviate a common noun as well (`CPU`). Where a text does not say it, the wiki's links do:
`[[European Union|EU]]`, `[[Central processing unit|CPU]]`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

_BRACKETED = re.compile(r"['’s\"”]{0,3} \((?:the |also |or )?([^\W\d_][\w.&\-/]{0,9}[\w.])(?=[),;])")
_MIN_LINKS = 2
_MIN_LINKS_OF_TWO = 10
"""Links to names that an abbreviation of one has; what has two letters alone is short for too much."""
_TIMES = 2
"""Links to names for each to something else."""
_WORD_STARTS = re.compile(r"(?<![\w'’])\w")


def introduced(text: str, start: int, end: int) -> str:
    """The abbreviation behind the name `text[start:end]`, empty where there is none."""
    match = _BRACKETED.match(text, end)
    if not match:
        return ""
    short = match[1]
    return short if sum(map(str.isupper, short)) > 1 and abbreviates(short, text[start:end]) else ""


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
