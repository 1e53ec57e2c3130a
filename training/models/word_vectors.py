"""Vectors of words as an encoder without layers: each word is a piece, and its vector is its input embedding.

So models that take an encoder's embeddings and nothing else of it (`schemas.model_options.KINDS_WITHOUT_ENCODER`) take
them as they take those of BERT.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.processors import BertProcessing
from transformers import BertConfig, BertModel, PreTrainedModel, PreTrainedTokenizerFast

from training.data.vectors import Vectors, character_ngrams
from training.data.vocabulary import SPECIAL_TOKENS

_MAX_LENGTH = 512
"""Longest window in words, special ones included, as that of BERT."""


def word_tokenizer(words: Sequence[str]) -> PreTrainedTokenizerFast:
    """The tokenizer whose pieces are the special ones and then these words, which differ, in their order."""
    numbers = {word: number for number, word in enumerate([*SPECIAL_TOKENS, *words])}
    pad, unknown, cls, sep, mask = SPECIAL_TOKENS
    tokenizer = Tokenizer(WordLevel(numbers, unk_token=unknown))
    tokenizer.post_processor = BertProcessing((sep, numbers[sep]), (cls, numbers[cls]))
    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        model_max_length=_MAX_LENGTH,
        **{"pad_token": pad, "unk_token": unknown, "cls_token": cls, "sep_token": sep, "mask_token": mask},
    )


def vectors_of_words(words: Sequence[str], vectors: Vectors, seed: int) -> tuple[NDArray[np.float32], dict[str, int]]:
    """The vector of each word, (words, size), and how many `were found`, `were found in lower case` or `were drawn`.

    A word without a vector has that of its lower case or, as in CrossNER's code, a standard normal one; the draw
    depends on seed and word alone.
    """
    rows, origins = [], []
    for word in words:
        origin = "were found" if word in vectors.of else "were found in lower case"
        vector = vectors.of.get(word, vectors.of.get(word.lower()))
        if vector is None:
            origin = "were drawn"
            vector = np.random.default_rng([seed, *word.encode()]).standard_normal(vectors.size, np.float32)
        rows.append(vector)
        origins.append(origin)
    counts = {name: origins.count(name) for name in ("were found", "were found in lower case", "were drawn")}
    return np.array(rows, np.float32), counts


def vectors_of_characters(words: Sequence[str], vectors: Vectors) -> tuple[NDArray[np.float32], dict[str, int]]:
    """For each word the mean of the vectors of its character n-grams, 0 without any; and how many words have some."""
    rows = np.zeros((len(words), vectors.size), np.float32)
    found = 0
    for row, word in zip(rows, words, strict=True):
        known = [vectors.of[ngram] for ngram in character_ngrams(word) if ngram in vectors.of]
        if known:
            row[:] = np.mean(known, 0)
            found += 1
    return rows, {"have known n-grams": found, "have no known n-gram": len(words) - found}


def encoder_of_vectors(vectors: NDArray[np.float32]) -> PreTrainedModel:
    """A BERT without layers whose input embeddings are the vectors, those of special pieces 0.

    It knows no positions and no kinds of token: their embeddings are 0. The same vectors give the same weights, and
    torch's global generator is left as it was.
    """
    config = BertConfig(
        vocab_size=len(SPECIAL_TOKENS) + len(vectors),
        hidden_size=vectors.shape[1],
        num_hidden_layers=0,
        num_attention_heads=1,
        max_position_embeddings=_MAX_LENGTH,
    )
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        encoder = BertModel(config, add_pooling_layer=False)
        for parameter in encoder.embeddings.parameters():
            if parameter.ndim > 1:
                parameter.zero_()
        encoder.embeddings.word_embeddings.weight[len(SPECIAL_TOKENS) :] = torch.from_numpy(vectors)
    return encoder
