"""Names by their capitals in South Slavic languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.words import words_of
from tests.support.capitalised import found_in


def test_a_run_that_is_cut_by_a_small_word_of_another_script_has_both_names() -> None:
    text = "Danas \u0443 Beogradu."
    assert found_in("sr", text, "") == ["Beogradu"]


BULGARIAN = "президентът министърът градът романът битката след съюз партия събрание върху каза река"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A name that begins with an adjective has one capital, and the articles of both agree.
        (
            "Там беше Европейският съюз, а в Народното събрание - Зелената лява партия.",
            ["Европейският съюз", "Народното събрание", "Зелената лява партия"],
        ),
        (
            "Отиде в Горна Оряховица, на Стара планина и в Берлинската художествена академия.",
            ["Горна Оряховица", "Стара планина", "Берлинската художествена академия"],
        ),
        ("Там е Висшият съдебен съвет и са Съединените щати.", ["Висшият съдебен съвет", "Съединените щати"]),
        # It is not known where it ends.
        ("Там е Демократическата партия на народите и Българската академия на науките.", []),
        ("Там е Консервативната партия на Тереза Мей.", ["Консервативната партия", "Тереза Мей"]),
        ("Там германският Чайковски подкрепя Украйна със стара техника.", ["Чайковски", "Украйна"]),
        # Names have no cases: behind a country its minister begins.
        ("Там министърът на Великобритания Майкъл Гоув дойде.", ["Великобритания", "Майкъл Гоув"]),
        ("След Лио Варадкар дойде Жан-Ив льо Дриан.", ["Лио Варадкар", "Жан-Ив льо Дриан"]),
        ("Там чете „Под игото“ и вестник “Гардиън“ от агенция Франс прес.", ["Под игото", "Гардиън", "Франс прес"]),
        ("Там той каза „Не знам нищо“ и излезе.", []),
    ],
)
def test_bulgarian_names(text: str, expected: list[str]) -> None:
    assert found_in("bg", text, BULGARIAN) == expected


def test_slovenian_names_that_begin_a_sentence_are_known_by_another_case() -> None:
    assert found_in("sl", "Plečnik je rekel, da Plečnika in Ljubljane ni.") == ["Plečnik", "Plečnika", "Ljubljane"]
    assert found_in("sl", "Ljubljana je rekla, da Plečnika ni.") == ["Plečnika"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Names of several words have one capital, countries are called by adjectives.
        (
            "Tam so Združeno kraljestvo, Severna Irska, Irsko morje in Hrvaška.",
            ["Združeno kraljestvo", "Severna Irska", "Irsko morje", "Hrvaška"],
        ),
        (
            "Potem je od Združenega kraljestva in Sovjetske zveze ostalo malo.",
            ["Združenega kraljestva", "Sovjetske zveze"],
        ),
        # What belongs to a person has a capital, so has a people.
        ("Pravijo, da Johnsonova stališča Johnsonu škodijo.", ["Johnsonu"]),
        ("Včeraj so Nemci in Rusi šli.", []),
        # Behind a country or union another name begins.
        ("Tam je predsednik Slovenije Borut Pahor.", ["Slovenije", "Borut Pahor"]),
        ("Tam je sekretar iz Unije Stevom Barclayjem.", ["Stevom Barclayjem"]),
        ("Študiral je na Univerzi v Ljubljani.", ["Univerzi v Ljubljani"]),
        ("Tam je predsednik Danilo Türk in Bosna in Hercegovina.", ["Danilo Türk", "Bosna in Hercegovina"]),
        ("Igral je v seriji »Prijatelji«.", ["Prijatelji"]),
        # What opens a sentence, offices with it; those that many are called by are surnames behind a name.
        ("Kralj Karel III. je tam.", ["Karel III."]),
        ("Tam je slikar Franc Kralj.", ["Franc Kralj"]),
        ("Zdravnik Fritz von Weizsäcker je tam.", ["Fritz von Weizsäcker"]),
        # Names that look like common words.
        ("Tam je Reka, tam igra Luka Dončić.", ["Reka", "Luka Dončić"]),
        ("Odšel je v Novo Gorico.", ["Novo Gorico"]),
        ("Včeraj je Slovan igral.", ["Slovan"]),
    ],
)
def test_slovenian_names(text: str, expected: list[str]) -> None:
    assert found_in("sl", text, "potem tam včeraj kralj zdravnik") == expected


CROATIAN_AND_SERBIAN = (
    "hrvatska hrvatskoj hrvatske turske njemačka predsjednik predsednik banka banke stranka stranke centra rat unija "
    "sveučilište sveučilišta nakon grad u je s i za narodna demokratska хрватској председник банка банке народна"
)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # A country that is an adjective by its form; adjectives have no capital within a sentence.
        ("hr", "Živi u Hrvatskoj, a radi za pretvaranje Turske u tursku pokrajinu.", ["Hrvatskoj", "Turske"]),
        ("sr", "Он живи у Хрватској.", ["Хрватској"]),
        ("sr", "On živi u Hrvatskoj.", ["Hrvatskoj"]),
        ("hr", "Bio je na Hrvatskoj radioteleviziji ondje.", ["Hrvatskoj radioteleviziji"]),
        # One capital, all cases.
        ("hr", "Srušili su nebodere Svjetskog trgovačkog centra ondje.", ["Svjetskog trgovačkog centra"]),
        ("hr", "Poginuo je prije Drugog svjetskog rata ondje.", ["Drugog svjetskog rata"]),
        ("sr", "Радио је у Народној библиотеци тамо.", ["Народној библиотеци"]),
        # With the country or the people behind it, but not where what goes on is not known.
        ("hr", "Radi u vodstvu Narodne banke Srbije ondje.", ["Narodne banke Srbije"]),
        ("sr", "Чланови су Демократске партије Албанаца тамо.", ["Демократске партије Албанаца"]),
        ("hr", "Poslali su Međunarodne sigurnosne snage za potporu.", []),
        # A possessive is none.
        ("hr", "Snimio je pet Azrinih albuma i putovao po Titanovoj površini.", []),
        ("hr", "Predsjednik Afganistana Hamid Karzai stigao je.", ["Afganistana", "Hamid Karzai"]),
        ("hr", "Posjetila je Predraga u Crnoj Gori Milu Novak.", ["Predraga", "Crnoj Gori", "Milu Novak"]),
        ("hr", "Graniči s Bosnom i Hercegovinom i Crnom Gorom.", ["Bosnom i Hercegovinom", "Crnom Gorom"]),
        ("sr", "Граничи са Босном и Херцеговином.", ["Босном и Херцеговином"]),
        ("hr", "Studirao je na Sveučilištu u Zagrebu.", ["Sveučilištu u Zagrebu"]),
        ("hr", "Predao je Zagreb u Split.", ["Zagreb", "Split"]),
        ("hr", "Ondje radi Croatia osiguranje danas.", ["Croatia osiguranje"]),
        ("hr", "Govorio je o utakmici od Zagreba do Splita.", ["Zagreba", "Splita"]),
        ("sr", "Био је члан Српске академије наука и уметности.", []),
        # Peoples.
        ("hr", "Ondje su živjeli Srbi, Iračani, Albanci i Turci, a od Egipćana nitko.", []),
        ("sr", "Тамо су живели Срби, Албанци и Турци.", []),
        ("hr", "Sastao se Nijemac Karl Novak s Hrvatom.", ["Karl Novak"]),
        ("sr", "Sastao se sa Gruevskim i Gruevski je otišao.", ["Gruevskim", "Gruevski"]),  # no adjective
        # What begins a sentence.
        ("hr", "Nakon Zagreba stigao je.", ["Zagreba"]),
        ("hr", "Premijer Ivo Sanader otišao je.", ["Ivo Sanader"]),
        ("sr", "Премијер Никола Груевски је отишао.", ["Никола Груевски"]),
        ("hr", "Objavio je roman „Povratak u grad” ondje.", ["Povratak u grad"]),
        ("sr", "Објавио је роман „Повратак у град” тамо.", ["Повратак у град"]),
        ("hr", "Ondje je vladao Petar II. Petrović Njegoš.", ["Petar II. Petrović Njegoš"]),
        ("bs", "Živi u Hrvatskoj.", ["Hrvatskoj"]),
        ("sh", "Živi u Hrvatskoj.", ["Hrvatskoj"]),
    ],
)
def test_names_in_croatian_and_serbian(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, CROATIAN_AND_SERBIAN) == expected


def test_keys_of_south_slavic_languages_are_what_makes_the_difference() -> None:
    text = "Radi u Hrvatskoj za pretvaranje Narodne banke Srbije ondje."
    words = capital_words("hr", words_of("hr"))
    assert words
    orthography = Orthography(cases=WordCases(lower=frozenset(["hrvatskoj", "banke"])))
    for changed, expected in (
        (words, ["Hrvatskoj", "Narodne banke Srbije"]),
        (replace(words, modifiers=replace(words.modifiers, homographs=())), ["Narodne banke Srbije"]),
        (
            replace(words, adjective_first=replace(words.adjective_first, bodies_with_owners=False)),
            ["Hrvatskoj", "Narodne banke", "Srbije"],
        ),
    ):
        spans = next(CapitalisedNames(changed, orthography).find([text], [[]], {"radi", "hrvatskoj"}))
        assert [text[start:end] for start, end in spans] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The adjective of a name with one capital has an article, and its noun agrees.
        (
            "Тогаш биле Римската империја, Бугарското царство и Првата македонска фудбалска лига.",
            ["Римската империја", "Бугарското царство", "Првата македонска фудбалска лига"],
        ),
        (
            "Се вклучил во Тајната македонска револуционерна организација таму.",
            ["Тајната македонска револуционерна организација"],
        ),
        # What belongs to a person is no body.
        ("Обележје во Делчевата револуционерна активност е борбата.", []),
        # Surnames end like adjectives.
        ("Тогаш Мицкоски и Илиевски рекле.", ["Мицкоски", "Илиевски"]),
        # Names have no cases: behind a country the one who has an office there is named.
        ("Таму е претседателот на Франција Емануел Макрон.", ["Франција", "Емануел Макрон"]),
        ("Таму е премиерот на Велика Британија Борис Џонсон.", ["Велика Британија", "Борис Џонсон"]),
        ("Тогаш Турците и Македонците дојдоа.", []),
        ("Стадионот „Ренцо Барбера“ е таму.", ["Ренцо Барбера"]),
        ("Претседателот Стево Пендаровски дојде.", ["Стево Пендаровски"]),
        ("Потоа Индија, Хрватска и Риека беа таму.", ["Индија", "Хрватска", "Риека"]),
        # What goes on behind its noun is left out, since it is not known where it ends.
        ("Работел во Македонската академија на науките таму.", []),
        ("Замина во Нови Сад и во Нова Зеландија.", ["Нови Сад", "Нова Зеландија"]),
    ],
)
def test_macedonian_names(text: str, expected: list[str]) -> None:
    assert found_in("mk", text, "тогаш таму претседателот замина обележје") == expected
