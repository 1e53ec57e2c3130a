from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate, chain

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.capitals.among_nouns.names import NamesAmongNouns
from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import flagger, noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases, is_common_word
from dbpedia.mentions.unlinked.article_names import words_in_lower_case
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import SCOPES, propagate
from dbpedia.mentions.words import Words, words_of
from dbpedia.ontology import build_ontology
from dbpedia.steps.typed_sentences import whole_pages
from schemas.labels import ENTITY
from schemas.records import Mention

RULES = noise_rules(
    build_ontology(["Person", "Place", "Organisation", "Species", "Event"], [("Person", "Species")]), "en"
)
FLAG = flagger(RULES)
ENGLISH = capital_words("en", RULES.words)
assert ENGLISH
CAPITALS = CapitalisedNames(ENGLISH, Orthography(cases=WordCases(frozenset(["rifle"]))))
UNTYPED = Subject("Some Article", ENTITY, 0, "")
ANCHOR = re.compile(r"\[\[(?:([^]|]*)\|)?([^]|]*)\]\]")


def sentence(wikitext: str, classes: dict[str, str]) -> LinkedSentence:
    """The sentence of a text with links, each typed by its target."""
    text, mentions = "", []
    place = 0
    for match in ANCHOR.finditer(wikitext):
        text += wikitext[place : match.start()]
        target, surface, start = match[1] or match[2], match[2], len(text)
        text += surface
        place = match.end()
        cls = classes.get(target, ENTITY)
        source, origin = ("none", "") if cls == ENTITY else ("direct", "dump")
        flag = FLAG(surface, target, cls, not start)
        mentions.append(Mention(start, len(text), cls, source, target, 0, origin, flag))
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


LINCOLN = Subject("Abraham Lincoln", "Person", 0, "dump")


def test_what_was_linked_before_is_found_after() -> None:
    texts = ["Paris is far.", "He left [[Paris]] and saw Paris.", "In Paris, Paris's river.", "The Parisian."]
    assert found(texts, {"Paris": "Place"}) == [
        [],
        [("Paris", "surface", "Paris")],
        [("Paris", "surface", "Paris"), ("Paris", "surface", "Paris")],
        [],
    ]


def found_in(lang: str, texts: list[str], classes: dict[str, str], subject: Subject = UNTYPED) -> list[list[str]]:
    """The surfaces of the unlinked mentions in each sentence of a language."""
    rules = noise_rules(build_ontology(["Person", "Place"], []), lang)
    sentences = [sentence(text, classes) for text in texts]
    return [
        [each.text[m.start : m.end] for m in mentions]
        for each, mentions in zip(sentences, propagate(subject, sentences, rules, "article"), strict=True)
    ]


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


def test_a_name_is_found_with_its_marks_of_stress() -> None:
    texts = ["Берли́н — город.", "Берли́нский, Берлин, [[Рим]], Ри́м, Рим, [[Пётра]] и Пётра́."]
    subject = Subject("Берлин", "Place", 0, "dump")
    assert found_in("ru", texts, {"Рим": "Place", "Пётра": "Place"}, subject) == [["Берли́н"], ["Берлин", "Рим"]]


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


def test_the_title_of_a_subject_without_a_class_is_found_with_its_marks_of_stress() -> None:
    text = "Алекса́ндр Не́вский — князь."
    rules = noise_rules(build_ontology(["Person"], []), "ru")
    subject = Subject("Александр Невский", ENTITY, 0, "")
    ((mention,),) = propagate(subject, [sentence(text, {})], rules, "names")
    assert text[mention.start : mention.end] == "Алекса́ндр Не́вский"


def test_a_language_with_the_surname_first_gives_no_last_names() -> None:
    texts = ["[[Petőfi Sándor]] és [[Albert Einstein]].", "Sándor, Petőfi, Einstein, Petőfi Sándor."]
    classes = {"Petőfi Sándor": "Person", "Albert Einstein": "Person"}
    assert found_in("hu", texts, classes) == [[], ["Petőfi Sándor"]]
    assert found_in("xx", texts, classes) == [[], ["Sándor", "Einstein", "Petőfi Sándor"]]


@pytest.mark.parametrize(
    ("subject", "nouns", "expected"),
    [
        ("Lübeck", [], ["Mann", "Welt", "Mann"]),
        ("Lübeck", ["Mann", "Welt"], []),
        ("Thomas Mann", ["Mann", "Welt"], ["Mann", "Mann"]),
    ],
)
def test_german_nouns_give_no_names_but_that_of_the_subject(
    subject: str, nouns: list[str], expected: list[str]
) -> None:
    rules = noise_rules(build_ontology(["Person", "Work"], []), "de")
    classes = {"Thomas Mann": "Person", "Welt": "Work"}
    text = "Mann und die Welt, ein Mann, ein alter Mann, der Mann, keine Welt."
    sentences = [sentence("[[Thomas Mann]] und [[Welt]].", classes), sentence(text, {})]
    about = Subject(subject, classes.get(subject, ENTITY), 0, "dump")
    _, found = propagate(about, sentences, rules, "article", None, Orthography(nouns=frozenset(nouns)))
    assert [text[each.start : each.end] for each in found] == expected


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Koch kam, wie Koch sagte.", ["Koch", "Koch"]),
        ("Ihr folgte Koch als Leiter, dieser nannte Koch, alle hatten Koch gern.", ["Koch"] * 3),
        ("Da war ein Koch, sein alter Koch.", []),
    ],
)
def test_a_german_last_name_is_found_where_it_is_no_noun(text: str, expected: list[str]) -> None:
    assert found_in("de", ["[[Robert Koch]].", text], {"Robert Koch": "Person"}) == [[], expected]


def test_german_names_behind_a_noun_are_of_what_is_linked() -> None:
    rules = noise_rules(build_ontology(["City"], []), "de")
    words = capital_words("de", rules.words)
    assert words
    capitals = NamesAmongNouns(words, Orthography())
    sentences = [sentence(text, {"Bern": "City"}) for text in ("Am Bezirk Bern.", "[[Bern]].", "Der Norden Berns.")]
    found = propagate(Subject("Aare", ENTITY, 0, "dump"), sentences, rules, "names", capitals)
    assert [(each.type, each.source) for each in chain.from_iterable(found)] == [
        ("City", "propagated-later"),
        ("City", "propagated-surface"),
    ]


def test_a_german_title_without_a_class_is_no_name_by_its_capitals() -> None:
    rules = noise_rules(build_ontology(["Person"], []), "de")
    text = sentence("Das Recht auf Arbeit, die Geschichte der Physik.", {})
    for title in ("Recht auf Arbeit", "Geschichte der Physik"):
        assert list(propagate(Subject(title, ENTITY, 0, ""), [text], rules, "names")) == [[]]


def test_a_single_word_without_a_class_is_no_name_where_every_noun_has_a_capital() -> None:
    linked = "[[Stadt]], [[S-Bahn]], [[Berlin]], [[UNO]], [[KaDeWe]], [[Roter Platz]]."
    texts = [linked, linked.replace("[", "").replace("]", "")]
    names = ["Berlin", "UNO", "KaDeWe", "Roter Platz"]
    assert found_in("de", texts, {"Berlin": "Place"}) == [[], names]
    assert found_in("xx", texts, {"Berlin": "Place"}) == [[], ["Stadt", "S-Bahn", *names]]


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


def test_the_names_of_the_subject_are_no_other_person() -> None:
    classes = {"Henry II": "Person", "Robert Curthose": "Person", "England": "Place"}
    texts = ["[[Henry II|Henry]] met [[Robert Curthose|Robert]] in [[England]].", "So said Henry to Robert in England."]
    subject = Subject("Henry I of England", "Person", 0, "dump")
    assert found(texts, classes, subject)[1] == [
        ("Robert", "surface", "Robert Curthose"),
        ("England", "surface", "England"),
    ]
    assert [surface for surface, _, _ in found(texts, classes)[1]] == ["Henry", "Robert", "England"]


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


def test_the_title_of_an_article_is_no_adjective() -> None:
    known = Orthography(describing=frozenset(["Bluetooth", "Usenet"]))
    sentences = [sentence("They met [[Usenet]] and use Bluetooth devices, Usenet devices.", {})]
    about = Subject("Bluetooth", "Place", 0, "dump")
    [mentions] = propagate(about, sentences, RULES, "article", None, known)
    assert [each.target for each in mentions] == ["Bluetooth"]


def test_the_particles_of_a_last_name_are_no_part_of_a_link() -> None:
    assert surfaces(["[[Jan de Klerk]].", "[[Amsterdam|de]] Klerk."], {"Jan de Klerk": "Person"}) == []


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


def test_the_place_of_a_club_is_not_told_from_the_club() -> None:
    club = Subject("Raith Rovers F.C.", "Organisation", 0, "dump")
    texts = ["Raith won.", "It is from [[Raith, Fife|Raith]] in [[Scotland]].", "Raith lost in Scotland."]
    sentences = [sentence(text, {"Raith, Fife": "Place", "Scotland": "Place"}) for text in texts]
    raith = Mention(0, 5, ENTITY, "propagated-surface", "", 0, "", "")
    scotland = Mention(14, 22, "Place", "propagated-surface", "Scotland", 0, "dump", "")
    before = raith._replace(source="propagated-later")
    assert list(propagate(club, sentences, RULES, "names", CAPITALS)) == [[before], [], [raith, scotland]]


@pytest.mark.parametrize(
    ("first", "expected"),
    [("Alhazen wrote.", [[ENTITY], [], [ENTITY]]), ("He wrote.", [[], [], ["Place"]])],
)
def test_a_name_that_was_another_thing_before_its_link_has_no_class(first: str, expected: list[list[str]]) -> None:
    texts = [first, "Named is [[Alhazen (crater)|Alhazen]].", "He saw Alhazen."]
    sentences = [sentence(text, {"Alhazen (crater)": "Place"}) for text in texts]
    mentions = propagate(UNTYPED, sentences, RULES, "names", CAPITALS)
    assert [[mention.type for mention in each] for each in mentions] == expected


def test_the_longest_name_wins_and_links_stay() -> None:
    texts = ["[[New York]] and [[New York Times]].", "New York Times, New York, [[York|New York]]."]
    assert surfaces(texts) == ["New York Times"]  # the last link gives New York a second target
    texts[1] = "New York Times, New York, [[New York]]."
    assert surfaces(texts) == ["New York Times", "New York"]


def test_an_article_linked_by_the_subject_s_own_name_stays_the_subject() -> None:
    texts = ["Angola is [[Name of Angola|Angola]].", "In Angola."]
    assert found(texts, subject=Subject("Angola", "Place", 0, "dump")) == [
        [("Angola", "title", "Angola")],
        [("Angola", "title", "Angola")],
    ]
    assert found(texts, {"Name of Angola": "Place"}) == [[("Angola", "surface", "Name of Angola")]] * 2
    assert surfaces(texts, {"Name of Angola": "Place"}, Subject("Angola", ENTITY, 0, "")) == []


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


def test_abbreviations_are_what_they_abbreviate() -> None:
    texts = [
        "The [[National Rifle Association]] (NRA) met the Ann Lee Union (ALU).",
        "The NRA and the ALU, by [[analysis of variance]] (ANOVA).",
        "ANOVA here, but no NRA–ALU line.",
    ]
    classes = {"National Rifle Association": "Organisation"}
    nra, alu = ("NRA", "abbreviation", "National Rifle Association"), ("ALU", "abbreviation", "")
    assert found(texts, classes, scope="names") == [[nra, ("Ann Lee Union", "capitalised", ""), alu], [nra, alu], []]
    sentences = [sentence(text, classes) for text in texts]
    types = [each.type for each in list(propagate(UNTYPED, sentences, RULES, "names", CAPITALS))[1]]
    assert types == ["Organisation", ENTITY]


@pytest.mark.parametrize(
    ("linked", "expected"),
    [
        # The links of the article show that it is a name, not of which of them.
        ("By the [[Rifle Club|NRA]] and the [[Rural Area|NRA]].", [("NRA", "capitalised", "")]),
        # What has no class may be a common noun, of which capitals show nothing, and what has a flag is none.
        ("By the [[Rifle Club|NRA]] and the [[Net Rate|NRA]].", []),
        ("By the [[Rifle Club|NRA]], the [[Rural Area|NRA]] and the [[net rate|NRA]].", []),
        ("By the [[Rifle Club|NRA]], the [[Rural Area|NRA]] and the net rate (NRA).", []),
    ],
)
def test_an_abbreviation_of_several_things_with_a_class_is_a_name(
    linked: str, expected: list[tuple[str, str, str]]
) -> None:
    classes = {"Rifle Club": "Organisation", "Rural Area": "Place"}
    assert found([linked, "Once the NRA met."], classes, scope="names") == [[], expected]


@pytest.mark.parametrize("short", ["Act", "N", "N2"])
def test_what_is_no_abbreviation_by_its_letters_is_none_of_several_things(short: str) -> None:
    texts = [f"By the [[Rifle Club|{short}]] and the [[Rural Area|{short}]].", f"Once the {short} met."]
    assert found(texts, {"Rifle Club": "Organisation", "Rural Area": "Place"}, scope="names") == [[], []]


def test_an_abbreviation_of_one_thing_is_no_name_where_its_link_tells_it_from_another() -> None:
    texts = ["Once the NRA met.", "By the [[NRA (club)|NRA]]."]
    assert found(texts, {"NRA (club)": "Organisation"}, scope="names") == [[], []]


def test_an_abbreviation_of_several_things_is_none_where_one_is_a_subject_without_a_class() -> None:
    texts = ["By the [[Rifle Club|NRA]].", "Once the NRA met."]
    assert found(texts, {"Rifle Club": "Organisation"}, Subject("NRA", ENTITY, 0, ""), "names") == [[], []]


def test_a_name_ends_behind_what_a_comma_ties_to_it() -> None:
    texts = ["By [[Acme]].", "Acme, Inc., Acme, then Acme, [[Inc.]]."]
    assert [surface for surface, *_ in found(texts)[1]] == ["Acme, Inc.", "Acme", "Acme"]


def test_the_title_of_an_office_is_no_name() -> None:
    texts = ["The Archbishop of Canterbury, the Kings of Leon."]
    assert found(texts, subject=Subject("Archbishop of Canterbury", ENTITY, 0, ""), scope="names") == [
        [("Canterbury", "capitalised", ""), ("Kings of Leon", "capitalised", "")]
    ]


def test_the_abbreviations_of_the_wiki_are_names_but_where_the_article_has_another() -> None:
    assert ENGLISH
    capitals = CapitalisedNames(ENGLISH, Orthography(abbreviations=frozenset(["NRA", "ACME"])))

    def abbreviations(*texts: str) -> list[str]:
        sentences = [sentence(text, {}) for text in texts]
        mentions = zip(sentences, propagate(UNTYPED, sentences, RULES, "names", capitals), strict=True)
        return [each.text[m.start : m.end] for each, found in mentions for m in found if m.source == "capitalised"]

    assert abbreviations("By the NRA, the ANRA and XYZ.", "Of ACME–NRA, NRA.") == ["NRA", "NRA"]
    assert abbreviations("Of NRA 12.5 % and NRA 12, ACME 5%.", "NRA Army.") == ["NRA", "ACME", "NRA Army"]
    assert abbreviations("By the [[net rate|NRA]], ACME.", "By NRA.") == ["ACME"]
    assert abbreviations("By the net rate again (NRA), ACME.", "By NRA.") == ["ACME"]
    assert abbreviations("By the net rates’ (NRA) and the net Rate (NRA).") == ["NRA", "Rate", "NRA"]


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


def test_an_abbreviation_of_common_nouns_is_no_name() -> None:
    texts = ["The [[Trans-lunar injection]] (TLI) and [[Atomic time|Atomic Time]] (AT).", "So TLI and AT."]
    assert found(texts, scope="names")[1] == []
    assert found(texts, {"Atomic time": "Event"}, scope="names")[1] == [("AT", "abbreviation", "Atomic time")]


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


@given(st.lists(st.integers(0, 4), max_size=30).map(sorted), st.lists(st.integers(0, 9), max_size=6))
def test_batches_of_whole_pages_are_the_same_rows(page_ids: list[int], cuts: list[int]) -> None:
    whole = pa.record_batch({"page_id": pa.array(page_ids, pa.int64()), "row": pa.array(range(len(page_ids)))})
    batches, place = [], 0
    for size in [*cuts, len(page_ids)]:
        batches.append(whole.slice(place, size))
        place += size
    cut = list(whole_pages(iter(batches)))
    assert [row for batch in cut for row in batch.to_pylist()] == whole.to_pylist()
    pages = [set(batch.column("page_id").to_pylist()) for batch in cut]
    assert all(pages) and sum(map(len, pages)) == len(set(page_ids))


FORMS = [
    *("rate", "Rate", "RATE", "iPod", "ipod", "Ipod", "ınce", "İnce", "ince", "Ince", "ªx", "ªX", "1st", "Été", "été"),
]


@given(
    st.lists(st.sampled_from(FORMS), max_size=40),
    st.sampled_from([RULES.words, words_of("tr")]),
)
def test_words_in_lower_case_are_those_that_are_mostly_so(text: list[str], words: Words) -> None:
    seen = Counter(text)
    capitals = {words.lower(word): number for word, number in seen.items() if word == word.capitalize()}
    is_lower = {word: is_common_word(capitals.get(words.lower(word), 0), number) for word, number in seen.items()}
    assert words_in_lower_case(seen, words) == {word for word in seen if word[0].islower() and is_lower[word]}


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
