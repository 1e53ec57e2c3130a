"""The forms of names: which there are, and which a word may be one of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dbpedia.mentions.inflection import Inflection
from dbpedia.mentions.words import words_of

ROMANIAN = Inflection(cases={"": ["ul", "en"], "u": ["ului"]}, surname_endings=frozenset({"en"}))


@pytest.mark.parametrize(
    ("name", "is_person", "forms"),
    [
        ("Balu", False, ["Baluul", "Baluen", "Balului"]),
        ("Balu", True, ["Baluul", "Balului"]),
        # The first word or the last, and in a name of several words any ending.
        (
            "Cluj de Balu",
            True,
            ["Clujul de Balu", "Clujen de Balu", *(f"Cluj de {x}" for x in ("Baluul", "Baluen", "Balului"))],
        ),
        ("Lac", False, []),
        ("NATO", False, []),
    ],
)
def test_the_forms_of_a_name_in_other_cases(name: str, is_person: bool, forms: list[str]) -> None:
    assert list(ROMANIAN.forms(name, is_person=is_person)) == forms
    assert list(Inflection().forms(name, is_person=is_person)) == []


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("Берлин", "Берлина Берлину Берлином Берлине Берлиным"),
        ("Мали", ""),
        ("Токио", ""),
        ("Польша", "Польши Польшей Польшы Польше Польшу Польшой"),
        ("Тверь", "Твери Тверью Тверя Тверю Тверем Твере"),
        ("Нидерланды", "Нидерландов Нидерландам Нидерландами Нидерландах"),
        ("Цветаева", "Цветаевы Цветаеве Цветаеву Цветаевой"),
    ],
)
def test_the_forms_of_a_russian_name_are_by_its_ending_in_the_title(name: str, forms: str) -> None:
    assert sorted(words_of("ru").inflection.forms(name)) == sorted(forms.split())


def test_all_words_of_a_name_are_in_its_case_where_they_agree() -> None:
    agreeing = replace(ROMANIAN, cases_agree=True)
    known = {"Balu", "Balului", "Cluju", "Clujului", "Laku"}
    assert sorted(agreeing.agreeing("Cluju Balu", known.__contains__)) == [
        "Cluju Balului",
        "Clujului Balu",
        "Clujului Balului",
    ]
    assert list(agreeing.agreeing("Cluju Lak", known.__contains__)) == []
    long = " ".join(["Balu"] * 7)
    assert list(agreeing.agreeing(long, known.__contains__)) == []
    assert agreeing.is_form("Clujului Balului", "Cluju Balu", is_person=True)
    assert not ROMANIAN.is_form("Clujului Balului", "Cluju Balu", is_person=True)
    assert not agreeing.is_form("Cluju Balu", "Cluju Balu", is_person=True)
    assert not Inflection(cases_agree=True).is_form("Balului", "Balu", is_person=False)


@pytest.mark.parametrize(
    ("word", "bases"),
    [
        ("Balului", {"Balului", "Balu"}),
        ("Balulen", {"Balulen", "Balul"}),
        ("Balu", {"Balu"}),
        # Short words and abbreviations are forms of nothing.
        ("Lacul", {"Lacul"}),
        ("NATOUL", {"NATOUL"}),
    ],
)
def test_what_a_word_may_be_a_form_of(word: str, bases: set[str]) -> None:
    assert ROMANIAN.bases(word) == bases
    assert all(word in {base, *ROMANIAN.forms_of_word(base)} for base in bases)
    assert Inflection().bases(word) == {word}


IRISH = Inflection(mutations={"B": ["Bh", "mB"], "F": ["Fh", "bhF"], "É": ["hÉ", "nÉ"]})
WELSH = Inflection(mutations={"C": ["Ch", "G", "Ngh"], "Ll": ["L"], "L": ["Lz"], "Gw": ["W"]})


def test_what_a_name_may_begin_with() -> None:
    assert WELSH.mutated("Caerdydd") == ["Chaerdydd", "Gaerdydd", "Nghaerdydd"]
    assert WELSH.mutated("Llundain") == ["Lundain"]  # of the longest beginning
    assert WELSH.mutated("Cary", is_person=True) == ["Chary"]  # none that another person has
    assert WELSH.mutated("Abertawe") == WELSH.mutated("CBAC") == Inflection().mutated("Caerdydd") == []
    assert set(IRISH.forms("Baile Átha Cliath")) == {"Bhaile Átha Cliath", "mBaile Átha Cliath"}
    assert list(IRISH.forms("Bré")) == []  # a short one
    assert IRISH.is_form("hÉireann", "Éireann", is_person=False)
    assert not IRISH.is_form("Éireann", "Éireann", is_person=False)
    assert WELSH.bases("Gaerdydd") == {"Gaerdydd", "Caerdydd"}
    assert set(Inflection(cases={"": ["s"]}, mutations={"B": ["mB"]}).forms("Berlin")) == {"mBerlin", "Berlins"}


def test_small_letters_before_the_capital_of_a_name() -> None:
    assert IRISH.small_before == "bh(?=F)|h(?=É)|m(?=B)|n(?=É)"
    assert Inflection(mutations={"A": ["h-A"]}).small_before == "h-(?=A)"
    assert WELSH.small_before == Inflection().small_before == ""
