"""Offsets of tools whose pages count a text in UTF-16, as JavaScript does: characters beyond U+FFFF count twice.

Offsets here are code points, as everywhere in the project.
"""

from __future__ import annotations


def to_utf16(text: str, offset: int) -> int:
    """The offset of a place in the text, counted in UTF-16."""
    return offset + beyond(text[:offset])


def from_utf16(text: str, offset: int) -> int:
    """The offset of a place that is counted in UTF-16; one inside a character is behind it, one outside stays so."""
    if offset < 0:
        return offset
    place = counted = 0
    for character in text:
        if counted >= offset:
            return place
        counted += 1 + (character > "\uffff")
        place += 1
    return place + max(0, offset - counted)


def beyond(text: str) -> int:
    """How many characters UTF-16 counts twice."""
    return sum(character > "\uffff" for character in text)
