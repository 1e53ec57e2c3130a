"""Names of the gazetteer as mentions of a sentence, where no mention with a class or a target stands.

A name that the text shows by its capitals alone (source `capitalised`) gets the class of the gazetteer if it is that
name from its first letter to its last. Where no mention stands, a name of several words or in capitals (`NASA`) is one;
another single word is not, since a capital does not tell a name from a common noun. A name that overlaps a mention or
stands beside a capitalised word is part of a longer one and is left out, and so is one next to a hyphen or one that
begins or ends within a Korean word, whose syllables are tokens. No class is given by names of things of several
classes, nor by names of languages and peoples, which are adjectives too (`Greek`). What the gazetteer knows as a kind
(`Cetacea`, `Bighorn sheep`) is no name, and no mention by its capitals.

A name is often shared: by a club and its city (`Detroit`), a standard and its body (`ISO 9660`), a book and its film.
So a corpus has only the classes that are given; where annotators look at them, all of them but for names of one word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.gazetteer.search import Gazetteer, Match
from schemas.arrow_tables import list_rows, occurring_labels
from schemas.labels import ENTITY
from schemas.sorted_lookup import find_sorted

SOURCE = "gazetteer"
ADJECTIVES = frozenset({"Language", "EthnicGroup"})
"""Classes whose names are also adjectives."""
_OF_NAME = ("type", "source")
_UNKNOWN = {"source": SOURCE, "target": "", "redirects": 0, "origin": "", "flag": "", "qid": None}
"""A mention of which only the class is known."""
_BOUND = ("-", "–", "/")
# Each syllable of a Korean word is a token. Behind a name in Latin letters a few are a particle: `MBC가`.
_SYLLABLE = re.compile("[가-힣]")
_GOES_ON = re.compile("(?<=[가-힣])[가-힣]|[가-힣]{4}")


class Name(NamedTuple):
    """What the gazetteer tells about `text[start:end]`, where a mention by its capitals stands or none."""

    start: int
    end: int
    type: str | None
    """Its class, or ENTITY; None where it is no name, and so no mention."""


def find_names(
    text: str,
    mentions: Sequence[tuple[int, int, str]],
    matches: Iterable[Match],
    gazetteer: Gazetteer,
    nameless: Collection[str] = (),
    given: Collection[str] | None = None,
) -> Iterator[Name]:
    """What the gazetteer tells about a sentence, in order; a mention by its capitals of which it tells nothing stays.

    A mention is given by start, end and source. `matches` are what the gazetteer finds in the sentence, `nameless` the
    classes of kinds. Names of other classes than `given` are ENTITY; None gives all of them, but to names of several
    words or in capitals only.
    """
    by_capitals = {(start, end) for start, end, source in mentions if source == "capitalised"}
    for start, end, number in matches:
        surface = text[start:end]
        cls = gazetteer.classes[gazetteer.class_ids[number]]
        if cls == ENTITY or cls in ADJECTIVES:
            continue
        if cls in nameless:
            if (start, end) in by_capitals:
                yield Name(start, end, None)
            continue
        is_given = cls in given if given is not None else " " in surface or surface.isupper()
        if (start, end) in by_capitals:
            if is_given:
                yield Name(start, end, cls)
        elif _can_be_name(text, start, end) and all(end <= begin or stop <= start for begin, stop, _ in mentions):
            yield Name(start, end, cls if is_given else ENTITY)


def _can_be_name(text: str, start: int, end: int) -> bool:
    surface = text[start:end]
    if surface.islower() or (" " not in surface and not surface.isupper()):
        return False
    if (start and _SYLLABLE.match(text, start - 1)) or _GOES_ON.match(text, end):
        return False
    head, _, before = text[:start].removesuffix(" ").rstrip("'’").rpartition(" ")
    behind = text[end : end + 2]
    # A word that begins the sentence has its capital whatever it is, and so has a letter that is one alone.
    if head and before[1:] and before[0].isupper() and before[-1].isalnum():
        return False
    if behind.startswith(" ") and behind[1:].isupper():
        return False
    return text[max(0, start - 1) : start] not in _BOUND and behind[:1] not in _BOUND


def with_names(mentions: pa.ListArray, found: Sequence[tuple[int, Name]]) -> pa.ListArray:
    """The column `mentions` of `typed_sentences` with names, each given with its row, in order.

    A name takes class and source of the mention where it stands; nobody knows the target of one where none stands,
    since it can be the name of several titles of a class.
    """
    flat, kind = mentions.flatten(), mentions.type.value_type
    names = [(row, name) for row, name in found if name.type]
    new = pa.array([{**_UNKNOWN, **name._asdict()} for _, name in names], kind)
    # Where each begins: its row, and its place in it.
    known = list_rows(mentions) << 32 | flat.field("start").to_numpy()
    wanted, no_names = _begins(names), _begins((row, name) for row, name in found if not name.type)
    kept = np.ones(len(flat), bool)
    kept[find_sorted(known, no_names)] = False
    of_mention = find_sorted(known, wanted)
    has_mention = of_mention >= 0
    # Rows of the mentions with the new ones behind them: which gives class and source, and which all else.
    own, added = np.arange(len(flat)), len(flat) + np.arange(len(new))
    named = own.copy()
    named[of_mention[has_mention]] = added[has_mention]
    begins = np.concatenate([known[kept], wanted[~has_mention]])
    order = np.argsort(begins, kind="stable")
    own_rows, named_rows = (pa.array(np.concatenate([rows[kept], added[~has_mention]])[order]) for rows in (own, named))
    joined = pa.concat_arrays([flat, new])
    columns = [joined.field(each.name).take(named_rows if each.name in _OF_NAME else own_rows) for each in kind]
    columns = [occurring_labels(each) if pa.types.is_dictionary(each.type) else each for each in columns]
    bounds = np.searchsorted(begins[order] >> 32, np.arange(len(mentions) + 1))
    changed = pa.StructArray.from_arrays(columns, fields=list(kind))
    return pa.ListArray.from_arrays(pa.array(bounds, pa.int32()), changed, type=mentions.type)


def _begins(names: Iterable[tuple[int, Name]]) -> npt.NDArray[np.int64]:
    return np.array([row << 32 | name.start for row, name in names], np.int64)
