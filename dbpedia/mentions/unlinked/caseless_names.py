"""Which names an article shows whose letters have no case, and what a mention of each is.

They are its own title, where it is typed, and the surfaces of its links, each if the article gives it no other target;
and what these things are called for short:

- persons by the last part of the title (`卡尔·马克思`: `last_part` in `languages/`), if no other target has it, or if
  it is the subject's. The title of a Chinese, Japanese or Korean person does not show where the surname ends, but a
  Japanese article begins with a space there (`太宰 治`), and so shows both parts of its subject's name;
- the article's subject by the first word of the title (`نابليون`: `first_part`), where some sentences have it alone;
- clubs without the word for one (`نادي الزمالك`: `club_beginnings`).

Where a name is one or several whole words, a link shows the title of its target as well, since words may be joined to
what it covers (`[[ألمانيا|وألمانيا]]`), or it covers an adjective (`[[مصر|مصري]]`). So does one in Thai, which may
cover the title without the word for a kind of place (`[[ประเทศเยอรมนี|เยอรมนี]]`: `place_beginnings`). What goes on in
the word that the title ends with is none itself (`[[پاکستان|پاکستانی]]`). Single words of languages and peoples are
none, as they are adjectives too (`العربية`). In Korean, names of several words are also known without their spaces.

Only mentions without a flag, of classes whose instances have names, give one; of makes and games those with a capital
(`ニンテンドーDS`). A name has at least as many characters as `shortest_name` in `languages/` says; that of a person has
two, where words have no spaces (`李白`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from dbpedia.mentions.noise import NoiseRules, flagger
from dbpedia.mentions.titles import split_qualifier
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.words import Words
from schemas.records import Mention

LAST_PART = "propagated-last-name"
"""Source of the mentions of persons by a part of their name."""
_TITLE = "propagated-title"
_ORGANISATION, _PERSON, _PLACE, _WORK = "Organisation", "Person", "Place", "Work"
_ADJECTIVES = ("EthnicGroup", "Language")
"""Branches of what a single word names that is an adjective too."""
_OF_TITLE = ("", "demonym")
"""Flags of links that show the title of their target as a name."""
_OFTEN = 3
"""Sentences that have the first word of a title alone where the article calls its subject by it."""
_JOINERS = "\u200c\u200d"
"""Stand within words, as in Persian."""
_TIES = r"'’׳\-–־/&"
"""Stand between two parts of one word, in a set of a pattern."""
_OF_ABBREVIATIONS = '"״'
"""Stand before the last letter of a Hebrew abbreviation."""


class Name(NamedTuple):
    """What a mention of a name is, and the sentence that shows the name."""

    type: str
    source: str
    target: str
    redirects: int
    origin: str
    since: int
    set_off: bool = False
    """Whether it is a name where marks stand around it alone: the title of a work may be any word (`הארץ`)."""


def names_pattern(surfaces: Sequence[str], texts: Sequence[str], words: Words) -> re.Pattern[str]:
    """Finds the first of some surfaces that stands at a place in some texts, as the group `name`, and what is written
    in one word with it.
    """
    found = f"(?P<name>{'|'.join(map(re.escape, surfaces))})"
    if not words.names_are_words:
        return re.compile(found)
    # A pattern with all marks that there are takes five times as long to be made, for each article.
    marks = "".join(sorted(filter(is_mark, set().union(*texts))))
    letter = rf"[\w{marks}{_JOINERS}]"
    caseless = words.caseless
    joined = caseless.joined.pattern if caseless.joined else ""
    before = rf"(?<!{letter})(?<!{letter}[{_TIES}])"
    behind = caseless.endings_behind.pattern if caseless.endings_behind else ""
    return re.compile(rf"{before}(?:{joined}){found}(?:{behind})(?!{letter}|[{_TIES}{_OF_ABBREVIATIONS}]{letter})")


def article_names(
    subject: Subject, sentences: Sequence[LinkedSentence], texts: Sequence[str], rules: NoiseRules, *, linked: bool
) -> dict[str, Name]:
    """The names of an article by their surface in one script, each as it is first shown; `texts` are in that script.

    `linked` takes those of what the article links, too.
    """
    words = rules.words
    shown = _Shown(words)
    title = words.in_one_script(split_qualifier(subject.title)[0])
    is_person = rules.branch(subject.type) == _PERSON
    parts = _parts(title, texts) if is_person and not words.has_spaces else []
    own = Name(subject.type, _TITLE, subject.title, subject.redirects, subject.origin, 0)
    has_name = not flagger(rules)(title, subject.title, subject.type, False)
    for surface, source in ((title, _TITLE), (" ".join(parts), _TITLE), *((part, LAST_PART) for part in parts)):
        shown.add(surface, own._replace(source=source), is_name=has_name)
    for place, (text, sentence) in enumerate(zip(texts, sentences, strict=True)):
        for each in sentence.mentions:
            _add_link(shown, each, text[each.start : each.end], place, are_names=linked)
    for surface, name in tuple(shown.names):
        branch = rules.branch(name.type)
        if branch == _ORGANISATION:
            shown.add(_without_kind(surface, words.caseless.club_beginnings, words), name)
        elif branch == _PLACE:
            shown.add(_without_kind(surface, words.caseless.place_beginnings, words), name)
    _add_last_parts(shown, subject, rules)
    if is_person:
        shown.add(_first_part(title, texts, words), own._replace(source=LAST_PART))
    if words.has_spaces and not words.names_are_words:
        for surface, name in tuple(shown.names):
            if " " in surface:  # Not all write them in a name of several words: `한국 전쟁` and `한국전쟁`.
                shown.add(surface.replace(" ", ""), name)
    return _only_names(shown, rules)


def _add_link(shown: _Shown, link: Mention, surface: str, place: int, *, are_names: bool) -> None:
    """Add what a link in a sentence shows, which is a name where `are_names` and its flag allow it."""
    words = shown.words
    name = Name(link.type, "propagated-surface", link.target, link.redirects, link.origin, place)
    bare, qualifier = split_qualifier(link.target)
    stem = _without_ending(surface, words) if surface != bare else ""
    goes_on = words.names_are_words and not stem and _goes_on_in_word(surface, bare)
    for each in (surface, stem):
        shown.add(each, name, is_name=are_names and not link.flag and not goes_on)
    has_title = (words.names_are_words or words.directly_before) and (not qualifier or surface.endswith(bare))
    if are_names and has_title and link.flag in _OF_TITLE:
        shown.add(bare, name)


class _Shown:
    """What an article shows: surfaces of names, in order, and the targets of each surface, in one script."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.names: list[tuple[str, Name]] = []
        self.targets: dict[str, set[str]] = {}

    def add(self, surface: str, name: Name, *, is_name: bool = True) -> None:
        """Add what has a surface; nothing where that is empty. What `is_name` denies is a target and no name."""
        if surface:
            self.targets.setdefault(surface, set()).add(self.words.in_one_script(name.target))
            if is_name:
                self.names.append((surface, name))


def _add_last_parts(shown: _Shown, subject: Subject, rules: NoiseRules) -> None:
    """Add the last parts of the titles of persons; the subject's is its own, whoever else has it."""
    in_one_script, last_part = rules.words.in_one_script, rules.words.caseless.last_part
    of_subject = ""
    for _, name in tuple(shown.names) if last_part else ():
        assert last_part
        target = in_one_script(name.target)
        last = last_part.search(split_qualifier(target)[0]) if rules.branch(name.type) == _PERSON else None
        if last and last[1] != of_subject:
            shown.add(last[1], name._replace(source=LAST_PART))
            if target == in_one_script(subject.title):
                of_subject = last[1]


def _only_names(shown: _Shown, rules: NoiseRules) -> dict[str, Name]:
    """The names by their surface, without what has several targets, is too short, or may be another word."""
    words = rules.words
    caseless = words.caseless
    names: dict[str, Name] = {}
    for surface, name in shown.names:
        branch = rules.branch(name.type)
        is_word = words.names_are_words and " " not in surface
        is_any_person = branch == _PERSON and not words.names_are_words
        least = caseless.shortest_person if is_any_person else caseless.shortest_name
        # What is of another kind has a flag.
        has_name = branch not in rules.makes or surface != surface.lower()
        if not branch or not has_name or len(surface) < least or (is_word and branch in _ADJECTIVES):
            continue
        if shown.targets[surface] == {words.in_one_script(name.target)}:
            may_be_words = (is_word or words.directly_before) and branch == _WORK and name.source != _TITLE
            names.setdefault(surface, name._replace(set_off=bool(may_be_words)))
    if caseless.lost_before_endings:
        for surface, name in tuple(names.items()):
            stem = caseless.lost_before_endings.sub("", surface)
            target = words.in_one_script(name.target)
            if len(stem) >= caseless.shortest_name and shown.targets.get(stem, {target}) == {target}:
                names.setdefault(stem, name)
    return names


def _without_ending(surface: str, words: Words) -> str:
    """A surface without the ending that it may have, empty where it has none or is too short without it."""
    endings = words.caseless.endings_behind
    if not endings:
        return ""
    places = range(words.caseless.shortest_name, len(surface))
    return next((surface[:place] for place in places if endings.fullmatch(surface, place)), "")


def _goes_on_in_word(surface: str, bare: str) -> bool:
    """Whether a surface is the title of its target and more letters: an adjective, or another case."""
    if not surface.startswith(bare) or surface == bare:
        return False
    behind = surface[len(bare)]
    return behind.isalnum() or behind in _JOINERS or is_mark(behind)


def is_mark(character: str) -> bool:
    """Whether a character is a combining mark: a part of words, as vowel signs are in Indic scripts."""
    return unicodedata.category(character).startswith("M")


def _parts(title: str, texts: Sequence[str]) -> list[str]:
    """Surname and given name of the person of a title, where the article begins with both apart; else nothing."""
    for place in range(1, len(title)):
        if texts and f"{title[:place]} {title[place:]}" in texts[0]:
            return [title[:place], title[place:]]
    return []


def _first_part(title: str, texts: Sequence[str], words: Words) -> str:
    """The first word of the title of a person, where the article calls the person by it; else nothing."""
    first = words.caseless.first_part.search(title) if words.caseless.first_part else None
    if not first:
        return ""
    alone = names_pattern([first[1]], texts, words)
    if words.has_spaces:
        number = sum(title not in text and alone.search(text) is not None for text in texts)
    else:  # A paragraph is often one sentence.
        number = sum(len(alone.findall(text.replace(title, ""))) for text in texts)
    return first[1] if number >= _OFTEN else ""


def _without_kind(surface: str, kinds: Sequence[str], words: Words) -> str:
    """A name without the word for its kind that it begins with, empty where it has none."""
    behind = " " if words.has_spaces else ""
    return next((surface[len(kind + behind) :] for kind in kinds if surface.startswith(kind + behind)), "")
