"""Names by their capitals in several languages, or ones of which nobody gave words."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.language_files import language_data
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.words import words_of
from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # The end of a foreign given name looks like that of a place in the locative, but little stands before it.
        ("pl", "Tam był Howie Mandel i David Bowie Tribute.", ["Howie Mandel", "David Bowie Tribute"]),
        (
            "pl",
            "Tam w Lwowie Jan Berg i w Iławie Adam Mickiewicz.",
            ["Lwowie", "Jan Berg", "Iławie", "Adam Mickiewicz"],
        ),
        ("cs", "Tam byl Blaze Bayley a v Praze Jan Hus.", ["Blaze Bayley", "Praze", "Jan Hus"]),
        ("fi", "Siellä Raissa Orlova ja Anissa Helou olivat.", ["Raissa Orlova", "Anissa Helou"]),
        (
            "fi",
            "Siellä Dubaissa Matti Meikäläinen ja Oulussa Minna Canth olivat.",
            ["Dubaissa", "Matti Meikäläinen", "Oulussa", "Minna Canth"],
        ),
        (
            "fi",
            "Siellä Alankomaissa Jan Berg ja Iranissa Ann Lee.",
            ["Alankomaissa", "Jan Berg", "Iranissa", "Ann Lee"],
        ),
        # In quotation marks what has one capital is a name behind a word for a work alone.
        ("uk", "Він написав роман «Тіні забутих предків» і сказав «Тіні забутих людей».", ["Тіні забутих предків"]),
        ("uk", "У новій пісні «Червона рута» й у п’єсі «Лісова пісня».", ["Червона рута", "Лісова пісня"]),
        ("uk", "Журналіст «Дуже гарно» сказав.", []),
        # The word for a work may begin the sentence.
        ("uk", "Роман «Тіні забутих предків» вийшов.", ["Тіні забутих предків"]),
        ("cs", "Román „Krakatit a jiné věci“ vyšel.", ["Krakatit a jiné věci"]),
        ("sv", "Romanen ”Gösta Berlings saga” kom.", ["Gösta Berlings saga"]),
    ],
)
def test_what_only_looks_like_a_place_or_a_work(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("pl", "Zespół Szkół Polskich stał koło Krakowa.", ["Zespół Szkół Polskich", "Krakowa"]),
        ("pl", "Koło Krakowa stał dom.", ["Krakowa"]),  # the preposition
        ("cs", "Strana Jana Husa tam byla.", ["Strana Jana Husa"]),
        ("cs", "Strana byla tam.", []),
    ],
)
def test_what_names_begin_with_does_not_only_begin_sentences(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # A word for an office behind a name is a surname, or a part of the name.
        ("gl", "O presidente Iván Duque viu a Manuel Rei.", ["Iván Duque", "Manuel Rei"]),
        ("gl", "Alí viu ao Presidente Iván Duque.", ["Iván Duque"]),
        ("af", "Daar was Koos Prins en Jan C. Koning.", ["Koos Prins", "Jan C. Koning"]),
        ("en", "Later Stephen King met Genghis Khan.", ["Stephen King", "Genghis Khan"]),
        # Not behind a common word, an adjective or another office, nor in the plural.
        ("gl", "Alí viu ao Primeiro Ministro e ao Gran Duque.", []),
        ("en", "Later Prime Minister and Vice President met.", []),
        ("en", "Later Italian King met Umayyad Caliphs.", []),
        # It is the office where an article stands before both, or where the first stands alone too.
        ("en", "They met the Moscow Mayor.", []),
        ("en", "Later Moscow Mayor slept in Moscow.", ["Moscow"]),
        ("en", "They met in the Baltimore Emperor hotel.", []),
        # It is also where it is written short, behind the place in a headline.
        ("en", "Later Angola Gov. Tom Ridge met Angolia Sen. Stephen King.", ["Tom Ridge", "Stephen King"]),
    ],
)
def test_surnames_that_are_words_for_offices(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, common="primeiro ministro gran duque rei prime minister vice president") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "He met Dr Christian Barnard and Senator Brian Harradine.", ["Christian Barnard", "Brian Harradine"]),
        ("en", "He met former French President Charles de Gaulle.", ["Charles de Gaulle"]),
        ("en", "He met Deputy Foreign Minister Qian Qichen, and Prime Minister Israeli.", ["Qian Qichen"]),
        ("sq", "Atje erdhi Presidenti Bullgar Agolli.", ["Bullgar Agolli"]),
        # Where adjectives come behind their noun, two words behind one are the name.
        ("sq", "Atje erdhi Presidenti Amerikan Donald Trump.", ["Donald Trump"]),
        ("fr", "Il vit le Président Germain Dupont.", ["Germain Dupont"]),
    ],
)
def test_given_names_with_the_form_of_adjectives_behind_an_office(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # A name that begins with a word known for it ends before `de` and a word in lower case, but has both within.
        ("es", "Ganó el Premio Nobel de Física del año 1931.", ["Premio Nobel de Física"]),
        ("es", "Vive en la Casa de contratación de Sevilla y en la Oficina del censo de Madrid.", []),
        ("ca", "Guanyà el Premi Nobel de Física del 1931.", ["Premi Nobel de Física"]),
        ("ca", "Viu a l'Oficina del cens de Barcelona.", []),
        # It ends before others of the words that show it wherever they are.
        ("es", "Vive en la Casa y luego en Sevilla.", ["Sevilla"]),
    ],
)
def test_a_small_word_behind_a_name_with_one_capital(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, common="casa oficina premio premi") == expected


# Read here as Rusyn (`rue`), of which nobody gave words.
MACEDONIAN = "претседателот по филм град во е со му го"


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("rue", "Таму живеел Иван Мештровиќ, скулптор од Сплит.", ["Иван Мештровиќ", "Сплит"]),
        # What begins the sentence is a word that the wiki has in lower case.
        ("rue", "Претседателот Хамид Карзај стигна во Кабул.", ["Хамид Карзај", "Кабул"]),
        ("rue", "По Загреб стигна.", ["Загреб"]),
        ("rue", "По Сплит стигна.", []),  # which nothing shows to have a capital elsewhere
        ("rue", "По Град Филм стигна.", []),
        ("rue", "Го читаше Charles de Gaulle.", ["Charles de Gaulle"]),
        ("rue", "Свиреа House of the Rising Sun.", ["House of the Rising Sun"]),
        ("rue", "Ги виде Лорд Бајрон и фирмата Acme Ltd. таму.", ["Лорд Бајрон", "Acme Ltd."]),
        ("tk", "Ol gün Ismail Kadare geldi.", ["Ismail Kadare"]),
        # Months and adjectives with a capital are data of such a language too, in all that they may begin with.
        ("gd", "Tha a' Ghàidhlig ann an Alba sa Ghearran, agus na h-Èireannaich.", ["Alba"]),
        ("gd", "Tha e ann an Roinn h-Alba.", ["Roinn h-Alba"]),
        ("br", "Emañ ar Vrezhoned e Breizh e miz C'hwevrer ha Gwengolo.", ["Vrezhoned", "Breizh"]),
        ("br", "Komz a ra ar Gall e Brezhoneg.", []),
        ("fy", "Hy wie in Fryske skriuwer yn Fryslân.", ["Fryslân"]),
        ("hyw", "Նա ապրում էր Երևանում։", ["Երևանում"]),
    ],
)
def test_names_of_a_language_without_words(lang: str, text: str, expected: list[str]) -> None:
    assert "capitals" not in language_data(lang)
    assert found_in(lang, text, MACEDONIAN, "загреб") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("hr", "Tom Hanks je glumac.", ["Tom Hanks"]),
        ("hr", "Igrali su HNK Rijeka i Hajduk.", ["HNK Rijeka", "Hajduk"]),
        ("hr", "Tada je Zrinski poginuo.", ["Zrinski"]),
        ("hr", "Otišao je u Brčko i na Aljasku.", ["Brčko", "Aljasku"]),
        ("sr", "Тада је Црњански писао.", ["Црњански"]),
        ("sr", "Писао је Петар II Петровић Његош.", ["Петар II Петровић Његош"]),
        ("sr", "Играли су WFC Ђорђе Јовановић.", ["Ђорђе Јовановић"]),  # the other is an abbreviation
        ("ru", "При этом Николай II Александрович правил.", ["Николай II Александрович"]),
        ("sk", "Potom India podpísala zmluvu.", ["India"]),
        ("sk", "Potom Tom Hanks hral.", ["Tom Hanks"]),
        ("el", "Τότε ο Ξενοφών Ζολώτας παραιτήθηκε.", ["Ξενοφών Ζολώτας"]),
        ("lv", "Tad Henriete raksta.", ["Henriete"]),
        ("et", "Siis Rüütel ütles.", ["Rüütel"]),
        ("ms", "Beliau bertemu Dalai Lama di India.", ["Dalai Lama", "India"]),
        ("az", "Sonra Qurban gəldi.", ["Qurban"]),
        ("kk", "Кейін Том мен Штеффи Граф келді.", ["Том", "Штеффи Граф"]),
        ("uz", "Keyin Bob keldi.", ["Bob"]),
        ("hy", "Հետո Իշխան Գրիգորյանը և Արևը եկան։", ["Իշխան Գրիգորյանը", "Արևը"]),
    ],
)
def test_names_that_look_like_other_words_of_the_language(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("ru", "Он читал А.С.Пушкина и М.Лермонтова.", ["А.С.Пушкина", "М.Лермонтова"]),
        ("en", "He met J.R.R.Tolkien and B.Russell-Smith in a B.Sc course.", ["J.R.R.Tolkien", "B.Russell-Smith"]),
        ("en", "He saw O‘ahu and Hawai‘i.", ["O‘ahu", "Hawai‘i"]),
        ("et", "Ta nägi Tartust 300 meest.", ["Tartust"]),
    ],
)
def test_initials_and_marks_of_letters_are_part_of_a_name(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # Names that small words have the form of, at the beginning of a sentence too.
        ("eo", "Mia Farrow kantis.", ["Mia Farrow"]),
        ("eo", "Ho Chi Minh mortis.", ["Ho Chi Minh"]),
        ("eo", "Mia patro mortis.", []),
        ("af", "Dan Brown skryf.", ["Dan Brown"]),
        ("af", "Dan skryf hy.", []),
        ("gl", "El Greco pintou.", ["El Greco"]),
        ("gl", "El pintou.", []),
        ("eu", "Mila Kunis etorri zen.", ["Mila Kunis"]),
        ("eu", "Hor Andre Agassi bizi da.", ["Andre Agassi"]),
        # A city in the case of where something is.
        ("eu", "Hor bizi da Mikel Laboa Donostian.", ["Mikel Laboa", "Donostian"]),
        ("eu", "Hor Novak Djokovic eta Marie Curiek Pariseko.", ["Novak Djokovic", "Marie Curiek", "Pariseko"]),
        # An ordinal that begins a name is no word that only begins a sentence.
        ("af", "Die Eerste Wêreldoorlog het begin.", ["Eerste Wêreldoorlog"]),
        # Countries and rivers that seem to be peoples; a ruler's name that became an office; a country among terms.
        ("af", "Hy woon in Swede by die Boesmansrivier.", ["Swede", "Boesmansrivier"]),
        ("eo", "Tie mortis Julio Cezaro, en Sovetunio.", ["Julio Cezaro", "Sovetunio"]),
        # Surnames among offices.
        ("ga", "Tá Lucille Ball agus Peadar Conallach ann.", ["Lucille Ball", "Peadar Conallach"]),
        ("cy", "Yno mae Israel Sieff yn byw.", ["Israel Sieff"]),
        # A country and a house that begin with a noun and an article; adjectives and members of a parliament.
        ("cy", "Yno mae Gwlad yr Iâ a Siop y Pethe.", ["Gwlad yr Iâ", "Siop y Pethe"]),
        ("cy", "Roedd yn Aelod Seneddol, ac yno mae ASau.", []),
        ("ga", "Tá Áras an Uachtaráin ann.", ["Áras an Uachtaráin"]),
    ],
)
def test_words_of_small_wikipedias_that_are_names_too(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, common="mia ho dan el mila eerste") == expected


@pytest.mark.parametrize(
    ("lang", "text", "common", "expected"),
    [
        # Given names and surnames that are words at the beginning of sentences as well.
        ("mk", "Ли Харви Освалд дојде во Далас.", "", ["Ли Харви Освалд", "Далас"]),
        ("sl", "Jim Carrey je prišel v Pariz.", "", ["Jim Carrey", "Pariz"]),
        ("sl", "Le Corbusier je živel v Švici.", "", ["Le Corbusier", "Švici"]),
        ("sl", "Roman Polanski je živel v Parizu.", "roman", ["Parizu"]),
        ("be", "Кім Ір Сен памёр.", "", ["Кім Ір Сен"]),
        ("is", "Hans Christian Andersen bjó í Lübeck.", "hans", ["Lübeck"]),
        ("az", "İlkin Qədirli gəldi.", "", ["İlkin Qədirli"]),
        # Offices and adjectives that are.
        ("mk", "Таму Џингис Хан и глумецот Шах Рук Хан дојдоа.", "", ["Џингис Хан", "Шах Рук Хан"]),
        ("mk", "Композиторот Бела Барток ја посети Мали.", "", ["Бела Барток", "Мали"]),
        ("sl", "Potem sta Naoto Kan in Aga Kan obiskala Mali.", "", ["Naoto Kan", "Aga Kan", "Mali"]),
        ("be", "Там Імран Хан быў.", "", ["Імран Хан"]),
        ("kk", "Әкім Тарази келді.", "", ["Әкім Тарази"]),
        ("sq", "Presidenti Ilir Meta vizitoi Romën.", "", ["Ilir Meta", "Romën"]),
        # Names that have the ending of an adjective or of a people.
        ("sl", "Potem je Portugalska premagala Češkoslovaško.", "", ["Portugalska", "Češkoslovaško"]),
        ("be", "Тады Прага мела мэра, Чыкага таксама.", "", ["Прага", "Чыкага"]),
        ("be", "Там філосаф Фрыдрых Ніцшэ наведаў Цюрых.", "", ["Фрыдрых Ніцшэ", "Цюрых"]),
        ("be", "Тады Генрых пайшоў у Панаму.", "", ["Генрых", "Панаму"]),
        ("is", "Forsætisráðherra Hermann Jónasson sá Neumann.", "", ["Hermann Jónasson", "Neumann"]),
        ("is", "Prófessor Finnur Jónsson sá Bandaríkjamann og Norðmanns.", "", ["Finnur Jónsson"]),
        # A name of one capital that goes on with a noun.
        ("is", "Þar funduðu Sameinuðu þjóðirnar í Genf.", "", ["Genf"]),
        # Small words of names of people.
        ("sq", "Atje Leonardo da Vinçi pikturoi.", "", ["Leonardo da Vinçi"]),
        ("kk", "Сонда Леонардо да Винчи тұрды, Абай да Мұхтар келді.", "", ["Леонардо да Винчи", "Абай", "Мұхтар"]),
        ("hy", "Հետո Լեոնարդո դա Վինչին եկավ։", "", ["Լեոնարդո դա Վինչին"]),
        # Given names that end like surnames.
        ("az", "Orada Lev Tolstoy və Yeva Peron yaşayırdı.", "", ["Lev Tolstoy", "Yeva Peron"]),
        ("kk", "Сонда Лев Гумилёв пен Яков Свердлов тұрды.", "", ["Лев Гумилёв", "Яков Свердлов"]),
        ("uz", "Унда Лев Толстой ва Нова Горица бор.", "", ["Лев Толстой", "Нова Горица"]),
        ("uz", "Unda Lev Tolstoy va Yakov Sverdlov bor.", "", ["Lev Tolstoy", "Yakov Sverdlov"]),
        # Countries behind an office, before a name.
        ("is", "Forseti Frakklands Emmanuel Macron kom.", "", ["Frakklands", "Emmanuel Macron"]),
        ("is", "Forseti Bandaríkjanna Barack Obama kom.", "", ["Bandaríkjanna", "Barack Obama"]),
        ("sq", "Papa i Romës Françesku foli.", "", ["Romës", "Françesku"]),
    ],
)
def test_names_with_the_form_of_other_words(lang: str, text: str, common: str, expected: list[str]) -> None:
    assert found_in(lang, text, common) == expected


@pytest.mark.parametrize(
    ("lang", "texts", "expected"),
    [
        # A name that begins a sentence stands in another case elsewhere; one that nothing shows is left out.
        ("fi", ["Granlund asuu siellä.", "Hän näki Granlundin."], [["Granlund"], ["Granlundin"]]),
        ("fi", ["Halosen seurue lähti.", "Hän näki Haloselle annetun."], [["Halosen"], ["Haloselle"]]),
        ("fi", ["Seurue lähti.", "Hän näki Halosen."], [[], ["Halosen"]]),
        ("fi", ["Granlundin kaupunki.", "Turun yliopisto."], [[], ["Turun yliopisto"]]),
        ("hu", ["Berlinben volt.", "Ott Berlinről beszélt."], [["Berlinben"], ["Berlinről"]]),
        ("en", ["Harrisons left.", "He saw Harrison."], [[], ["Harrison"]]),
    ],
)
def test_a_name_that_begins_a_sentence_is_known_by_its_other_cases(
    lang: str, texts: list[str], expected: list[list[str]]
) -> None:
    words = capital_words(lang, words_of(lang))
    assert words
    spans = CapitalisedNames(words, Orthography()).find(texts, [[]] * len(texts), frozenset())
    assert [[text[start:end] for start, end in each] for text, each in zip(texts, spans, strict=True)] == expected


@pytest.mark.parametrize(
    ("lang", "texts", "expected"),
    [
        # Only in Hungarian two names stand side by side since the article has both by themselves.
        (
            "fi",
            ["Silloin kun Juhani tuli.", "Hän näki Ahon.", "Silloin kun Aho lähti.", "Silloin kun Juhani Aho kuoli."],
            [["Juhani"], ["Ahon"], ["Aho"], ["Juhani Aho"]],
        ),
        (
            "hu",
            ["Ott Berlin volt.", "Ott Párizs volt.", "Azt mondta, hogy Berlin Párizs."],
            [["Berlin"], ["Párizs"], ["Berlin", "Párizs"]],
        ),
        # What an article has together twice is one name, whoever may own it.
        (
            "nb",
            ["Han så Johanne her.", *["Han så Johannes Peder Brahms."] * 2],
            [["Johanne"], *[["Johannes Peder Brahms"]] * 2],
        ),
        # An adjective completes one word, a noun a name of several too.
        ("fr", ["Il voit Marie Curie française et le Congo belge."], [["Marie Curie", "Congo belge"]]),
        ("sv", ["Han såg Västra Götalands län."], [["Västra Götalands län"]]),
        # In Finnish an owner has an ending that a name in the nominative has not.
        ("fi", ["Hän näki Matti Virtanen komitean ja Virtasen komitean."], [["Matti Virtanen", "Virtasen komitean"]]),
        ("tr", ["Orada Oskar Schindler Holding vardı."], [["Oskar Schindler Holding"]]),
    ],
)
def test_what_one_language_does_no_other_does(lang: str, texts: list[str], expected: list[list[str]]) -> None:
    words = capital_words(lang, words_of(lang))
    assert words
    spans = CapitalisedNames(words, Orthography()).find(texts, [[]] * len(texts), frozenset())
    assert [[text[start:end] for start, end in each] for text, each in zip(texts, spans, strict=True)] == expected


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("uk", "Потім була Поліція тут, і Премія з Корпорацією."),
        ("be", "Ён быў перад Судом і Палком."),
        ("bg", "Там беше Брегът."),
        ("sr", "Он је био на Сајму."),
        ("hr", "Bio je na Sajmu."),
    ],
)
def test_a_common_noun_with_a_capital_is_no_name_in_any_case(lang: str, text: str) -> None:
    assert found_in(lang, text) == []
