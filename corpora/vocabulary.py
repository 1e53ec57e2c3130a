"""The tokens of texts, and the words among them that say nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from corpora.tokens import token_texts

ENGLISH_STOP_WORDS = str(Path(__file__).parent / "stop_words_en.txt")
"""The file with the English function words: closed classes, and the pieces that the tokenizer cuts off words."""


def count_tokens(texts: Iterable[str], lang: str) -> Counter[str]:
    """How often each token stands in the texts of a language, as written. Costs 0.1 s per MB."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(token_texts(text, lang))
    return counts
