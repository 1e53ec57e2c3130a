"""Which languages have names by their capitals, and the tables of their files."""

from __future__ import annotations

import pickle
import re
from dataclasses import dataclass
from typing import Any

import pytest

from dbpedia.mentions.capitals.words import CapitalWords, capital_words
from dbpedia.mentions.word_group import WordGroup, made_once
from dbpedia.mentions.words import words_of
from schemas.errors import InputError


@pytest.mark.parametrize("lang", ["ar", "ja", "ka", "th"])
def test_a_script_without_case_has_no_capitalised_names(lang: str) -> None:
    assert capital_words(lang, words_of(lang)) is None


def test_where_all_nouns_have_capitals_names_need_words() -> None:
    assert capital_words("lb", words_of("lb")) is None
    assert capital_words("de", words_of("de"))


@pytest.mark.parametrize(
    ("table", "mistake"),
    [
        ({"term": ["Web"]}, "xx.toml: capitals has the key 'term', which no rule reads; did you mean terms?"),
        (
            {"verb_last": {"zzz": []}},
            "xx.toml: capitals.verb_last has the key 'zzz', which no rule reads; the keys are locatives, plurals, "
            "possessives, clitics",
        ),
        ({"others": {}}, "xx.toml: capitals has the key 'others', which no rule reads; did you mean"),
        ({"titles": ["Web"]}, "xx.toml: capitals.titles must be a table, not \"['Web']\""),
        ({"terms": "Web"}, "xx.toml: capitals.terms must be a list, not 'Web'"),
        ({"only_names": 1}, "xx.toml: capitals.only_names must be true or false, not '1'"),
    ],
)
def test_a_mistake_in_a_table_is_told_with_its_place(table: dict[str, Any], mistake: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(mistake)}"):
        CapitalWords.read(table, "xx.toml: capitals")


def test_a_table_with_a_mistake_is_told_with_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "dbpedia.mentions.capitals.words.language_data", lambda _: {"capitals": {"verb_last": {"clitic": []}}}
    )
    mistake = "dbpedia/mentions/languages/nb.toml: capitals.verb_last has the key 'clitic'"
    with pytest.raises(InputError, match=f"^{re.escape(mistake)}"):
        capital_words("no", words_of("no"))


@dataclass(frozen=True)
class Group(WordGroup):
    @made_once
    def made(self) -> object:
        return object()


def test_what_is_made_of_words_is_made_once_and_not_sent_to_workers() -> None:
    group = Group()
    assert group.made is group.made
    assert "made" in vars(group)
    assert "made" not in vars(pickle.loads(pickle.dumps(group)))
    assert isinstance(Group.made, made_once)


def test_a_pattern_does_not_travel_to_workers() -> None:
    words = capital_words("ro", words_of("ro"))
    assert words
    before_work = words.titles.before_work
    assert before_work and before_work.search("despre romanul ")
    there = pickle.loads(pickle.dumps(words))
    assert there == words
    assert "before_work" not in vars(there.titles)
    assert there.titles.before_work == before_work
