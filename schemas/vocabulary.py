"""The most frequent words of texts, and how many of them two texts share.

After CrossNER, 'Domain Overlap': its figure 1 is of the NER datasets, that of the unlabeled corpora is in its appendix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from schemas.errors import InputError
from schemas.files.storage import read_text
from schemas.markdown import table


def read_stop_words(uri: str) -> frozenset[str]:
    """The words of a file, separated by white space; # begins a comment. Raises InputError for no word."""
    words = {word.lower() for line in read_text(uri).splitlines() for word in line.partition("#")[0].split()}
    if not words:
        raise InputError(f"{uri}: no stop words in it")
    return frozenset(words)


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


def overlap_table(kind: str, vocabularies: Mapping[str, Sequence[str]]) -> str:
    """The overlaps of all pairs of vocabularies, in Markdown; `kind` is what they are of."""
    rows = [
        [name, f"{len(words):,}", *(f"{overlap(words, others):.0%}" for others in vocabularies.values())]
        for name, words in vocabularies.items()
    ]
    return table([kind, "words", *vocabularies], rows)
