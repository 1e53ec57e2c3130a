"""Encoders, tokenizers and batches small enough to train in a second."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import torch
from transformers import PreTrainedTokenizerFast

from training.data.batches import IGNORED, NerBatch
from training.data.vocabulary import train_wordpiece
from training.models.untrained import EncoderSizes, new_encoder, new_seq2seq

SENTENCES = [
    "Alice Munro met Bob in Gothenburg .",
    "Bob",
    "the University of Gothenburg opened in 1891",
    "She was born near Lake Ontario , Canada , and wrote short stories there .",
]
TAGS = ("O", "B-place", "I-place", "B-person", "I-person")
_NAMES_OF_TYPES = "place person"
"""Coach and BARTNER read them, so the vocabulary has to tell them apart."""


def tiny_tokenizer(
    sentences: Sequence[str] = (*SENTENCES, _NAMES_OF_TYPES), size: int = 150
) -> PreTrainedTokenizerFast:
    return train_wordpiece(Counter(word for sentence in sentences for word in sentence.split()), size, max_length=64)


def save_tiny_encoder(
    folder: Path,
    tokenizer: PreTrainedTokenizerFast,
    *,
    hidden_size: int = 32,
    layers: int = 2,
    seed: int = 1,
    seq2seq: bool = False,
) -> str:
    sizes = EncoderSizes(hidden_size, layers, heads=2, intermediate_size=2 * hidden_size, max_length=64)
    encoder = (new_seq2seq if seq2seq else new_encoder)(tokenizer, sizes, seed)
    encoder.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def ner_batch(
    tokenizer: PreTrainedTokenizerFast,
    sentences: Sequence[str],
    tags: Sequence[Sequence[int]] | None = None,
    domains: Sequence[int] | None = None,
) -> NerBatch:
    """A batch of sentences, given as words with spaces between; transformers tells which pieces are of which word.

    Without `domains` all are of the target's.
    """
    words = [sentence.split() for sentence in sentences]
    encoded = tokenizer(words, is_split_into_words=True, padding=True, return_tensors="pt")
    width = max(map(len, words))
    word_starts = torch.zeros(len(words), width, dtype=torch.long)
    word_mask = torch.zeros(len(words), width, dtype=torch.bool)
    tag_ids = torch.full((len(words), width), IGNORED)
    for row, sentence in enumerate(words):
        word_of_piece = encoded.word_ids(row)
        for word in range(len(sentence)):
            word_starts[row, word] = word_of_piece.index(word)
            word_mask[row, word] = True
            if tags is not None:
                tag_ids[row, word] = tags[row][word]
    return NerBatch(
        encoded["input_ids"],
        encoded["attention_mask"],
        word_starts,
        word_mask,
        tag_ids,
        torch.arange(len(words)),
        torch.zeros(len(words), dtype=torch.long) if domains is None else torch.tensor(domains),
    )


def some_tags(sentences: Sequence[str], n_tags: int = len(TAGS)) -> list[list[int]]:
    """Tag ids for words that look random but are always the same."""
    return [
        [(7 * place + 3 * len(word) + row) % n_tags for place, word in enumerate(sentence.split())]
        for row, sentence in enumerate(sentences)
    ]
