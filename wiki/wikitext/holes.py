"""Holes in the text of a page while it is read, and the names of the templates that left them.

A hole is a character of `marks.HOLES`. That of a template or a function is followed by the number of its name, in
`marks.DIGITS`: a number of few digits, since rules look at how far things are from each other.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wiki.wikitext.marks import ALL_HOLES, BOX, DIGITS, HOLE_OF, HOLES, without_marks

HOLE = f"[{''.join(HOLES)}][{DIGITS}]*+"
"""Pattern of a hole."""
_hole = re.compile(f"(?:{BOX})?{HOLE}")
_unnamed = re.compile(f"{HOLE_OF['template']}(?![{DIGITS}])")
_LONGEST_NAME = 255
"""Code points of a name that are kept: no title is longer."""


class Hole(NamedTuple):
    """A hole in the text of a paragraph, before the character at `place`."""

    place: int
    code: str
    number: str
    """The number of its name, as it is written; empty for none."""


class HoleNames:
    """The names of the templates and functions of a page whose words are missing, each with a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}
        self._names = {"": ""}

    def hole(self, code: str, name: str) -> str:
        """A hole of a code with a name, as it stands in the text."""
        return HOLE_OF[code] + self._number(" ".join(without_marks(name).split())[:_LONGEST_NAME])

    def fill_in(self, text: str, name: str) -> str:
        """The text that a template gave, each hole of a template that has no name with this one."""
        return _unnamed.sub(self.hole("template", name), text) if HOLE_OF["template"] in text else text

    def name(self, hole: Hole) -> str:
        """The name of a hole, empty where it has none."""
        return self._names[hole.number]

    def _number(self, name: str) -> str:
        if not name:
            return ""
        if name not in self._numbers:
            number = "".join(DIGITS[int(digit)] for digit in f"{len(self._numbers):o}")
            self._numbers[name] = number
            self._names[number] = name
        return self._numbers[name]


def holes_in(text: str) -> list[str]:
    """The holes in a text, in order, with their numbers; that of a template of several lines behind a `BOX`."""
    return _hole.findall(text)


def length(text: str) -> int:
    """The code points of a text, the numbers of its holes not counted: those depend on the rest of the page."""
    return len(text) - sum(map(text.count, DIGITS))


def tail(text: str, most: int) -> int:
    """Where the last code points of a text begin, so many at most as `length` counts."""
    start = max(0, len(text) - most)
    while missing := min(start, most - length(text[start:])):
        start -= missing
    return start


def only_holes(text: str) -> str:
    """What is left of a text if all but its holes is taken out."""
    return "".join(each for each in text if each in ALL_HOLES)
