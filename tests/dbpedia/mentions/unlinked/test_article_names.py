"""Which names an article shows: of its subject, of what it links, last names."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.word_cases import is_common_word
from dbpedia.mentions.unlinked.article_names import words_in_lower_case
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.mentions.words import Words, words_of
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from schemas.records import Mention
from tests.support.unlinked_mentions import CAPITALS, RULES, found, found_in, sentence, surfaces

LINCOLN = Subject("Abraham Lincoln", "Person", 0, "dump")


def test_the_subject_is_found_from_the_first_sentence() -> None:
    texts = ["Abraham Lincoln was tall.", "The friends of Lincoln met [[William Seward]].", "Lincoln and Seward."]
    classes = {"William Seward": "Person"}
    subject = [
        [("Abraham Lincoln", "title", "Abraham Lincoln")],
        [("Lincoln", "last-name", "Abraham Lincoln")],
        [("Lincoln", "last-name", "Abraham Lincoln")],
    ]
    assert found(texts, classes, LINCOLN, "title") == subject
    subject[2].append(("Seward", "last-name", "William Seward"))
    assert found(texts, classes, LINCOLN) == subject


def test_the_subject_keeps_the_redirects_of_a_renamed_article() -> None:
    (mentions,) = propagate(Subject("Oslo", "Place", 1, "dump"), [LinkedSentence("Oslo", [])], RULES, "title")
    assert mentions == [Mention(0, 4, "Place", "propagated-title", "Oslo", 1, "dump", "")]


@pytest.mark.parametrize(
    ("title", "cls", "text", "expected"),
    [
        ("Mobile, Alabama", "Place", "Mobile is old.", ["Mobile"]),
        ("Rush (band)", "Organisation", "Rush played.", ["Rush"]),
        ("Rush (band)", ENTITY, "Rush played.", []),
        ("Wolf", "Species", "Wolf and wolf packs.", []),
        ("Acid Bath", "Organisation", "The Acid Bath sound.", ["Acid Bath"]),
        ("Time", "Organisation", "Time and time again.", []),
        ("List of Popes", "Person", "List of Popes here.", []),
        ("George III", "Person", "George III and George.", ["George III"]),
        ("Martin King Jr.", "Person", "King spoke.", ["King"]),
        ("Augustine of Hippo", "Person", "In Hippo lived Augustine of Hippo.", ["Augustine of Hippo"]),
        ("Leonardo da Vinci", "Person", "Vinci is a town.", ["Vinci"]),
        ("Howe, 5th Viscount", "Person", "Howe came.", ["Howe"]),
        (", Comma", "Person", "So, Comma.", []),
        ("UNO", "Organisation", "The UNO uno.", ["UNO"]),
        ("A", "Organisation", "A letter.", []),
        ("Raith Rovers F.C.", "Organisation", "Raith Rovers won.", ["Raith Rovers"]),
        ("Raith Rovers F.C.", "Place", "Raith Rovers won.", []),
        ("Robert Dollar", "Person", "The Dollar reservoir, and the Dollar family.", ["Dollar"]),
        ("Arthur Jensen", "Person", "So wrote Jensen, A. R. again.", []),
        ("Ludwig Mies van der Rohe", "Person", "Rohe met Mies van der Rohe.", ["Rohe"]),
    ],
)
def test_names_of_the_subject(title: str, cls: str, text: str, expected: list[str]) -> None:
    assert surfaces([text], subject=Subject(title, cls, 0, "dump")) == expected


def test_the_names_of_the_subject_are_no_other_person() -> None:
    classes = {"Henry II": "Person", "Robert Curthose": "Person", "England": "Place"}
    texts = ["[[Henry II|Henry]] met [[Robert Curthose|Robert]] in [[England]].", "So said Henry to Robert in England."]
    subject = Subject("Henry I of England", "Person", 0, "dump")
    assert found(texts, classes, subject)[1] == [
        ("Robert", "surface", "Robert Curthose"),
        ("England", "surface", "England"),
    ]
    assert [surface for surface, _, _ in found(texts, classes)[1]] == ["Henry", "Robert", "England"]


def test_an_article_linked_by_the_subject_s_own_name_stays_the_subject() -> None:
    texts = ["Angola is [[Name of Angola|Angola]].", "In Angola."]
    assert found(texts, subject=Subject("Angola", "Place", 0, "dump")) == [
        [("Angola", "title", "Angola")],
        [("Angola", "title", "Angola")],
    ]
    assert found(texts, {"Name of Angola": "Place"}) == [[("Angola", "surface", "Name of Angola")]] * 2
    assert surfaces(texts, {"Name of Angola": "Place"}, Subject("Angola", ENTITY, 0, "")) == []


@pytest.mark.parametrize(
    ("title", "cls", "expected"),
    [
        ("Dutch language", "Language", ["Dutch", "Dutch language"]),
        ("Dutch language (Dutch)", "Language", ["Dutch", "Dutch language"]),
        ("Dutch grammar", "Language", []),
        ("Dutch language", "Work", ["Dutch language"]),
    ],
)
def test_an_article_on_a_language_has_its_name_where_no_noun_follows(title: str, cls: str, expected: list[str]) -> None:
    rules = noise_rules(build_ontology(["Language", "Work"], []), "en")
    text = sentence("The Dutch and Dutch painters speak Dutch, the Dutch language; in Dutch Brazil.", {})
    [mentions] = propagate(Subject(title, cls, 0, "dump"), [text], rules, "title")
    assert [text.text[each.start : each.end] for each in mentions] == expected


def test_the_place_of_a_club_is_not_told_from_the_club() -> None:
    club = Subject("Raith Rovers F.C.", "Organisation", 0, "dump")
    texts = ["Raith won.", "It is from [[Raith, Fife|Raith]] in [[Scotland]].", "Raith lost in Scotland."]
    sentences = [sentence(text, {"Raith, Fife": "Place", "Scotland": "Place"}) for text in texts]
    raith = Mention(0, 5, ENTITY, "propagated-surface", "", 0, "", "")
    scotland = Mention(14, 22, "Place", "propagated-surface", "Scotland", 0, "dump", "")
    before = raith._replace(source="propagated-later")
    assert list(propagate(club, sentences, RULES, "names", CAPITALS)) == [[before], [], [raith, scotland]]


@pytest.mark.parametrize(
    ("linked", "classes", "text", "expected"),
    [
        ("[[Life (magazine)|Life]]", {"Life (magazine)": "Organisation"}, "Life is life.", []),
        ("[[Monarchy|kings]]", {}, "More kings.", []),
        ("[[Springfield, Ohio|Springfield]] and [[Springfield, Iowa|Springfield]]", {}, "In Springfield.", []),
        ("[[Springfield, Ohio|Springfield]]", {}, "To Springfield.", ["Springfield"]),
        ("[[Alabama language|Alabama]]", {}, "To Alabama.", []),
        ("[[Tennessee River|Tennessee]]", {"Tennessee River": "Place"}, "To Tennessee.", []),
        ("[[Germans|German]]", {}, "To German.", []),
        ("[[Cinema of Italy|Italy]]", {}, "To Italy.", []),
        ("[[Kingdom of Serbia|Serbia]]", {"Kingdom of Serbia": "Place"}, "To Serbia.", ["Serbia"]),
        ("[[The Beatles|Beatles]]", {"The Beatles": "Organisation"}, "To Beatles.", ["Beatles"]),
        ("[[5th Oscars|Oscars]]", {}, "To Oscars.", []),
        ("[[Alexander the Great|Alexander]]", {"Alexander the Great": "Person"}, "To Alexander.", ["Alexander"]),
        ("[[Anarcha-feminism]]", {}, "Anarcha-feminism means feminism of an anarcha kind.", []),
        ("[[Oxygen|O]]", {}, "To O.", []),
        ("[[European Union|EU]]", {}, "To EU members, eu.", ["EU"]),
        ("[[東京]]", {}, "で東京は", []),
        ("[[“Heroes”]]", {}, "To “Heroes”.", []),
    ],
)
def test_surfaces_that_are_no_names(linked: str, classes: dict[str, str], text: str, expected: list[str]) -> None:
    assert surfaces([f"So {linked}.", text], classes) == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("Of Paris and Paris.", ["Paris"]),
        ("Of Paris.", []),
        ("Of Paris, Paris, Paris, Paris and paris.", []),
    ],
)
def test_a_slip_in_lower_case_makes_no_common_noun(before: str, expected: list[str]) -> None:
    texts = [f"{before} In paris.", "Then [[Paris]].", "Paris."]
    assert [surface for surface, *_ in found(texts)[2]] == expected


@pytest.mark.parametrize(("name", "slip"), [("İlçe", "ilçe"), ("Irmak", "ırmak"), ("Ankara", "ankara")])
def test_a_turkish_slip_in_lower_case_makes_no_common_noun(name: str, slip: str) -> None:
    texts = [f"Ve {name}, {name}, {name}, {name} ve {slip}.", f"Bu [[{name}]].", f"Ve {name}."]
    assert found_in("tr", texts, {name: "Place"})[2] == [name]


FORMS = [
    *("rate", "Rate", "RATE", "iPod", "ipod", "Ipod", "ınce", "İnce", "ince", "Ince", "ªx", "ªX", "1st", "Été", "été"),
]


@example(["ªx", "ªx", "ªx", "ªx", "ªX"], RULES.words)
@given(
    st.lists(st.sampled_from(FORMS), max_size=40),
    st.sampled_from([RULES.words, words_of("tr")]),
)
def test_words_in_lower_case_are_those_that_are_mostly_so(text: list[str], words: Words) -> None:
    seen = Counter(text)
    # "ª" is of lower case and has no capital: "ªx" is no form with one, though it is its own `capitalize`.
    capitals = {
        words.lower(word): number
        for word, number in seen.items()
        if word == word.capitalize() and not word[0].islower()
    }
    is_lower = {word: is_common_word(capitals.get(words.lower(word), 0), number) for word, number in seen.items()}
    assert words_in_lower_case(seen, words) == {word for word in seen if word[0].islower() and is_lower[word]}


@pytest.mark.parametrize(
    ("linked", "expected"),
    [
        ("[[Ulysses Grant]]", ["last-name"]),
        ("[[Ulysses Grant|Ulysses]]", ["last-name"]),
        ("[[Ulysses Grant|The general]]", []),
        ("[[Ulysses Grant]] and [[Cary Grant]]", []),
        ("[[Ulysses Grant]] and [[Fort Grant]]", []),
        ("[[Ulysses Grant]] and [[Fort X|Grant]]", ["surface"]),
        ("[[Ulysses Grant]] got a grant", []),
        ("[[Ulysses Grant|grants]]", []),
    ],
)
def test_last_names(linked: str, expected: list[str]) -> None:
    mentions = found([f"He saw {linked}.", "In Grant we trust."], {"Ulysses Grant": "Person"})[1]
    assert [rule for _, rule, _ in mentions] == expected


@pytest.mark.parametrize(
    ("title", "cls", "expected"),
    [
        ("Grant University", "Organisation", []),
        ("Grant University", ENTITY, ["last-name"]),
        ("Grant Street", "Place", []),
        ("Fred Grant", "Person", []),
        ("Granting", "Organisation", ["last-name"]),
    ],
)
def test_a_last_name_that_the_title_has_is_that_of_the_subject(title: str, cls: str, expected: list[str]) -> None:
    texts = ["He saw [[Ulysses Grant]].", "In Grant we trust."]
    subject = Subject(title, cls, 0, "dump" if cls != ENTITY else "")
    mentions = found(texts, {"Ulysses Grant": "Person"}, subject)[1]
    assert [rule for _, rule, target in mentions if target == "Ulysses Grant"] == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Frederik Willem de Klerk", "He saw de Klerk, De Klerk and Klerk.", ["de Klerk", "De Klerk", "Klerk"]),
        ("Nico van der Berg", "Nico Van der Berg, van der Berg, saw de Berg.", ["van der Berg", "Berg"]),
        ("Nico Berg", "He saw de Berg.", ["Berg"]),
        ("Ibn Kathir", "He saw ibn Kathir.", ["ibn Kathir"]),
        ("Nico della Porta", "He saw della Porta.", ["della Porta"]),
        ("Frederik Willem de Klerk", "Willem de Klerk, Jan De Klerk.", []),
    ],
)
def test_a_last_name_begins_with_the_particles_of_its_title(title: str, text: str, expected: list[str]) -> None:
    assert surfaces(["[[" + title + "]].", text], {title: "Person"}) == expected


def test_the_particles_of_a_last_name_are_no_part_of_a_link() -> None:
    assert surfaces(["[[Jan de Klerk]].", "[[Amsterdam|de]] Klerk."], {"Jan de Klerk": "Person"}) == []
