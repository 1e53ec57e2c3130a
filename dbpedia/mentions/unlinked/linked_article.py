"""An article as the rules for unlinked mentions are given it: what it is about, its sentences and their links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from schemas.records import Mention, Span


class Subject(NamedTuple):
    """What an article is about."""

    title: str
    type: str
    """DBpedia class, or ENTITY where it has none."""
    redirects: int
    """Redirects between the title and the typed article: where an article was renamed since DBpedia read it."""
    origin: str
    """Source of the class, as in a mention."""


class LinkedSentence(NamedTuple):
    """A sentence with its linked mentions, in order."""

    text: str
    mentions: Sequence[Mention]
    italics: Sequence[Span] = ()
    """What of it is in italic type, in order."""

    def is_italic(self, start: int, end: int) -> bool:
        """Whether all from `start` to `end` is in italic type."""
        return any(first <= start and end <= last for first, last in self.italics)
