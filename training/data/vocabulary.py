"""A WordPiece vocabulary made of a corpus, as a tokenizer of BERT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import pyarrow.compute as pc
from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import WhitespaceSplit
from tokenizers.trainers import BpeTrainer
from transformers import BertTokenizer, PreTrainedTokenizerFast

from schemas.errors import InputError
from training.data.corpus import NerSplit

SPECIAL_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")

_MIN_SIZE = 100
_MAX_CHARACTERS = 1000
"""As many as the vocabulary of BERT was made with; words with others become [UNK]."""
_INSIDE = 0xF0000
"""First of the private code points that stand for characters inside a word; BERT's normaliser leaves none in text."""
_WORDS_A_LINE = 10_000


def count_words(split: NerSplit) -> Counter[str]:
    """How often each word of the split occurs; needs memory for all distinct ones."""
    counts: Counter[str] = Counter()
    for tokens, _ in split.batches():
        words = pc.value_counts(tokens.flatten())
        counts.update(dict(zip(words.field("values").to_pylist(), words.field("counts").to_pylist(), strict=True)))
    return counts


def check_vocabulary_size(size: int) -> None:
    """Raise InputError for a vocabulary too small to hold characters."""
    if size < _MIN_SIZE:
        raise InputError(f"vocabulary_size = {size}: must be at least {_MIN_SIZE}")


def train_wordpiece(
    counts: Mapping[str, int], size: int, *, lowercase: bool = False, max_length: int = 512
) -> PreTrainedTokenizerFast:
    """A tokenizer with at most `size` pieces, special ones included, for words as often as the counts say.

    The pieces are the characters of the words and what merging neighbours gives, the most frequent pair first, where
    that occurs at least twice. The same counts give the same vocabulary. `max_length` is what the encoder takes, in
    pieces, special ones included. Raises InputError as `check_vocabulary_size` does, and where there are no words.
    """
    check_vocabulary_size(size)
    bare = _bert_tokenizer({piece: number for number, piece in enumerate(SPECIAL_TOKENS)}, lowercase, max_length)
    words = _split(counts, bare.backend_tokenizer)
    if not words:
        raise InputError("there are no words to make a vocabulary of")
    pieces = _merge(words, size - len(SPECIAL_TOKENS))
    return _bert_tokenizer(
        {piece: number for number, piece in enumerate([*SPECIAL_TOKENS, *pieces])}, lowercase, max_length
    )


def _bert_tokenizer(vocabulary: dict[str, int], lowercase: bool, max_length: int) -> PreTrainedTokenizerFast:
    tokenizer = BertTokenizer(vocab=vocabulary, do_lower_case=lowercase, model_max_length=max_length)
    assert isinstance(tokenizer, PreTrainedTokenizerFast)
    return tokenizer


def _split(counts: Mapping[str, int], tokenizer: Tokenizer) -> Counter[str]:
    """The words as BERT normalises them and splits them at punctuation."""
    words: Counter[str] = Counter()
    for word, count in counts.items():
        for part, _ in tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(word)):
            words[part] += count
    return words


def _merge(words: Mapping[str, int], size: int) -> list[str]:
    """The pieces of WordPiece, those inside a word with `##`.

    The library's trainer for WordPiece numbers the characters inside words in the order of a randomly seeded hash
    table, and breaks ties by these numbers. Its trainer for byte pair encoding, which the former wraps, makes the same
    choices in every run if it is given all characters. So that one is used, with another character for each character
    that stands inside a word.
    """
    frequencies: Counter[str] = Counter()
    for word, count in words.items():
        for character in word:
            frequencies[character] += count
    by_frequency = sorted(frequencies, key=lambda character: (-frequencies[character], character))
    known = sorted(by_frequency[: min(_MAX_CHARACTERS, size // 4)])
    inside = {ord(character): _INSIDE + number for number, character in enumerate(known)}
    usable = {word: count for word, count in words.items() if all(ord(character) in inside for character in word)}
    coded = {word[0] + word[1:].translate(inside): count for word, count in sorted(usable.items())}
    alphabet = sorted(set().union(*coded))

    def lines() -> Iterator[str]:
        for word, count in coded.items():
            for done in range(0, count, _WORDS_A_LINE):
                yield " ".join([word] * min(_WORDS_A_LINE, count - done))

    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = WhitespaceSplit()
    tokenizer.train_from_iterator(
        lines(),
        BpeTrainer(
            vocab_size=size,
            min_frequency=2,
            initial_alphabet=alphabet,
            limit_alphabet=len(alphabet),
            show_progress=False,
        ),
    )
    outside = {code: chr(character) for character, code in inside.items()}
    numbers = tokenizer.get_vocab()
    pieces = sorted(numbers, key=lambda piece: numbers[piece])
    return ["##" * (ord(piece[0]) in outside) + piece.translate(outside) for piece in pieces]
