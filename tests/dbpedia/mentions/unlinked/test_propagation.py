from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import SCOPES, propagate
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from schemas.records import Mention
from tests.support.unlinked_mentions import CAPITALS, RULES, UNTYPED, found, sentence, surfaces


def test_what_was_linked_before_is_found_after() -> None:
    texts = ["Paris is far.", "He left [[Paris]] and saw Paris.", "In Paris, Paris's river.", "The Parisian."]
    assert found(texts, {"Paris": "Place"}) == [
        [],
        [("Paris", "surface", "Paris")],
        [("Paris", "surface", "Paris"), ("Paris", "surface", "Paris")],
        [],
    ]


def test_a_name_that_is_an_adjective_where_it_stands_is_left_out() -> None:
    texts = ["He met [[Arawak]].", "The Arawak came.", "He saw Arawak and Turkish poets, Arawak poets."]
    rules = noise_rules(build_ontology(["EthnicGroup"], []), "en")
    sentences = [sentence(text, {"Arawak": "EthnicGroup"}) for text in texts]
    mentions = list(propagate(UNTYPED, sentences, rules, "article"))
    assert [[each.start for each in found] for found in mentions] == [[], [4], []]


def test_the_name_of_a_person_in_a_term_is_flagged() -> None:
    """So that it is none for want of the person; the flag decides whether it stays."""
    texts = ["[[Niels Bohr]] slept.", "Bohr saw Bohr models."]
    sentences = [sentence(text, {"Niels Bohr": "Person"}) for text in texts]
    for terms, flags in (["Bohr model"], ["", "term"]), ([], ["", ""]):
        _, mentions = propagate(UNTYPED, sentences, RULES, "names", CAPITALS, Orthography(terms=frozenset(terms)))
        assert [(m.start, m.flag) for m in mentions] == list(zip([0, 9], flags, strict=True))


def test_the_title_of_an_article_is_no_adjective() -> None:
    known = Orthography(describing=frozenset(["Bluetooth", "Usenet"]))
    sentences = [sentence("They met [[Usenet]] and use Bluetooth devices, Usenet devices.", {})]
    about = Subject("Bluetooth", "Place", 0, "dump")
    [mentions] = propagate(about, sentences, RULES, "article", None, known)
    assert [each.target for each in mentions] == ["Bluetooth"]


def test_what_has_no_class_is_none_where_it_is_one_of_a_kind() -> None:
    texts = ["He met [[Dalek]] and [[Niels Bohr]].", "A Dalek came, as a Dalek army, the Dalek, a Niels Bohr."]
    assert surfaces(texts, {"Niels Bohr": "Person"}) == ["Dalek", "Dalek", "Niels Bohr"]


def test_a_name_whose_class_is_in_doubt_is_a_name_without_a_class() -> None:
    linked = Mention(3, 7, "Place", "direct", "Moon", 0, "dump", "type")
    sentences = [LinkedSentence("By Moon.", [linked]), LinkedSentence("He saw Moon.", [])]
    again = linked._replace(start=7, end=11, type=ENTITY, source="propagated-surface", flag="")
    assert list(propagate(UNTYPED, sentences, RULES, "names", CAPITALS)) == [[], [again]]
    assert list(propagate(UNTYPED, sentences, RULES, "article")) == [[], []]


def test_what_repeats_a_kind_has_its_flag() -> None:
    """So it is left out with the kinds, and not found as a name by its capitals."""
    classes = {"Cetacea": "Species", "Iron": "Species"}
    texts = ["The Cetacea live.", "The [[Cetacea]] and Cetacea live.", "[[Iron]] is in Iron Age finds.", "An Iron."]
    sentences = [sentence(text, classes) for text in texts]
    for scope, later in (("article", []), ("names", [("Cetacea", "kind", "propagated-later")])):
        mentions = propagate(UNTYPED, sentences, RULES, scope, CAPITALS)
        assert [
            [(each.text[m.start : m.end], m.flag, m.source) for m in found if m.type == "Species"]
            for each, found in zip(sentences, mentions, strict=True)
        ] == [later, [("Cetacea", "kind", "propagated-surface")], [], []]
    subject = Subject("Cetacea", "Species", 0, "dump")
    ((mention,),) = propagate(subject, [LinkedSentence("The Cetacea live.", [])], RULES, "title")
    assert mention == Mention(4, 11, "Species", "propagated-title", "Cetacea", 0, "dump", "kind")


def test_type_target_and_provenance_are_those_of_the_link() -> None:
    linked = Mention(0, 5, "Place", "redirect", "City of Light", 2, "infobox", "")
    sentences = [LinkedSentence("Paris", [linked]), LinkedSentence("to Paris", [])]
    assert list(propagate(UNTYPED, sentences, RULES, "article")) == [
        [],
        [Mention(3, 8, "Place", "propagated-surface", "City of Light", 2, "infobox", "")],
    ]


def test_names_that_are_not_linked_themselves_have_the_provenance_of_what_is() -> None:
    subject = Subject("Abraham Lincoln", "Person", 1, "sparql")
    seward = Mention(0, 14, "Person", "redirect", "William Seward", 2, "infobox", "")
    rifles = Mention(4, 30, "Organisation", "redirect", "Rifle people", 3, "wikidata", "")
    sentences = [
        LinkedSentence("William Seward met Lincoln.", [seward]),
        LinkedSentence("Seward, Abraham Lincoln.", []),
        LinkedSentence("The National Rifle Association (NRA) met.", [rifles]),
    ]
    assert list(propagate(subject, sentences, RULES, "names", CAPITALS)) == [
        [Mention(19, 26, "Person", "propagated-last-name", "Abraham Lincoln", 1, "sparql", "")],
        [
            Mention(0, 6, "Person", "propagated-last-name", "William Seward", 2, "infobox", ""),
            Mention(8, 23, "Person", "propagated-title", "Abraham Lincoln", 1, "sparql", ""),
        ],
        [Mention(32, 35, "Organisation", "propagated-abbreviation", "Rifle people", 3, "wikidata", "")],
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The state of Alabama grew.", ["Alabama"]),
        ("Alabama's rivers, (Alabama) and “Alabama”.", ["Alabama", "Alabama", "Alabama"]),
        ("The Alabama River.", []),
        ("The University of Alabama.", []),
        ("University of Alabama grew.", []),
        ("In Rome, of Alabama.", ["Alabama"]),
        ("The Bank of the Alabama.", []),
        ("In Alabama 3 songs.", []),
        ("North Alabama.", []),
        ("Governor Alabama.", ["Alabama"]),
        ("J. Alabama.", []),
        ("St. Alabama.", []),
        ("Good. Alabama.", ["Alabama"]),
        ("Alabama of Dreams.", []),
        ("What is Alabama of?", ["Alabama"]),
        ("What is Alabama of the?", ["Alabama"]),
        ("Alabama-based Alabama–Georgia line.", []),
        ("Alabamas and alabama.", []),
        ("Meanwhile Alabama slept.", []),
        ("In Alabama in spring.", ["Alabama"]),
    ],
)
def test_a_part_of_a_longer_name_is_left_out(text: str, expected: list[str]) -> None:
    assert surfaces(["We went in spring to [[Alabama]].", text], {"Alabama": "Place"}) == expected


def test_the_longest_name_wins_and_links_stay() -> None:
    texts = ["[[New York]] and [[New York Times]].", "New York Times, New York, [[York|New York]]."]
    assert surfaces(texts) == ["New York Times"]  # the last link gives New York a second target
    texts[1] = "New York Times, New York, [[New York]]."
    assert surfaces(texts) == ["New York Times", "New York"]


def test_a_name_ends_behind_what_a_comma_ties_to_it() -> None:
    texts = ["By [[Acme]].", "Acme, Inc., Acme, then Acme, [[Inc.]]."]
    assert [surface for surface, *_ in found(texts)[1]] == ["Acme, Inc.", "Acme", "Acme"]


words = st.sampled_from(["Ann", "Lee", "Ann Lee", "the", "of", "lee", "X", "-", "’s", ".", "Élan", "Mr", "3", "a"])
links = st.sampled_from(["[[Ann Lee]]", "[[Ann Lee|Ann]]", "[[Lee]]", "[[Élan (film)|Élan]]", "[[Lee, Ohio|Lee]]"])
texts = st.lists(st.lists(words | links, max_size=9).map(" ".join), max_size=6)
subjects = st.builds(
    Subject,
    st.sampled_from(["Ann Lee", "Lee", "Élan (film)", "Ann of Lee"]),
    st.sampled_from(["Person", "Place", "Species", ENTITY]),
    st.just(0),
    st.just("dump"),
)


@given(
    texts,
    subjects,
    st.sampled_from(SCOPES[1:]),
    st.fixed_dictionaries({"Ann Lee": st.just("Person")}),
)
def test_mentions_are_ordered_apart_and_cut_their_surface(
    texts: list[str], subject: Subject, scope: str, classes: dict[str, str]
) -> None:
    sentences = [sentence(text, classes) for text in texts]
    result = list(propagate(subject, sentences, RULES, scope, CAPITALS))
    assert len(result) == len(sentences)
    for each, mentions in zip(sentences, result, strict=True):
        last = 0
        for mention in sorted([*each.mentions, *mentions]):
            assert last <= mention.start < mention.end <= len(each.text)
            last = mention.end
        assert mentions == sorted(mentions)
        for mention in mentions:
            surface = each.text[mention.start : mention.end]
            assert any(character.isupper() for character in surface)
            assert not mention.target or surface in mention.target or mention.target in ("Lee, Ohio", "Élan (film)")
