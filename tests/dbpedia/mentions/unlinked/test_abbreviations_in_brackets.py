"""What stands in brackets behind names, and is short for them in other words or the title of the article."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from schemas.records import Mention

RULES = noise_rules(build_ontology(["Person", "Organisation"], []), "en")
ENGLISH = capital_words("en", RULES.words)
assert ENGLISH
CAPITALS = CapitalisedNames(ENGLISH, Orthography())


def found(*sentences: LinkedSentence, title: str = "Some Article") -> list[list[tuple[str, str, str]]]:
    """Surface, rule and target of what nobody linked in each sentence."""
    mentions = propagate(Subject(title, ENTITY, 0, ""), sentences, RULES, "names", CAPITALS)
    return [
        [(each.text[m.start : m.end], m.source, m.target) for m in names]
        for each, names in zip(sentences, mentions, strict=True)
    ]


def linked(text: str, surface: str, cls: str, flag: str = "") -> LinkedSentence:
    start = text.index(surface)
    mention = Mention(start, start + len(surface), cls, "direct", surface, 0, "dump", flag)
    return LinkedSentence(text, [mention])


def test_an_abbreviation_in_other_words_is_a_name_wherever_the_article_has_it() -> None:
    texts = LinkedSentence("He left VGIK.", []), LinkedSentence("The Moscow Cinema School (VGIK) is old.", [])
    name = "VGIK", "capitalised", ""
    assert found(*texts) == [[name], [("Moscow Cinema School", "capitalised", ""), name]]
    texts = (
        LinkedSentence("He left VGIK.", []),
        linked("The State School (VGIK) is old.", "State School", "Organisation"),
    )
    assert found(*texts) == [[name], [name]]


@pytest.mark.parametrize(
    "sentence",
    [
        # of a person, of a common noun by its link or its letters, of one word
        linked("He met Ann Lee (VGIK) there.", "Ann Lee", "Person"),
        linked("By the State School (VGIK) there.", "State School", "Organisation", "generic"),
        linked("By the State school (VGIK) there.", "State school", "Organisation"),
        linked("By the School (VGIK) there.", "School", "Organisation"),
    ],
)
def test_what_stands_behind_no_name_of_several_words_is_none(sentence: LinkedSentence) -> None:
    assert found(LinkedSentence("He left VGIK.", []), sentence) == [[], []]


def test_what_the_article_has_for_a_common_noun_is_no_abbreviation_in_other_words() -> None:
    texts = "He left the schools (VGIK).", "The Moscow Cinema School (VGIK) is old."
    assert found(*(LinkedSentence(text, []) for text in texts)) == [[], [("Moscow Cinema School", "capitalised", "")]]


@pytest.mark.parametrize("short", ["MBA", "UTC", "VIII"])
def test_a_degree_and_a_number_are_no_abbreviations_in_other_words(short: str) -> None:
    texts = f"He left {short}.", f"The Moscow Cinema School ({short}) is old."
    assert found(*(LinkedSentence(text, []) for text in texts)) == [[], [("Moscow Cinema School", "capitalised", "")]]


def test_an_article_is_on_what_its_title_is_short_for() -> None:
    texts = "All use MCAN now.", "The Moscow Cinema Art Network (MCAN) is old."
    title = "MCAN", "propagated-title", "MCAN"
    sentences = [LinkedSentence(text, []) for text in texts]
    assert found(*sentences, title="MCAN") == [[title], [("Moscow Cinema Art Network", "capitalised", ""), title]]
    degree = LinkedSentence("The Moscow Business Analyst (MBA) is old.", [])
    assert found(degree, title="MBA") == [[("Moscow Business Analyst", "capitalised", "")]]
