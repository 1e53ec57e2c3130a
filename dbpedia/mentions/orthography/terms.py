"""Terms that are called after somebody: titles such as `Ackermann function`, in which a name stands for no person."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from dbpedia.mentions.words import Words

_LONGEST = 3
"""Words of a term behind its name."""
_SMALL = r"[^\W\d_A-Z]"
_REST = re.compile(rf"(?: {_SMALL}[^\W\d_]*(?:-[^\W\d_]+)*){{1,{_LONGEST}}}")
_begins_small = re.compile(_SMALL).match


class TermTitles:
    """Counts the links to titles that are a name with common nouns behind it. Takes some 100 bytes a title."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.links: Counter[str] = Counter()

    def see(self, title: str) -> None:
        """Count a link, or an article, by its title without a qualifier.

        Where the nouns are not known that leave a name the person's, nothing is counted: `Karl den store` and `II.
        Frigyes porosz király` are no terms.
        """
        if self.words.of_persons and _is_term(title, self.words):
            self.links[title] += 1

    def rows(self, common: Collection[str]) -> Iterator[tuple[str, int]]:
        """The terms, sorted, each with its links; `common` are words in lower case that are no names."""
        for title in sorted(self.links):
            if title.partition(" ")[0].lower() not in common:
                yield title, self.links[title]


def begins_term(surface: str, after: str, terms: Collection[str], words: Words) -> bool:
    """Whether a surface is the name in a term, or in its plural, by the text that follows."""
    match = _REST.match(after)
    if not match:
        return False
    candidate = surface
    for word in match[0].split():
        candidate = f"{candidate} {word}"
        if candidate in terms or not words.singulars(candidate).isdisjoint(terms):
            return True
    return False


def _is_term(title: str, words: Words) -> bool:
    """Whether a title is a name with common nouns behind it, which do not leave it the name of a person.

    `Ackermann function`; not `Clinton administration`.
    """
    parts = title.split()
    if not parts or not _begins_small(parts[-1]):
        return False
    name = next((place for place, word in enumerate(parts) if not word[0].isupper()), 0)
    rest = parts[name:]
    if not name or not _REST.fullmatch(" " + " ".join(rest)):
        return False
    return rest[0] not in words.connectors and rest[-1] not in words.of_persons
