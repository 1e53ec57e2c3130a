from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.orthography.word_cases import WordCounts, is_common_word
from dbpedia.mentions.words import words_of


def counted(*pages: list[str]) -> dict[str, tuple[int, int]]:
    """By word, the pages that have it with a capital and in lower case."""
    counts = WordCounts()
    for page_id, sentences in enumerate(pages):
        for sentence in sentences:
            counts.see(page_id, sentence)
    return {word: (capital, lower) for word, capital, lower in counts.rows()}


def test_a_page_counts_once_and_a_capital_that_begins_a_sentence_not_at_all() -> None:
    first = ["Paris saw Rome and Rome.", "rome lies in Rome, far."]
    assert counted(first, ["The Rome of Paris."]) == {
        **{"and": (0, 1), "far": (0, 1), "in": (0, 1), "lies": (0, 1), "of": (0, 1), "saw": (0, 1)},
        "paris": (1, 0),
        "rome": (2, 1),
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Of Jean-Luc O'Neill's dogs' AT&T.", {"jean-luc", "o'neill", "dogs", "at&t"}),
        ("On O‘ahu, in Hawai‘i, ‘and so on‘.", {"o‘ahu", "in", "hawai‘i", "and", "so", "on"}),
        ("Of U.S. law, e.g. this.", {"u.s.", "law", "e.g.", "this"}),
        ("Of Rome's and Rome’s X.", {"rome", "and", "x"}),
        ("Of Athens and Rome‘s X.", {"athens", "and", "rome", "x"}),
        ("Of городско́й дом.", {"городско́й", "дом"}),
        ("Of 5km, B52 3rd.", {"km", "b52", "rd"}),
        ("Of 中国 and აბგ.", {"and", "აბგ"}),
        ("", set()),
        ("12, 13.", set()),
    ],
)
def test_words(text: str, words: set[str]) -> None:
    assert set(counted([text])) == words


@pytest.mark.parametrize("lang", ["tr", "az"])
def test_turkish_words_have_small_letters_of_their_own(lang: str) -> None:
    counts = WordCounts(words_of(lang).lower)
    counts.see(1, "Bir İlçe, bir ilçe, Irmak ve ırmak.")
    assert {"ilçe", "ırmak"} == {word for word, capital, lower in counts.rows() if (capital, lower) == (1, 1)}


def test_words_are_sorted() -> None:
    counts = WordCounts()
    counts.see(1, "Of b A c.")
    assert [word for word, *_ in counts.rows()] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("capital", "lower", "expected"),
    [(0, 1, True), (9, 0, False), (1, 1, True), (3, 1, True), (4, 1, False), (84, 10, True), (86, 10, False)],
)
def test_a_few_slips_make_no_common_word(capital: int, lower: int, expected: bool) -> None:
    assert is_common_word(capital, lower) is expected


@given(st.lists(st.lists(st.text("aA b.'-É", max_size=12), max_size=4), max_size=4))
def test_no_word_is_on_more_pages_than_there_are(pages: list[list[str]]) -> None:
    for word, (capital, lower) in counted(*pages).items():
        assert word == word.lower()
        assert capital + lower > 0 and max(capital, lower) <= len(pages)


@given(st.lists(st.lists(st.text("aaAsÉß.''’-& 1_İǅ中", max_size=12), max_size=4), max_size=4))
def test_words_and_cases_are_those_of_the_definition(pages: list[list[str]]) -> None:
    tie = r"(?:(?:['’](?!s\b)|[-&])(?=\w))?"
    word = re.compile(rf"(?<!\w['’])(?:(?:[^\W\d_]\.){{2,}}|[^\W\d_]{tie}(?:\w+{tie})*)")
    expected: dict[str, tuple[int, int]] = {}
    for sentences in pages:
        found = [word.findall(each) for each in sentences]
        words = {each for first, *others in filter(None, found) for each in (*others, *[first] * first.islower())}
        capital = {each.lower() for each in words if each != each.lower()}
        lower = {each for each in words if each.islower()}
        for each in capital | lower:
            capitals, lowers = expected.get(each, (0, 0))
            expected[each] = capitals + (each in capital), lowers + (each in lower)
    assert counted(*pages) == expected
