"""Titles of one word in italic type."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.capitals.work_titles import titles_in_italics
from dbpedia.mentions.words import words_of

ENGLISH = capital_words("en", words_of("en"))
FRENCH = capital_words("fr", words_of("fr"))
assert ENGLISH
assert FRENCH


def found(text: str, lang: str = "en", common: str = "eagle one volk greek alexikakos president a") -> list[str]:
    """The titles of a text whose italic type is marked as in wikitext."""
    before, title, after = text.split("''")
    bare, start = before + title + after, len(before)
    words = {"en": ENGLISH, "fr": FRENCH}[lang]
    assert words
    is_common = common.split().__contains__
    spans = titles_in_italics(bare, [(start, start + len(title))], words, lambda word: is_common(word.lower()))
    return [bare[begin:end] for begin, end in spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They lifted off in ''Eagle''.", ["Eagle"]),
        ("They saw ''Eagle's'' footpad.", ["Eagle"]),
        ("They saw ''Eagle''.", ["Eagle"]),
        # where a sentence begins, in lower case, a letter, words of another language, by letters of another script
        ("''Eagle'' landed.", []),
        ("They saw an ''eagle''.", []),
        ("It has the letter ''A'' in it.", []),
        ("He spoke of the ''Zeitgeist'' of it.", []),
        ("The epithet (Ἀλεξίκακος, ''Alexikakos'') is old.", []),
        # with a capital for another reason
        ("He called it the ''One''.", []),
        ("The ''Greek'' forms are old.", []),
        ("He was the ''President'' there.", []),
    ],
)
def test_a_common_word_with_a_capital_in_italic_type_is_a_title(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_one_word_in_italic_type_is_no_title_where_that_is_the_type_of_foreign_words() -> None:
    assert found("Ils parlent du ''Volk'' allemand.", "fr") == []


def test_one_word_in_italic_type_is_no_title_where_nothing_is_known_of_common_words() -> None:
    assert ENGLISH
    assert list(titles_in_italics("They saw Eagle.", [(9, 14)], ENGLISH)) == []
