"""Names with other endings than where they are linked, and with marks of stress."""

from __future__ import annotations

import pytest

from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.unlinked.linked_article import Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from tests.support.unlinked_mentions import UNTYPED, found_in, sentence


@pytest.mark.parametrize(
    ("lang", "linked", "text", "names"),
    [
        (
            "hu",
            "[[Berlin]].",
            "A Berlinben, Berlin, a Berlinnel, berlini Berliner.",
            ["Berlinben", "Berlin", "Berlinnel"],
        ),
        ("hu", "[[Európa]].", "A Európában, Európától.", ["Európában", "Európától"]),
        ("az", "[[Berlin]].", "O, Berlində, Berlinin, Berlindəki, Berlinli.", ["Berlində", "Berlinin", "Berlindəki"]),
        ("uz", "[[Toshkent]].", "Kecha u Toshkentda, Toshkentning, toshkentlik.", ["Toshkentda", "Toshkentning"]),
        ("uz", "[[Тошкент]].", "Кеча у Тошкентдан, Тошкентдаги.", ["Тошкентдан", "Тошкентдаги"]),
        ("kk", "[[Берлин]].", "Кеше ол Берлинде, Берлиннің, берлиндік.", ["Берлинде", "Берлиннің"]),
        ("kk", "[[НАТО]].", "Кеше ол НАТО-ның, НАТО-да.", ["НАТО", "НАТО"]),
        ("hy", "[[Երևան]].", "Հետո նա Երևանում, Երևանից, Երևանը։", ["Երևանում", "Երևանից", "Երևանը"]),
        ("hy", "[[Գյումրի]], [[ՆԱՏՕ]].", "Հետո նա Գյումրիում, Գյումրու, ՆԱՏՕ-ի։", ["Գյումրիում", "Գյումրու", "ՆԱՏՕ"]),
        ("hu", "[[Humboldt Egyetem]].", "A Humboldt Egyetemen.", ["Humboldt Egyetemen"]),
        ("hu", "[[NDK]], [[Spree]].", "Az NDK-ban, a Spree-ből, NDK-s, NDKban, Spree-híd.", ["NDK", "Spree"]),
        ("hu", "[[Bonn|Bonnba]].", "A Bonn és Bonnból.", ["Bonn", "Bonnból"]),
        ("hu", "[[Hans]], [[Hansen]].", "A Hansen.", ["Hansen"]),
        ("hu", "[[Stoke]], [[Aix]].", "Stoke-on-Trent, Aix-en-Provence.", []),
        # An ending behind the single name of a person may make another's name.
        ("hu", "[[Harris]], [[Niels]].", "Harrison, Nielsen, Harrisről, Nielsnek.", ["Harrisről", "Nielsnek"]),
        ("hu", "[[Harris|Harrison]].", "Harris.", []),
        ("hu", "[[Mozart]].", "Mozartot, Mozartra, Mozartnak.", ["Mozartot", "Mozartra", "Mozartnak"]),
        ("hu", "[[UNO]], [[Bécs]].", "UNOban, Bécsben, Bécset.", ["Bécsben", "Bécset"]),
        ("hu", "[[II. Frigyes]].", "A II. Frigyestől.", ["II. Frigyestől"]),
        ("ro", "[[Berlin]].", "La Berlinul, Berlinului, berlinez.", ["Berlinul", "Berlinului"]),
        ("ro", "[[Germania|Germaniei]].", "În Germania, Germaniei.", ["Germania", "Germaniei"]),
        ("ro", "[[Berlin]], [[Berlinul de Est]].", "În Berlinului de Est.", ["Berlinului de Est"]),
        ("ro", "[[UNESCO]].", "La UNESCO-ului.", ["UNESCO"]),
        ("pl", "[[Berlin]].", "W Berlinie, do Berlina, berlińskie.", ["Berlinie", "Berlina"]),
        ("pl", "[[Warszawa|Warszawie]].", "Do Warszawy, Warszawa.", ["Warszawy", "Warszawa"]),
        # All words of a name are in the same case.
        (
            "pl",
            "[[Stany Zjednoczone|Stanów Zjednoczonych]].",
            "W Stanach Zjednoczonych, Stany Zjednoczone, Stanami i Zjednoczonymi.",
            ["Stanach Zjednoczonych", "Stany Zjednoczone"],
        ),
        ("cs", "[[Praha]].", "Byl v Praze, do Prahy, pražský.", ["Praze", "Prahy"]),
        ("cs", "Viděl [[Spojené státy]].", "Byl ve Spojených státech a Spojených.", ["Spojených státech"]),
        ("uk", "[[Київ]].", "Він був у Києві, до Києва, київський.", ["Києві", "Києва"]),
        (
            "ru",
            "Берег, [[Москва|Москвы]], [[Тверь]], [[Ярославль]], [[Китай]], [[Германия]].",
            "Был в Москве, Москвой, Тверью, Ярославля, Китаем, Германией, московский, Германиям.",
            ["Москве", "Москвой", "Тверью", "Ярославля", "Китаем", "Германией"],
        ),
        (
            "ru",
            "И [[Соединённые Штаты]], [[Нижний Новгород]], [[Красная армия]], [[Афины]], [[Пётр I]].",
            "Был в Соединённых Штатах, Нижнем Новгороде, Красной армии, Афин, Петре I, Штатами и Нижнего.",
            ["Соединённых Штатах", "Нижнем Новгороде", "Красной армии", "Афин", "Петре I"],
        ),
        (
            "ru",
            "И [[Чехов, Антон|Чехов]], [[Толстой, Лев|Толстой]].",
            "Был с Чеховым, Толстого.",
            ["Чеховым", "Толстого"],
        ),
        # `Иванов` is another than `Иван`, and nothing comes behind a vowel; short words have no forms.
        ("ru", "И [[Иван]], [[Андре]], [[Токио]].", "Был там Иванов, Ивановна, Ивана, Андреа, Токи.", ["Ивана"]),
        ("ru", "И [[Иваново]], [[Ира]], [[Мали]].", "Был там Иванова, Иванову, Ирану, Иран, Мале.", []),
        (
            "be",
            "І [[Мінск]], [[Варшава]], [[Германія]], [[Злучаныя Штаты]].",
            "Быў у Мінску, Варшаве, Германіяй, Злучаных Штатаў, Мінскі.",
            ["Мінску", "Варшаве", "Германіяй", "Злучаных Штатаў"],
        ),
        ("hu", "[[Humboldt Egyetem]].", "A Humboldtban Egyetemen.", []),
        (
            "fi",
            "[[Helsinki]], [[Yhdysvallat]].",
            "Helsingin, Helsingissä, Helsinkiin, Yhdysvaltain, Yhdysvalloissa, Helsinkiläinen.",
            ["Helsingin", "Helsingissä", "Helsinkiin", "Yhdysvaltain", "Yhdysvalloissa"],
        ),
        (
            "fi",
            "[[Enrique Iglesias]], [[Erik Justander]], [[Timo Virtanen]].",
            "Iglesiaksen, Justanderista, Justanderin, Virtaselle.",
            ["Iglesiaksen", "Justanderista", "Justanderin", "Virtaselle"],
        ),
        (
            "fi",
            "[[Suomi]], [[Tampere]].",
            "Suomen, Suomeen, Tampereella, Tampereen.",
            ["Suomen", "Suomeen", "Tampereella", "Tampereen"],
        ),
        # `Maria` is another than `Mari`, and what goes on with a noun is another thing.
        ("fi", "[[Mari]], [[Turku]].", "Maria, Marille, Turun yliopisto, Turun palo.", ["Marille", "Turun"]),
        (
            "fi",
            "[[Bordeaux]], [[Euroopan unioni]].",
            "Bordeaux'n, Bordeaux’ssa, Euroopan unionin.",
            ["Bordeaux", "Bordeaux", "Euroopan unionin"],
        ),
        ("xx", "[[Berlin]].", "A Berlinben, Berlinului, Berlin-ban.", []),
    ],
)
def test_a_name_is_found_in_its_other_cases(lang: str, linked: str, text: str, names: list[str]) -> None:
    persons = ["Harris", "Niels", "Mozart", "Enrique Iglesias", "Erik Justander", "Timo Virtanen", "Mari"]
    persons += ["Чехов, Антон", "Толстой, Лев", "Иван"]
    classes = {"Berlin": "Place"} | dict.fromkeys(persons, "Person")
    assert found_in(lang, [linked, text], classes) == [[], names]


@pytest.mark.parametrize(
    ("linked", "text", "names"),
    [
        ("[[Tallinn]].", "Tallinna, Tallinnas, Tallinnasse, Tallinlane.", ["Tallinna", "Tallinnas", "Tallinnasse"]),
        ("[[Tartu]].", "Tartus, Tartust, Tartuni, Tartu rahu.", ["Tartus", "Tartust", "Tartuni"]),
        ("[[London]].", "Londoni, Londonis, Londonist.", ["Londoni", "Londonis", "Londonist"]),
        ("[[Edgar Savisaar]], [[Ella Ilbak]].", "Savisaarele, Ilbakuga.", ["Savisaarele", "Ilbakuga"]),
        # `Maris` and `Marit` are others than `Mari`.
        ("[[Mari]].", "Maris, Marit, Marile.", ["Marile"]),
    ],
)
def test_estonian_names_are_found_in_their_other_cases(linked: str, text: str, names: list[str]) -> None:
    classes = dict.fromkeys(("Edgar Savisaar", "Ella Ilbak", "Mari"), "Person")
    assert found_in("et", [linked, text], classes) == [[], names]


def test_a_name_is_found_with_the_other_beginnings_that_it_has() -> None:
    texts = ["Tá [[Baile Átha Cliath]] ann.", "Tá sé i mBaile Átha Cliath, ó Bhaile Átha Cliath."]
    found = [[], ["mBaile Átha Cliath", "Bhaile Átha Cliath"]]
    assert found_in("ga", texts, {"Baile Átha Cliath": "Place"}) == found
    texts = ["Mae [[Caerdydd]] a [[Cary Grant]] yno.", "Yng Nghaerdydd, i Gaerdydd: Gary, Grant, Rant, Caerdydd'n."]
    classes = {"Caerdydd": "Place", "Cary Grant": "Person"}
    assert found_in("cy", texts, classes) == [[], ["Nghaerdydd", "Gaerdydd", "Grant", "Caerdydd"]]


@pytest.mark.parametrize(
    ("lang", "text", "linked", "expected"),
    [
        (
            "ru",
            "Это в Восточном Берлине, из Восточного Берлина, Дойчланд.",
            "В [[Восточный Берлин|Восточном Берлине]] и [[Германия|Дойчланде]], Дойчланде.",
            ["Восточном Берлине", "Восточного Берлина"],
        ),
        # What only begins as the title does is no case of it.
        ("ru", "И Германские.", "И [[Германия|Германские]].", []),
        ("hu", "A Berlinben, Bonnból.", "A [[Berlin]] és [[Bonn|Bonnban]].", ["Berlinben", "Bonnból"]),
        ("xx", "Это в Восточном Берлине.", "В [[Восточный Берлин|Восточном Берлине]].", []),
    ],
)
def test_a_name_is_found_before_its_link_in_another_case(
    lang: str, text: str, linked: str, expected: list[str]
) -> None:
    rules = noise_rules(build_ontology(["Place"], []), lang)
    first, _ = propagate(UNTYPED, [sentence(text, {}), sentence(linked, {})], rules, "names")
    assert [text[m.start : m.end] for m in first] == expected


def test_a_name_is_found_with_its_marks_of_stress() -> None:
    texts = ["Берли́н — город.", "Берли́нский, Берлин, [[Рим]], Ри́м, Рим, [[Пётра]] и Пётра́."]
    subject = Subject("Берлин", "Place", 0, "dump")
    assert found_in("ru", texts, {"Рим": "Place", "Пётра": "Place"}, subject) == [["Берли́н"], ["Берлин", "Рим"]]


def test_the_title_of_a_subject_without_a_class_is_found_with_its_marks_of_stress() -> None:
    text = "Алекса́ндр Не́вский — князь."
    rules = noise_rules(build_ontology(["Person"], []), "ru")
    subject = Subject("Александр Невский", ENTITY, 0, "")
    ((mention,),) = propagate(subject, [sentence(text, {})], rules, "names")
    assert text[mention.start : mention.end] == "Алекса́ндр Не́вский"
