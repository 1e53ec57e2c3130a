"""Which sentences are taken for the annotated data, and which entities they have."""

from __future__ import annotations

import re

import pytest

from dbpedia.mentions.noise import flagger, noise_rules
from dbpedia.mentions.unlinked.linked_article import LinkedSentence
from dbpedia.ontology import build_ontology
from sample.annotation.annotator import Annotator
from schemas.labels import ENTITY
from schemas.records import Mention

CLASSES = {
    **{"Person": "", "Place": "", "Work": "", "Device": "", "Office": "", "TopicalConcept": ""},
    **{"Instrument": "Device", "Song": "Work"},
}
RULES = noise_rules(build_ontology(CLASSES, [pair for pair in CLASSES.items() if pair[1]]), "en")
FLAG = flagger(RULES)
ANNOTATOR = Annotator(
    RULES, {"Song": "song", "Instrument": "musicalinstrument"}, {"piano": "musicalinstrument"}, frozenset({"in", "he"})
)
ANCHOR = re.compile(r"\[([^]|]*)\|([^]|]*)\|([^]|]*)\]")


def annotate(marked: str) -> list[str] | None:
    """The entities, as `label: surface`, of a text in which links are written `[surface|target|class]`."""
    text, mentions, place = "", [], 0
    for match in ANCHOR.finditer(marked):
        text += marked[place : match.start()]
        surface, target, cls = match.groups()
        flag = FLAG(surface, target, cls, not text)
        mentions.append(Mention(len(text), len(text) + len(surface), cls, "direct", target, 0, "dump", flag))
        text += surface
        place = match.end()
    text += marked[place:]
    entities = ANNOTATOR.annotate(LinkedSentence(text, mentions))
    return None if entities is None else [f"{label}: {text[start:end]}" for start, end, label in entities]


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("In [Rome|Rome|Place] he sang.", ["location: Rome"]),
        ("He sang [Hey Jude|Hey Jude|Song] and [Solaris|Solaris|Work].", ["song: Hey Jude", "misc: Solaris"]),
        ("He met [the Pope|The Pope|Person] on 3 May.", ["person: Pope"]),
        ("He played a [violin|Violin|Instrument].", ["musicalinstrument: violin"]),
        ("He played two pianos and a piano-like thing.", ["musicalinstrument: pianos"]),
        ("He heard a [radio|Radio|Device].", []),
        ("He spoke of [logic|Logic|TopicalConcept].", []),
        ("[Logic|Logic|TopicalConcept] is of use.", []),
        ("He is [Italian|Italy|Place], and a Russian too.", ["misc: Italian", "misc: Russian"]),
        ("He left in [1923|Coup of 1923|Work].", []),
        ("He is one of the [towns|Town|Place].", []),
    ],
)
def test_what_is_certain_is_annotated(text: str, entities: list[str]) -> None:
    assert annotate(text) == entities


@pytest.mark.parametrize(
    "text",
    [
        f"He met [Ann|Ann|{ENTITY}] there.",
        f"He sang [songs|Song|{ENTITY}] there.",
        "He met Ann in [Rome|Rome|Place] there.",
        "Ann was in [Rome|Rome|Place] then.",
        "He saw the [Ford|Ford|Device] there.",
        "He became [Dean|Dean|Office] there.",
        "He spoke of the [Iron Curtain|Iron Curtain|TopicalConcept] there.",
        "He left [Angola|Islam in Angola|Work] there.",
        "He saw [Lenet|Lenet|Work]-5 there.",
        "He heard [Neu!|Neu!|Work]",
        "He left [Rome|Rome|Place] on , after that.",
        "He left [Rome|Rome|Place] for Москва then.",
        "and left [Rome|Rome|Place] then.",
        "He left [Rome|Rome|Place] then",
    ],
)
def test_what_is_not_certain_is_left_out(text: str) -> None:
    assert annotate(text) is None
