"""Unlinked mentions where letters have no case, so that no capital tells a name: what the article repeats.

The names that the article shows (`dbpedia.mentions.unlinked.caseless_names`) are looked for by their characters, the
longest first: what is linked, behind its link and in its sentence, in the scope `names` also before it. In languages
without spaces and in Korean they stand anywhere. In others (Arabic, Hebrew, Hindi, Persian) a name is one or several
whole words, but for the small words that are joined to it in front (`וברלין`: `joined` in `languages/`).

A language that is written in two scripts is read in one of them (`中业群礁`, `中業群礁`): an article may have its title
and its text in both, and each character of one is a character of the other.

Where the article links a longer name the shorter one in it is left out. So is one that goes on: what stands behind
or before it makes another thing of it (`纽约州`, `李白墓`, `ドイツワイン`, `西ドイツ`, `جامعة برلين`:
`names_go_on`, `names_began`, `name_beginnings`, which in Thai stand directly before it), or is a Latin letter or
figure beside its own. In Korean a name ends where its word does, or where a particle begins that ends the word
(`서울은`, not `서울시`). The last part of a person's name is none where another first name seems to stand before it
(`last_part_began`), nor in the first sentence of an article whose names are words, which has the full name of its
subject. A word that is the title of a work is one in quotation marks, in Thai between spaces or other marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dbpedia.mentions.noise import NoiseRules
from dbpedia.mentions.unlinked.caseless_names import LAST_PART, Name, article_names, is_mark, names_pattern
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.words import Words
from schemas.records import Mention

_WORD_BEFORE = re.compile(r"(?<!\S)(\S+) \Z")
_LONGEST = 30
"""Characters of a text that are looked at for the word before a name."""
_QUOTES = frozenset("'\"«»“”„״‘’‹›")


class _Search(NamedTuple):
    """What the names of an article are found by."""

    pattern: re.Pattern[str]
    """Finds the names and all that is linked, the longest first, in texts in one script."""
    names: dict[str, Name]
    """By their surfaces, which are in one script too."""
    rules: NoiseRules
    later: bool
    """Whether a name is also found before the sentence that shows it."""


def repeated_names(
    subject: Subject, sentences: Sequence[LinkedSentence], rules: NoiseRules, scope: str
) -> Iterator[list[Mention]]:
    """The unlinked mentions of each sentence of an article, in order; no two overlap, nor one and a linked mention.

    `scope` is one of `dbpedia.mentions.unlinked.propagation.SCOPES` but `off`. Types, targets and redirects are those
    of what the mentions repeat.
    """
    texts = [rules.words.in_one_script(sentence.text) for sentence in sentences]
    names = article_names(subject, sentences, texts, rules, linked=scope != "title")
    others = {
        text[each.start : each.end]
        for text, sentence in zip(texts, sentences, strict=True)
        for each in sentence.mentions
    }
    ordered = sorted({*names, *others}, key=lambda surface: (-len(surface), surface))
    pattern = names_pattern(ordered, texts, rules.words) if names else None
    search = _Search(pattern, names, rules, later=scope == "names") if pattern else None
    for place, (text, sentence) in enumerate(zip(texts, sentences, strict=True)):
        yield list(_found(sentence, text, place, search)) if search else []


def _found(sentence: LinkedSentence, text: str, place: int, search: _Search) -> Iterator[Mention]:
    """The mentions in a sentence, whose text in one script is `text`."""
    pattern, names, rules, later = search
    ends = [each.end for each in sentence.mentions]
    for match in pattern.finditer(text):
        start, end = match.span("name")
        name = names.get(match["name"])
        following = bisect_right(ends, start)
        if name is None or (following < len(ends) and sentence.mentions[following].start < end):
            continue
        if _goes_on(sentence.text, start, end, rules):
            continue
        if name.source == LAST_PART and (
            (place == 0 and rules.words.names_are_words)
            or _is_behind(text, start, rules.words.caseless.last_part_began)
        ):
            continue
        if name.set_off and not _is_set_off(text, *match.span(), rules.words):
            continue
        source = name.source
        if name.since > place:
            if not later:
                continue
            source = "propagated-later"
        if rules.words.caseless.joined_belong:
            start = match.start()
        yield Mention(start, match.end(), name.type, source, name.target, name.redirects, name.origin, "")


def _goes_on(text: str, start: int, end: int, rules: NoiseRules) -> bool:
    """Whether the name seems to be part of a longer one."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if (_is_latin(before) and _is_latin(text[start])) or (_is_latin(text[end - 1]) and _is_latin(after)):
        return True
    if rules.words.caseless.name_beginnings and _begins_before(text, start, rules.words):
        return True
    caseless = rules.words.caseless
    goes_on = caseless.names_go_on and caseless.names_go_on.match(text, end)
    return bool(goes_on) or _is_behind(text, start, caseless.names_began)


def _is_set_off(text: str, start: int, end: int, words: Words) -> bool:
    """Whether quotation marks stand around a name, or, in a language without spaces, any mark or space."""
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if words.has_spaces:
        return before in _QUOTES and after in _QUOTES
    return not (after.isalnum() or before.isalnum() or (before and is_mark(before)))


def _begins_before(text: str, start: int, words: Words) -> bool:
    """Whether the word before a name is one with which a longer name begins."""
    if words.directly_before:
        return text.endswith(words.directly_before, 0, start)
    before = _WORD_BEFORE.search(text, max(0, start - _LONGEST), start)
    return before is not None and not words.caseless.name_beginnings.isdisjoint(
        (before[1], words.caseless.without_joined(before[1]))
    )


def _is_behind(text: str, start: int, before: re.Pattern[str] | None) -> bool:
    """Whether the character before the start matches."""
    return before is not None and start > 0 and before.match(text, start - 1) is not None


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()
