"""Titles of one word in italic type."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.capitals.work_titles import titles_in_italics, titles_of_one_word
from dbpedia.mentions.words import words_of
from schemas.records import Span

COMMON = "eagle one volk greek alexikakos president a rhetoric octopus"


def read(wikitext: str) -> tuple[str, list[Span]]:
    """A text and its italic type, which is marked as in wikitext."""
    parts = wikitext.split("''")
    starts = [sum(map(len, parts[:number])) for number in range(len(parts))]
    return "".join(parts), [(starts[number], starts[number + 1]) for number in range(1, len(parts), 2)]


def found(*texts: str, lang: str = "en", common: str = COMMON) -> list[str]:
    """The titles of the sentences of an article."""
    words = capital_words(lang, words_of(lang))
    assert words
    sentences = [read(text) for text in texts]
    of_one_word = titles_of_one_word(sentences, words, lambda word: word.lower() in common.split())
    return [
        text[start:end]
        for text, italics in sentences
        for start, end in titles_in_italics(text, italics, words, of_one_word)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They lifted off in ''Eagle'', and ''Eagle's'' footpad was left.", ["Eagle", "Eagle"]),
        ("They lifted off in ''Eagle''.", []),
        # where a sentence begins, in lower case, a letter, words of another language, by letters of another script
        ("''Eagle'' landed, and ''Eagle'' stood.", []),
        ("They saw an ''eagle'' and an ''eagle''.", []),
        ("It has the letter ''A'' in it, and ''A'' again.", []),
        ("He spoke of the ''Zeitgeist'' and the ''Zeitgeist''.", []),
        ("The epithets (Ἀλεξίκακος, ''Alexikakos'') and Ἀλεξίκακος, ''Alexikakos'' are old.", []),
        # with a capital for another reason
        ("He called it the ''One'' and the ''One''.", []),
        ("The ''Greek'' forms are old and so is the ''Greek'' alphabet.", []),
        ("He was the ''President'' there, the ''President''.", []),
    ],
)
def test_a_common_word_with_a_capital_that_italic_type_has_twice_is_a_title(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_both_places_are_of_one_article() -> None:
    assert found("They lifted off in ''Eagle''.", "Then ''Eagle'' rose.") == ["Eagle", "Eagle"]
    assert found("They lifted off in ''Eagle''.", "They saw ''Octopus''.") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So he says in his ''Rhetoric''.", ["Rhetoric"]),
        ("So says Aristotle's ''Rhetoric''.", ["Rhetoric"]),
        ("So says Aristoteles’ ''Rhetoric''.", ["Rhetoric"]),
        ("So he says in the ''Rhetoric''.", []),
        ("This ''Rhetoric'' is old.", []),
        ("His ''Zeitgeist'' was old.", []),
    ],
)
def test_one_place_is_enough_behind_its_author(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_one_word_in_italic_type_is_no_title_where_that_is_the_type_of_foreign_words() -> None:
    assert found("Ils parlent du ''Volk'' allemand et du ''Volk''.", lang="fr") == []


def test_one_word_in_italic_type_is_no_title_where_all_nouns_have_capitals() -> None:
    assert found("Sie sahen ''Eagle'' und ''Eagle''.", lang="de") == []


def test_one_word_in_italic_type_is_no_title_where_nothing_is_known_of_common_words() -> None:
    assert found("They saw ''Eagle'' and ''Eagle''.", common="") == []
