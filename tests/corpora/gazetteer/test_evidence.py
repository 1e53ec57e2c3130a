"""Where the first word of a sentence is, whose capital says nothing."""

from __future__ import annotations

from corpora.gazetteer.evidence import _firsts
from corpora.tokens import tokenize_all


def test_the_first_word_of_a_sentence_is_behind_the_marks_that_begin_it() -> None:
    texts = ["Plain words", "“New York is", "(A) x", "...", "", "- 5 men", "A"]
    assert list(_firsts(tokenize_all(texts, "en"))) == [0, 1, 1, 0, 0, 2, 0]
