from __future__ import annotations

from corpora.stop_words import ENGLISH_STOP_WORDS
from schemas.vocabulary import read_stop_words


def test_the_english_stop_words_are_function_words() -> None:
    words = read_stop_words(ENGLISH_STOP_WORDS)
    assert {"the", "of", "and", "is", "n't", "'s", "whether", "themselves"} <= words
    assert not words & {"music", "party", "science", "book", "first", "new", "time"}
    assert all(word == word.lower() for word in words)
