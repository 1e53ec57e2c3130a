"""Titles of works, and words of other languages, in italic type."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.capitals.work_titles import foreign_words, titles_in_italics
from dbpedia.mentions.words import words_of


@pytest.mark.parametrize(
    ("lang", "text", "is_one"),
    [
        ("es", "Cien años de soledad", True),
        ("es", "El túnel", True),
        ("es", "El túnel.", True),
        ("nl", "Het diner", True),
        ("fr", "Aperçu d'une histoire", True),
        ("it", "L'angelo azzurro", True),
        # Names of species and words of other languages have no small words of the language.
        ("es", "Canis lupus familiaris", False),
        ("nl", "In vitro", False),
        ("fr", "Ich bin ein Berliner", False),
        # What is short or ends is no title, nor is one where titles have capitals.
        ("es", "Soledad", False),
        ("es", "el túnel", False),
        ("es", "¿Por qué no se calla?", False),
        ("es", "Una vez en la vida de todos los que se van", False),
        ("en", "The old man and the sea", False),
        ("en", "The Old Man and the Sea", True),
    ],
)
def test_titles_in_italic_type_with_one_capital(lang: str, text: str, is_one: bool) -> None:
    words = capital_words(lang, words_of(lang))
    assert words
    title = (0, len(text.removesuffix(".")))
    assert list(titles_in_italics(text, [(0, len(text))], words)) == [title] * is_one


def test_a_title_in_italic_type_behind_a_work_has_one_capital_where_foreign_words_are_seldom_so() -> None:
    text = "film Gwiezdne wojny, gest Gwiezdne wojny"
    spans = [(5, 19), (26, 40)]
    found = {}
    for lang in ("pl", "ru"):
        words = capital_words(lang, words_of(lang))
        assert words
        found[lang] = list(titles_in_italics(text, spans, words))
    assert found == {"pl": [(5, 19)], "ru": []}


def test_a_single_word_in_italic_type_is_one_of_another_language_where_that_is_mostly_so() -> None:
    text = "la Wiedervereinigung, Fritz Lang"
    spans = [(3, 20), (22, 32)]
    found = {}
    for lang in ("en", "it"):
        words = capital_words(lang, words_of(lang))
        assert words
        found[lang] = list(foreign_words(text, spans, words))
    assert found == {"en": [], "it": [(3, 20)]}
