"""How a wiki writes its titles: as common nouns (`an [[Islamic republic]]`, `[[turing machine]]s`) or as names.

A title has a capital whatever it is, and a link to it mostly repeats the title. How the links to a title are written
inside sentences shows what it is:

- a common noun is in lower case, or its last word is, or is an abbreviation (`UFOs`), and it is in the plural or stands
  behind an indefinite article;
- a name has capitals throughout, or stands behind no such article.

The first sentence of its article counts as one more link where it defines a common noun as one of a kind (`An appellate
court is …`). A capital that begins a sentence shows nothing, nor does an indefinite article before a noun that the
title describes (`a [[DeVry University]] student`). Scripts without case, and languages that have no indefinite article,
show less.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from dbpedia.mentions.derived import AFTER, describes
from dbpedia.mentions.titles import split_qualifier
from dbpedia.mentions.words import Words
from schemas.sources.language_facts import is_lower

_DEFINITION = 200
"""Characters of an article's first sentence in which it defines its title."""
_BEFORE = 12


@dataclass(slots=True)
class Uses:
    """How often a title is written as what."""

    common: int = 0
    names: int = 0
    defined: bool = False
    """Whether its article defines it as one of a kind."""

    @property
    def is_common(self) -> bool:
        """Whether it is a common noun: not more often written as a name. The definition counts like one link."""
        return 0 < self.common + self.defined >= self.names


class TitleUses:
    """Counts how titles are written. Takes some 200 bytes of memory a title."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.uses: defaultdict[str, Uses] = defaultdict(Uses)

    def see_links(self, text: str, links: Iterable[tuple[int, int, str]]) -> None:
        """Count the links of a sentence; each is start, end and target."""
        for start, end, target in links:
            use = is_common_use(text, start, end, target, self.words)
            if use is not None:
                uses = self.uses[target]
                uses.common += use
                uses.names += not use

    def see_definition(self, title: str, text: str) -> None:
        """Count the first sentence of an article."""
        if is_defined(title, text, self.words):
            self.uses[title].defined = True

    def common(self) -> dict[str, Uses]:
        """The titles that are common nouns, sorted."""
        return dict(sorted(item for item in self.uses.items() if item[1].is_common))


def is_common_use(text: str, start: int, end: int, target: str, words: Words) -> bool | None:
    """Whether a link writes its target's title as a common noun or as a name; None where it shows neither."""
    surface, bare = text[start:end], split_qualifier(target)[0]
    plural = False
    if surface != bare:
        written, title = words.lower(surface), words.lower(bare)
        plural = written != title and title in words.singulars(written)
        if written != title and not plural:
            return None
    if is_lower(surface):
        return True
    if plural and _ends_as_noun(surface):
        return True
    before = text[max(0, start - _BEFORE) : start].split()
    if before and before[-1].lower() in words.indefinite:
        return True if _ends_as_noun(surface) and not describes(text[end : end + AFTER], words) else None
    return False if start else None


def is_defined(title: str, text: str, words: Words) -> bool:
    """Whether the first sentence of an article defines its title as one of a kind: `An appellate court is …`.

    The definition begins the sentence or follows a comma (`In law, an answer is …`), and nothing of that name stands
    before it with a capital (`Gladiator is a novel about, as it says, a gladiator`).
    """
    if not words.indefinite:
        return False
    beginning = text[:_DEFINITION]
    article = _before_definition(words.indefinite)
    if not article.search(beginning):  # as in most; the expression of a title costs more than all else
        return False
    bare = split_qualifier(title)[0]
    match = re.search(rf"{article.pattern}({re.escape(bare)})\b", beginning, re.IGNORECASE)
    if match is None or not is_lower(match[1].rpartition(" ")[2]):
        return False
    return re.search(rf"\b{re.escape(bare)}\b", beginning[: match.start()]) is None


@lru_cache(maxsize=16)
def _before_definition(indefinite: frozenset[str]) -> re.Pattern[str]:
    """An indefinite article where a definition may begin."""
    articles = "|".join(map(re.escape, sorted(indefinite)))
    return re.compile(rf"(?:^|, )(?:{articles}) ", re.IGNORECASE)


def _ends_as_noun(surface: str) -> bool:
    """Whether a surface's last word can show that it is a common noun: without a capital, or all capitals."""
    word = surface.rpartition(" ")[2]
    return is_lower(word) or (len(word) > 1 and word.isalpha() and word.removesuffix("s").isupper())
