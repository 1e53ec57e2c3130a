"""Nicknames in quotation marks between the first names of a person and the last."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.ontology import build_ontology

RULES = noise_rules(build_ontology(["Person"], []), "en")
ENGLISH = capital_words("en", RULES.words)
assert ENGLISH
CAPITALS = CapitalisedNames(ENGLISH, Orthography())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He met Edwin "Buzz" Aldrin there.', ['Edwin "Buzz" Aldrin']),
        ("He met Edwin Eugene “Dr. Rendezvous” Aldrin there.", ["Edwin Eugene “Dr. Rendezvous” Aldrin"]),
        # small words within
        ('He met Roberto "Hands of Stone" Duran there.', ['Roberto "Hands of Stone" Duran']),
        # of somebody whose last name is that of the article's subject
        ('He met Elizabeth "Betty" Agassi there.', ['Elizabeth "Betty" Agassi']),
        ('He met Elizabeth "Queen of the Net" Agassi there.', ['Elizabeth "Queen of the Net" Agassi']),
        # what is too long for a nickname
        (
            'He met Elizabeth "Never on a Sunday Again" Agassi there.',
            ["Elizabeth", "Never on a Sunday Again", "Agassi"],
        ),
        # a quotation in lower case, a comma, what follows in lower case
        ('He met Edwin "the man" Agassi there.', ["Edwin", "Agassi"]),
        ('He met Edwin, "Buzz" Agassi there.', ["Edwin", "Agassi"]),
        ('He met Edwin "Buzz" there.', ["Edwin"]),
    ],
)
def test_a_name_with_a_nickname_is_one(text: str, expected: list[str]) -> None:
    subject = Subject("Andre Agassi", "Person", 0, "dump")
    (mentions,) = propagate(subject, [LinkedSentence(text, [])], RULES, "names", CAPITALS)
    assert [text[each.start : each.end] for each in mentions] == expected
