"""Words of a corpus: its vocabulary, and how much of it two corpora share.

After CrossNER, 'Domain Overlap': its figure 1 is of the NER datasets, that of the unlabeled corpora is in its appendix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from corpora.tokens import tokenize
from schemas.errors import InputError
from schemas.storage import read_text

ENGLISH_STOP_WORDS = str(Path(__file__).parent / "stop_words_en.txt")
"""The file with the English function words: closed classes, and the pieces that the tokenizer cuts off words."""


def read_stop_words(uri: str) -> frozenset[str]:
    """The words of a file, separated by white space; # begins a comment. Raises InputError for no word."""
    words = {word.lower() for line in read_text(uri).splitlines() for word in line.partition("#")[0].split()}
    if not words:
        raise InputError(f"{uri}: no stop words in it")
    return frozenset(words)


def count_tokens(texts: Iterable[str]) -> Counter[str]:
    """How often each token stands in the texts, as written. Costs 0.1 s per MB."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update([text[start:end] for start, end in tokenize(text)])
    return counts


def top_words(tokens: Mapping[str, int], size: int, stop_words: Collection[str]) -> list[tuple[str, int]]:
    """The most frequent words with their counts; of equally frequent ones the first by name.

    A word is a token with a letter, in lower case, that is no stop word.
    """
    counts: Counter[str] = Counter()
    for token, number in tokens.items():
        if any(map(str.isalpha, token)):
            counts[token.lower()] += number
    ranking = sorted((-number, word) for word, number in counts.items() if word not in stop_words)
    return [(word, -number) for number, word in ranking[:size]]


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of their words that two vocabularies, most frequent first, have in common.

    Both are cut to the length of the shorter one: a longer list would share more words by its length alone.
    """
    size = min(len(one), len(other))
    return len(set(one[:size]) & set(other[:size])) / size if size else 0.0
