"""BIO tags of a sentence's mentions.

`B-City` opens a mention of label `City`, `I-City` continues it, `O` is outside: CoNLL's scheme of 2002, IOB2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from corpora.tokens import cut, tokenize
from schemas.errors import InputError


class TaggedTokens(NamedTuple):
    """A tokenized sentence: `text[starts[i] : starts[i] + len(tokens[i])] == tokens[i]`, and `tags[i]` is its tag."""

    tokens: list[str]
    starts: list[int]
    tags: list[str]


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
    edges: list[int] = []
    for start, end, label in mentions:
        if not (edges[-1] if edges else 0) <= start < end <= len(text) or text[start:end].isspace() or not label:
            raise InputError(
                f"the mention {label!r} at {start}:{end} of {text!r} cannot be tagged: mentions have a label and some "
                "text, come in order and do not overlap"
            )
        edges += start, end
    tokens, starts, tags = [], [], []
    nothing = (len(text), len(text), "")
    following = iter(mentions)
    first, last, label = next(following, nothing)
    prefix = "B"
    for start, end in cut(tokenize(text), edges):
        while start >= last:
            first, last, label = next(following, nothing)
            prefix = "B"
        tokens.append(text[start:end])
        starts.append(start)
        if start < first:
            tags.append("O")
        else:
            tags.append(f"{prefix}-{label}")
            prefix = "I"
    return TaggedTokens(tokens, starts, tags)


def tagged_spans(tags: Iterable[str]) -> list[TaggedSpan]:
    """The mentions that valid BIO tags mark, in order: what `tag_tokens` was given, in tokens."""
    spans: list[TaggedSpan] = []
    for number, tag in enumerate(tags):
        if tag.startswith("B-"):
            spans.append(TaggedSpan(number, number + 1, tag[2:]))
        elif tag.startswith("I-"):
            spans[-1] = spans[-1]._replace(end=number + 1)
    return spans
