"""Unlinked mentions of an article whose links are written as in wikitext."""

from __future__ import annotations

import re

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import NoiseRules, flagger, noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from schemas.records import Mention

RULES = noise_rules(
    build_ontology(["Person", "Place", "Organisation", "Species", "Event"], [("Person", "Species")]), "en"
)
ENGLISH = capital_words("en", RULES.words)
assert ENGLISH
CAPITALS = CapitalisedNames(ENGLISH, Orthography(cases=WordCases(frozenset(["rifle"]))))
UNTYPED = Subject("Some Article", ENTITY, 0, "")
ANCHOR = re.compile(r"\[\[(?:([^]|]*)\|)?([^]|]*)\]\]")


def sentence(wikitext: str, classes: dict[str, str], rules: NoiseRules = RULES) -> LinkedSentence:
    """The sentence of a text with links, each typed by its target."""
    flag = flagger(rules)
    text, mentions = "", []
    place = 0
    for match in ANCHOR.finditer(wikitext):
        text += wikitext[place : match.start()]
        target, surface, start = match[1] or match[2], match[2], len(text)
        text += surface
        place = match.end()
        cls = classes.get(target, ENTITY)
        source, origin = ("none", "") if cls == ENTITY else ("direct", "dump")
        judged = flag(surface, target, cls, not start)
        mentions.append(Mention(start, len(text), cls, source, target, 0, origin, judged))
    return LinkedSentence(text + wikitext[place:], mentions)


def found(
    texts: list[str], classes: dict[str, str] | None = None, subject: Subject = UNTYPED, scope: str = "article"
) -> list[list[tuple[str, str, str]]]:
    """Surface, rule and target of the unlinked mentions in each sentence."""
    sentences = [sentence(text, classes or {}) for text in texts]
    return [
        [(each.text[m.start : m.end], m.source.removeprefix("propagated-"), m.target) for m in mentions]
        for each, mentions in zip(sentences, propagate(subject, sentences, RULES, scope, CAPITALS), strict=True)
    ]


def surfaces(texts: list[str], classes: dict[str, str] | None = None, subject: Subject = UNTYPED) -> list[str]:
    return [surface for mentions in found(texts, classes, subject) for surface, _, _ in mentions]


def found_in(lang: str, texts: list[str], classes: dict[str, str], subject: Subject = UNTYPED) -> list[list[str]]:
    """The surfaces of the unlinked mentions in each sentence of a language."""
    rules = noise_rules(build_ontology(["Person", "Place"], []), lang)
    sentences = [sentence(text, classes) for text in texts]
    return [
        [each.text[m.start : m.end] for m in mentions]
        for each, mentions in zip(sentences, propagate(subject, sentences, rules, "article"), strict=True)
    ]
