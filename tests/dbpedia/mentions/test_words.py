"""The words of every language have the form that the rules read: a mistake would be met while sentences are typed."""

from __future__ import annotations

import pickle
import re
from importlib.resources import files
from typing import Any

import pytest

from dbpedia.mentions.capitals.words import CapitalWords, capital_words
from dbpedia.mentions.classes import class_data
from dbpedia.mentions.language_files import language_codes, language_data
from dbpedia.mentions.word_group import WordGroup
from dbpedia.mentions.words import Words, words_of
from schemas.errors import InputError
from schemas.sources.language_facts import has_names_within_words, has_nouns_in_capitals

FOLDER = files("dbpedia.mentions").joinpath("languages")
LANGUAGES = language_codes()
WITH_CAPITALS = [lang for lang in LANGUAGES if "capitals" in language_data(lang)]
GROUPS = ("inflection", "derived", "caseless")
"""The tables of a file that are groups of words."""
SPACED = {"topic_prepositions", "event_prepositions"}
IN_LOWER_CASE = {"dates", "units", "centuries"}
AMONG_NOUNS = ("among_nouns", "places_among_nouns")
"""The groups that `dbpedia.mentions.capitals.among_nouns` reads alone."""


def stated(table: dict[str, Any]) -> dict[str, Any]:
    """What a table of capitals says, of all its groups: the names of fields are not used twice."""
    groups = [value for value in table.values() if isinstance(value, dict)]
    flat = {name: value for name, value in table.items() if not isinstance(value, dict)}
    assert sum(map(len, groups), len(flat)) == len(flat.keys() | {name for group in groups for name in group})
    return flat | {name: value for group in groups for name, value in group.items()}


def fields_of(group: WordGroup) -> dict[str, Any]:
    """What a file may say of a group and of those in it, by the names of the fields."""
    values = {name: value for name, value in vars(group).items() if name not in group.not_in_file}
    inner = [fields_of(value) for value in values.values() if isinstance(value, WordGroup)]
    return values | {name: value for found in inner for name, value in found.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_a_language_can_be_read(lang: str) -> None:
    table = language_data(lang)
    table.pop("capitals", None)
    assert table.pop("name")
    words = words_of(lang)
    assert all(table.values()), "what is empty or false says nothing"
    for group in (table.pop(name) for name in GROUPS if name in table):
        assert all(group.values()), "what is empty or false says nothing"
    branches = class_data()["branches"]
    assert words.heads.keys() == {word for group in table.get("heads", {}).values() for word in group}
    assert set(words.heads.values()) <= {*branches["names"], *branches["kinds"]}
    assert [word for name in SPACED for word in getattr(words, name) if word != f" {word.strip()} "] == []
    assert [word for name in IN_LOWER_CASE for word in getattr(words, name) if word != word.lower()] == []


@pytest.mark.parametrize(
    ("table", "mistake"),
    [
        ({"honorific": ["Don"]}, "es.toml has the key 'honorific', which no rule reads; did you mean honorifics?"),
        ({"endings": ["'s"]}, "es.toml has the key 'endings', which no rule reads; did you mean"),
        ({"derived": {"conjunction": ["y"]}}, "es.toml: derived has the key 'conjunction', which no rule reads"),
        ({"head": {"Place": ["Río"]}}, "es.toml has the key 'head', which no rule reads; did you mean heads?"),
        ({"heads": ["Río"]}, "es.toml: heads must be a table, not "),
        ({"lists": "("}, "es.toml: lists is no pattern: missing ), unterminated subpattern at position 0"),
        ({"lists": ["^Lista"]}, "es.toml: lists must be a pattern in quotation marks, not"),
        ({"surname_first": 1}, "es.toml: surname_first must be true or false, not '1'"),
        ({"caseless": {"shortest_name": True}}, "es.toml: caseless.shortest_name must be a number, not 'True'"),
        ({"particles": "de"}, "es.toml: particles must be a list, not 'de'"),
        ({"plurals": ["s"]}, "es.toml: plurals must be a table, not"),
        ({"inflection": ["s"]}, "es.toml: inflection must be a table, not"),
    ],
)
def test_a_mistake_in_the_words_is_told_with_its_place(table: dict[str, Any], mistake: str) -> None:
    with pytest.raises(InputError, match=rf"^{re.escape(mistake)}"):
        Words.read(table, "es.toml")


def test_a_doubt_without_a_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    doubts = [{"classes": ["Place"], "title": "^Isla"}]
    monkeypatch.setattr("dbpedia.mentions.words.language_data", lambda _: {"name": "Spanish", "doubts": doubts})
    mistake = "es.toml: doubts must each have classes, title and reason, and one has classes, title"
    with pytest.raises(InputError, match=f"^dbpedia/mentions/languages/{re.escape(mistake)}$"):
        words_of("es")


@pytest.mark.parametrize("lang", WITH_CAPITALS)
def test_the_words_of_capitalised_names_can_be_read(lang: str) -> None:
    words = capital_words(lang, words_of(lang))
    assert words
    table, read = stated(language_data(lang)["capitals"]), fields_of(words)
    kinds = {name: type(value) for name, value in fields_of(CapitalWords()).items()}
    assert lang != "en" or set(table) == {name for name, kind in kinds.items() if kind in (bool, frozenset, tuple)}
    assert lang == "en" or all(table.values()), "what is empty or false says nothing"
    assert {name for name, value in table.items() if value is True} == {name for name in kinds if read[name] is True}
    for together in (
        ("fronts", "front_endings", "behind_fronts"),
        ("agreement", "behind_bodies"),
        ("people_endings", "before_names"),
    ):
        given = [bool(table.get(name)) for name in together]
        assert len(set(given)) == 1, "none of them means anything without the others"
    assert table.get("agreement") or not (table.get("verb_endings") or table.get("owners_behind")) or lang == "en"


@pytest.mark.parametrize("lang", WITH_CAPITALS)
def test_words_among_nouns_are_of_languages_whose_nouns_have_capitals(lang: str) -> None:
    words = capital_words(lang, words_of(lang))
    given = [bool(value) for name in AMONG_NOUNS for value in fields_of(getattr(words, name)).values()]
    assert set(given) == {has_nouns_in_capitals(lang)}, "none of them means anything without the others"


@pytest.mark.parametrize("lang", WITH_CAPITALS)
def test_what_the_rule_takes_of_the_noise_rules_is_not_stated_twice(lang: str) -> None:
    words, table = words_of(lang), stated(language_data(lang)["capitals"])
    of_noise: dict[str, frozenset[str]] = {
        "offices": words.honorifics.union(*(table.get(name, ()) for name in ("nobility", "peerage", "owned_offices"))),
        "nobility": frozenset(table.get("peerage", ())),
        "articles": words.indefinite,
        "adjectives": words.demonyms.union(words.adjectives, table.get("apart_adjectives", ())),
        "apart_adjectives": words.adjectives,
        "terms": frozenset(date.title() for date in words.dates),
    }
    twice = {name: sorted(known.intersection(table.get(name, ()))) for name, known in of_noise.items()}
    assert not any(twice.values()), f"stated elsewhere already, outside the table or as nobility: {twice}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nouns_that_end_names_have_what_stands_before_them(lang: str) -> None:
    given = [name in language_data(lang) for name in ("last_nouns", "before_last_nouns", "adjectives_between")]
    assert len(set(given)) == 1, "none of them means anything without the others"


def test_nouns_that_end_names_are_known_in_all_cases() -> None:
    words = words_of("fi")
    assert {"yliopisto", "yliopistossa", "liiton", "ympäristökeskuksen", "olympialaisissa"} <= words.last_nouns
    assert "yliopistot" not in words.last_nouns


def test_a_language_with_two_codes_has_one_file() -> None:
    assert language_data("no") == language_data("nb") != {}
    assert language_data("bs") == language_data("sh") == language_data("hr") != {}


BRIDGES = "мост|торањ|институт|музеј|трг|фонд"


def test_a_language_of_two_scripts_has_its_words_in_both() -> None:
    words, data = words_of("sr"), language_data("sr")
    assert {"век", "vek"} <= words.centuries
    assert words.inflection.cases["ка"] == ["ци"]
    assert words.inflection.cases["ka"] == ["ci"]
    assert words.inflection.cases[""] == ["а", "у", "ом", "ем", "е", "a", "u", "om", "em", "e"]
    assert words.lists and words.lists.search("Spisak reka")
    assert words.one_capital is True
    assert {"Уједињени", "Ujedinjeni"} <= set(stated(data["capitals"])["adjectives"])
    assert data["capitals"]["divisions"]["place_ties"] == ["у", "u"]
    assert ["(?:ов|ев|ин|ov|ev|in)", f"(?:{BRIDGES}|most|toranj|institut|muzej|trg|fond)"] in stated(data["capitals"])[
        "agreement"
    ]


def test_patterns_of_two_scripts_have_no_ranges_of_letters() -> None:
    """Letter by letter `[а-ш]` would become `[a-š]`, which has other letters."""
    written = FOLDER.joinpath("sr.toml").read_text("utf-8")
    assert re.findall(r"\[[^]\n]*[Ѐ-ӿ]-[Ѐ-ӿ]", written.replace(", ", "")) == []


@pytest.mark.parametrize("lang", WITH_CAPITALS)
def test_no_word_that_names_begin_with_only_begins_sentences(lang: str) -> None:
    words = capital_words(lang, words_of(lang))
    assert words
    assert not words.openers & words.heads.first_heads


@pytest.mark.parametrize("lang", WITH_CAPITALS)
def test_epithets_are_read_behind_an_article_or_of_those_with_two_surnames(lang: str) -> None:
    words = capital_words(lang, words_of(lang))
    assert words
    persons = words.person_names
    assert not persons.epithets or words.definite or persons.given_names


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if words_of(lang).caseless.joined])
def test_what_is_joined_to_a_name_belongs_to_the_mention_or_to_its_token(lang: str) -> None:
    assert words_of(lang).caseless.joined_belong != has_names_within_words(lang)


@pytest.mark.parametrize(("lang", "lower"), [("en", "iğdir"), ("tr", "ığdır")])
def test_workers_write_words_in_the_small_letters_of_the_language(lang: str, lower: str) -> None:
    words = words_of(lang)
    assert words.lower("IĞDIR") == lower
    assert pickle.loads(pickle.dumps(words)).lower("IĞDIR") == lower
