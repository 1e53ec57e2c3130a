"""What is known of the languages that have such words."""

from __future__ import annotations

import re
import tomllib

import pytest

from schemas.sources.language_facts import (
    elided_words,
    has_case,
    has_names_within_words,
    has_nouns_in_capitals,
    has_spaces,
    has_spaces_behind_names,
    is_lower,
    name_endings,
)
from tests.support.paths import PROJECT


def test_a_language_has_its_words_or_none() -> None:
    assert elided_words("ca") == ("d", "l", "m", "n", "s", "t")
    assert elided_words("oc") == elided_words("fr") != ()
    assert "nin" in name_endings("tr")
    assert "ssa" in name_endings("fi")
    assert elided_words("en") == name_endings("en") == name_endings("fr") == ()
    assert [has_nouns_in_capitals(lang) for lang in ("de", "lb", "en")] == [True, True, False]
    assert [has_case(lang) for lang in ("ar", "ja", "de", "en")] == [False, False, True, True]
    assert [has_spaces(lang) for lang in ("ja", "zh", "en")] == [False, False, True]
    assert [has_spaces(lang) for lang in ("ko", "ja")] == [True, False]
    assert [has_spaces_behind_names(lang) for lang in ("ko", "ja", "en")] == [False, False, True]
    assert [has_names_within_words(lang) for lang in ("he", "am", "ar", "en")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("text", "lower"),
    [("word", True), ("Word", False), ("w", True), ("ß", True), ("12", False), ("", False), ("ქალაქი", False)],
)
def test_lower_case_is_where_a_capital_could_be(text: str, lower: bool) -> None:
    assert is_lower(text) == lower


@pytest.mark.parametrize("kind", ["elided", "endings"])
def test_each_language_is_named_once_and_words_are_letters(kind: str) -> None:
    table = tomllib.loads((PROJECT / "schemas" / "sources" / "language_facts.toml").read_text("utf-8"))[kind]
    codes = [code for each in table for code in each.split()]
    assert len({*codes}) == len(codes)
    for words in table.values():
        assert len({*words}) == len(words)
        assert all(re.fullmatch(r"[^\W\d_]+", word) and word.islower() for word in words)


def test_names_are_within_words_only_where_tokens_are_words() -> None:
    facts = tomllib.loads((PROJECT / "schemas" / "sources" / "language_facts.toml").read_text("utf-8"))
    codes = facts["names_within_words"]
    assert len({*codes}) == len(codes)
    assert [lang for lang in codes if not has_spaces_behind_names(lang)] == []
