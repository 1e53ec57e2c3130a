from __future__ import annotations

from corpora.vocabulary import ENGLISH_STOP_WORDS, count_tokens
from schemas.vocabulary import read_stop_words


def test_tokens_are_counted_as_written() -> None:
    assert count_tokens(["The cat saw the cat.", "The end."], "en") == {
        "The": 2,
        "the": 1,
        "cat": 2,
        "saw": 1,
        "end": 1,
        ".": 2,
    }


def test_the_english_stop_words_are_function_words() -> None:
    words = read_stop_words(ENGLISH_STOP_WORDS)
    assert {"the", "of", "and", "is", "n't", "'s", "whether", "themselves"} <= words
    assert not words & {"music", "party", "science", "book", "first", "new", "time"}
    assert all(word == word.lower() for word in words)
