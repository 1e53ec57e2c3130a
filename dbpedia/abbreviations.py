"""Abbreviations that a text introduces in brackets behind a name: `National Rifle Association (NRA)`.

An abbreviation has two capitals or more, and its letters stand in the name in their order, the first of them at the
beginning of the name but for an article (after Schwartz and Hearst 2003, 'A simple algorithm for identifying
abbreviation definitions in biomedical text').
"""

from __future__ import annotations

import re

_BRACKETED = re.compile(r"['’s]{0,2} \((?:the |also |or )?([^\W\d_][\w.&\-/]{0,9}[\w.])(?=[),;])")
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
