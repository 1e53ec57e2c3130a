"""BIO tags of a sentence's mentions.

`B-City` opens a mention of label `City`, `I-City` continues it, `O` is outside: CoNLL's scheme of 2002, IOB2.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from corpora.tokens import Span, cut, tokenize
from schemas.errors import InputError
from schemas.labels import LabelSet


class TaggedTokens(NamedTuple):
    """A tokenized sentence: `text[starts[i] : starts[i] + len(tokens[i])] == tokens[i]`, and `tags[i]` is its tag."""

    tokens: list[str]
    starts: list[int]
    tags: list[str]


class TaggedSentences(NamedTuple):
    """Tokenized sentences, one after the other."""

    lengths: list[int]
    """Number of tokens of each sentence."""
    tokens: list[str]
    starts: list[int]
    """First code point of each token in its sentence."""
    tags: npt.NDArray[np.int64]
    """Number of each token's tag among `schemas.labels.LabelSet.bio_tags`."""


class TaggedSpan(NamedTuple):
    """A mention that tags mark: `tokens[first:end]` are its tokens."""

    first: int
    end: int
    label: str


def tag_tokens(text: str, mentions: Sequence[tuple[int, int, str]]) -> TaggedTokens:
    """Tokens of a sentence with the BIO tags of its mentions `(start, end, label)`, which are in order.

    A token that the edge of a mention lies inside of is cut there ("pre-" and "war" where only "war" is linked), so
    every mention is tagged exactly, but for white space at its edges. Raises InputError for a mention that is out of
    the text, out of order, overlaps another, holds nothing but white space or has no label.
    """
    for start, end, label in mentions:
        if not label:
            raise _cannot_tag(text, start, end)
    labels = LabelSet("", tuple(dict.fromkeys(label for *_, label in mentions)))
    numbers = np.array([labels.labels.index(label) for *_, label in mentions], np.int64)
    tagged = tag_sentences([text], [[(start, end) for start, end, _ in mentions]], numbers)
    tags = labels.bio_tags
    return TaggedTokens(tagged.tokens, tagged.starts, [tags[number] for number in tagged.tags])


def tag_sentences(
    texts: Iterable[str], mentions: Iterable[Sequence[tuple[int, int]]], labels: npt.NDArray[Any]
) -> TaggedSentences:
    """Tokens and tags of many sentences, as `tag_tokens` gives them for one.

    `labels` has the number of each mention's label in its label set, one sentence after the other.
    """
    lengths: list[int] = []
    tokens: list[str] = []
    starts: list[int] = []
    firsts: list[int] = []
    ends: list[int] = []
    for text, spans in zip(texts, mentions, strict=True):
        edge = 0
        for start, end in spans:
            if not edge <= start < end <= len(text) or text[start:end].isspace():
                raise _cannot_tag(text, start, end)
            edge = end
        pieces = tokenize(text)
        begins = [start for start, _ in pieces]
        if within := [edge for edge in chain.from_iterable(spans) if _is_within(pieces, begins, edge)]:
            pieces = cut(pieces, within)
            begins = [start for start, _ in pieces]
        firsts += [len(tokens) + bisect_left(begins, start) for start, _ in spans]
        ends += [len(tokens) + bisect_left(begins, end) for _, end in spans]
        tokens += [text[start:end] for start, end in pieces]
        starts += begins
        lengths.append(len(pieces))
    # The tags of a label set are O, then B and I of each label. Inside a mention its I stands, then B at its beginning.
    inside = np.zeros(len(tokens) + 1, np.int64)
    inside[firsts] += 2 * labels + 2
    inside[ends] -= 2 * labels + 2
    tags = np.cumsum(inside)[:-1]
    tags[firsts] -= 1
    return TaggedSentences(lengths, tokens, starts, tags)


def _is_within(tokens: Sequence[Span], begins: Sequence[int], edge: int) -> bool:
    """Whether a position lies inside of a token, neither before nor behind it."""
    place = bisect_left(begins, edge) - 1
    return place >= 0 and tokens[place][1] > edge


def _cannot_tag(text: str, start: int, end: int) -> InputError:
    return InputError(
        f"the mention at {start}:{end} of {text!r} cannot be tagged: mentions have a label and some text, come in "
        "order and do not overlap"
    )


def tagged_spans(tags: Iterable[str]) -> list[TaggedSpan]:
    """The mentions that valid BIO tags mark, in order: what `tag_tokens` was given, in tokens."""
    spans: list[TaggedSpan] = []
    for number, tag in enumerate(tags):
        if tag.startswith("B-"):
            spans.append(TaggedSpan(number, number + 1, tag[2:]))
        elif tag.startswith("I-"):
            spans[-1] = spans[-1]._replace(end=number + 1)
    return spans
