"""The passages of a page, by the words and the classes of entities in them.

A page that the crawl finds is seldom on its domain from beginning to end: the article of a country has its politics in
a few sections. So what is scored (`corpora.passages.scores`) is the passage, the paragraphs in succession below one
heading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby, pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from corpora.tokens import token_texts
from schemas.labels import ENTITY

CLASS_MARK = "\N{INFORMATION SEPARATOR ONE}"
"""What a class begins with among the terms, so that no word is taken for it."""

Ids = npt.NDArray[np.int32]
Counts = npt.NDArray[np.integer[Any]]
"""Numbers in the smallest type that has them: no sum of them may be of that type."""
Numbers = npt.NDArray[np.float64]


class Sentence(NamedTuple):
    """A sentence as its terms: its words in small letters and the marked classes of its entities, each once."""

    paragraph: int
    section: str
    terms: frozenset[str]
    seed: bool
    """Whether it names an entity of a specialised type."""


class PageText(NamedTuple):
    """A page's passages, each of them paragraphs in succession below one heading.

    Of columns, since memory holds a sample of the wiki. The first seven have an entry for each passage; `places`,
    `counts` and `seed_counts` one for each term of each, one passage after the other.
    """

    first: Ids
    """The first paragraph."""
    last: Ids
    """The last one."""
    sections: tuple[str, ...]
    """The heading."""
    sentences: Ids
    seeds: Ids
    """Its sentences that name an entity of a specialised type."""
    n_terms: Ids
    """The terms of its sentences, all told."""
    lengths: Ids
    """How many different ones."""
    ids: Ids
    """The terms of the page, each once, in order."""
    places: Counts
    """Where a term of a passage stands among those of the page."""
    counts: Counts
    """The sentences of its passage that have it."""
    seed_counts: Counts
    """Of these, seeds."""

    @property
    def number(self) -> int:
        """How many passages there are."""
        return len(self.sections)

    def total(self, counts: Counts) -> Numbers:
        """The sum for each term of the page, given a number for each term of each passage."""
        return np.bincount(self.places, counts, len(self.ids)).astype(float, copy=False)


class Terms:
    """Numbers for terms."""

    def __init__(self) -> None:
        # 0 is the number of all that are unknown: nothing is ever found of it.
        self._ids: dict[str, int] = {"": 0}

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def add(self, terms: frozenset[str]) -> list[int]:
        """The numbers of some terms; those that have none are given one, in alphabetical order."""
        for term in sorted(terms.difference(self._ids)):
            self._ids[term] = len(self._ids)
        return [self._ids[term] for term in terms]

    def find(self, terms: Iterable[str]) -> list[int]:
        """The numbers of some terms, 0 for those that have none."""
        return [self._ids.get(term, 0) for term in terms]


def sentence_terms(text: str, classes: Iterable[str], lang: str) -> frozenset[str]:
    """The terms of a sentence: words with a letter, in small letters, and the classes of its entities, marked."""
    words = set(map(str.lower, token_texts(text, lang)))
    known = [CLASS_MARK + name for name in classes if name != ENTITY]
    # Most are letters only, which is told in one call.
    return frozenset(
        [word for word in words if len(word) > 1 and (word.isalpha() or any(map(str.isalpha, word)))] + known
    )


def passages(sentences: Iterable[Sentence], numbers: Callable[[frozenset[str]], list[int]]) -> PageText:
    """The passages of a page, given its sentences in order and what numbers their terms."""
    groups = [list(own) for _, own in groupby(sentences, key=lambda each: each.section)]
    numbered = [numbers(each.terms) for own in groups for each in own]
    lengths = np.array([len(each) for each in numbered], np.int64)
    # A term of a passage is one number, the passage's with the term's behind it.
    of_passage = np.arange(len(groups) + 1) << 32
    of_sentence = np.repeat(of_passage[:-1], np.array([len(own) for own in groups], np.int64))
    found = np.repeat(of_sentence, lengths) + np.fromiter(chain.from_iterable(numbered), np.int64, lengths.sum())
    terms, counts = np.unique(found, return_counts=True)
    seeded = found[np.repeat(np.array([each.seed for own in groups for each in own], bool), lengths)]
    ids, places = np.unique(terms & 0xFFFFFFFF, return_inverse=True)
    ends = np.searchsorted(terms, of_passage)
    return PageText(
        _ids([own[0].paragraph for own in groups]),
        _ids([own[-1].paragraph for own in groups]),
        tuple(own[0].section for own in groups),
        _ids([len(own) for own in groups]),
        _ids([sum(each.seed for each in own) for own in groups]),
        _ids([counts[start:end].sum() for start, end in pairwise(ends.tolist())]),
        _ids(np.diff(ends)),
        _ids(ids),
        _smallest(places),
        _smallest(counts),
        _smallest(np.bincount(np.searchsorted(terms, seeded), minlength=len(terms))),
    )


def _ids(numbers: npt.ArrayLike) -> Ids:
    return np.asarray(numbers, np.int32)


def _smallest(numbers: npt.NDArray[np.integer[Any]]) -> Counts:
    return numbers.astype(np.min_scalar_type(numbers.max(initial=0)))
