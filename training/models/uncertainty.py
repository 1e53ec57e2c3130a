"""How much a tagger doubts its tags, word by word and sentence by sentence: what active learning ranks sentences by.

With p(w, t) the probability of tag t for word w and p(w) that of the best tag:

- entropy of a word: -Σ p(w, t) log p(w, t) over the tags; of a sentence the sum or the mean over its words;
- negative log-probability of a sentence's best tags: Σ -log p(w), since the tags of a tagger do not depend on each
  other. The student report takes what is above 2 as doubtful (its section 3.2, which sums negative logarithms);
- least confidence: 1 - Π p(w), one minus the probability of those tags (Culotta and McCallum, 2005);
- margin of a word: p(w) minus the probability of the second tag; of a sentence the least of its words.

Logarithms are natural. A sentence without words is sure.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor


class WordDoubt(NamedTuple):
    """Figures of words, each of the shape (words,)."""

    entropy: NDArray[np.float64]
    negative_log_p: NDArray[np.float64]
    margin: NDArray[np.float64]
    tag: NDArray[np.int64]
    """Id of the best tag."""


def word_doubt(scores: Tensor) -> WordDoubt:
    """The figures of words from the scores of their tags, (words, tags)."""
    log_p = torch.log_softmax(scores.double(), -1)
    p = log_p.exp()
    entropy = torch.special.entr(p).sum(-1)
    best = p.topk(min(2, p.shape[-1]), -1).values
    second = best[:, 1] if best.shape[-1] > 1 else torch.zeros_like(best[:, 0])
    figures = (entropy, -log_p.amax(-1), best[:, 0] - second, scores.argmax(-1))
    return WordDoubt(*(each.cpu().numpy() for each in figures))


def sentence_doubt(words: WordDoubt, sentence: NDArray[np.integer], number: int) -> dict[str, NDArray[np.float64]]:
    """The measures of so many sentences; `sentence` is the number of each word's. All but margin grow with doubt."""
    lengths = np.bincount(sentence, minlength=number)
    entropy = np.bincount(sentence, words.entropy, number)
    negative_log_p = np.bincount(sentence, words.negative_log_p, number)
    margin = np.ones(number)
    np.minimum.at(margin, sentence, words.margin)
    return {
        "entropy_sum": entropy,
        "entropy_mean": entropy / np.maximum(lengths, 1),
        "negative_log_p": negative_log_p,
        "least_confidence": -np.expm1(-negative_log_p),
        "margin": margin,
    }
