"""Spans and the tokens of their sentence: what annotators mark is whole tokens."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from corpora.annotation.records import Link, Sentence, Span
from corpora.tokens import cut, tokenize


def sentence_tokens(sentence: Sentence) -> list[tuple[int, int]]:
    """The tokens of a sentence as start and end, cut at the edges of its spans and links.

    So a suggestion inside a word ("pre-" and "war" where only "war" is linked) is made of whole tokens too.
    """
    stretches: list[Span | Link] = [*sentence.spans, *sentence.links]
    edges = {edge for each in stretches for edge in (each.start, each.end)}
    return cut(tokenize(sentence.text, sentence.lang), sorted(edges))


def whole_tokens(start: int, end: int, tokens: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The stretch from the first token that `text[start:end]` has a part of to the last; None where it has none."""
    first = bisect_right(tokens, start, key=lambda token: token[1])
    last = bisect_left(tokens, end, key=lambda token: token[0]) - 1
    return (tokens[first][0], tokens[last][1]) if start < end and first <= last else None


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without the white space at its edges."""
    surface = text[start:end]
    return start + len(surface) - len(surface.lstrip()), end - len(surface) + len(surface.rstrip())
