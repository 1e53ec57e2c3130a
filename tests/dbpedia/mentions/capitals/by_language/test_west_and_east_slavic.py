"""Names by their capitals in West and East Slavic languages."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.words import words_of
from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("word", "is_one"),
    [
        *((word, False) for word in ("Jordan", "Jordana", "Sheridan", "Bohdan", "Dušan", "Balkán", "Vatikán", "Milan")),
        *((word, True) for word in ("Američan", "Jihoameričané", "Kanaďana", "Egypťanů", "Rakušan", "Pražany")),
        *((word, True) for word in ("Tibeťan", "Londýňan", "Brňané", "Afričanům", "Novozélanďan")),
    ],
)
def test_czech_names_are_no_peoples(word: str, is_one: bool) -> None:
    czech = capital_words("cs", words_of("cs"))
    assert czech
    assert czech.modifiers.is_people(word) == is_one


SLOVAK = "dejiny nórska nórsku nórskom poľska vydal oponentom založenie videl práca"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # An adjective takes in what agrees with it, with a short vowel behind a long syllable too; an uncertain one
        # where another adjective follows or the noun of a body.
        (
            "Bol v Európskej únii, v Slovenskom národnom divadle i pri Kjótskom protokole a Bielom dome.",
            ["Európskej únii", "Slovenskom národnom divadle", "Kjótskom protokole", "Bielom dome"],
        ),
        (
            "Podľa toho Najvyšší súd, Kjótsky protokol a Nízke Tatry boli v Organizácii Spojených národov.",
            ["Najvyšší súd", "Kjótsky protokol", "Nízke Tatry"],
        ),
        ("Práca Národnej rady Slovenskej republiky bola.", ["Národnej rady", "Slovenskej republiky"]),
        ("Táto Španielska občianska vojna bola v Slovenskom raji.", ["Španielska občianska vojna"]),
        # A possessive is one only before such a noun; else what agrees with it shows that it is no surname.
        (
            "Tam Karlova univerzita, Newtonov zákon a Mannerheimovej línie boli.",
            ["Karlova univerzita", "Newtonov zákon", "Mannerheimovej línie"],
        ),
        ("Počas Kimovej cesty, Kimov otec, pred Kimovou vládou a s Kimovým plánom i Kimovho brata.", []),
        ("Tam vláda Angely Merkelovej vedie štát a o Merkelovej sa písalo.", ["Angely Merkelovej", "Merkelovej"]),
        ("Tam bol Ivanov aj Ivanov povedal.", ["Ivanov", "Ivanov"]),
        # Countries whose adjective has their form, but not where it begins a sentence.
        ("Bol v Nórsku, potom s Nórskom o vláde Nórska hovoril.", ["Nórsku", "Nórskom", "Nórska"]),
        ("Dejiny Nórska boli a Nórska kráľovná.", ["Nórska", "Nórska"]),
        ("Nórska kráľovná bola o dejinách Nórska.", ["Nórska"]),
        # What begins a sentence: small words, verbs and nouns whose endings no name has.
        ("Oponentom Jána Husa bol.", ["Jána Husa"]),
        ("Založenie Bratislavy bolo.", ["Bratislavy"]),
        ("Videl Jána Husa.", ["Jána Husa"]),
        ("Univerzita Mateja Bela bola.", ["Univerzita Mateja Bela"]),
        ("Nová Dedinka bola a v Starej Turej Pravda.", ["Nová Dedinka", "Starej Turej Pravda"]),
        # Offices, also of the church, and numbers of rulers with their dot.
        (
            "Cisár Karol IV. Veľký videl Otca Jozefa Tisa a pápež Pius XI. bol.",
            ["Karol IV. Veľký", "Jozefa Tisa", "Pius XI."],
        ),
        # Two names side by side: behind an owner and behind a place in its case, but not before its adjective.
        (
            "Tam veľvyslanec Rumunska Michael Guest a v Košiciach Ján Hus i v Prahe Karol IV. boli.",
            ["Rumunska", "Michael Guest", "Košiciach", "Ján Hus", "Prahe", "Karol IV."],
        ),
        ("Bol v Banskej Bystrici a vo Vranove nad Topľou.", ["Banskej Bystrici", "Vranove nad Topľou"]),
        ("Stojí tam Kostol svätej Alžbety aj Dóm sv. Martina.", ["Kostol svätej Alžbety", "Dóm sv. Martina"]),
        # Works, with one capital.
        ("V románe „Živý bič“ povedal „Dobrý deň“ a v piesni „Prší“.", ["Živý bič", "Prší"]),
        # A capital behind a colon shows a name.
        ("Boli tam: Bratislava (nem. Pressburg).", ["Bratislava", "Pressburg"]),
    ],
)
def test_slovak_names(text: str, expected: list[str]) -> None:
    assert found_in("sk", text, SLOVAK) == expected


@pytest.mark.parametrize(
    ("word", "is_one"),
    [
        *((word, True) for word in ("Američanom", "Juhoameričania", "Moskovčania", "Parížanov", "Rimania", "Česi")),
        *((word, True) for word in ("Čechmi", "Nemcami", "Slováci", "Rusov", "Gréci", "Angličankám", "Židia")),
        # Places, clubs and given names.
        *((word, False) for word in ("Topoľčanoch", "Piešťanoch", "Slovan", "Rus", "Ruska", "Frank", "Dušan", "Milan")),
        *((word, False) for word in ("Čechách", "Nórska", "Jordan", "Nemecku", "Slovenska", "Poliakovej")),
    ],
)
def test_slovak_names_are_no_peoples(word: str, is_one: bool) -> None:
    slovak = capital_words("sk", words_of("sk"))
    assert slovak
    assert slovak.modifiers.is_people(word) == is_one


def test_the_country_behind_a_body_is_a_name_of_its_own_in_czech() -> None:
    assert found_in("cs", "Je tam Národní banka Slovenska dnes.", "banka") == ["Národní banka", "Slovenska"]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        (
            "be",
            "Гэта Вялікае княства, Мінская вобласць і Тэўтонскі ордэн.",
            ["Вялікае княства", "Мінская вобласць", "Тэўтонскі ордэн"],
        ),
        # The name before a body with one capital ends there.
        (
            "be",
            "Нарадзіўся ў вёсцы Вязынка Маладзечанскага раёна Мінскай вобласці.",
            ["Вязынка", "Маладзечанскага раёна", "Мінскай вобласці"],
        ),
        # But not before a noun of another case.
        ("be", "Ён з атрада Кастуся Каліноўскага атрад.", ["Кастуся Каліноўскага"]),
        # Surnames end like adjectives.
        ("be", "Тады Каліноўскі і Дзяржынскі сказалі.", ["Каліноўскі", "Дзяржынскі"]),
        # What belongs to a person has a capital.
        ("be", "Яго зарэзалі чацвёра Міндоўгавых стайнікаў, сказаў Міндоўг.", ["Міндоўг"]),
        # Behind the genitive of a state another name begins.
        ("be", "Гэта магістр Лівоніі Андрэй фон Штырлянд.", ["Лівоніі", "Андрэй фон Штырлянд"]),
        ("be", "Аўтар опер «Яснае світанне» і кнігі “Жалейка”.", ["Яснае світанне", "Жалейка"]),
        ("be", "Гісторык Мікола Ермаловіч піша.", ["Мікола Ермаловіч"]),
        # What goes on behind its noun is left out, since it is not known where it ends.
        ("be", "Ён сябар Нацыянальнай акадэміі навук.", []),
        ("be", "Потым Раман Абрамовіч і Індыя прыйшлі.", ["Раман Абрамовіч", "Індыя"]),
    ],
)
def test_belarusian_names_and_those_before_a_body_with_one_capital(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, "гэта тады гісторык потым") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # Foreign names end like that too, but their vowels are not in harmony, or what would be left is too short.
        (
            "ru",
            "Он видел Берлинский собор, Людвига Миса ван дер Роэ и Петра Великого.",
            ["Берлинский собор", "Людвига Миса ван дер Роэ", "Петра Великого"],
        ),
        ("ru", "Он был на Западе и в Берлине.", ["Берлине"]),
        # What goes on in lower case is not known to end there, but where it agrees with an adjective.
        ("ru", "Он был в Лиге чемпионов, в школе и на Северном Кавказе.", ["Северном Кавказе"]),
        ("ru", "Он видел земли Западной Римской империи.", ["Западной Римской империи"]),
        (
            "ru",
            "Он был в Придворной певческой капелле и в Бельгийской партии.",
            ["Придворной певческой капелле", "Бельгийской партии"],
        ),
        (
            "ru",
            "Там были Русского музыкального общества, Большой театр и Казанский университет.",
            ["Русского музыкального общества", "Большой театр", "Казанский университет"],
        ),
        ("ru", "После Октябрьской революции он был на Дальнем Востоке.", ["Октябрьской революции", "Дальнем Востоке"]),
        # Not a verb, an office, a small word, and not what goes on behind the noun; nor what begins a sentence, unless
        # it stands within one too.
        ("ru", "Там Великий князь, поэт Островский писал, из Минского для всех.", []),
        ("ru", "Он получил премию Нобелевской премии мира.", []),
        ("ru", "Русский музей там.", []),
        ("ru", "Русский музей там. Он видел Русский музей.", ["Русский музей", "Русский музей"]),
        # Surnames that look like adjectives: by initials, the name after the father, their own ending, the article
        (
            "ru",
            "Он жил с А. С. Даргомыжским, М. А. Балакиревым и Стасовым.",
            ["А. С. Даргомыжским", "М. А. Балакиревым", "Стасовым"],
        ),
        (
            "ru",
            "Он видел, что Модест Петрович Мусоргский стар. Там дом Мусоргского и Мусоргский стал членом.",
            ["Модест Петрович Мусоргский", "Мусоргского", "Мусоргский"],
        ),
        ("ru", "Он видел, что Мусоргский стал членом.", []),
        ("ru", "Он видел А. С. Президент.", []),
        # Words of two scripts are two names, but for the numbers of rulers.
        (
            "ru",
            "Он видел WFC Артур Перепёлкин и Артур Перепёлкин WFC, и Фридриха II там.",
            ["Артур Перепёлкин", "Артур Перепёлкин", "Фридриха II"],
        ),
        # What is called in quotation marks behind a word
        (
            "ru",
            "Он читал книгу «Происхождение видов», сказал: «Это хорошо» и писал «Это есть. И вот»",
            ["Происхождение видов"],
        ),
        # The century that something is of, and small words for `to`
        ("ru", "Писатель Юрий Трифонов и там Писатель.", ["Юрий Трифонов"]),
        ("ru", "Журнал Forbes там.", ["Forbes"]),
        ("ru", "Он играл за «Динамо», сказал «Нет» и «Да!» и видел «Аврору».", ["Динамо", "Аврору"]),
        ("ru", "Там президент России Владимир Путин и гимн России.", ["России", "Владимир Путин", "России"]),
        # The office that begins the sentence has a capital too.
        ("ru", "Президент России Владимир Путин приехал.", ["России", "Владимир Путин"]),
        # Polish: peoples have a capital and cases, their adjectives none.
        ("pl", "Tam wyprzedzili go Szwed Jan Berg i Kanadyjka Ann Lee wśród Polaków.", ["Jan Berg", "Ann Lee"]),
        # What stands behind a colon, in brackets and behind an abbreviation is within the sentence.
        (
            "pl",
            "Są to wsie: Zawoja, Lipa (Brexit) i ul. Długa, a w 1933 r. Kraków.",
            ["Zawoja", "Lipa", "Brexit", "Długa", "Kraków"],
        ),
        ("ru", "Там был город: Берлин.", []),
        # The place of a body is part of its name, another one is none.
        (
            "pl",
            "Był w Izbie Handlowej w Krakowie, gdzie Jan Kos w Wilnie w Polsce w Muzeum Narodowym w Warszawie żył.",
            ["Izbie Handlowej w Krakowie", "Jan Kos", "Wilnie", "Polsce", "Muzeum Narodowym w Warszawie"],
        ),
        # A name ends behind a place in its case, and before a month.
        (
            "pl",
            "Dlatego w Krakowie Jan Kos i w Piotrkowie Trybunalskim John Herschel 2 listopada byli.",
            ["Krakowie", "Jan Kos", "Piotrkowie Trybunalskim John Herschel"],
        ),
        # Czech: an adjective takes in what agrees with it, an uncertain one a noun that bodies are called by, and the
        # body whose part it is; those of persons only nouns that such names have.
        (
            "cs",
            "Studoval v Evropské unii, na Odborné škole, na Právnické fakultě Univerzity Karlovy i UK.",
            ["Evropské unii", "Odborné škole", "Právnické fakultě Univerzity Karlovy"],
        ),
        ("cs", "Byl v Generální konferenci UNESCO a u Karlova mostu.", ["Generální konferenci UNESCO", "Karlova"]),
        ("cs", "Tam Karlova univerzita a Trumpova vláda byly.", ["Karlova univerzita", "Trumpova"]),
        # What goes on behind its noun is not known to end there.
        ("cs", "Byl v Národním centru pro hurikány a viděl Američané svědky.", []),
        # An office that begins the sentence is not part of it.
        (
            "cs",
            "Ředitel Národního divadla viděl Karla IV. a Petra Nového.",
            ["Národního divadla", "Karla IV.", "Petra Nového"],
        ),
        (
            "cs",
            "Potom v Praze Jan Hus a v Havlíčkově Brodě Karel IV. Veliký byli.",
            ["Praze", "Jan Hus", "Havlíčkově Brodě", "Karel IV. Veliký"],
        ),
        # Ukrainian: as Russian; a body that is called by an adjective has two capitals, and is a name for that.
        (
            "uk",
            "Він був у Верховному Суді, в Генеральній асамблеї ООН і в Шотландській раді, де жив Михайло Грушевський.",
            ["Верховному Суді", "Генеральній асамблеї ООН", "Шотландській раді", "Михайло Грушевський"],
        ),
        (
            "uk",
            "Там тренер «Лейкерс» (Реал) бачив президента Сполучених Штатів Дональда Трампа.",
            ["Лейкерс", "Реал", "Сполучених Штатів", "Дональда Трампа"],
        ),
        ("ru", "Он был в Верховном Суде и в Первой Школе.", ["Верховном Суде", "Первой Школе"]),
        ("pl", "Widział go prezydent Stanów Zjednoczonych Bill Clinton.", ["Stanów Zjednoczonych", "Bill Clinton"]),
    ],
)
def test_names_in_russian_ukrainian_polish_and_czech(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A verb that the wiki has in lower case opens, if it has the ending of one and names do not begin with it.
        ("Pokonał Jana Kosa.", ["Jana Kosa"]),
        ("Oddział Jana Kosa.", ["Oddział Jana Kosa"]),
        ("Michał Kos był.", ["Michał Kos"]),
        ("Ratusz Jana Kosa.", []),
        # Behind an office a capital shows a name, whatever the word.
        ("Król Jan Kos był.", ["Jan Kos"]),
        ("Król Ratusz Kos był.", ["Ratusz Kos"]),
    ],
)
def test_what_begins_a_polish_sentence(text: str, expected: list[str]) -> None:
    assert found_in("pl", text, common="pokonał oddział ratusz król") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # The name before a district or region ends there.
        (
            "ru",
            "Родился в деревне Малиновка Гомельского района Минской области.",
            ["Малиновка", "Гомельского района", "Минской области"],
        ),
        (
            "uk",
            "Народився в селі Іванівка Полтавського району Харківської області.",
            ["Іванівка", "Полтавського району", "Харківської області"],
        ),
        # Adjectives of which the ending is not sure are a name before such a noun.
        ("uk", "Потім це Рівненська область.", ["Рівненська область"]),
        ("ru", "Это в Гусевицком сельсовете Вятской губернии.", ["Гусевицком сельсовете", "Вятской губернии"]),
        # A noun that ends like a verb.
        ("ru", "Он погиб во время Великой Отечественной войны.", ["Великой Отечественной войны"]),
        (
            "ru",
            "Это Дмитрий Донской и Александр Невский, район Москвы.",
            ["Дмитрий Донской", "Александр Невский", "Москвы"],
        ),
    ],
)
def test_districts_and_wars_in_russian_and_ukrainian(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected
