"""What italic type and quotation marks show in a text: titles of works, by their capitals, and foreign words.

A title with one capital is one behind a word for a work (`novela «Cien años de soledad»`), and in italic type where
titles mostly have one. Its words: `dbpedia.mentions.capitals.lexicon.titles`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from dbpedia.mentions.capitals.places import is_initial
from dbpedia.mentions.capitals.words import CapitalWords
from schemas.records import Span

_BEHIND_TITLE = ",.;:'’\"”"
"""What may be set in the type of the title before it."""
_QUOTED = re.compile(r"(?:[“\"„]|(?<![^\s(])[”»]|«\s?)(?=\w)([^”\"»“«]{1,79}[^”\"»“«\s])(?:[”\"“«]|\s?»)")
"""Where marks are the same on both sides or point inwards (`”Ion”`, `»Ion«`), a word is directly behind the first."""
_OTHER_SCRIPT = re.compile(r"[^\W\d_\u0000-\u024F]\W{1,3}\Z")
"""A word of another script before what may be its letters in this one: `Ἀλεξίκακος, Alexikakos`."""
_ENDED = re.compile(r"[.!?:;…]")
_SHORTEST = 3
"""Letters of a title of one word; what is shorter is mostly a letter or a symbol."""
_OFTEN = 2
"""Places of an article that set a word in italic type where it is the title of a work."""
_BEFORE = 40
"""Characters before what stands in quotation marks or italic type that may show that it is a work."""
_MAX_CALLED = 8
"""Words of what something is called in quotation marks, where they need not have capitals."""


def titles_in_italics(
    text: str, italics: Sequence[Span], words: CapitalWords, of_one_word: Collection[str] = ()
) -> Iterator[Span]:
    """What of the parts of a text in italic type is the title of a work by its capitals, or by its small words.

    Where all nouns have capitals, a word for a work must stand before it. Elsewhere a title behind such a word has one
    capital at least, where italic type is not mostly that of foreign words. `of_one_word` are the titles that need no
    such word within a sentence.
    """
    for start, end in italics:
        is_of_work = _is_of_work(text, start, words)
        if words.others.nouns_in_capitals and not is_of_work:
            continue
        title = _title(text[start:end])
        may_have_one = is_of_work and not (words.titles.foreign_in_italics or words.others.nouns_in_capitals)
        has_one = bool(title) and may_have_one and _is_called(title, words)
        is_title = _is_title(title, words) or has_one
        is_title = is_title or (words.titles.titles_in_lower_case and _is_in_lower_case(title, words))
        if is_title or (title in of_one_word and _is_within(text, start, words)):
            yield start, start + len(title)


def titles_of_one_word(
    texts: Iterable[tuple[str, Sequence[Span]]], words: CapitalWords, is_common: Callable[[str], bool]
) -> set[str]:
    """Which single words in the italic type of an article's sentences are titles of works, or names of ships.

    Such a word is a common one too, by `is_common`, has a capital within sentences for no other reason, and is set so
    at two places (`Eagle`) or behind its author (`in his Rhetoric`). Another is as often a genus or a foreign word.
    """
    if words.titles.foreign_in_italics or words.others.nouns_in_capitals:
        return set()
    places: Counter[str] = Counter()
    for text, italics in texts:
        for start, end in italics:
            title = _title(text[start:end])
            if _may_be_title(title, words) and _is_within(text, start, words):
                is_of_author = words.titles.possessors.search(text, max(0, start - _BEFORE), start)
                places[title] += _OFTEN if is_of_author else 1
    return {title for title, number in places.items() if number >= _OFTEN and is_common(title)}


def foreign_words(text: str, italics: Sequence[Span], words: CapitalWords) -> Iterator[Span]:
    """Which parts of a text in italic type are a word of another language, where that is mostly so of one word."""
    if words.titles.foreign_in_italics:
        yield from ((start, end) for start, end in italics if " " not in text[start:end].strip())


def is_part_of_title(text: str, name: Span, titles: Sequence[Span], words: CapitalWords) -> bool:
    """Whether a name in a text is a part of one of these titles, and not all of it but an article before it."""
    first, last = name
    return any(
        start <= first and last <= end and (last < end or text[start:first].rstrip() not in ("", *words.articles))
        for start, end in titles
    )


def quoted_titles(text: str, words: CapitalWords) -> Iterator[Span]:
    """What stands in quotation marks and has capitals as titles of works have them, or is one word and a name.

    Also what begins with a capital behind a word for a work, and what is listed behind that: `„Ion” și „Răscoala”`.
    Where all nouns have capitals, there is no other.
    """
    if not ('"' in text or "“" in text or "„" in text or "”" in text or "«" in text or "»" in text):
        return  # sooner than the pattern sees it
    listed = -1
    for match in _QUOTED.finditer(text):
        is_listed = listed >= 0 and text[listed : match.start()] in (", ", *words.between_runs.list_joins)
        is_of_work = _is_of_work(text, match.start(), words) or (words.titles.before_work is not None and is_listed)
        is_named = (
            (not words.others.nouns_in_capitals and _is_title(match[1], words))
            or (words.titles.names_in_quotes and _is_quoted_name(match[1], words))
            or (is_of_work and _is_called(match[1], words))
        )
        listed = match.end() if is_named or is_of_work else -1
        if is_named:
            yield match.start(1), match.end(1) - match[1].endswith((",", "."))


def _is_of_work(text: str, start: int, words: CapitalWords) -> bool:
    """Whether a word for a work stands before a place of a text."""
    before = words.titles.before_work
    return before is not None and before.search(text, max(0, start - _BEFORE), start) is not None


def _is_called(text: str, words: CapitalWords) -> bool:
    """Whether something may be called by a text in quotation marks: it begins with a capital and is no sentence."""
    parts = text.split(" ")
    may_open = words.titles.titles_in_lower_case and len(parts) > 1
    is_short = len(parts) <= _MAX_CALLED and (may_open or parts[0] not in words.openers)
    return is_short and text[0].isupper() and text[-1].isalnum() and not _ENDED.search(text)


def _is_in_lower_case(text: str, words: CapitalWords) -> bool:
    """Whether a text may be a title with one capital: it has a small word of the language, and `Canis lupus` none."""
    first, *others = text.split(" ")
    elided = words.opens_elided
    has_small = first in words.articles or not words.titles.in_titles.isdisjoint(others)
    has_small = has_small or bool(elided and any(map(elided.match, (first, *others))))
    return bool(others) and has_small and _is_called(text, words)


def _title(text: str) -> str:
    """What may be a title of what stands in italic type, without what belongs to its sentence."""
    return text.rstrip(_BEHIND_TITLE).removesuffix("'s").removesuffix("’s")


def _may_be_title(word: str, words: CapitalWords) -> bool:
    """Whether a single word has a capital for no other reason that is known than as a title."""
    if len(word) < _SHORTEST or not (word.isalpha() and word.istitle()):
        return False
    is_no_title = word in words.openers or word in words.persons.offices or word in words.terms
    return not (is_no_title or words.modifiers.is_adjective(word))


def _is_within(text: str, start: int, words: CapitalWords) -> bool:
    """Whether what begins at a place of a text is neither the first word of a sentence nor the letters of another."""
    return not (is_initial(text, start, words.only_names) or _OTHER_SCRIPT.search(text, max(0, start - 4), start))


def _is_quoted_name(text: str, words: CapitalWords) -> bool:
    """Whether a text is a single word that is a name in quotation marks: `«Динамо»`, but not `«Нет»` or `«Да!»`."""
    return text[0].isupper() and text[-1].isalnum() and " " not in text and text not in words.openers


def _is_title(text: str, words: CapitalWords) -> bool:
    """Whether the words have capitals as in the title of a work: two at least, and all but numbers and small words."""
    parts = text.split(" ")
    capitals = [part[:1].isupper() for part in parts]
    fits = [capital or part[:1].isdigit() for capital, part in zip(capitals, parts, strict=True)]
    return (
        sum(capitals) > 1
        and fits[0]
        and fits[-1]
        and all(fit or part in words.titles.in_titles for fit, part in zip(fits, parts, strict=True))
    )
