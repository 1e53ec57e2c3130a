"""The words of every language have the form that the rules read: a mistake would be met while sentences are typed."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from importlib.resources import files
from itertools import chain
from typing import Any

import pytest

from dbpedia.mentions.capital_words import CapitalWords, capital_words
from dbpedia.mentions.words import Words, rule_data, words_of

NOISE = rule_data()
CAPITAL_DATA: dict[str, Any] = tomllib.loads(files("dbpedia.mentions").joinpath("capitals.toml").read_text("utf-8"))
CAPITALS: dict[str, dict[str, Any]] = CAPITAL_DATA["words"]
LISTED = ("surname_first", "surname_and_comma", "one_capital")
"""Languages by what holds in them."""
BY_CHARACTERS = ("has_spaces", "names_go_on", "names_began", "shortest_name", "last_part", "last_part_began")
ELSEWHERE = {
    "lists",
    "dates_in_letters",
    *BY_CHARACTERS,
    "elided",
    "endings",
    "nouns_in_capitals",
    "other_letters",
    *LISTED,
}
"""What the rules know of a language and its table in `noise.toml` does not have."""
DEFAULTS = {each.name: getattr(Words(), each.name) for each in fields(Words) if each.name not in ELSEWHERE}
SPACED = {"topic_prepositions", "event_prepositions"}
IN_LOWER_CASE = {"dates", "units", "centuries"}
OF_LANGUAGES = {"foreign_in_italics", "names_in_quotes", "articles_in_places"}
"""Languages by what holds in them, besides the tables of `capitals.toml`."""
OF_NOISE = {"indefinite", "others"}


def mistakes(table: dict[str, Any], branches: set[str]) -> list[str]:
    """What is wrong in the words of a language."""
    found = []
    for name, value in table.items():
        if name not in DEFAULTS:
            found.append(f"{name}: no rule reads it")
        elif isinstance(DEFAULTS[name], dict):
            if not isinstance(value, dict):
                found.append(f"{name}: must be a table")
            elif name == "heads" and not value.keys() <= branches:
                found.append(f"{name}: {sorted(value.keys() - branches)} are no branches")
        elif not isinstance(value, list):
            found.append(f"{name}: must be a list, or each letter would be a word")
        elif name in SPACED and any(word != f" {word.strip()} " for word in value):
            found.append(f"{name}: must have a space before and behind each word")
        elif name in IN_LOWER_CASE and any(word != word.lower() for word in value):
            found.append(f"{name}: must be in lower case")
    return found


@pytest.mark.parametrize(
    "lang", sorted({*NOISE["words"], *NOISE["lists"], *chain.from_iterable(NOISE[each] for each in LISTED)})
)
def test_the_words_of_a_language_can_be_read(lang: str) -> None:
    table = NOISE["words"].get(lang, {})
    assert mistakes(table, {*NOISE["branches"]["names"], *NOISE["branches"]["kinds"]}) == []
    words = words_of(lang)
    assert {name for name, default in DEFAULTS.items() if getattr(words, name) != default} == set(table)


@pytest.mark.parametrize(
    ("name", "value", "mistake"),
    [
        ("honorific", ["Don"], "no rule reads it"),
        ("lists", ["^Lista"], "no rule reads it"),
        ("particles", "de", "must be a list, or each letter would be a word"),
        ("plurals", ["s"], "must be a table"),
        ("heads", {"Plac": ["Río"]}, "['Plac'] are no branches"),
        ("topic_prepositions", ["en"], "must have a space before and behind each word"),
        ("dates", ["Enero"], "must be in lower case"),
    ],
)
def test_a_mistake_is_found(name: str, value: Any, mistake: str) -> None:
    assert mistakes({name: value}, {"Place"}) == [f"{name}: {mistake}"]


@pytest.mark.parametrize("lang", sorted(CAPITALS))
def test_the_words_of_capitalised_names_can_be_read(lang: str) -> None:
    known = {each.name for each in fields(CapitalWords)} - OF_NOISE - OF_LANGUAGES
    assert set(CAPITALS[lang]) == known if lang == "en" else set(CAPITALS[lang]) <= known
    assert [name for name, value in CAPITALS[lang].items() if not isinstance(value, list)] == []
    assert lang == "en" or all(CAPITALS[lang].values()), "an empty list says nothing"
    assert lang in NOISE["words"], "whose dates, honorifics and small words the rule takes"
    assert capital_words(lang, words_of(lang))
    for together in (
        ("fronts", "front_endings", "behind_fronts"),
        ("agreement", "verb_endings", "owners_behind", "behind_bodies"),
        ("people_endings", "before_names"),
    ):
        given = [bool(CAPITALS[lang].get(name)) for name in together]
        assert len(set(given)) == 1, "none of them means anything without the others"


@pytest.mark.parametrize("lang", sorted(CAPITALS))
def test_what_the_rule_takes_of_the_noise_rules_is_not_stated_twice(lang: str) -> None:
    words, table = words_of(lang), CAPITALS[lang]
    of_noise: dict[str, frozenset[str]] = {
        "offices": words.honorifics | set(table.get("nobility", ())),
        "articles": words.indefinite,
        "adjectives": words.demonyms | words.adjectives,
        "terms": frozenset(date.title() for date in words.dates),
    }
    twice = {name: sorted(known.intersection(table.get(name, ()))) for name, known in of_noise.items()}
    assert not any(twice.values()), f"stated elsewhere already, in noise.toml or as nobility: {twice}"


@pytest.mark.parametrize("name", sorted(OF_LANGUAGES))
def test_what_holds_in_languages_is_said_of_those_with_words(name: str) -> None:
    assert set(CAPITAL_DATA[name]) <= set(CAPITALS)


WORDS = Words(cases={"": ["ul", "en"], "u": ["ului"]}, surname_endings=frozenset({"en"}))


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
    assert list(WORDS.forms(name, is_person=is_person)) == forms
    assert list(Words().forms(name, is_person=is_person)) == []
