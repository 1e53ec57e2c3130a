"""Noise by the words of a language."""

from __future__ import annotations

import pytest

from dbpedia.mentions.noise import flagger, noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.words import Words
from schemas.labels import ENTITY
from tests.support.noise import ONTOLOGY


@pytest.mark.parametrize(
    ("flag", "surface", "target", "cls"),
    [
        ("", "rivers of A", "List of rivers of Alberta", "Place"),
        ("", "French", "France", "Country"),
        ("", "Angola", "Islam in Angola", ENTITY),
        ("", "July 4, 1776", "Independence Day", "Event"),
        ("number", "1776", "Independence Day", "Event"),
        ("lower-case", "könige", "Monarchie", ENTITY),
        ("", "Preußens", "Preußen", "Country"),
        ("", "Второй мировой войны", "Вторая мировая война", "MilitaryConflict"),
        ("", "Красной армией", "Красная армия", "Organisation"),
        ("", "II wojnie światowej", "II wojna światowa", "MilitaryConflict"),
        ("", "Unii europejskiej", "Unia Europejska", "Organisation"),
        ("", "bitwie pod Grunwaldem", "Bitwa pod Grunwaldem", "MilitaryConflict"),
        ("phrase", "subjektiven Idealismus", "Subjektiver Idealismus", ENTITY),
        ("phrase", "мира и Красной армии", "Красная армия", "Organisation"),
        ("phrase", "взятие Берлина", "Битва за Берлин", "MilitaryConflict"),
        ("phrase", "wojny o Polskę", "Wojsko Polskie", "Organisation"),
    ],
)
def test_a_language_without_words_has_the_other_rules(flag: str, surface: str, target: str, cls: str) -> None:
    rules = noise_rules(ONTOLOGY, "xx")
    assert rules.words == Words()
    assert flagger(rules)(surface, target, cls, False) == flag


@pytest.mark.parametrize(
    ("flag", "surface", "target", "cls"),
    [
        ("common", "parlamentarische Republik", "Parlamentarische Republik", ENTITY),
        ("common", "glaziale Rinne", "Glaziale Rinne", ENTITY),
        # An article or the particle of a family name begins a name all the same, and so do typed titles.
        ("", "die Wühlmäuse", "Die Wühlmäuse", ENTITY),
        ("", "von Humboldt", "Wilhelm von Humboldt", "Person"),
        ("", "tödliche Doris", "Tödliche Doris", "Band"),
        ("", "eBay Deutschland", "EBay", ENTITY),
        ("", "de Beauvoir", "Simone de Beauvoir", ENTITY),
        ("", "zweite Weltkrieg", "Zweiter Weltkrieg", "Event"),
    ],
)
def test_german_nouns_behind_an_adjective_are_no_names(flag: str, surface: str, target: str, cls: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, "de"))(surface, target, cls, False) == flag


@pytest.mark.parametrize(
    ("flag", "surface", "target", "cls", "before"),
    [
        ("", "Napoleon", "Napoleon", ENTITY, "Ihr folgte "),
        ("", "Goethe", "Goethe", ENTITY, "Dieses nannte "),
        ("", "Peter", "Peter", ENTITY, "die ihr "),
        ("", "Samsung", "Samsung", ENTITY, "das "),
        ("", "Decatur", "Decatur", ENTITY, "das "),
        ("", "Atlantik", "Atlantik", ENTITY, "der "),
        ("", "Paulskirche", "Nationalversammlung", ENTITY, "der "),
        ("common", "Gletscher", "Gletscher", ENTITY, "es gibt viele "),
        ("common", "Gemeinden", "Gemeinde (Deutschland)", ENTITY, "keine eigenständigen "),
        ("common", "Bezirke", "Berliner Bezirke", ENTITY, "in zwölf "),
        ("", "Gletscher", "Gletscher", ENTITY, "viele der "),
        ("", "Gletscher", "Gletscher", "Place", "viele "),
        ("", "Berliner Universität", "Humboldt-Universität", ENTITY, "einer "),
        ("", "KaDeWe", "KaDeWe", ENTITY, "ein "),
        # Those that the wiki has as nouns, and their forms.
        ("common", "Idee", "Idee", ENTITY, "die "),
        ("common", "Ideen", "Idee", ENTITY, "die "),
        ("common", "Idee", "Vorstellung", ENTITY, "die "),
        ("", "Idee", "Idee", "Work", "die "),
        ("", "Idee", "Idee (Band)", ENTITY, "die "),
        ("", "Idee", "Die Idee", ENTITY, "die "),
        ("", "Idee", "Berlin-Idee", ENTITY, "die "),
        ("common", "Freiheiten", "Freiheit", ENTITY, "die "),
        ("", "Freiheit", "Freiheit (Zeitung)", ENTITY, "die "),
        ("", "Freiheit", "Freiheit", "Work", "die "),
        ("", "Dubrovnik", "Dubrovnik", ENTITY, "das "),
    ],
)
def test_german_nouns_are_told_by_what_stands_before_them(
    flag: str, surface: str, target: str, cls: str, before: str
) -> None:
    found = flagger(noise_rules(ONTOLOGY, "de"), Orthography(nouns=frozenset({"Idee"})))
    assert found(surface, target, cls, False, "", before) == flag


@pytest.mark.parametrize(("after", "flag"), [(" und", "common"), (".", "common"), ("-Variante", ""), (" Produkt", "")])
def test_a_german_name_that_describes_a_noun_is_none(after: str, flag: str) -> None:
    found = flagger(noise_rules(ONTOLOGY, "de"))
    assert found("Microsoft", "Microsoft", ENTITY, False, after, "es ist ein ") == flag


@pytest.mark.parametrize(("lang", "flag"), [("tr", "common"), ("xx", "")])
def test_a_common_noun_is_found_by_the_small_letters_of_its_language(lang: str, flag: str) -> None:
    known = Orthography(cases=WordCases(lower=frozenset({"ilçe"})))
    found = flagger(noise_rules(ONTOLOGY, lang), known)
    assert found("İlçe", "İlçeler", ENTITY, True) == flag


@pytest.mark.parametrize(("lang", "flag"), [("tr", ""), ("xx", "phrase")])
def test_the_title_is_lowered_by_its_language(lang: str, flag: str) -> None:
    rules = noise_rules(ONTOLOGY, lang)
    assert flagger(rules)("Beyoğlu ilçe Belediyesi", "Beyoğlu İlçe Belediyesi", "Organisation", False) == flag


@pytest.mark.parametrize(
    ("flag", "surface", "target", "at_start"),
    [
        ("", "Берлинский собор", "Берлинский собор", False),
        ("", "Пергамского музея", "Пергамский музей", False),
        ("", "Церкви императора Вильгельма", "Мемориальная церковь кайзера Вильгельма", False),
        ("", "Остров музеев", "Музейный остров", False),
        ("", "Пу\u0301шкина", "Пушкин, Александр Сергеевич", True),
        ("number", "\u0301", "Ударение", False),
        # What has no capital of its own is as elsewhere.
        ("common", "Городской собор", "Городской собор", True),
        ("phrase", "Германия стала единым государством", "Объединение Германии", True),
        ("phrase", "блокаде Западного Берлина", "Воздушный мост", False),
        ("lower-case", "собора", "Собор", False),
    ],
)
def test_a_capital_inside_a_russian_sentence_shows_a_name(flag: str, surface: str, target: str, at_start: bool) -> None:
    known = Orthography(cases=WordCases(lower=frozenset({"собор", "музей", "музея"})))
    assert flagger(noise_rules(ONTOLOGY, "ru"), known)(surface, target, ENTITY, at_start) == flag


@pytest.mark.parametrize(
    ("flag", "surface", "target", "cls"),
    [
        ("derived", "Slav", "Slavlar", ENTITY),
        ("derived", "Türk", "Türkler", "EthnicGroup"),
        ("derived", "Protestan", "Protestanlık", ENTITY),
        ("derived", "Ateist", "Ateizm", ENTITY),
        ("derived", "Katolik", "Katolik", ENTITY),
        ("", "Slavlar", "Slavlar", ENTITY),
        # A work or a place that ends so is no people.
        ("", "Simpson", "Simpsonlar", "Work"),
        ("", "Ada", "Adalar", "Place"),
        ("", "Bağcılar", "Bağcılar", "Place"),
        ("", "Katolik Kilisesi", "Katolik Kilisesi", "Organisation"),
    ],
)
def test_turkish_members_are_told_by_the_title(flag: str, surface: str, target: str, cls: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, "tr"))(surface, target, cls, False, " dilinde") == flag


@pytest.mark.parametrize(
    ("flag", "before", "target", "cls"),
    [
        ("demonym", "dalam bahasa ", "Jepang", "Place"),
        ("demonym", "Orang ", "Jepang", "Place"),
        ("demonym", "bagi kaum ", "Jepang", "Place"),
        ("demonym", "koran berbahasa ", "Jepang", "Place"),
        ("", "ibu kota ", "Jepang", "Place"),
        ("", "dalam bahasa ", "Bahasa Jepang", "Language"),
        ("", "dalam bahasa ", "Bahasa Jepang", ENTITY),
        ("", "orang Inggris, ", "Jepang", "Place"),
    ],
)
def test_an_indonesian_place_is_an_adjective_behind_some_words(flag: str, before: str, target: str, cls: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, "id"))("Jepang", target, cls, False, ".", before) == flag


@pytest.mark.parametrize(
    ("lang", "surface", "expected"),
    [
        ("ja", "2017年", "number"),
        ("ja", "6月24日", "number"),
        ("ja", "1960年代", "number"),
        ("ja", "2016年ベルリン市議会選挙", ""),
        ("ja", "年", ""),
        ("ko", "6월 24일", "number"),
        ("ko", "음력 5월 7일", "number"),
        ("ko", "기원전 1세기", "number"),
        ("ko", "서기 9년", "number"),
        ("ko", "1980년대", "number"),
        ("ko", "수요일", "number"),
        ("ko", "3월 1일 운동", ""),
        ("ko", "6월 항쟁", ""),
        ("ko", "삼국 시대", ""),
        ("zh", "19世纪", "number"),
        ("zh", "2008年夏季奥林匹克运动会", ""),
        ("zh", "五月", "number"),
        ("zh", "公元前221年", "number"),
        ("zh", "前3世紀", "number"),
        ("zh", "民國三十年", "number"),
        ("zh", "一九三七年七月七日", "number"),
        ("zh", "二十世纪", "number"),
        ("zh", "五月天", ""),
        ("zh", "十月革命", ""),
        ("zh", "九一八事变", ""),
        ("ar", "9 نوفمبر", "number"),
        ("de", "11. November", "number"),
        ("de", "5. Jahrhundert v. Chr.", "number"),
        ("de", "Juni 1990", "number"),
        ("de", "April", "number"),
        ("de", "17. Juni-Straße", ""),
        ("it", "XX secolo", "number"),
        ("it", "V secolo a.C.", "number"),
        ("it", "Ottocento", "number"),
        ("it", "Galleria dell'Ottocento", ""),
        ("it", "Novecento (film)", ""),
        ("it", "XX Settembre", ""),
        ("ca", "Segle XX", "number"),
        ("es", "Siglo XX", "number"),
        ("es", "Siglo V a. C.", "number"),
        ("es", "Siglo de Oro", ""),
        ("pt", "Século XX", "number"),
        ("pt", "Século das Luzes", ""),
        ("ro", "Secolul al XX-lea", "number"),
        ("ro", "Secolul XX", "number"),
        ("ro", "Secolul Luminilor", ""),
        ("hu", "I. e. 3. évezredben", "number"),
        ("hu", "XIX. századi", "number"),
        ("pl", "XIX wieku", "number"),
        ("cs", "19. století", "number"),
        ("sk", "19. storočia", "number"),
        ("sl", "19. stoletja", "number"),
        ("uk", "XIX століття", "number"),
        ("pl", "Wiek XX", "number"),
        ("hu", "XXI. Század Fox", ""),
        ("id", "24 Juni", "number"),
        ("id", "Abad ke-20", "number"),
        ("id", "Abad ke-5 SM", "number"),
        ("id", "Abad Pertengahan", ""),
        ("id", "Minggu Palem", ""),
        ("ms", "24 Ogos", "number"),
        ("ms", "Abad ke-20", "number"),
        ("vi", "Tháng 6 năm 2010", "number"),
        ("vi", "Thế kỷ XX", "number"),
        ("vi", "Thế", ""),
        ("tr", "24 Haziran", "number"),
        ("tr", "Kasım 1886", "number"),
        ("tr", "Pazartesi", "number"),
        ("tr", "Ekim Devrimi", ""),
    ],
)
def test_dates_are_numbers_in_languages_where_no_lower_case_tells_them(lang: str, surface: str, expected: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, lang))(surface, surface, ENTITY, False) == expected


@pytest.mark.parametrize(
    ("lang", "surface", "target", "expected"),
    [
        ("it", "Federico il Grande", "Federico II di Prussia", ""),
        ("it", "Coppa di Germania", "DFB-Pokal", ""),
        ("it", "Frankfurt am Main", "Francoforte sul Meno", ""),
        ("it", "della Germania", "Germania", "phrase"),
        ("it", "massicce Torri", "Flakturm", "phrase"),
        ("nl", "Slag bij Waterloo", "Veldslag (1815)", ""),
        ("tr", "Leyla ile Mecnun", "Mesnevi (Fuzûlî)", ""),
        ("fi", "Leila ja Majnun", "Khamsa", ""),
        # A capital inside a sentence shows a name where names of several words have one.
        ("fi", "Suuren adventin", "Pääsiäinen", ""),
        ("xx", "Suuren adventin", "Pääsiäinen", "phrase"),
        ("xx", "Leila ja Majnun", "Khamsa", "phrase"),
        ("ca", "Jaume el Conqueridor", "Jaume I d'Aragó", ""),
        ("es", "Alfonso el Sabio", "Alfonso X de Castilla", ""),
        ("es", "Copa de Alemania", "DFB-Pokal", ""),
        ("es", "de Alemania", "Alemania", "phrase"),
        ("pt", "Pedro o Grande", "Pedro I da Rússia", ""),
        ("pt", "Taça da Alemanha", "DFB-Pokal", ""),
        ("pt", "da Alemanha", "Alemanha", "phrase"),
        ("ro", "Germaniei de Est", "Republica Democrată Germană", ""),
        ("ro", "sfârșitul războiului în Europa", "Sfârșitul celui de-al Doilea Război Mondial în Europa", "phrase"),
        ("hu", "Palast der Republikot", "Köztársasági palota (Berlin)", ""),
        ("pl", "Frankfurt nad Menem", "Frankfurt (Hesja)", ""),
        ("pl", "nad Menem", "Men", "phrase"),
        ("cs", "Frankfurt nad Mohanem", "Frankfurt (Hesensko)", ""),
        ("sk", "Frankfurt nad Mohanom", "Frankfurt (Hesensko)", ""),
        ("sl", "Frankfurt ob Majni", "Frankfurt (Hessen)", ""),
        ("uk", "Франкфурт на Майні", "Франкфурт (Гессен)", ""),
        ("it", "Olympiastadion (Stadio olimpico)", "Olympiastadion (Berlino)", ""),
        ("xx", "Federico il Grande", "Federico II di Prussia", "phrase"),
    ],
)
def test_small_words_are_parts_of_a_name_but_at_its_beginning(
    lang: str, surface: str, target: str, expected: str
) -> None:
    assert flagger(noise_rules(ONTOLOGY, lang))(surface, target, ENTITY, False) == expected


@pytest.mark.parametrize(
    ("surface", "target", "expected"),
    [
        ("Glienickei hídnál", "Glienickei híd", ""),
        ("Európai Unió-ban", "Európai Unió", ""),
        ("Konyev marsall", "Ivan Sztyepanovics Konyev", "phrase"),
    ],
)
def test_a_word_with_the_ending_of_a_case_is_one_of_the_title(surface: str, target: str, expected: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, "hu"))(surface, target, ENTITY, False) == expected
    assert flagger(noise_rules(ONTOLOGY, "xx"))(surface, target, ENTITY, False) == "phrase"


@pytest.mark.parametrize(
    ("lang", "surface", "target", "cls"),
    [
        ("it", "Novecento", "Novecento (film)", ENTITY),
        ("it", "Cinquecento", "Fiat Cinquecento", "Device"),
        ("it", "Secolo XIX", "Il Secolo XIX", "Work"),
        ("ro", "Secolul 20", "Secolul 20", "Work"),
        ("hu", "Század", "Század", "Work"),
    ],
)
def test_what_is_called_as_a_century_is_none(lang: str, surface: str, target: str, cls: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, lang))(surface, target, cls, False) == ""


@pytest.mark.parametrize(
    ("lang", "surface", "target"),
    [
        ("fr", "reine (de Grande-Bretagne)", "Anne de Grande-Bretagne"),
        ("ru", "королева (Англии)", "Елизавета I"),
        ("hu", "királynő (Anglia)", "I. Erzsébet"),
    ],
)
def test_a_common_noun_before_brackets_is_a_phrase(lang: str, surface: str, target: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, lang))(surface, target, "Person", False) == "phrase"


def test_what_has_a_class_is_no_date_in_letters() -> None:
    assert flagger(noise_rules(ONTOLOGY, "zh"))("五月", "五月 (电影)", "Film", False) == ""


@pytest.mark.parametrize(
    ("lang", "flag", "surface", "target"),
    [
        ("ar", "demonym", "مصري", "مصر"),
        ("ar", "demonym", "المصرية", "مصر"),
        ("ar", "demonym", "والفرنسيين", "فرنسا"),
        ("ar", "demonym", "أمريكي", "الولايات المتحدة"),
        ("ar", "", "وألمانيا", "ألمانيا"),
        ("ar", "", "باريس", "باريس"),
        ("he", "demonym", "ישראלי", "ישראל"),
        ("he", "demonym", "היווני", "יוון העתיקה"),
        ("he", "", "ווילנה", "וילנה"),
        ("fa", "demonym", "ایرانی", "ایران"),
        ("fa", "", "کاتالونیای", "کاتالونیا"),
        ("hi", "demonym", "भारतीय", "भारत"),
        ("hi", "", "भारत", "भारत"),
        ("bn", "demonym", "বাংলাদেশি", "বাংলাদেশ"),
        # Nothing is known of the adjectives of Bishnupriya.
        ("bpy", "", "বাংলাদেশি", "বাংলাদেশ"),
    ],
)
def test_adjectives_of_places_are_told_without_case(lang: str, flag: str, surface: str, target: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, lang))(surface, target, "Country", False) == flag
