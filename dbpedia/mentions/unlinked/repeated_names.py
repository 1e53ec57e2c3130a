"""Unlinked mentions in Chinese, Japanese and Korean, where no capital tells a name: what the article repeats.

A name of the article is looked for by its characters, wherever they stand, the longest first:

- the article's own title, where it is typed; that of a person also with a space between surname and given name, as
  Japanese articles begin (`太宰 治`);
- the surfaces of the anchors before it and in its sentence, each if the article gives it no other target; in the scope
  `names` also of those behind it;
- of the persons so named the part of the name behind its last `·` (`卡尔·马克思`, `フランツ・カフカ`), in Korean behind
  its last space, if no other target has it, or if it is the subject's (`last_part` in `languages/`), and if no other
  first name seems to stand before it (`last_parts_began`). The title of a Chinese, Japanese or Korean person does not
  show where the surname ends;
- in Korean, names of several words also without their spaces.

A language that is written in two scripts is read in one of them (`中业群礁`, `中業群礁`): an article may have its title
and its text in both, and each character of one is a character of the other.

Only mentions without a flag, of classes whose instances have names, give one; of makes and games those with a capital
(`ニンテンドーDS`). A name has at least as many characters as `shortest_name` in `languages/` says, that of a person
(`李白`) two. Where the article links a longer name the shorter one in it is left out. So is one that goes on: what
stands behind or before it makes another thing of it (`纽约州`, `李白墓`, `ドイツワイン`, `西ドイツ`: `names_go_on`,
`names_began`), or is a Latin letter or figure beside its own. In Korean a name ends where its word does, or where a
particle begins that ends the word (`서울은`, not `서울시`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dbpedia.mentions.noise import NoiseRules, flagger
from dbpedia.mentions.titles import split_qualifier
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from schemas.records import Mention

_MIN_OF_PERSON = 2
_PERSON = "Person"
_LAST_PART = "propagated-last-name"


class _Name(NamedTuple):
    """What a mention of a name is, and the sentence that shows the name."""

    type: str
    source: str
    target: str
    redirects: int
    origin: str
    since: int


def repeated_names(
    subject: Subject, sentences: Sequence[LinkedSentence], rules: NoiseRules, scope: str
) -> Iterator[list[Mention]]:
    """The unlinked mentions of each sentence of an article, in order; no two overlap, nor one and a linked mention.

    `scope` is one of `dbpedia.mentions.unlinked.propagation.SCOPES` but `off`. Types, targets and redirects are those
    of what the mentions repeat.
    """
    texts = [rules.words.in_one_script(sentence.text) for sentence in sentences]
    names = _names(subject, sentences, texts, rules, scope)
    others = {
        text[each.start : each.end]
        for text, sentence in zip(texts, sentences, strict=True)
        for each in sentence.mentions
    }
    ordered = sorted({*names, *others}, key=lambda surface: (-len(surface), surface))
    search = re.compile("|".join(map(re.escape, ordered))) if names else None
    for place, (text, sentence) in enumerate(zip(texts, sentences, strict=True)):
        yield list(_found(sentence, text, place, search, names, rules, scope)) if search else []


def _names(
    subject: Subject, sentences: Sequence[LinkedSentence], texts: Sequence[str], rules: NoiseRules, scope: str
) -> dict[str, _Name]:
    """The names of an article by their surface in one script, each as it is first shown; `texts` are in that script."""
    in_one_script = rules.words.in_one_script
    title = in_one_script(split_qualifier(subject.title)[0])
    subject_target = in_one_script(subject.title)
    surfaces = [title]
    if rules.branch(subject.type) == _PERSON and not rules.words.has_spaces:
        surfaces += [f"{title[:place]} {title[place:]}" for place in range(1, len(title))]
    targets: dict[str, set[str]] = {surface: {subject_target} for surface in surfaces}
    found: list[tuple[str, _Name]] = []
    if not flagger(rules)(title, subject.title, subject.type, False):
        name = _Name(subject.type, "propagated-title", subject.title, subject.redirects, subject.origin, 0)
        found += [(surface, name) for surface in surfaces]
    for place, (text, sentence) in enumerate(zip(texts, sentences, strict=True)):
        for each in sentence.mentions:
            surface = text[each.start : each.end]
            targets.setdefault(surface, set()).add(in_one_script(each.target))
            if scope != "title" and not each.flag:
                name = _Name(each.type, "propagated-surface", each.target, each.redirects, each.origin, place)
                found.append((surface, name))
    of_subject = ""
    last_part = rules.words.last_part
    for _, name in tuple(found):
        target = in_one_script(name.target)
        is_person = rules.branch(name.type) == _PERSON
        last = last_part.search(split_qualifier(target)[0]) if last_part and is_person else None
        if last and last[1] != of_subject:
            targets.setdefault(last[1], set()).add(target)
            found.append((last[1], name._replace(source=_LAST_PART)))
            if target == subject_target:
                of_subject = last[1]
    if rules.words.has_spaces:  # Not all write them in a name of several words: `한국 전쟁` and `한국전쟁`.
        for surface, name in tuple(found):
            if " " in surface:
                without = surface.replace(" ", "")
                targets.setdefault(without, set()).update(targets[surface])
                found.append((without, name))
    names: dict[str, _Name] = {}
    for surface, name in found:
        branch = rules.branch(name.type)
        least = _MIN_OF_PERSON if branch == _PERSON else rules.words.shortest_name
        # What is of another kind has a flag.
        has_name = branch not in rules.makes or surface != surface.lower()
        if branch and has_name and len(surface) >= least and targets[surface] == {in_one_script(name.target)}:
            names.setdefault(surface, name)
    return names


def _found(
    sentence: LinkedSentence,
    text: str,
    place: int,
    search: re.Pattern[str],
    names: dict[str, _Name],
    rules: NoiseRules,
    scope: str,
) -> Iterator[Mention]:
    """`text` is that of the sentence in one script, `names` and what `search` finds are too."""
    ends = [each.end for each in sentence.mentions]
    for match in search.finditer(text):
        start, end = match.span()
        name = names.get(match[0])
        following = bisect_right(ends, start)
        if name is None or (following < len(ends) and sentence.mentions[following].start < end):
            continue
        if _goes_on(sentence.text, start, end, rules):
            continue
        if name.source == _LAST_PART and _is_behind(text, start, rules.words.last_part_began):
            continue
        source = name.source
        if name.since > place:
            if scope != "names":
                continue
            source = "propagated-later"
        yield Mention(start, end, name.type, source, name.target, name.redirects, name.origin, "")


def _goes_on(text: str, start: int, end: int, rules: NoiseRules) -> bool:
    """Whether the name seems to be part of a longer one."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if (_is_latin(before) and _is_latin(text[start])) or (_is_latin(text[end - 1]) and _is_latin(after)):
        return True
    goes_on = rules.words.names_go_on
    return bool(goes_on and goes_on.match(text, end)) or _is_behind(text, start, rules.words.names_began)


def _is_behind(text: str, start: int, before: re.Pattern[str] | None) -> bool:
    """Whether the character before the start matches."""
    return before is not None and start > 0 and before.match(text, start - 1) is not None


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()
