"""Reading BIO tags back: what the tags of the corpora are checked by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class TokenMention(NamedTuple):
    """A mention as tokens: `tokens[first:end]`."""

    first: int
    end: int
    label: str


def validate_bio(tags: Iterable[str]) -> str | None:
    """What is wrong with the first tag that breaks the scheme, or None."""
    inside = None
    for number, tag in enumerate(tags):
        prefix, _, label = tag.partition("-")
        if tag != "O" and not (prefix in ("B", "I") and label):
            return f"tag {number} is {tag!r}: a tag is O, B-label or I-label"
        if prefix == "I" and label != inside:
            opened = "no mention" if inside is None else f"a mention of {inside}"
            return f"tag {number} is {tag!r}, but {opened} is open: I- continues a mention of its own label"
        inside = label or None
    return None


def mentions_of(tags: Sequence[str]) -> list[TokenMention]:
    """The mentions that the tags mark, in order."""
    assert validate_bio(tags) is None
    mentions: list[TokenMention] = []
    for number, tag in enumerate(tags):
        if tag.startswith("B-"):
            mentions.append(TokenMention(number, number + 1, tag[2:]))
        elif tag.startswith("I-"):
            mentions[-1] = mentions[-1]._replace(end=number + 1)
    return mentions
