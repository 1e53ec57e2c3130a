"""What the scope `names` finds beyond `article`."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.mentions.words import words_of
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from schemas.records import Mention
from tests.support.unlinked_mentions import CAPITALS, RULES, UNTYPED, found, sentence


def test_what_is_linked_later_is_found_before() -> None:
    texts = ["In Paris they met Ulysses Grant.", "Then [[Paris]] and [[Ulysses Grant]].", "Paris and Grant."]
    classes = {"Paris": "Place", "Ulysses Grant": "Person"}
    assert found(texts, classes, scope="names") == [
        [("Paris", "later", "Paris"), ("Ulysses Grant", "later", "Ulysses Grant")],
        [],
        [("Paris", "surface", "Paris"), ("Grant", "last-name", "Ulysses Grant")],
    ]
    assert found(texts, classes)[0] == []


@pytest.mark.parametrize(
    ("linked", "subject", "expected"),
    [
        ("[[Alabama Party|Alabamans]]", "X", []),
        ("[[Paris (Texas)|Paris]]", "X", ["Paris"]),
        ("[[Paris (Texas)|Paris]]", "Economy of Paris", []),
        ("[[Paris]]", "Economy of Paris", ["Paris"]),
    ],
)
def test_a_name_is_found_before_its_link_where_the_title_has_it(linked: str, subject: str, expected: list[str]) -> None:
    texts = ["In Alabamans, Paris, they slept.", f"Then {linked}."]
    mentions = found(texts, {}, Subject(subject, "Place", 0, "dump"), "names")[0]
    assert [surface for surface, rule, _ in mentions if rule == "later"] == expected


@pytest.mark.parametrize(
    ("first", "expected"),
    [("Alhazen wrote.", [[ENTITY], [], [ENTITY]]), ("He wrote.", [[], [], ["Place"]])],
)
def test_a_name_that_was_another_thing_before_its_link_has_no_class(first: str, expected: list[list[str]]) -> None:
    texts = [first, "Named is [[Alhazen (crater)|Alhazen]].", "He saw Alhazen."]
    sentences = [sentence(text, {"Alhazen (crater)": "Place"}) for text in texts]
    mentions = propagate(UNTYPED, sentences, RULES, "names", CAPITALS)
    assert [[mention.type for mention in each] for each in mentions] == expected


def test_a_subject_without_a_class_is_found_by_its_name() -> None:
    texts = ["Ann Lee was there.", "They knew Lee, and Ann Lee knew them."]
    subject = Subject("Ann Lee (writer)", ENTITY, 0, "")
    title, last = ("Ann Lee", "title", "Ann Lee (writer)"), ("Lee", "last-name", "Ann Lee (writer)")
    assert found(texts, subject=subject, scope="names") == [[title], [last, title]]
    assert found(texts, subject=subject) == [[], []]
    sentences = [LinkedSentence("Ann Lee knew Eduard Abalov.", [])]
    assert list(propagate(subject, sentences, RULES, "names", CAPITALS)) == [
        [
            Mention(0, 7, ENTITY, "propagated-title", "Ann Lee (writer)", 0, "", ""),
            Mention(13, 26, ENTITY, "capitalised", "", 0, "", ""),
        ]
    ]


@pytest.mark.parametrize(
    ("title", "cls", "text", "expected"),
    [
        ("B-25 Mitchell", "Species", "The B-25s, a B-25 and B-25J.", ["B-25"]),
        ("F-35A Lightning", ENTITY, "An F-35A, not F-35.", ["F-35A"]),
        ("M25 motorway", ENTITY, "The M25 here.", []),
        ("20th Century", ENTITY, "The 20th one.", []),
        ("Apollo 11", ENTITY, "The Apollo one.", []),
    ],
)
def test_a_title_that_begins_with_a_designation_is_called_by_it(
    title: str, cls: str, text: str, expected: list[str]
) -> None:
    subject = Subject(title, cls, 0, "dump" if cls != ENTITY else "")
    assert [surface for surface, *_ in found([text], subject=subject, scope="names")[0]] == expected
    if title[1] == "-":
        assert found([text], subject=subject, scope="names")[0][0][1:] == ("title", title)
        assert found([text], subject=subject) == [[]]


def test_the_title_of_a_work_without_a_class_is_found_whole() -> None:
    texts = ["An American in Paris is a piece.", "He wrote [[Paris]]."]
    title = "An American in Paris"
    assert found(texts, subject=Subject(title, ENTITY, 0, ""), scope="names") == [[(title, "title", title)], []]
    assert found(["Alkali metal is."], subject=Subject("Alkali metal", ENTITY, 0, ""), scope="names") == [[]]


def test_the_title_of_an_office_is_no_name() -> None:
    texts = ["The Archbishop of Canterbury, the Kings of Leon."]
    assert found(texts, subject=Subject("Archbishop of Canterbury", ENTITY, 0, ""), scope="names") == [
        [("Canterbury", "capitalised", ""), ("Kings of Leon", "capitalised", "")]
    ]


def test_capitalised_names_have_no_target() -> None:
    assert found(["They met Eduard Abalov."], scope="names") == [[("Eduard Abalov", "capitalised", "")]]


def test_a_capitalised_name_that_seemed_longer_is_what_it_is_known_as() -> None:
    classes = {"Ludwig von Mises": "Person", "Portugal": "Place"}
    texts = ["[[Ludwig von Mises]] wrote.", "Once Mises spoke.", "Despite Portugal they left.", "[[Portugal]] stayed."]
    assert found(texts, classes, scope="names") == [
        [],
        [("Mises", "last-name", "Ludwig von Mises")],
        [("Portugal", "later", "Portugal")],
        [],
    ]


def test_the_subject_before_a_link_is_no_part_of_its_name() -> None:
    words = capital_words("hu", words_of("hu"))
    assert words
    rules = noise_rules(build_ontology(["Place"], []), "hu")
    texts = [sentence(text, {}) for text in ("Berlin [[Németország]] fővárosa.", "Itt van Berlin.")]
    subject = Subject("Berlin", "Place", 0, "dump")
    mentions = propagate(subject, texts, rules, "names", CapitalisedNames(words, Orthography()))
    assert [(each.type, each.source) for each in next(mentions)] == [("Place", "propagated-title")]


@pytest.mark.parametrize(
    ("texts", "place"),
    [
        (["Once Unity planned.", "[[NASA|Unity]] was."], 0),  # not linked yet, and no word of its target's title
        (["[[Ludwig von Mises]] was.", "Once Mises reservoir was full.", "They met Mises."], 1),
        (["[[Arthur Jensen]] was.", "Once Jensen, A. R. wrote."], 1),
    ],
)
def test_a_capitalised_name_of_another_has_no_target(texts: list[str], place: int) -> None:
    classes = {"NASA": "Organisation", "Ludwig von Mises": "Person", "Arthur Jensen": "Person"}
    assert [rule for _, rule, _ in found(texts, classes, scope="names")[place]] == ["capitalised"]
