"""Titles of works in italic type."""

from __future__ import annotations

from itertools import accumulate

from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from tests.support.unlinked_mentions import CAPITALS, RULES, UNTYPED, sentence


def in_italics(marked: str, classes: dict[str, str]) -> LinkedSentence:
    """The sentence of a text with links in which underscores begin and end italic type."""
    text, mentions, _ = sentence(marked, classes)
    pieces = text.split("_")
    places = list(accumulate(map(len, pieces)))[:-1]
    moved = []
    for each in mentions:
        start, end = (place - text.count("_", 0, place) for place in (each.start, each.end))
        moved.append(each._replace(start=start, end=end))
    return LinkedSentence("".join(pieces), moved, list(zip(places[::2], places[1::2], strict=True)))


def test_the_title_of_a_work_stands_in_italics_where_the_article_has_it_so() -> None:
    rules = noise_rules(build_ontology(["Person", "Work", "Film"], [("Film", "Work")]), "en")
    classes = {"Emma": "Film", "Babylon": "Work", "Dylan (album)": "Work", "Bob Dylan": "Person"}
    about = Subject("Cheers (film)", "Film", 0, "dump")
    marked = [
        "_Cheers_ and _[[Emma]]_ are here.",
        "At Cheers, Emma saw _Emma_, _Cheers_.",
        "[[Babylon]], then _Babylon_.",
        "By [[Bob Dylan]] is _[[Dylan (album)|Dylan]]_, and _Dylan_; Dylan did.",
    ]
    sentences = [in_italics(each, classes) for each in marked]
    found = [
        [(each.text[m.start : m.end], m.start) for m in mentions]
        for each, mentions in zip(sentences, propagate(about, sentences, rules, "article"), strict=True)
    ]
    assert found == [[("Cheers", 0)], [("Emma", 20), ("Cheers", 26)], [("Babylon", 14)], [("Dylan", 27)]]
    plain = [each._replace(italics=()) for each in sentences[1:]]
    assert [len(each) for each in propagate(about, plain, rules, "article")] == [2, 1, 2]


def test_a_title_in_italics_is_one_name() -> None:
    marked = [
        "He saw [[Paris]] and [[The Rock]].",
        "He wrote _An American in Paris_, _On the Rock_, _The Rock_ and _vin de Paris_ in 1951.",
        "He wrote _A Year in [[Paris]]_, saw _2001: A Space Odyssey,_ and _Blade Runner's_ end.",
    ]
    sentences = [in_italics(each, {"Paris": "Place", "The Rock": "Place"}) for each in marked]
    mentions = propagate(UNTYPED, sentences, RULES, "names", CAPITALS)
    found = [
        [(each.text[m.start : m.end], m.source, m.type) for m in new]
        for each, new in zip(sentences, mentions, strict=True)
    ]
    assert found == [
        [],
        [
            ("An American in Paris", "capitalised", ENTITY),
            ("On the Rock", "capitalised", ENTITY),
            ("The Rock", "propagated-surface", "Place"),
            ("Paris", "propagated-surface", "Place"),
        ],
        [("2001: A Space Odyssey", "capitalised", ENTITY), ("Blade Runner", "capitalised", ENTITY)],
    ]


def test_the_title_of_a_work_in_italics_is_none_behind_what_opens_a_sentence() -> None:
    rules = noise_rules(build_ontology(["Work", "Film"], [("Film", "Work")]), "en")
    classes = {"The Rock (film)": "Film"}
    marked = [
        "He saw _[[The Rock (film)|Rocky Hill]]_.",
        "Despite Rocky Hill he left.",
        "Despite _Rocky Hill_ he left.",
    ]
    sentences = [in_italics(each, classes) for each in marked]
    names = [[m.source for m in each] for each in propagate(UNTYPED, sentences, rules, "names", CAPITALS)]
    assert names == [[], ["capitalised"], ["propagated-surface"]]
