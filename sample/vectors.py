"""Writes the sample's vectors of words and of character n-grams: from `ner/` to `vectors/{words,ngrams}.txt`.

    python -m sample.vectors           write the files
    python -m sample.vectors --check   write nothing; fail if `vectors/` is not what `ner/` gives

They are in the format of GloVe and of Hashimoto's n-grams, and small enough to stay in the repository. A word's vector
is the sum of the index vectors of the words beside it (random indexing: Kanerva et al., 2000), an n-gram's the mean
vector of the words that have it.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sample.generator.output import differences, update
from training.data.vectors import character_ngrams

HERE = Path(__file__).resolve().parent
OUTPUT = HERE / "vectors"
_SIZE = 16
"""Dimensions; those of an n-gram are half of them."""
_BESIDE = 2
"""Words on either side that count."""
_LEAST = 3
"""Times that a word must occur, and words that must have an n-gram."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the sample's vectors from its annotated data.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if vectors/ is not what ner/ gives")
    arguments = parser.parse_args()
    wanted = files(sentences(sorted((HERE / "ner").glob("*/train.txt"))))
    if arguments.check:
        changed = differences(OUTPUT, wanted)
        for name in changed:
            print(f"vectors/{name} is not what ner/ gives; run python -m sample.vectors", file=sys.stderr)
        return int(bool(changed))
    update(OUTPUT, wanted)
    print({name: text.count(b"\n") for name, text in wanted.items()})
    return 0


def sentences(paths: Iterable[Path]) -> list[list[str]]:
    """The words of the sentences of files in CoNLL's format."""
    blocks = (block for path in paths for block in path.read_text("utf-8").split("\n\n") if block.strip())
    return [[line.partition("\t")[0] for line in block.splitlines()] for block in blocks]


def files(texts: Sequence[Sequence[str]]) -> dict[str, bytes]:
    """The two files, by name."""
    counts = Counter(word for words in texts for word in words)
    sums: defaultdict[str, list[int]] = defaultdict(lambda: [0] * _SIZE)
    for words in texts:
        for place, word in enumerate(words):
            for other in (*words[max(0, place - _BESIDE) : place], *words[place + 1 : place + 1 + _BESIDE]):
                sums[word] = [total + sign for total, sign in zip(sums[word], _index_vector(other), strict=True)]
    vectors = {word: _unit(sums[word]) for word in sorted(counts) if counts[word] >= _LEAST}
    with_ngram: defaultdict[str, list[list[float]]] = defaultdict(list)
    for word, vector in vectors.items():
        for ngram in sorted({*character_ngrams(word)}):
            with_ngram[ngram].append(vector[: _SIZE // 2])
    means = {
        ngram: [math.fsum(column) / len(found) for column in zip(*found, strict=True)]
        for ngram, found in sorted(with_ngram.items())
        if len(found) >= _LEAST
    }
    return {"words.txt": _lines(vectors), "ngrams.txt": _lines(means)}


def _index_vector(word: str) -> list[int]:
    """Signs that are a hash of the word."""
    bits = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
    return [1 if bits >> place & 1 else -1 for place in range(_SIZE)]


def _unit(vector: Sequence[int]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector)) or 1.0
    return [value / length for value in vector]


def _lines(vectors: Mapping[str, Sequence[float]]) -> bytes:
    return "".join(f"{name} {' '.join(f'{value:.3f}' for value in of)}\n" for name, of in vectors.items()).encode()


if __name__ == "__main__":
    sys.exit(main())
