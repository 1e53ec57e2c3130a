"""Two names that stand side by side."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.words import words_of
from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Subject and object stand side by side: the second is a place by an ending that it has elsewhere.
        ("Orada Albert Speer Berlin'in evini gördü, Berlin'de kaldı.", ["Albert Speer", "Berlin", "Berlin"]),
        ("Orada Ahmet'i gördü, Paris'te kaldı, Ahmet Paris'i sevdi.", ["Ahmet", "Paris", "Ahmet", "Paris"]),
        (
            "Orada Aho Bert Mark Brandenburg'u gördü, Brandenburg'da ve Mark Brandenburg'un evinde kaldı.",
            ["Aho Bert", "Mark Brandenburg", "Brandenburg", "Mark Brandenburg"],
        ),
        # A person is no place, whatever else the article has.
        ("Orada Mustafa Kemal'in evi, Mustafa'nın ve Kemal'in oğlu.", ["Mustafa Kemal", "Mustafa", "Kemal"]),
        ("Orada Karl Friedrich Schinkel'in evi ve Schinkel'in oğlu.", ["Karl Friedrich Schinkel", "Schinkel"]),
        ("Orada Mustafa Kemal Atatürk'ü ve Mustafa Kemal'i gördü.", ["Mustafa Kemal Atatürk", "Mustafa Kemal"]),
        # What does not stand alone is known only behind what has several words, before an ending.
        ("Orada Ahmet Paris'i sevdi, Paris'te kaldı.", ["Ahmet Paris", "Paris"]),
        ("Orada Albert Speer Berlin gördü, Berlin'de kaldı.", ["Albert Speer Berlin", "Berlin"]),
        # Names of several words are two where both stand alone, but not what one of them has, nor what comes again.
        (
            "Orada Lopez'i ve George Clooney'i gördü, sonra Lopez George Clooney ile gitti.",
            ["Lopez", "George Clooney", "Lopez", "George Clooney"],
        ),
        (
            "Orada Almanya'da ve Federal Meclisi'nde, Almanya Federal Meclisi gördü.",
            ["Almanya", "Federal Meclisi", "Almanya Federal Meclisi"],
        ),
        ("Orada Berlin'de Duvarı'nı ve Berlin Duvarı gördü.", ["Berlin", "Duvarı", "Berlin Duvarı"]),
        ("Orada New York'un York'ta New York'u gördü.", ["New York", "York", "New York"]),
        # Sides and adjectives belong to the place.
        ("Orada Almanya'da Kuzey Almanya'yı gördü.", ["Almanya", "Kuzey Almanya"]),
        ("Orada Gine'de Papua Yeni Gine'yi gördü.", ["Gine", "Papua Yeni Gine"]),
        # A word that leans on the one before it agrees with its vowel; in foreign names it mostly does not.
        (
            "Orada Spandau'yu gördü, Berlin'de kaldı, Spandau da Berlin ile birleşti.",
            ["Spandau", "Berlin", "Spandau", "Berlin"],
        ),
        ("Orada Rio'da Janeiro'da Rio de Janeiro ile gitti.", ["Rio", "Janeiro", "Rio de Janeiro"]),
        (
            "Orada Leonardo'yu Vinci'de gördü, Leonardo da Vinci ile gitti, Leonardo da Vinci gördü.",
            ["Leonardo", "Vinci", "Leonardo da Vinci", "Leonardo da Vinci"],
        ),
        # A people ends its name, but where what follows is theirs; other names end like that too.
        (
            "Orada Etrüskler İtalya yarımadasında, Sovyetler Birliği'nde ve Gecekliler Derneğinin evindeydi.",
            ["Etrüskler", "İtalya", "Sovyetler Birliği", "Gecekliler Derneğinin"],
        ),
        (
            "Orada Tyler Perry, Chandler Bing ve Çağlar Birinci vardı.",
            ["Tyler Perry", "Chandler Bing", "Çağlar Birinci"],
        ),
        ("Orada Perikles MÖ 454 yılında kaldı.", ["Perikles"]),
    ],
)
def test_two_names_side_by_side_in_turkish(text: str, expected: list[str]) -> None:
    assert found_in("tr", text, common="çağlar") == expected


def test_what_begins_a_sentence_stands_alone_too_unless_it_is_a_common_word() -> None:
    text = "Lopez kaldı. Orada Lopez Paris'i gördü, Paris'te kaldı."
    assert found_in("tr", text) == ["Lopez", "Paris", "Paris"]
    assert found_in("tr", text, common="lopez") == ["Lopez Paris", "Paris"]


def test_places_that_are_known_stand_beside_what_stands_alone() -> None:
    words = capital_words("tr", words_of("tr"))
    assert words
    names = CapitalisedNames(words, Orthography())
    text = "Orada Osmanlı Devleti Fransa'ya gitti."
    for places, expected in ((["Fransa"], ["Osmanlı Devleti", "Fransa"]), ([], ["Osmanlı Devleti Fransa"])):
        assert [text[start:end] for start, end in next(names.find([text], [[]], (), (), places))] == expected
