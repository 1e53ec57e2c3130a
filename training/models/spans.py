"""Entities of a sentence as spans of its words, for models that look for entities in place of tagging word by word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from schemas.labels import OUTSIDE


class Span(NamedTuple):
    """The words `words[start:end]` of a sentence, and the number of their type in `Spans.types`."""

    start: int
    end: int
    type: int


class Spans:
    """What the tags of a model stand for, and back."""

    def __init__(self, tags: Sequence[str]) -> None:
        """`tags` are O and the B and I tags of each type, in any order."""
        self._tags = tuple(tags)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """In the order of the tags."""
        return tuple(dict.fromkeys(tag[2:] for tag in self._tags if tag != OUTSIDE))

    def of(self, tag_ids: Sequence[int]) -> list[Span]:
        """The entities of a sentence, by its tag ids; an I without its type before it begins one, as in conlleval."""
        found: list[Span] = []
        for word, number in enumerate(tag_ids):
            # Where there is no word the id is below 0.
            tag = self._tags[number] if number >= 0 else OUTSIDE
            if tag == OUTSIDE:
                continue
            kind = self._numbers[tag[2:]]
            if tag[0] == "I" and found and found[-1].end == word and found[-1].type == kind:
                found[-1] = found[-1]._replace(end=word + 1)
            else:
                found.append(Span(word, word + 1, kind))
        return found

    def tag_ids(self, spans: Iterable[Span], n_words: int) -> list[int]:
        """The tag ids of a sentence of so many words with these entities, which do not overlap."""
        ids = [self._tags.index(OUTSIDE)] * n_words
        for span in spans:
            begin, inside = (self._tags.index(f"{position}-{self.types[span.type]}") for position in "BI")
            ids[span.start : span.end] = [begin, *[inside] * (span.end - span.start - 1)]
        return ids

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.types)}
