from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.orthography.noun_uses import NounUses, is_behind_marker
from dbpedia.mentions.words import Words, words_of

WORDS = words_of("de")


def rows(pages: list[list[str]], words: Words = WORDS) -> list[tuple[str, int, int]]:
    """What is found in pages of sentences."""
    found = NounUses(words)
    for number, sentences in enumerate(pages):
        for sentence in sentences:
            found.see(number, sentence)
    return list(found.rows())


@pytest.mark.parametrize(
    ("before", "is_one"),
    [
        ("ein ", True),
        ("Ein ", True),
        ("Dort sind keine ", True),
        ("keine eigenständigen ", True),
        ("seinen radikal-optimistischen ", True),
        ("ein", False),
        ("der ", False),
        ("der große ", False),
        ("", False),
        (" ", False),
        ("einer (großen ", False),
        ("einer unter ", False),  # a preposition has the ending of an adjective
        ("einer Berliner ", False),
        ("einer, große ", False),
        ("einer vor ", False),
        ("einer großen ", True),
        ("einer große ", False),
        ("ein\u00a0", True),
        # Pronouns, and verbs behind them.
        ("die ihr ", False),
        ("Ihr folgte ", False),
        ("diese sollte ", False),
        ("einige hatten ", False),
        ("einer wie ", False),
        ("alle wegen ", False),
    ],
)
def test_what_stands_before_common_nouns(before: str, is_one: bool) -> None:
    assert is_behind_marker(before, WORDS) is is_one


def test_a_language_without_such_words_has_no_nouns() -> None:
    assert not is_behind_marker("ein ", Words())
    assert rows([["Es ist ein Haus."]] * 9, Words()) == []


@pytest.mark.parametrize(("marked", "others", "is_noun"), [(2, 0, False), (3, 0, True), (3, 27, True), (3, 28, False)])
def test_a_noun_is_one_on_three_pages_and_a_tenth_of_its_own(marked: int, others: int, is_noun: bool) -> None:
    pages = [["Da ist ein Haus, ein Haus.", "Da war das Haus."]] * marked + [["Da ist das Haus."]] * others
    assert rows(pages) == ([("Haus", others, marked)] if is_noun else [])


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Da sind zwei Häuser.", ["Häuser"]),
        ("Da sind zwei (Häuser).", []),
        ("Da ist sein großes Haus!", ["Haus"]),
        ("Ein Haus.", ["Haus"]),
        # What begins a sentence shows nothing, nor does what may describe the next word.
        ("Haus und Hof.", []),
        ("Da ist ein Microsoft Produkt.", []),
        ("Da ist ein Haus, Peter.", ["Haus"]),
        ("Da ist ein VW, eine SMS, ein iPhone, ein A4.", []),
        ("Da ist ein großes, altes Haus.", []),
        ("Dieser hatte Peter gesehen.", []),
    ],
)
def test_which_words_stand_behind_them(sentence: str, found: list[str]) -> None:
    assert [word for word, _, _ in rows([[sentence]] * 3)] == found


@given(st.lists(st.lists(st.sampled_from(["ein Haus", "das Haus", "x", "Ein Haus ist", ""])), max_size=8))
def test_pages_are_counted_once(pages: list[list[str]]) -> None:
    marked = sum(any("in Haus" in text for text in page) for page in pages)
    seen = sum(any("Haus" in text for text in page) for page in pages)
    assert rows(pages) == ([("Haus", seen - marked, marked)] if marked >= 3 else [])
