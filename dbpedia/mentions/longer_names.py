"""Longer names: mentions that are only the beginning of a name (`[[Umayyad]] Caliphate`, `[[Lamar Hunt]] Trophy`).

What follows such a mention is one to three capitalised words, none of them linked, the last of which ends names
(`heads` in `languages/`); or what stands behind a comma in the names of companies (`[[QVC]], Inc.`). And shorter ones:
a link with a possessive (`[[Darwin's]] book`) or brackets (`[[Dracula (1958)]]`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dbpedia.mentions.words import Words
from schemas.labels import ENTITY

_CAPITALISED = re.compile(r" [^\W\d_]\w*(?:['’]\w+)?")
_TIED = re.compile(r" (\w+) ([^\W\d_a-z]\w+)(?: [^\W\d_a-z]\w+)*")
"""What is tied to an organisation's name: `School of Medicine`."""
_BEHIND_COMMA = re.compile(r", ([^\W\d_]{2,4}\.?)(?!\w)")
_POSSESSIVES = ("'s", "’s")
_LONGEST = 3
"""Capitalised words that are taken for the rest of a name."""


class Longer(NamedTuple):
    """The longer name that a mention begins."""

    end: int
    head: str
    """Its last word."""


def longer_name(text: str, end: int, following: int, words: Words) -> Longer | None:
    """The longer name in a text that a mention begins, None where it seems to be whole.

    `end` is where the mention ends and `following` where the next one begins.
    """
    number = 0
    at = end
    last = ""
    while (match := _CAPITALISED.match(text, at)) and match[0][1].isupper():
        if match.end() > following:
            return None
        number, at, last = number + 1, match.end(), match[0][1:]
    if not number or number > _LONGEST or at + 1 == following:
        return None
    head = last.removesuffix("'s").removesuffix("’s")
    if head not in words.heads:
        return None
    tied = head == last and words.heads[head] == "Organisation" and _TIED.match(text, at)
    if tied and tied[1] in words.binders and tied[2].lower() not in words.dates and tied.end() < following:
        return Longer(tied.end(), head)
    return Longer(at - (len(last) - len(head)), head)


def longer_type(cls: str, branch: str, longer: Longer, words: Words) -> str:
    """The class of a longer name: that of the mention it extends, if its last word fits it, else ENTITY."""
    return cls if words.heads[longer.head] == branch else ENTITY


def name_end(text: str, start: int, end: int, title: str, words: Words) -> int:
    """Where the name of a mention of a title ends in a text: before brackets or a possessive, and behind `, Inc.`.

    A possessive stays that the title has (`Lloyd's of London`).
    """
    if text[end - 1] == ")" and (brackets := text.find(" (", start, end)) > start:
        end = brackets
    before = end - len(_POSSESSIVES[0])
    if before > start and text.endswith(_POSSESSIVES, start, end) and text[start:end] not in title:
        end = before
    return behind_comma(text, end, words)


def behind_comma(text: str, end: int, words: Words) -> int:
    """Where a name ends with `, Inc.` and the like behind it, which is `end` where there is none."""
    match = text.startswith(",", end) and _BEHIND_COMMA.match(text, end)
    if not match:
        return end
    word = match[1] if match[1] in words.behind_commas else match[1].removesuffix(".")
    return match.start(1) + len(word) if word in words.behind_commas else end
