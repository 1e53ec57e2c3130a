"""Which languages have names by their capitals."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.words import words_of


@pytest.mark.parametrize("lang", ["ar", "ja", "ka", "th"])
def test_a_script_without_case_has_no_capitalised_names(lang: str) -> None:
    assert capital_words(lang, words_of(lang)) is None


def test_where_all_nouns_have_capitals_names_need_words() -> None:
    assert capital_words("lb", words_of("lb")) is None
    assert capital_words("de", words_of("de"))
