"""Abbreviations of names, of an article and of the wiki."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.unlinked.linked_article import Subject
from dbpedia.mentions.unlinked.propagation import propagate
from schemas.labels import ENTITY
from tests.support.unlinked_mentions import CAPITALS, ENGLISH, RULES, UNTYPED, found, sentence


def test_abbreviations_are_what_they_abbreviate() -> None:
    texts = [
        "The [[National Rifle Association]] (NRA) met the Ann Lee Union (ALU).",
        "The NRA and the ALU, by [[analysis of variance]] (ANOVA).",
        "ANOVA here, but no NRA–ALU line.",
    ]
    classes = {"National Rifle Association": "Organisation"}
    nra, alu = ("NRA", "abbreviation", "National Rifle Association"), ("ALU", "abbreviation", "")
    assert found(texts, classes, scope="names") == [[nra, ("Ann Lee Union", "capitalised", ""), alu], [nra, alu], []]
    sentences = [sentence(text, classes) for text in texts]
    types = [each.type for each in list(propagate(UNTYPED, sentences, RULES, "names", CAPITALS))[1]]
    assert types == ["Organisation", ENTITY]


@pytest.mark.parametrize(
    ("linked", "expected"),
    [
        # The links of the article show that it is a name, not of which of them.
        ("By the [[Rifle Club|NRA]] and the [[Rural Area|NRA]].", [("NRA", "capitalised", "")]),
        # What has no class may be a common noun, of which capitals show nothing, and what has a flag is none.
        ("By the [[Rifle Club|NRA]] and the [[Net Rate|NRA]].", []),
        ("By the [[Rifle Club|NRA]], the [[Rural Area|NRA]] and the [[net rate|NRA]].", []),
        ("By the [[Rifle Club|NRA]], the [[Rural Area|NRA]] and the net rate (NRA).", []),
    ],
)
def test_an_abbreviation_of_several_things_with_a_class_is_a_name(
    linked: str, expected: list[tuple[str, str, str]]
) -> None:
    classes = {"Rifle Club": "Organisation", "Rural Area": "Place"}
    assert found([linked, "Once the NRA met."], classes, scope="names") == [[], expected]


@pytest.mark.parametrize("short", ["Act", "N", "N2"])
def test_what_is_no_abbreviation_by_its_letters_is_none_of_several_things(short: str) -> None:
    texts = [f"By the [[Rifle Club|{short}]] and the [[Rural Area|{short}]].", f"Once the {short} met."]
    assert found(texts, {"Rifle Club": "Organisation", "Rural Area": "Place"}, scope="names") == [[], []]


def test_an_abbreviation_of_one_thing_is_no_name_where_its_link_tells_it_from_another() -> None:
    texts = ["Once the NRA met.", "By the [[NRA (club)|NRA]]."]
    assert found(texts, {"NRA (club)": "Organisation"}, scope="names") == [[], []]


def test_an_abbreviation_of_several_things_is_none_where_one_is_a_subject_without_a_class() -> None:
    texts = ["By the [[Rifle Club|NRA]].", "Once the NRA met."]
    assert found(texts, {"Rifle Club": "Organisation"}, Subject("NRA", ENTITY, 0, ""), "names") == [[], []]


def test_the_abbreviations_of_the_wiki_are_names_but_where_the_article_has_another() -> None:
    assert ENGLISH
    capitals = CapitalisedNames(ENGLISH, Orthography(abbreviations=frozenset(["NRA", "ACME"])))

    def abbreviations(*texts: str) -> list[str]:
        sentences = [sentence(text, {}) for text in texts]
        mentions = zip(sentences, propagate(UNTYPED, sentences, RULES, "names", capitals), strict=True)
        return [each.text[m.start : m.end] for each, found in mentions for m in found if m.source == "capitalised"]

    assert abbreviations("By the NRA, the ANRA and XYZ.", "Of ACME–NRA, NRA.") == ["NRA", "NRA"]
    assert abbreviations("Of NRA 12.5 % and NRA 12, ACME 5%.", "NRA Army.") == ["NRA", "ACME", "NRA Army"]
    assert abbreviations("By the [[net rate|NRA]], ACME.", "By NRA.") == ["ACME"]
    assert abbreviations("By the net rate again (NRA), ACME.", "By NRA.") == ["ACME"]
    assert abbreviations("By the net rates’ (NRA) and the net Rate (NRA).") == ["NRA", "Rate", "NRA"]


def test_an_abbreviation_of_common_nouns_is_no_name() -> None:
    texts = ["The [[Trans-lunar injection]] (TLI) and [[Atomic time|Atomic Time]] (AT).", "So TLI and AT."]
    assert found(texts, scope="names")[1] == []
    assert found(texts, {"Atomic time": "Event"}, scope="names")[1] == [("AT", "abbreviation", "Atomic time")]
