"""Names in German, where all nouns have capitals."""

from __future__ import annotations

from itertools import chain

import pytest

from dbpedia.mentions.capitals.among_nouns.names import NamesAmongNouns
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.unlinked.linked_article import Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from tests.support.unlinked_mentions import found_in, sentence


@pytest.mark.parametrize(
    ("subject", "nouns", "expected"),
    [
        ("Lübeck", [], ["Mann", "Welt", "Mann"]),
        ("Lübeck", ["Mann", "Welt"], []),
        ("Thomas Mann", ["Mann", "Welt"], ["Mann", "Mann"]),
    ],
)
def test_german_nouns_give_no_names_but_that_of_the_subject(
    subject: str, nouns: list[str], expected: list[str]
) -> None:
    rules = noise_rules(build_ontology(["Person", "Work"], []), "de")
    classes = {"Thomas Mann": "Person", "Welt": "Work"}
    text = "Mann und die Welt, ein Mann, ein alter Mann, der Mann, keine Welt."
    sentences = [sentence("[[Thomas Mann]] und [[Welt]].", classes), sentence(text, {})]
    about = Subject(subject, classes.get(subject, ENTITY), 0, "dump")
    _, found = propagate(about, sentences, rules, "article", None, Orthography(nouns=frozenset(nouns)))
    assert [text[each.start : each.end] for each in found] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Koch kam, wie Koch sagte.", ["Koch", "Koch"]),
        ("Ihr folgte Koch als Leiter, dieser nannte Koch, alle hatten Koch gern.", ["Koch"] * 3),
        ("Da war ein Koch, sein alter Koch.", []),
    ],
)
def test_a_german_last_name_is_found_where_it_is_no_noun(text: str, expected: list[str]) -> None:
    assert found_in("de", ["[[Robert Koch]].", text], {"Robert Koch": "Person"}) == [[], expected]


def test_german_names_behind_a_noun_are_of_what_is_linked() -> None:
    rules = noise_rules(build_ontology(["City"], []), "de")
    words = capital_words("de", rules.words)
    assert words
    capitals = NamesAmongNouns(words, Orthography())
    sentences = [sentence(text, {"Bern": "City"}) for text in ("Am Bezirk Bern.", "[[Bern]].", "Der Norden Berns.")]
    found = propagate(Subject("Aare", ENTITY, 0, "dump"), sentences, rules, "names", capitals)
    assert [(each.type, each.source) for each in chain.from_iterable(found)] == [
        ("City", "propagated-later"),
        ("City", "propagated-surface"),
    ]


def test_a_german_title_without_a_class_is_no_name_by_its_capitals() -> None:
    rules = noise_rules(build_ontology(["Person"], []), "de")
    text = sentence("Das Recht auf Arbeit, die Geschichte der Physik.", {})
    for title in ("Recht auf Arbeit", "Geschichte der Physik"):
        assert list(propagate(Subject(title, ENTITY, 0, ""), [text], rules, "names")) == [[]]


def test_a_single_word_without_a_class_is_no_name_where_every_noun_has_a_capital() -> None:
    linked = "[[Stadt]], [[S-Bahn]], [[Berlin]], [[UNO]], [[KaDeWe]], [[Roter Platz]]."
    texts = [linked, linked.replace("[", "").replace("]", "")]
    names = ["Berlin", "UNO", "KaDeWe", "Roter Platz"]
    assert found_in("de", texts, {"Berlin": "Place"}) == [[], names]
    assert found_in("xx", texts, {"Berlin": "Place"}) == [[], ["Stadt", "S-Bahn", *names]]
