from __future__ import annotations

import pytest

from dbpedia.mentions.orthography.terms import TermTitles, begins_term
from dbpedia.mentions.words import Words, words_of

WORDS = words_of("en")


@pytest.mark.parametrize(
    ("title", "is_term"),
    [
        ("Ackermann function", True),
        ("Carnot heat engine", True),
        ("Bose-Einstein statistics", True),
        ("John Kerr angle", True),
        ("Dirac delta-like function", True),
        ("Carnot heat engine cycle law", False),
        ("Ackermann", False),
        ("Ackermann Function", False),
        ("Ackermann function Society", False),
        ("Hawking of radiation", False),
        ("Clinton administration", False),
        ("Clinton administration members", True),
        ("Einstein 2 radius", False),
        ("Einstein radius 2", False),
        ("van der Waals force", False),
        ("Function function", False),
        ("", False),
    ],
)
def test_a_term_is_a_name_with_common_nouns_behind_it(title: str, is_term: bool) -> None:
    titles = TermTitles(WORDS)
    titles.see(title)
    titles.see(title)
    assert list(titles.rows({"function"})) == ([(title, 2)] if is_term else [])


@pytest.mark.parametrize(("lang", "title"), [("hu", "II. Frigyes porosz király"), ("it", "Giacomo apostolo")])
def test_there_are_no_terms_where_the_nouns_of_persons_are_not_known(lang: str, title: str) -> None:
    titles = TermTitles(words_of(lang))
    titles.see(title)
    assert list(titles.rows(())) == []


def test_the_terms_are_in_order() -> None:
    titles = TermTitles(WORDS)
    for title in ("Turing test", "Bohr model", "Bohr model", "Bohr effect"):
        titles.see(title)
    assert list(titles.rows(())) == [("Bohr effect", 1), ("Bohr model", 2), ("Turing test", 1)]


@pytest.mark.parametrize(
    ("surface", "after", "begins"),
    [
        ("Bohr", " model of it", True),
        ("Bohr", " models of it", True),
        ("Bohr", " magneton", False),
        ("Bohr", " Model", False),
        ("Bohr", ", model", False),
        ("Bohr", "", False),
        ("Bohr", " modelled", False),
        ("Carnot", " heat engine.", True),
        ("Carnot", " heat, engine", False),
        ("Niels Bohr", " model", False),
    ],
)
def test_what_follows_a_name_makes_it_a_term(surface: str, after: str, begins: bool) -> None:
    terms = {"Bohr model", "Carnot heat engine"}
    assert begins_term(surface, after, terms, WORDS) is begins
    assert not begins_term(surface, after, (), WORDS)


def test_a_language_without_words_has_no_terms() -> None:
    titles = TermTitles(Words())
    titles.see("Karl den store")
    assert list(titles.rows(())) == []


def test_a_language_without_words_has_the_singular() -> None:
    assert begins_term("Bohr", " model", {"Bohr model"}, Words())
    assert not begins_term("Bohr", " models", {"Bohr model"}, Words())
