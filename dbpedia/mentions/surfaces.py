"""What the surface of a link is beside the title that it points to, by the words of the language.

`bare` is the title without its qualifier, `branch` that of its class.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dbpedia.mentions.titles import ROMAN_NUMERAL
from dbpedia.mentions.words import Words
from schemas.sources.language_facts import is_lower

_WORD = re.compile(r"\w+")
_WORD_START = re.compile(r"(?<![\w'’])\w+")
_LETTERS = re.compile(r"[^\W\d_]+")
SHARED = 3
"""Letters that a demonym shares with the name of its place, and a form of a word with another."""


def is_number(surface: str, words: Words) -> bool:
    """Whether a surface is a number, a date, a year or a measure."""
    if surface[0].isalpha():
        ends_with_digits = surface[-1].isdigit() or surface[-3:-2].isdigit()  # `March 12th`
        if not ends_with_digits or surface.partition(" ")[0].lower() not in words.dates:
            return False
    letters = _LETTERS.findall(surface.lower())
    if not letters:
        return True
    return words.units.union(words.dates).issuperset(letters) and any(map(str.isdigit, surface))


def is_named_date(surface: str, target: str, words: Words) -> bool:
    """Whether a surface is a century, or a date that is written in letters.

    What has a class is called so: `[[Fiat Cinquecento|Cinquecento]]`, `[[Secolul 20]]`.
    """
    if words.centuries and target[-1] != ")" and _is_century(surface, words):
        return True
    return words.dates_in_letters is not None and words.dates_in_letters.fullmatch(surface) is not None


def _is_century(surface: str, words: Words) -> bool:
    """Whether a surface names a century or a millennium: `XX secolo`, `Secolul al XX-lea`, `I. e. 3. évezredben`."""
    letters = _LETTERS.findall(surface)
    known = words.centuries | words.units
    return not words.centuries.isdisjoint(map(words.lower, letters)) and all(
        words.lower(each) in known or ROMAN_NUMERAL.fullmatch(each) for each in letters
    )


def shares_word(surface: str, title: str) -> bool:
    """Whether a word of a surface begins as one of a title does, so that what has the title may be called so."""
    of_surface, of_title = ({word[:SHARED] for word in _WORD.findall(name.casefold())} for name in (surface, title))
    return not of_surface.isdisjoint(of_title)


def is_demonym(surface: str, bare: str, words: Words) -> bool:
    """Whether a surface is the adjective or the people of the place of a title: `[[France|French]]`."""
    *before, last = surface.split()
    title = bare.split() if words.names_are_words else _WORD.findall(bare)  # Which cuts Indic words at vowel signs.
    if last in title or any(word not in title for word in before):
        return False
    if not (last[:1].isupper() or words.names_are_words):
        return False
    without = words.caseless.without_joined(last)
    if last in words.demonyms or without in words.demonyms:
        return True
    beginnings = (last[:SHARED], without[:SHARED])
    return last.endswith(words.demonym_endings) and any(
        word[:SHARED] in beginnings or words.caseless.without_joined(word)[:SHARED] in beginnings for word in title
    )


def is_part(surface: str, bare: str, branch: str, words: Words) -> bool:
    """Whether a surface names something else that is in the title: `[[Islam in Angola|Angola]]`."""
    if surface not in bare:
        return False
    if f"–{surface} " in bare or (f"{surface}–" in bare and " " in bare.rpartition("–")[2]):
        return True
    separators = words.topic_prepositions + (words.event_prepositions if branch == "Event" else ())
    behind = (bare.partition(separator)[2] for separator in separators)
    leads = ("", *(f"{article} " for article in words.articles))
    return any(each.endswith(surface) and each.removesuffix(surface) in leads for each in behind)


def is_of_topic(surface: str, bare: str, words: Words) -> bool:
    """Whether a title is that of a topic or an event, and the surface the name of what it is about or where it was.

    `[[History of Iran|Persia]]`, `[[Battle of Princeton|Princeton]]`, `[[Battle of Fort Bute|Manchac]]`. Several words
    that the title of an event does not end with are another name of the event: `[[Invasion of Normandy|Operation
    Overlord]]`.
    """
    first, _, rest = bare.partition(" ")
    preposition, _, about = rest.partition(" ")
    if f" {preposition} " not in words.topic_prepositions + words.event_prepositions:
        return False
    if first in words.topics:
        return surface.partition(" ")[0] != first
    return first in words.events and (about.endswith(surface) or (surface.isalpha() and surface not in bare.split()))


def is_of_other_kind(surface: str, bare: str, branch: str, heads: Mapping[str, str]) -> bool:
    """Whether a surface ends with a word for another kind of thing, which the title lacks.

    `[[Parliament of Pakistan|Parliament Building]]`.
    """
    _, space, last = surface.rpartition(" ")
    return bool(space) and heads.get(last, branch) != branch and last not in bare


def is_phrase(surface: str, target: str, branch: str, words: Words) -> bool:
    """Whether a surface has words in lower case that the title does not have, or ends with a preposition.

    A language whose plurals are not known may have other forms of the title's words. A small word is one of the name,
    but at the beginning only where the articles of the language are known: `[[Germania|della Germania]]` is a phrase.
    """
    # What has no class and begins in lower case is more often a concept: `des [[Idealismus|subjektiven Idealismus]]`.
    may_inflect = not words.plurals and (bool(branch) or not surface[0].islower())
    if surface[-1] == ")":
        surface = surface.partition(" (")[0]  # where the mention ends (`dbpedia.mentions.longer_names`)
        if is_lower(surface):
            return True
    if surface.isalpha():
        return False
    if surface.rpartition(" ")[2] in words.binders | words.articles:
        return True
    title: set[str] | None = None
    for match in _WORD_START.finditer(surface):
        word = match[0]
        if not word[0].isalpha() or not is_lower(word):
            continue
        is_small = word in words.connectors and bool(match.start() or words.articles)
        if not is_small and not _is_suffix(surface, match.start(), word, words):
            if title is None:
                title = set(_WORD.findall(words.lower(target)))
            known = not title.isdisjoint((word, f"{word}s", word.removesuffix("s")))
            if not known and not (may_inflect and any(_is_form(word, each, words) for each in title)):
                return True
    return False


def _is_suffix(surface: str, start: int, word: str, words: Words) -> bool:
    """Whether a word that starts at a place of a surface is an ending behind a hyphen: `Európai Unió-ban`."""
    return surface[start - 1 : start] == "-" and word in words.inflection.cases.get("", ())


def _is_form(word: str, other: str, words: Words) -> bool:
    """Whether a word may be another in another case, by their beginnings or by a known ending: `hídnál` of *híd*."""
    return may_be_forms(word, other) or word in words.inflection.forms_of_word(other)


def may_be_forms(word: str, other: str) -> bool:
    """Whether words may be forms of one: most of the longer is the beginning of both (`войны`, `война`)."""
    stem = max(SHARED, max(len(word), len(other)) // 2 + 1)
    return len(word) >= stem and other.startswith(word[:stem])
