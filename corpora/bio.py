"""BIO tags of a sentence's mentions.

`B-City` opens a mention of label `City`, `I-City` continues it, `O` is outside: CoNLL's scheme of 2002, IOB2.

Where a name is often a part of a written word (Hebrew `בירושלים`) the whole word is the mention's token. If it were
cut, a small word that stands alone would tell that a name follows, and in a text whose mentions are still to be found
none does. So Bareket and Tsarfaty (2021) label the written words of Hebrew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from corpora.tokens import Numbers, Tokens, tokenize_all
from schemas.errors import InputError
from schemas.labels import LabelSet
from schemas.sorted_lookup import distinct
from schemas.sources.language_facts import has_names_within_words


class TaggedTokens(NamedTuple):
    """A tokenized sentence: `text[starts[i] : starts[i] + len(tokens[i])] == tokens[i]`, and `tags[i]` is its tag."""

    tokens: list[str]
    starts: list[int]
    tags: list[str]


class TaggedSentences(NamedTuple):
    """Tokenized sentences, one after the other."""

    bounds: Numbers
    """Where the tokens of each sentence begin, and where those of the last end."""
    tokens: list[str]
    starts: Numbers
    """First code point of each token in its sentence."""
    tags: Numbers
    """Number of each token's tag among `schemas.labels.LabelSet.bio_tags`."""


class TaggedSpan(NamedTuple):
    """A mention that tags mark: `tokens[first:end]` are its tokens."""

    first: int
    end: int
    label: str


def tag_tokens(text: str, mentions: Sequence[tuple[int, int, str]], lang: str) -> TaggedTokens:
    """Tokens of a sentence with the BIO tags of its mentions `(start, end, label)`, which are in order.

    A token that the edge of a mention lies inside of is cut there ("pre-" and "war" where only "war" is linked), so
    every mention is tagged exactly, but for white space at its edges. In a language with names within words, a token is
    cut only where it has parts of several mentions, and else a mention has the whole of its tokens. Raises InputError
    for a mention that is out of the text, out of order, overlaps another, holds nothing but white space or has no
    label. `lang` is the code of the text's language.
    """
    for start, end, label in mentions:
        if not label:
            raise _cannot_tag(text, start, end)
    labels = LabelSet("", tuple(dict.fromkeys(label for *_, label in mentions)))
    columns = [(start, end, labels.labels.index(label)) for start, end, label in mentions]
    starts, ends, numbers = np.array(columns, np.int64).reshape(-1, 3).T
    tagged = tag_sentences([text], np.array([0, len(mentions)]), starts, ends, numbers, lang)
    tags = labels.bio_tags
    return TaggedTokens(tagged.tokens, tagged.starts.tolist(), [tags[number] for number in tagged.tags])


def tag_sentences(
    texts: Sequence[str], bounds: Numbers, starts: Numbers, ends: Numbers, labels: Numbers, lang: str
) -> TaggedSentences:
    """Tokens and tags of many sentences, as `tag_tokens` gives them for one.

    `starts`, `ends` and `labels` are of all mentions: where each stands in its sentence, and the number of its label in
    its label set. Those of a sentence begin at its place in `bounds` and end at the next. `lang` is the code of the
    language of the texts.
    """
    _check_order(texts, bounds, starts, ends)
    whole = tokenize_all(texts, lang)
    # From here on places are those in all texts.
    bases = whole.bases
    base = np.repeat(bases[:-1], np.diff(bounds))
    begin: Numbers = base + starts
    end: Numbers = base + ends
    if has_names_within_words(lang):
        begin, end = _widened(whole, begin, end)
    tokens, token_starts = _cut(whole, distinct(np.concatenate([begin, end])))
    firsts, lasts = np.searchsorted(token_starts, begin), np.searchsorted(token_starts, end)
    for place in np.flatnonzero(firsts == lasts).tolist():
        raise _wrong_mention(texts, bounds, starts, ends, place)
    # The tags of a label set are O, then B and I of each label. Inside a mention its I stands, then B at its beginning.
    inside = np.zeros(len(tokens) + 1, np.int64)
    inside[firsts] += 2 * labels + 2
    inside[lasts] -= 2 * labels + 2
    tags = np.cumsum(inside)[:-1]
    tags[firsts] -= 1
    token_bounds = np.searchsorted(token_starts, bases)
    in_sentence = token_starts - np.repeat(bases[:-1], np.diff(token_bounds))
    return TaggedSentences(token_bounds, tokens, in_sentence, tags)


def _widened(whole: Tokens, begin: Numbers, end: Numbers) -> tuple[Numbers, Numbers]:
    """Where the mentions begin and end with all of their tokens, save those that another mention has a part of."""
    behind_all = whole.bases[-1]
    # What is appended is for a mention of white space behind the last token, or before the first, whose place is -1.
    first = np.append(whole.starts, behind_all)[np.searchsorted(whole.ends, begin, "right")]
    last = np.append(whole.ends, 0)[np.searchsorted(whole.starts, end) - 1]
    alone_before = np.append(0, end[:-1]) <= first
    alone_behind = last <= np.append(begin[1:], behind_all)
    return np.where(alone_before, np.minimum(begin, first), begin), np.where(alone_behind, np.maximum(end, last), end)


def _cut(whole: Tokens, edges: Numbers) -> tuple[list[str], Numbers]:
    """The tokens cut at the edges that they have inside, and where each begins."""
    tokens, starts, ends, _ = whole
    within = np.searchsorted(starts, edges) > np.searchsorted(ends, edges, "right")
    if not within.any():
        return tokens, starts
    edges = edges[within]
    following = np.searchsorted(starts, edges)
    kept: list[str] = []
    done = begin = 0
    for place, edge in zip((following - 1).tolist(), edges.tolist(), strict=True):
        if place >= done:
            kept += tokens[done : place + 1]
            done, begin = place + 1, int(starts[place])
        token = kept.pop()
        kept += token[: edge - begin], token[edge - begin :]
        begin = edge
    return kept + tokens[done:], np.insert(starts, following, edges)


def _check_order(texts: Sequence[str], bounds: Numbers, starts: Numbers, ends: Numbers) -> None:
    sizes = np.array([len(text) for text in texts], np.int64)
    before = np.concatenate([[0], ends])[:-1]
    before[bounds[:-1][np.diff(bounds) > 0]] = 0
    wrong = (starts < before) | (ends <= starts) | (ends > np.repeat(sizes, np.diff(bounds)))
    for place in np.flatnonzero(wrong).tolist():
        raise _wrong_mention(texts, bounds, starts, ends, place)


def _wrong_mention(texts: Sequence[str], bounds: Numbers, starts: Numbers, ends: Numbers, place: int) -> InputError:
    text = texts[int(np.searchsorted(bounds, place, "right")) - 1]
    return _cannot_tag(text, int(starts[place]), int(ends[place]))


def _cannot_tag(text: str, start: int, end: int) -> InputError:
    return InputError(
        f"the mention at {start}:{end} of {text!r} cannot be tagged: mentions have a label and some text, come in "
        "order and do not overlap"
    )


def valid_bio(tags: Iterable[str]) -> list[str]:
    """Tags in valid BIO of those that a model gives: an `I-` behind no tag of its label begins a mention.

    So the evaluation reads them too (seqeval's `get_entities`, which is CoNLL's script).
    """
    valid: list[str] = []
    before = ""
    for tag in tags:
        label = tag[2:]
        valid.append(f"B-{label}" if tag.startswith("I-") and label != before else tag)
        before = label
    return valid


def tagged_spans(tags: Iterable[str]) -> list[TaggedSpan]:
    """The mentions that valid BIO tags mark, in order: what `tag_tokens` was given, in tokens."""
    spans: list[TaggedSpan] = []
    for number, tag in enumerate(tags):
        if tag.startswith("B-"):
            spans.append(TaggedSpan(number, number + 1, tag[2:]))
        elif tag.startswith("I-"):
            spans[-1] = spans[-1]._replace(end=number + 1)
    return spans
