"""Names of the gazetteer as mentions of a sentence, where no mention with a class or a target stands.

A name that the text shows by its capitals alone (source `capitalised`) gets the class of the gazetteer if it is that
name from its first letter to its last. Where no mention stands, a name of several words or in capitals (`NASA`) is one;
another single word is not, since a capital does not tell a name from a common noun. A name that overlaps a mention or
stands beside a capitalised word is part of a longer one and is left out, and so is one next to a hyphen. No class is
given by names of things of several classes, nor by names of languages and peoples, which are adjectives too (`Greek`).
What the gazetteer knows as a kind (`Cetacea`, `Bighorn sheep`) is no name, and no mention by its capitals.

A name is often shared: by a club and its city (`Detroit`), a standard and its body (`ISO 9660`), a book and its film.
So a corpus has only the classes that are given; where annotators look at them, all of them but for names of one word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from corpora.gazetteer import Gazetteer, Match
from schemas.labels import ENTITY

SOURCE = "gazetteer"
ADJECTIVES = frozenset({"Language", "EthnicGroup"})
"""Classes whose names are also adjectives."""
_BOUND = ("-", "–", "/")


def add_names(
    text: str,
    mentions: Sequence[dict[str, Any]],
    matches: Iterable[Match],
    gazetteer: Gazetteer,
    nameless: Collection[str] = (),
    given: Collection[str] | None = None,
) -> list[dict[str, Any]]:
    """The mentions of a sentence with those of the gazetteer, in order; rows of `typed_sentences`.

    `matches` are what the gazetteer finds in the sentence, `nameless` the classes of kinds. Names of other classes than
    `given` are ENTITY; None gives all of them, but to names of several words or in capitals only.
    """
    found: list[dict[str, Any]] = []
    by_capitals = {(each["start"], each["end"]): each for each in mentions if each["source"] == "capitalised"}
    kept = list(mentions)
    for start, end, number in matches:
        surface = text[start:end]
        cls = gazetteer.classes[gazetteer.class_ids[number]]
        if cls == ENTITY or cls in ADJECTIVES:
            continue
        if cls in nameless:
            if (start, end) in by_capitals:
                kept.remove(by_capitals[start, end])
            continue
        is_given = cls in given if given is not None else " " in surface or surface.isupper()
        if (start, end) in by_capitals:
            if is_given:
                by_capitals[start, end].update(type=cls, source=SOURCE)
        elif _can_be_name(text, start, end) and all(end <= each["start"] or each["end"] <= start for each in mentions):
            found.append(_mention(start, end, cls if is_given else ENTITY))
    return sorted([*kept, *found], key=lambda each: each["start"])


def _can_be_name(text: str, start: int, end: int) -> bool:
    surface = text[start:end]
    if surface.islower() or (" " not in surface and not surface.isupper()):
        return False
    head, _, before = text[:start].removesuffix(" ").rstrip("'’").rpartition(" ")
    behind = text[end : end + 2]
    # A word that begins the sentence has its capital whatever it is, and so has a letter that is one alone.
    if head and before[1:] and before[0].isupper() and before[-1].isalnum():
        return False
    if behind.startswith(" ") and behind[1:].isupper():
        return False
    return text[max(0, start - 1) : start] not in _BOUND and behind[:1] not in _BOUND


def _mention(start: int, end: int, cls: str) -> dict[str, Any]:
    """A mention whose target nobody knows: a name can be that of several titles of a class."""
    about = {"target": "", "redirects": 0, "origin": "", "flag": "", "qid": None}
    return {"start": start, "end": end, "type": cls, "source": SOURCE, **about}
