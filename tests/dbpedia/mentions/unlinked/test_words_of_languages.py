"""What the words of a language decide about unlinked mentions."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.unlinked.linked_article import Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.mentions.words import words_of
from dbpedia.ontology import build_ontology
from tests.support.unlinked_mentions import UNTYPED, found_in, sentence


@pytest.mark.parametrize(
    ("lang", "text", "number"),
    [
        ("fr", "L'Europe, d’Europe, jusqu'Europe", 3),
        ("fr", "aujourd'Europe, O'Europe, Europe'de", 0),
        ("it", "Nell'Europa, l’Europa, dell'Europa", 3),
        ("ca", "D'Europa, l'Europa", 2),
        ("tr", "Europe'de, Europe’nin", 2),
        ("tr", "l'Europe, Europe'Da", 0),
        ("en", "l'Europe, O'Europe, Europe'de", 0),
        ("en", "O‘Europe, Europe‘ana", 0),
        ("en", "‘Europe‘", 1),
    ],
)
def test_a_name_begins_behind_an_elided_word_and_ends_before_a_suffix(lang: str, text: str, number: int) -> None:
    name = "Europa" if lang in ("it", "ca") else "Europe"
    assert found_in(lang, [f"[[{name}]]", text], {name: "Place"}) == [[], [name] * number]


@pytest.mark.parametrize(
    ("lang", "name", "text", "number"),
    [
        ("it", "Germania", "La Repubblica Federale di Germania, la Banca di Germania.", 0),
        ("it", "Germania", "La capitale di Germania, la Germania di oggi.", 2),
        ("it", "Italia", "La Banca d'Italia, il Corriere dell’Italia.", 0),
        ("it", "Italia", "La fine d'Italia, il re dell’Italia.", 2),
        ("it", "Regno", "Il Regno d'Italia.", 0),
        ("ca", "Alemanya", "La República Federal d'Alemanya, la capital d'Alemanya.", 1),
        ("es", "Alemania", "La República Federal de Alemania, el Banco de Alemania.", 0),
        ("es", "Alemania", "La capital de Alemania, la Alemania de hoy.", 2),
        ("pt", "Alemanha", "A República Federal da Alemanha, o Banco da Alemanha.", 0),
        ("pt", "Alemanha", "A capital da Alemanha, a Alemanha de hoje.", 2),
        ("ro", "Germania", "În Germania de Vest, Statele Unite ale Germania.", 0),
        ("ro", "Germania", "În Germania de azi, capitala a Germania.", 2),
        ("xx", "Germania", "La Banca di Germania, Germania de Vest.", 2),
    ],
)
def test_a_name_that_a_small_word_ties_to_another_is_a_part(lang: str, name: str, text: str, number: int) -> None:
    assert found_in(lang, [f"[[{name}]].", text], {name: "Place"}) == [[], [name] * number]


def test_turkish_words_are_known_in_lower_case() -> None:
    texts = ["[[İlçe]] ve [[Irmak]].", "Bir ilçe ve ırmak.", "Ve bu İlçe ve Irmak."]
    assert found_in("tr", texts, {"İlçe": "Place", "Irmak": "Place"}) == [[], [], []]
    assert found_in("xx", texts, {"İlçe": "Place", "Irmak": "Place"}) == [[], [], ["İlçe", "Irmak"]]


@pytest.mark.parametrize(
    ("subject", "linked", "expected"),
    [
        # The subject's whole name and surname, with marks of stress or without.
        (
            "Пушкин, Александр Сергеевич",
            [],
            ["Алекса́ндр Серге́евич Пу́шкин", "Пушкин", "Александр Сергеевич Пушкин", "Пушкина"],
        ),
        ("Рим", ["[[Пушкин, Александр Сергеевич|Александра Пушкина]]"], ["Пушкин", "Пушкина"]),
        ("Ван Гог, Винсент", [], ["Ван Гог", "Винсент Ван Гог"]),
        ("О'Нил, Юджин", ["[[XX, Иван|Иван XX]]"], ["О'Нил"]),
        ("Осло", ["[[Ван Гог, Винсент|Винсента]]"], ["Ван Гог"]),
        # A title without a comma has no surname.
        ("Рим", ["[[Александр Пушкин]]"], []),
        # `Пушкина` may be she, or of him.
        ("Рим", ["[[Пушкина, Наталья|Наталью]]", "[[Пушкин, Лев|Льва]]"], []),
    ],
)
def test_a_russian_title_has_the_surname_before_a_comma(subject: str, linked: list[str], expected: list[str]) -> None:
    text = "Алекса́ндр Серге́евич Пу́шкин, Пушкин, Александр Сергеевич Пушкин, Лев Пушкин, Пушкина."
    if subject[0] in "ВО":
        text = "И там Ван Гог, Винсент Ван Гог, О'Нил, XX."
    pushkins = ["Пушкин, Александр Сергеевич", "Александр Пушкин", "Пушкина, Наталья", "Пушкин, Лев"]
    persons = [*pushkins, "Ван Гог, Винсент", "О'Нил, Юджин", "XX, Иван"]
    about = Subject(subject, "Person" if subject in persons else "Place", 0, "dump")
    *_, found = found_in("ru", [*linked, text], dict.fromkeys(persons, "Person"), about)
    assert found == expected


def test_an_indonesian_place_is_none_behind_some_words() -> None:
    texts = ["[[Jepang]] dan [[Batak]].", "Dan di Jepang, bahasa Jepang, orang Jepang, suku Batak."]
    assert found_in("id", texts, {"Jepang": "Place", "Batak": "Person"}) == [[], ["Jepang", "Batak"]]


def test_a_language_with_the_surname_first_gives_no_last_names() -> None:
    texts = ["[[Petőfi Sándor]] és [[Albert Einstein]].", "Sándor, Petőfi, Einstein, Petőfi Sándor."]
    classes = {"Petőfi Sándor": "Person", "Albert Einstein": "Person"}
    assert found_in("hu", texts, classes) == [[], ["Petőfi Sándor"]]
    assert found_in("xx", texts, classes) == [[], ["Sándor", "Einstein", "Petőfi Sándor"]]


@pytest.mark.parametrize("lang", ["de", "es", "fr", "sv"])
def test_what_stands_behind_of_is_the_last_name_of_nobody(lang: str) -> None:
    texts = ["[[Albrecht von Brandenburg]], [[Isabel de Portugal]].", "Brandenburg, von Brandenburg, Portugal."]
    classes = {"Albrecht von Brandenburg": "Person", "Isabel de Portugal": "Person"}
    assert found_in(lang, texts, classes) == [[], []]


@pytest.mark.parametrize(
    ("lang", "texts", "expected"),
    [
        # What a word in lower case completes is another thing; the genitive is a form of the name.
        ("sv", ["[[Uppsala]].", "Uppsala universitet, Uppsalas universum, Uppsala."], ["Uppsalas", "Uppsala"]),
        ("nb", ["[[Oslo]].", "Oslo kommune, Oslos kommuner."], ["Oslos"]),
        ("fr", ["[[Congo]].", "Le Congo belge et le Congo."], ["Congo"]),
    ],
)
def test_a_name_that_a_word_completes_is_that_of_another(lang: str, texts: list[str], expected: list[str]) -> None:
    assert found_in(lang, texts, {"Uppsala": "Place", "Oslo": "Place", "Congo": "Place"})[1] == expected


def test_two_known_names_side_by_side_in_turkish_are_what_they_are_known_as() -> None:
    words = capital_words("tr", words_of("tr"))
    assert words
    rules = noise_rules(build_ontology(["Person", "Place"], []), "tr")
    classes = {"Fransa": "Place", "Albert Speer": "Person", "Kemal": "Person"}
    texts = [
        "[[Fransa]] ile [[Albert Speer]] ve [[Kemal]].",
        "Orada Albert Speer Fransa'ya, sonra Mustafa Kemal'e gitti, Berlin'de.",
        "Orada Aho Bert Berlin'i gördü, Eduard Aho Cebe'yi.",
        "[[Cebe]] oldu.",
    ]
    sentences = [sentence(text, classes | {"Cebe": "Place"}) for text in texts]
    mentions = propagate(UNTYPED, sentences, rules, "names", CapitalisedNames(words, Orthography()))
    assert [
        [(each.text[m.start : m.end], m.type, m.source) for m in new]
        for each, new in zip(sentences, mentions, strict=True)
    ] == [
        [],
        [
            ("Albert Speer", "Person", "propagated-surface"),
            ("Fransa", "Place", "propagated-surface"),
            ("Mustafa Kemal", "ENTITY", "capitalised"),
            ("Berlin", "ENTITY", "capitalised"),
        ],
        [
            ("Aho Bert", "ENTITY", "capitalised"),
            ("Berlin", "ENTITY", "capitalised"),
            ("Eduard Aho", "ENTITY", "capitalised"),
            ("Cebe", "Place", "propagated-later"),
        ],
        [],
    ]
