"""Noise by what the wiki itself shows of words, capitals and titles."""

from __future__ import annotations

import pytest

from dbpedia.mentions.noise import flagger
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from schemas.labels import ENTITY
from tests.support.noise import FLAG, RULES


def test_a_single_word_that_the_wiki_has_in_lower_case() -> None:
    flag = flagger(RULES, Orthography(cases=WordCases(frozenset({"angiography", "who"}))))
    assert flag("Angiography", "Angiography", ENTITY, True) == "common"
    assert flag("Angiography", "Angiography", ENTITY, False) == ""
    assert flag("Angiography", "Angiography", "Film", True) == ""
    assert flag("Zimbabwe", "Zimbabwe", ENTITY, True) == ""
    assert flag("WHO", "World Health Organization", ENTITY, True) == ""


@pytest.mark.parametrize(
    ("flag", "surface", "target", "cls"),
    [
        ("common", "Islamic republic", "Islamic republic", ENTITY),
        ("", "Islamic republic", "Islamic republic", "Place"),
        ("", "Reichstag fire", "Reichstag fire", ENTITY),
        ("", "Zeitschrift für physik", "Zeitschrift für Physik", ENTITY),
        ("common", "CBD", "Central business district", ENTITY),
        ("", "CBD", "Central business district", "Place"),
        ("", "CBD", "Moscow business district", ENTITY),
        ("", "Whites", "White movement", ENTITY),
    ],
)
def test_a_concept_by_the_words_that_the_wiki_has_in_lower_case(flag: str, surface: str, target: str, cls: str) -> None:
    lower_case = frozenset({"republic", "fire", "central", "business", "white", "movement"})
    assert flagger(RULES, Orthography(cases=WordCases(lower_case)))(surface, target, cls, False) == flag
    assert FLAG(surface, target, cls, False) == ""


def test_a_title_that_the_wiki_writes_as_a_common_noun() -> None:
    flag = flagger(RULES, Orthography(common_titles=frozenset({"Taiga", "Mercury (element)"})))
    assert flag("Taiga", "Taiga", ENTITY, False) == flag("Mercury", "Mercury (element)", ENTITY, False) == "common"
    assert flag("Taiga", "Taiga", "Place", False) == flag("Paris", "Paris", ENTITY, False) == ""


@pytest.mark.parametrize(
    ("flag", "surface", "cls", "after"),
    [
        ("term", "Bohr", "Person", " model of"),
        ("", "Bohr", "Person", ", model"),
        ("", "Bohr", "Place", " model"),
        ("", "Bohr", ENTITY, " model"),
    ],
)
def test_the_name_of_a_person_in_a_term(flag: str, surface: str, cls: str, after: str) -> None:
    assert (
        flagger(RULES, Orthography(terms=frozenset({"Bohr model"})))(surface, "Niels Bohr", cls, False, after) == flag
    )
    assert FLAG(surface, "Niels Bohr", cls, False, after) == ""


@pytest.mark.parametrize(
    ("flag", "surface", "target", "cls", "after"),
    [
        ("derived", "Cusanan", "Nicholas of Cusa", "Person", " doctrine"),
        ("derived", "Cusanan", "Cusanan", ENTITY, " doctrine"),
        ("derived", "Cusanan", "Games of Cusa", "Film", " doctrine"),
        ("", "Cusanan", "Nicholas of Cusa", "Person", ""),
        ("", "Cusanan", "Nicholas of Cusa", "Person", " was"),
        ("", "Cusanan", "Cusanan", "Person", " doctrine"),
        ("", "Cusanan", "Cusanan language", "Language", " doctrine"),
        ("", "Cusanans", "Nicholas of Cusa", "Person", " doctrine"),
    ],
)
def test_a_word_that_mostly_describes_nouns_in_the_wiki(
    flag: str, surface: str, target: str, cls: str, after: str
) -> None:
    known = Orthography(describing=frozenset({"Cusanan"}))
    assert flagger(RULES, known)(surface, target, cls, False, after) == flag
