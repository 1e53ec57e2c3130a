"""spaCy's binary files of documents, written without spaCy: what `DocBin().from_disk(file)` reads.

A file is MessagePack, compressed by zlib: four numbers a token (its string, its place in an entity, the entity's label
and its Wikidata item), whether a space follows it, and the strings behind the numbers. A sentence is a document. White
space other than a single space between tokens is a token of its own, as in spaCy, so `doc.text` is the sentence.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import msgpack
import numpy as np

from corpora.examples import Example
from corpora.formats.spacy_strings import string_number

DOCUMENTS = 10_000
"""Documents of a file; spaCy holds a whole file in memory."""
_ORTH, _ENT_IOB, _ENT_TYPE, _ENT_KB_ID = 65, 77, 78, 452
_IOB = {"I": 1, "O": 2, "B": 3}


class _Token(NamedTuple):
    word: str
    space: bool
    tag: str
    qid: str


def doc_bins(examples: Iterable[Example], documents: int = DOCUMENTS) -> Iterator[bytes]:
    """The content of one file after the other, each of so many documents, the last of fewer.

    `doc.user_data` says where a sentence is from.
    """
    rest = iter(examples)
    while some := list(islice(rest, documents)):
        yield doc_bin(some)


def doc_bin(examples: list[Example]) -> bytes:
    """The content of a file with these documents."""
    sentences = [_tokens(example) for example in examples]
    tokens = [token for sentence in sentences for token in sentence]
    strings = sorted({string for word, _, tag, qid in tokens for string in (word, tag[2:], qid)})
    numbers = {string: string_number(string) for string in strings}
    attributes = [(numbers[word], _IOB[tag[0]], numbers[tag[2:]], numbers[qid]) for word, _, tag, qid in tokens]
    content = {
        "version": "0.1",
        "attrs": [_ORTH, _ENT_IOB, _ENT_TYPE, _ENT_KB_ID],
        "tokens": np.array(attributes, np.uint64).tobytes(),
        "spaces": np.array([token.space for token in tokens], np.bool_).tobytes(),
        "lengths": np.array([len(sentence) for sentence in sentences], np.int32).tobytes(),
        "strings": strings,
        "cats": [{}] * len(sentences),
        "flags": [{"has_unknown_spaces": False}] * len(sentences),
        "span_groups": [b""] * len(sentences),
        "user_data": [msgpack.packb(example.source) for example in examples],
    }
    return zlib.compress(msgpack.packb(content))


def _tokens(example: Example) -> list[_Token]:
    """The tokens of a sentence as spaCy has them, white space that is not one space among them."""
    qids = [""] * len(example.tokens)
    for first, end, _, qid in example.entities():
        qids[first:end] = [qid or ""] * (end - first)
    tokens = []
    gaps = example.gaps()
    if gaps[0]:
        tokens.append(_Token(gaps[0], False, "O", ""))
    following = [*example.tags[1:], "O"]
    for word, tag, qid, gap, after in zip(example.tokens, example.tags, qids, gaps[1:], following, strict=True):
        space = gap.startswith(" ")
        tokens.append(_Token(word, space, tag, qid))
        if more := gap[space:]:
            tokens.append(_Token(more, False, after, qid) if after.startswith("I-") else _Token(more, False, "O", ""))
    return tokens
