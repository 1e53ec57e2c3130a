"""Sentences cut into windows of word pieces that an encoder can take."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from tokenizers import Tokenizer

from schemas.ranges import ranges


@dataclass(frozen=True, eq=False)
class Windows:
    """Windows of some sentences, each column as in `training.data.tokenised.TokenisedNer`, but for the ends."""

    pieces: NDArray[np.int32]
    piece_ends: NDArray[np.int64]
    """For each window the place in `pieces` behind its last one."""
    word_starts: NDArray[np.int64]
    word_ends: NDArray[np.int64]
    """For each window the place in `word_starts` behind its last word."""
    sentence: NDArray[np.int64]


def into_windows(
    words: pa.ListArray, encoder: Tokenizer, unknown: int, max_pieces: int, counts: Counter[str]
) -> Windows:
    """The windows of sentences, given their words, with at most `max_pieces` pieces in each.

    A word of which the tokenizer leaves nothing becomes the piece `unknown`. What became of sentences and words is
    added to `counts`, by the names of `TokenisedNer.counts`.
    """
    encoded = words.flatten().dictionary_encode()
    indices = encoded.indices.to_numpy()
    # A tokenizer takes each word by itself, so a word that occurs a hundred times is tokenised once.
    encodings = encoder.encode_batch_fast(encoded.dictionary.to_pylist(), add_special_tokens=False)
    ids = [each.ids[:max_pieces] or [unknown] for each in encodings]
    lengths = np.fromiter(map(len, ids), np.int64, len(ids))
    times = np.bincount(indices, minlength=len(ids))
    counts["cut"] += int(times[[len(each) > max_pieces for each in encodings]].sum())
    counts["unreadable"] += int(times[[not len(each) for each in encodings]].sum())

    vocabulary = np.fromiter(chain.from_iterable(ids), np.int32, int(lengths.sum()))
    word_lengths = lengths[indices]
    word_ends = np.cumsum(word_lengths)
    pieces = vocabulary[ranges((np.cumsum(lengths) - lengths)[indices], word_lengths)]

    n_words = np.asarray(words.value_lengths()).astype(np.int64)
    sentence_starts = np.cumsum(n_words) - n_words
    bounds = np.concatenate([[0], word_ends])
    n_pieces = bounds[sentence_starts + n_words] - bounds[sentence_starts]
    long = np.flatnonzero(n_pieces > max_pieces)
    filled = np.flatnonzero(n_words)
    cuts = [
        sentence_starts[each] + _cuts(word_lengths[sentence_starts[each] :][: n_words[each]], max_pieces)
        for each in long
    ]
    first = np.sort(np.concatenate([sentence_starts[filled], *cuts])).astype(np.int64)
    last = np.append(first[1:], len(indices))[: len(first)]
    sentence = np.searchsorted(np.cumsum(n_words), first, side="right")
    counts["empty"] += len(n_words) - len(filled)
    counts["windowed"] += len(long)
    counts["windows"] += len(first)
    return Windows(
        pieces=pieces,
        piece_ends=bounds[last],
        word_starts=bounds[:-1] - np.repeat(bounds[first], last - first),
        word_ends=last,
        sentence=sentence,
    )


def _cuts(lengths: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Numbers of the words with which new windows begin, so that all windows are of about equal length.

    Where all windows but the last were full, the last one's few words would be tagged without context.
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1])
    n_windows = -(-total // most)
    while True:
        cuts = np.unique(np.searchsorted(ends, np.arange(1, n_windows) * total / n_windows, side="right"))
        cuts = cuts[cuts > 0]
        if np.diff(np.concatenate([[0], ends[cuts - 1], [total]])).max() <= most:
            return cuts
        n_windows += 1
