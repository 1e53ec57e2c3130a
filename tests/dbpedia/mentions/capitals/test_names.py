from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.runs import run_pattern
from dbpedia.mentions.capitals.words import CAPITAL, capital_words
from dbpedia.mentions.capitals.work_titles import foreign_words, titles_in_italics
from dbpedia.mentions.derived import describes
from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.words import language_data, words_of
from dbpedia.ontology import build_ontology

WORDS = noise_rules(build_ontology(["Person"], []), "en").words
COMMON = (
    "supreme court state united states bush church science institute they saw met war committee water power labor "
    "trade center commission cultural managing editor division based"
)
CASES = WordCases(lower=frozenset(COMMON.split()), upper=frozenset(["erasistratus", "angola"]))
ENGLISH = capital_words("en", WORDS)
assert ENGLISH
RUN = run_pattern(ENGLISH)
NAMES = CapitalisedNames(ENGLISH, Orthography(cases=CASES))


def found(*texts: str, taken: list[list[tuple[int, int]]] | None = None) -> list[list[str]]:
    lower = {word for text in texts for word in re.findall(r"\w+", text) if word[0].islower()}
    spans = NAMES.find(texts, taken or [[] for _ in texts], lower)
    return [[text[start:end] for start, end in each] for text, each in zip(texts, spans, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He met Eduard Abalov there.", ["Eduard Abalov"]),
        ("He worked at the State Science Institute, where he slept.", ["State Science Institute"]),
        ("He crossed the Vatican.", ["Vatican"]),
        ("He signed the Treaty of Paris and left.", ["Treaty of Paris"]),
        ("They saw F. Scott Fitzgerald in St. Louis.", ["F. Scott Fitzgerald", "St. Louis"]),
        ("They saw Paris and London, Rome's heir.", ["Paris", "London", "Rome"]),
        ("They saw O'Brien, Jean-Luc and Grish El-Oued.", ["O'Brien", "Jean-Luc", "Grish El-Oued"]),
        # Of the Basic Multilingual Plane, whose last capitals are these, and of no other.
        ("They saw Ａｎｎａ and 𐐀𐐨𐐨.", ["Ａｎｎａ"]),
        ("He sold Secker & Warburg.", ["Secker & Warburg"]),
        ("He flew Apollo 11 twice.", ["Apollo 11"]),
        ("He flew Apollo 11.", ["Apollo 11"]),
        ("He flew Apollo 11. 5 more came with Apollo 11.5 of Apollo 11.", ["Apollo", "Apollo", "Apollo 11"]),
        ("He saw Angola 20 years later.", ["Angola"]),
        ("He saw Apollo 11 was late.", ["Apollo 11"]),
        ("He saw Conraua (Conraua goliath) and (Conraua).", ["Conraua", "Conraua"]),
        ("It is in the U.S. Army.", ["U.S. Army"]),
        ("It is in the U.S. now.", ["U.S."]),
        ("He read “The Only Path to Tomorrow” there.", ["The Only Path to Tomorrow"]),
        ("He said “Life is good” there.", []),
        ('His essay, "My First Impression," was read.', ["My First Impression"]),
        ('It is a "Notable Book."', ["Notable Book"]),
        ("He played for Texas A&M, and at Texas A&M University.", ["Texas A&M", "Texas A&M University"]),
        ("He met Clint Murchison Sr. and bought Clarmac Roads Ltd.", ["Clint Murchison Sr.", "Clarmac Roads Ltd."]),
        ("He met Clint Murchison.", ["Clint Murchison"]),
        ("He led the 3rd Canadian Division and the 2nd Division.", ["3rd Canadian Division", "2nd Division"]),
        ("They met Anatole Broyard of The New York Times.", ["Anatole Broyard", "The New York Times"]),
        ("He saw the Church of St Mary and St Petroc.", ["Church of St Mary and St Petroc"]),
        ("He saw Mary and St Petroc.", ["Mary", "St Petroc"]),
        ("He met California Governor Jerry Brown there.", ["Jerry Brown"]),
        (
            "He met Moscow Mayor Luzhkov and the Moscow King Science Institute.",
            ["Moscow Mayor Luzhkov", "Moscow King Science Institute"],
        ),
        (
            "He met Moscow King General Brown, and Moscow King Brown of York.",
            ["Moscow King General Brown", "Moscow King Brown of York"],
        ),
        ("He came in April-May and in Angola-May.", ["Angola-May"]),
        ("He has a Phd and works on Mondays in Angola.", ["Angola"]),
        ("He met Mays in May.", ["Mays"]),
        ("He kept a Fresnel reflection and Wille zum.", []),
        ("He saw Heyl officially, Wigen asserts, Aldrin immediately.", ["Heyl", "Wigen", "Aldrin"]),
        ("It has 5 MHz or 7 GWh with Heyl.", ["Heyl"]),
        ("He had Doe concede that, and U.S. policy.", ["Doe", "U.S."]),
        ("They met the Senate Committee on Water and Power.", ["Senate Committee on Water and Power"]),
        ("They met the Senate Committee on Monday.", ["Senate Committee"]),
        ("They met the Angola Cultural and Trade Center Commission.", ["Angola Cultural and Trade Center Commission"]),
        ("They met the Supreme Court and United Trade Commission.", ["Supreme Court", "United Trade Commission"]),
        ("They met Eduard Heyl- and Angola-based firms, New York City-based ones.", ["Eduard Heyl"]),
        ("He flew Apollo LM-5 and met Eduard Heyl Smith-Jones.", ["Apollo", "Eduard Heyl Smith-Jones"]),
        ("They met Chiang Kai-shek.", ["Chiang"]),
        # What is no name
        ("He met Angola (Анго́ла) and Розенба́ум.", ["Angola"]),
        ("He spoke of DNA and CPUs.", []),
        ("The Greek and the French came on Monday in May.", []),
        ("He used Windows Media 9 Church at Angola Stage 25, late.", ["Windows Media 9", "Angola Stage 25"]),
        ("In Angola 5,000 or Angola 5, 6 or Angola 20 years, Angola 20.", ["Angola", "Angola", "Angola", "Angola 20"]),
        ("By the Miami and Erie Canal, Paris and Lake Erie.", ["Miami and Erie Canal", "Paris", "Lake Erie"]),
        ("The Erie Canal and Ohio Canal met Umayyad Caliphs.", ["Erie Canal", "Ohio Canal"]),
        ("He crossed Bishops Stortford to Princes Risborough.", ["Bishops Stortford", "Princes Risborough"]),
        ("He took Step Two and a Type II one, at Step Street.", ["Step Street"]),
        (
            "The Costa Rican Government met Costa Rican United, the Angola Government.",
            ["Costa Rican United", "Angola Government"],
        ),
        ("The Angolan and Pakistanis came.", []),
        ("He is Prime Minister and Chief Justice.", []),
        ("In Section 3 of it.", []),
        ("A Latin-based and U.S.-led one.", []),
        ("He and I met.", []),
        ("He has a B.A. and a PhD, and Kokoro, Inc. and Cornishmen left.", ["Kokoro, Inc."]),
        ("He came in Nov. to Kokoro, Ltd and Kokoro, now.", ["Kokoro, Ltd", "Kokoro"]),
        ("They met Archbishop-Elect of York.", ["York"]),
        ("The Francophone school left.", []),
        ("He came 2nd at the 2nd Monday.", []),
        # Offices
        ("They met President Karzai and King George.", ["Karzai", "George"]),
        ("They met French President Charles de Gaulle.", ["Charles de Gaulle"]),
        # A rank belongs to the name of a house or place, and to no given name.
        ("They met Lord Byron, British Lady Gaga and Lord Edward Grey.", ["Lord Byron", "Lady Gaga", "Edward Grey"]),
        ("They met the Lord Chancellor, a Lord Mayor and the Lord of York.", []),
        ("They met Lord Mayor Heyl and Prince Albert.", ["Heyl", "Albert"]),
        ("They met the Duke of York and the Earl of York.", []),
        ("They met the Grand Duke at the Wall of Duke.", ["Wall of Duke"]),
        ("They met an Evangelical Protestant and a Turkish Sufi.", []),
        ("They met the President of Angola.", ["Angola"]),
        ("They met the President of Apollo Science.", ["Apollo Science"]),
        ("They met the Managing Editor of Baylor Science.", ["Baylor Science"]),
        ("They met the Managing Committee of Baylor Science.", ["Managing Committee of Baylor Science"]),
        ("They met Director-General Bokova.", ["Bokova"]),
        ("They met Provost Michael Beveridge and the 16th President Lincoln.", ["Michael Beveridge", "Lincoln"]),
        ("They met the Secretary of State.", []),
        ("They met General Science Institute.", ["General Science Institute"]),
        ("They met the Command Module Pilot.", []),
        # Common nouns
        ("They met a Supreme Court and the Supreme Court.", ["Supreme Court"]),
        ("a Supreme Court met.", []),
        ("They met a Heyl, an Abalov and a Rushdie school, then Rushdie.", ["Rushdie", "Rushdie"]),
        (
            "They met Peter the Great and Ivan the Terrible, Peter the Heyl.",
            ["Peter the Great", "Ivan the Terrible", "Peter", "Heyl"],
        ),
        ("They met Peter Heyl the Great there.", ["Peter Heyl", "Great"]),
        ("They met Apollo Science CEO and CEO Heyl.", ["Heyl"]),
        ("In a Supreme Court.", []),
        ("They met the United Institute for Science here.", ["United Institute for Science"]),
        ("They left Paris for London.", ["Paris", "London"]),
        ("They left Science for London.", ["London"]),
        ("They left Eduard Abalov for London.", ["Eduard Abalov", "London"]),
        ("He left Angola Science School for Babbage School.", ["Angola Science School", "Babbage School"]),
        ("They met the Court of State and War.", ["Court of State and War"]),
        ("They met the Treaty of Paris and London.", ["Treaty of Paris", "London"]),
        ("He wrote Brahmic letters, then in Brahmic.", ["Brahmic"]),
        ("The Brahmic letters, the Brahmic and Arabic ones.", []),
        # The beginning of a sentence
        ("Erasistratus was there.", ["Erasistratus"]),
        ("Unknown was there.", []),
        ("The Supreme Court met.", ["Supreme Court"]),
        ("Supreme Court met.", []),
        ("Abraham Lincoln suffered.", ["Abraham Lincoln"]),
        ("In Paris: They slept.", ["Paris"]),
        # Common words
        ("He met Bush.", []),
        ("He met Bush, then Bush and Bush.", ["Bush", "Bush", "Bush"]),
        ("He met the Bush and the Bush and the Bush.", []),
        ("He is at peace; Peace was signed.", []),
        ("He met the Babbage Institute, the Institute and Babbage Institute.", ["Babbage Institute"] * 2),
    ],
)
def test_names_of_a_sentence(text: str, expected: list[str]) -> None:
    assert found(text) == [expected]


def test_a_word_behind_what_only_begins_a_sentence_may_be_a_name() -> None:
    texts = ["But Bush slept.", "The Bush slept.", "He met Bush, Bush and Bush."]
    assert found(*texts) == [["Bush"], [], ["Bush"] * 3]


def test_a_word_that_describes_nouns_in_the_wiki_is_no_name_where_it_does() -> None:
    assert ENGLISH
    names = CapitalisedNames(ENGLISH, Orthography(cases=CASES, describing=frozenset(["Heyl"])))
    texts = ["They met Heyl.", "They met Heyl forces and Abalov forces.", "They met Abalov."]
    found = [
        [text[start:end] for start, end in spans]
        for text, spans in zip(texts, names.find(texts, [[]] * 3, ()), strict=True)
    ]
    assert found == [["Heyl"], ["Abalov"], ["Abalov"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is in Heyl, in Heylish and in the Heyl.", ["Heyl"]),
        ("Put into Heyl by him.", ["Heyl"]),
        ("They met in Heyl forces.", []),
        ("They met in Heyl Forces.", ["Heyl Forces"]),
        ("They met in Heyl-based firms.", []),
        ("They met within Heyl.", []),
        ("They met in Abalov.", []),
    ],
)
def test_the_language_that_something_is_in(text: str, expected: list[str]) -> None:
    assert ENGLISH
    words = replace(ENGLISH, adjectives=ENGLISH.adjectives | {"Heyl", "Heylish", "Abalov"})
    names = CapitalisedNames(words, Orthography(cases=CASES, terms=frozenset(["Heyl language", "Abalov culture"])))
    assert [text[start:end] for start, end in next(names.find([text], [[]], ()))] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("King Zogu was late.", ["Zogu"]),
        ("King Zogu was late with Zogu novels.", ["Zogu", "Zogu"]),
        ("Prime Minister Eduard Abalov slept.", ["Eduard Abalov"]),
        ("Sir Eduard Abalov slept.", ["Eduard Abalov"]),
        ("Lord Byron slept.", ["Lord Byron"]),
        ("Lord Church slept.", ["Lord Church"]),
        ("King Church slept.", []),
        ("Prime Minister of Angola.", ["Angola"]),
        ("Lord Chancellor slept.", []),
        ("Duke of York slept.", []),
    ],
)
def test_a_name_behind_an_office_that_begins_a_sentence(text: str, expected: list[str]) -> None:
    assert ENGLISH
    cases = CASES._replace(lower=CASES.lower | {"king", "sir", "lord", "prime", "minister"})
    names = CapitalisedNames(ENGLISH, Orthography(cases=cases))
    assert [text[start:end] for start, end in next(names.find([text], [[]], ()))] == expected


def test_the_article_shows_what_begins_a_sentence() -> None:
    assert found("Supreme Court judges.", "He met the Supreme Court.") == [["Supreme Court"], ["Supreme Court"]]
    assert found("Former Premier Abalov.", "Abalov slept.", "He met Abalov.") == [["Abalov"]] * 3
    assert found("Abalov slept.", "Abalov went home.") == [[], []]
    assert found("State Abalov slept.", "Abalov went.") == [["Abalov"], ["Abalov"]]
    assert found("Abalov slept.", "He met Eduard Abalov.") == [["Abalov"], ["Eduard Abalov"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A word of a compound and what has or is had: parts of longer names, if the wiki has the word without a capital
        ("They met Latter-day State there.", []),
        ("They met Latter-day Heyl there.", ["Heyl"]),
        ("They met the State's Party, the Heyl's Party.", ["Party", "Heyl", "Party"]),
        ("They met the Heyl's State, the Heyls' State, his State and State.", ["Heyl", "Heyls"]),
        ("They met the Heyl's Abalov.", ["Heyl", "Abalov"]),
        # Parts of foreign titles
        ("They read Heyl et Memoire, but Abalov et al.", ["Abalov"]),
        ("They read Mechanik der Strahlung and Heyl e la Roma.", ["Roma"]),
        # Several of a kind
        ("They saw Striped Hyena, then Striped Hyenas and Green Hyenas.", ["Striped Hyena", "Green Hyenas"]),
        ("They saw Red Ferry, then Red Ferries.", ["Red Ferry"]),
        ("They saw Red Island, then the Red Islands.", ["Red Island", "Red Islands"]),
        ("They left Avignon and Amindivi Rivers, but Green Rivers.", ["Avignon", "Green Rivers"]),
        (
            "They left it and Amindivi Rivers, Avignon and Amindivi Islands.",
            ["Amindivi Rivers", "Avignon", "Amindivi Islands"],
        ),
        ("They left Universities of Oxford and Daughters of Oxford.", ["Daughters of Oxford"]),
    ],
)
def test_what_is_no_whole_name_or_several_of_a_kind(text: str, expected: list[str]) -> None:
    assert found(text)[0] == expected


def test_abbreviations_that_cannot_be_names_are_none() -> None:
    assert ENGLISH
    assert CapitalisedNames(ENGLISH, Orthography(abbreviations=frozenset(["BBC", "MP", "MB", "AD"]))).abbreviations == {
        "BBC"
    }


def test_a_word_that_only_describes_is_no_name() -> None:
    assert found("He read a Rushdie novel.") == [[]]
    assert found("He read a Rushdie novel.", "He met Rushdie.") == [["Rushdie"], ["Rushdie"]]
    assert found("He read a Rushdie novel.", "He met Salman Rushdie.") == [["Rushdie"], ["Salman Rushdie"]]
    assert found("He read a Rushdie novel.", "Rushdie was late.") == [["Rushdie"], ["Rushdie"]]
    assert found("They met Salman Rushdie.", "Rushdie fatwa came.") == [["Salman Rushdie"], ["Rushdie"]]
    assert found("Angola novels are few.") == [[]]
    # What has the ending of an adjective describes wherever it does.
    assert found("He read a Homeric hymn.", "He met Homeric.") == [[], ["Homeric"]]


def test_a_run_that_touches_what_is_taken_is_left_out() -> None:
    text = "He saw Gettysburg Address and Paris."
    assert found(text, taken=[[(7, 17)]]) == [["Paris"]]
    assert found(text, taken=[[(30, 35)]]) == [["Gettysburg Address"]]


def test_a_name_may_touch_what_is_taken() -> None:
    assert found("He saw Abalov, there.", taken=[[(6, 7), (13, 14)]]) == [["Abalov"]]


def test_a_name_ends_before_what_is_taken() -> None:
    text = "They met the Supreme Court for the Lone Star System."
    assert found(text) == [["Supreme Court for the Lone Star System"]]
    assert found(text, taken=[[(35, 51)]]) == [["Supreme Court"]]


@pytest.mark.parametrize("lang", ["ar", "ja", "ka", "th"])
def test_a_script_without_case_has_no_capitalised_names(lang: str) -> None:
    assert capital_words(lang, words_of(lang)) is None


def test_where_all_nouns_have_capitals_names_need_words() -> None:
    assert capital_words("lb", words_of("lb")) is None
    assert capital_words("de", words_of("de"))


def found_in(lang: str, text: str, common: str = "", known: str = "") -> list[str]:
    """The names of a text in a language, whose wiki has words in lower case and words with a capital."""
    words = capital_words(lang, words_of(lang))
    assert words
    cases = WordCases(lower=frozenset(common.split()), upper=frozenset(known.split()))
    lower = {word for word in re.findall(r"\w+", text) if word[0].islower()}
    spans = next(CapitalisedNames(words, Orthography(cases=cases)).find([text], [[]], lower))
    return [text[start:end] for start, end in spans]


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Elided words belong to no name, at the beginning of a sentence neither; within a name they tie it.
        ("Il vit à l'Île-de-France et loin d’Autriche.", ["Île-de-France", "Autriche"]),
        ("L'Autriche est un pays, et L’Oréal est là.", ["Autriche", "L’Oréal"]),
        ("Il est à L'Isle de Noé.", ["L'Isle de Noé"]),
        ("D'après lui, D'autres et C'est là, à l'Institut d’Études Slaves.", ["Institut d’Études Slaves"]),
        # One capital: the adjectives belong to the name, and what goes on otherwise is left out.
        (
            "Il est à l'Union européenne et à la Seconde Guerre mondiale.",
            ["Union européenne", "Seconde Guerre mondiale"],
        ),
        ("Il est à la Cour constitutionnelle de Berlin.", ["Cour constitutionnelle de Berlin"]),
        ("Il est à l'Académie des sciences et à l'Académie royale des sciences.", []),
        ("Il est à la Société de linguistique de Paris, à Paris.", ["Paris"]),
        ("Il est au Ministère de l'Éducation nationale.", []),
        ("Il est à l'Académie royale d’histoire et à l'Union des sciences d’Autriche.", []),
        ("Il est à l'Union des amis du roi du lac de Paris.", []),
        ("Il voit que l'Union est près de Paris.", ["Paris"]),
        ("Il lit L'Éducation sentimentale à Paris.", ["Paris"]),
        ("Il est à l'Union et à l'Union rapide.", []),
        ("Il voit que le Conseil fédéral explique tout.", ["Conseil fédéral"]),
        ("Il est à la Cour constitutionnelle fédérale.", ["Cour constitutionnelle fédérale"]),
        # A kind of thing is no name, and neither is a common noun behind an article.
        ("Il voit la Ligue, à Paris.", ["Paris"]),
        ("Il voit l’Arche, l’Arche et l'Arche à Paris.", ["Paris"]),
        # People of places and sides of the world
        ("Il voit les Berlinois, un Allemand et des Afro-Américains à Paris.", ["Paris"]),
        ("Il va au Sud-Est de l'Europe et en Amérique du Nord, au Nord.", ["Europe", "Amérique du Nord"]),
        ("Il va dans le Sud d’Autriche.", ["Autriche"]),
        ("Il vit au XXe siècle, sous Charles Ier de Bavière.", ["Charles Ier de Bavière"]),
        ("Il voit le Président d'Autriche, le Duc d'Orléans et Paris.", ["Autriche", "Paris"]),
        # What is quoted has a capital whatever it is.
        ("Il a pour thème « Mondialisation » à Paris.", ["Paris"]),
        ("Il vit l'ex-Union Soviétique et Paris.", ["Paris"]),
        (
            "Il va à Aulnay-sous-Bois, dans le Val-d'Oise, à Condé-sur-l’Escaut et à Saint-Jean-de-la-Ruelle.",
            ["Aulnay-sous-Bois", "Val-d'Oise", "Condé-sur-l’Escaut", "Saint-Jean-de-la-Ruelle"],
        ),
        # Small words of other languages tie names too, with a hyphen those that are written so.
        (
            "Il voit Abd al-Rahman III, Goya y Lucientes et Fatima bint Muhammad.",
            ["Abd al-Rahman III", "Goya y Lucientes", "Fatima bint Muhammad"],
        ),
        ("Il voit que l'Union européenne y siège avec Mit Abou al-Koum.", ["Union européenne", "Mit Abou al-Koum"]),
        ("Il est à l'Organisation des Nations unies.", ["Organisation des Nations unies"]),
        # What is no name whatever stands beside it: units, the groups of living beings, what is behind a firm's name
        ("Il voit 30 MHz, 5 GeV et 3 Mpc, à Paris.", ["Paris"]),
        ("Il voit les Culicidés, les Rosacées et les Viperidae à Paris.", ["Paris"]),
        ("Il travaille à la Britannica, Inc., et chez AT&T Inc. à Paris.", ["Britannica", "AT&T Inc.", "Paris"]),
        ("Il voit les Incas, les Huns et les Zoulous à Paris.", ["Paris"]),
        # Other names have the endings of people too: behind a small word, and with other words
        (
            "Né à Amiens, d'Artois, il voit les Valois, trois Pékinois et François II, comte de Blois.",
            ["Amiens", "Artois", "François II", "Blois"],
        ),
        ("À Rennes il a vu le Berlinois.", ["Rennes"]),
        # A lower-case adjective may make another place; a people before a person's name is no part of it.
        ("Il vit au Congo belge et en Asie centrale, puis au Congo.", ["Congo belge", "Asie centrale", "Congo"]),
        ("Il est inventé par le Belge Adolphe Sax, un Belge.", ["Adolphe Sax"]),
        ("Il voit le symbole W. Son nom et Hugo du XIXe siècle.", ["Hugo"]),
    ],
)
def test_names_of_a_french_sentence(text: str, expected: list[str]) -> None:
    assert found_in("fr", text, common="union république monde arche") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        (
            "it",
            "Vive all'Aquila, presso l'Impero romano e la Chiesa di San Nicola.",
            ["Aquila", "Impero romano", "Chiesa di San Nicola"],
        ),
        ("it", "Vide la Biblioteca Centrale e Regionale di Berlino.", ["Biblioteca Centrale e Regionale di Berlino"]),
        ("it", "Vide la Chiesa della Memoria e Napoli.", ["Chiesa della Memoria", "Napoli"]),
        ("it", "Vide il Museo delle culture e l'arte dell'Ottocento, di Federico il Grande.", ["Federico il Grande"]),
        ("ro", "A văzut Catedrala Sf. Boris și Senatul Berlinului.", ["Catedrala Sf. Boris", "Senatul Berlinului"]),
        (
            "ro",
            "A văzut Filarmonica berlineză și Parcul Științei și Businessului.",
            ["Filarmonica berlineză", "Parcul Științei și Businessului"],
        ),
        (
            "ro",
            "Este în Vestul Germaniei și la Ministerul pentru Securitatea Statului.",
            ["Germaniei", "Ministerul pentru Securitatea Statului"],
        ),
        (
            "hu",
            "Látta a Landwehr- és a Lujza-csatornát, a Francia Dómot és Berlinben a Tempelhofi negyedet.",
            ["Francia Dómot", "Berlinben"],
        ),
        (
            "ro",
            "Aici Ion Creangă din Humulești a văzut Biblioteca Centrală din Iași și Universitatea din Pisa.",
            ["Ion Creangă", "Humulești", "Biblioteca Centrală din Iași", "Universitatea din Pisa"],
        ),
        ("ro", "Lângă Carol al II-lea și Ecaterina a II-a era pacea.", ["Carol al II-lea", "Ecaterina a II-a"]),
        ("ro", "Inginerul Radu Manicatide și Colonelul au ajuns.", ["Radu Manicatide"]),
        # Of a name only the last word is in another case.
        (
            "hu",
            "Itt Pozsonyban Erkel László és Esteban Moreno élt, ott Kecskemétről Bécsbe ment.",
            ["Pozsonyban", "Erkel László", "Esteban Moreno", "Kecskemétről", "Bécsbe"],
        ),
        # Foreign names end like that too, but their vowels are not in harmony, or what would be left is too short.
        (
            "hu",
            "Itt Ruben Östlund, Torben Betts, Alban Berg és Grünben Aho élt, ott Pécsből Wiesbadenben Nagy Pál járt.",
            ["Ruben Östlund", "Torben Betts", "Alban Berg", "Grünben", "Aho", "Pécsből", "Wiesbadenben", "Nagy Pál"],
        ),
        (
            "hu",
            "Itt Rómában Nagy Pál, Madridból Nagy Pál, Győrben Nagy Pál, Kovácsként Nagy Pál járt.",
            ["Rómában", "Nagy Pál", "Madridból", "Nagy Pál", "Győrben", "Nagy Pál", "Kovácsként", "Nagy Pál"],
        ),
        ("hu", "Itt IV. Béla és XVI. Benedek járt a XX. században.", ["IV. Béla", "XVI. Benedek"]),
        ("hu", "Itt a Ferenczy István utca és az Andrássy úton Kossuth Lajos útiterve.", ["Kossuth Lajos"]),
        ("hu", "Ez a Szent István-bazilika és a Mol Nyrt. háza.", ["Mol Nyrt."]),
        (
            "ru",
            "Он видел Берлинский собор, Людвига Миса ван дер Роэ и Петра Великого.",
            ["Берлинский собор", "Людвига Миса ван дер Роэ", "Петра Великого"],
        ),
        (
            "it",
            "Vide la Chiesa romana era bella e l'Unione europea arriva, l'Università fondata.",
            ["Chiesa romana", "Unione europea"],
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
        (
            "ro",
            "A scris romanul „Pădurea spânzuraților”, „Ion Vodă”, „Răscoala” și „Gorila” sau „Altă dată”.",
            ["Pădurea spânzuraților", "Ion Vodă", "Răscoala", "Gorila"],
        ),
        ("ro", "El era „Bunul om” al lor.", []),
        (
            "ro",
            "A urmat Liceul „Alexandru Hâjdeu” și Liceul Mare „Hâjdeu”.",
            ["Liceul „Alexandru Hâjdeu”", "Liceul Mare"],
        ),
        # A body behind the place where something else is ends no name of it.
        (
            "ro",
            "A urmat cursurile de Litere de la Universitatea București și Pacea de la București.",
            ["Litere", "Universitatea București", "Pacea de la București"],
        ),
        # Words of other languages are those that the language itself has not.
        ("fr", "À Paris il a vu Berlin et le.", ["Paris", "Berlin"]),
        ("ro", "În Paris el a plecat.", ["Paris"]),
        # Two names side by side: words that begin names, and those that the article has by themselves
        (
            "hu",
            "Azt mondta, hogy Szeged Magyarország városa, Berlinben Németország előtt.",
            ["Szeged", "Magyarország", "Berlinben", "Németország"],
        ),
        (
            "hu",
            "Azt mondta, hogy Berlin Európa városa. Azt mondta, hogy Berlin és Európa nagy.",
            ["Berlin", "Európa", "Berlin", "Európa"],
        ),
        (
            "hu",
            "Azt mondta, hogy Kossuth Lajos és Kossuth Lajos itt. Azt mondta, hogy Kossuth és Lajos ott.",
            ["Kossuth Lajos", "Kossuth Lajos", "Kossuth", "Lajos"],
        ),
        (
            "fr",
            "Elle est fille du roi d'Écosse Jacques V et de la reine d’Angleterre Élisabeth Ire.",
            ["Écosse", "Jacques V", "Angleterre", "Élisabeth Ire"],
        ),
        (
            "fr",
            "Il voit le duc de Guise Marie, puis Marie à Guise, et le duc de Lorraine Anne.",
            ["Guise", "Marie", "Marie", "Guise", "Lorraine Anne"],
        ),
        # A word that only begins a sentence is left out where the article has the rest by itself.
        ("ro", "Orașul Beclean are. El vede Beclean.", ["Beclean", "Beclean"]),
        ("ro", "Orașul Beclean are.", []),
        # The century that something is of, and small words for `to`
        ("it", "Vide la tomba di Donato Donati del XVII secolo, e Ferrara al Papa.", ["Donato Donati", "Ferrara"]),
        (
            "it",
            "Lui vide Nouri al-Maliki nel Regno d'Italia costituito da Napoleone.",
            ["Nouri al-Maliki", "Regno d'Italia", "Napoleone"],
        ),
        ("ru", "Писатель Юрий Трифонов и там Писатель.", ["Юрий Трифонов"]),
        ("ru", "Журнал Forbes там.", ["Forbes"]),
        ("ru", "Он играл за «Динамо», сказал «Нет» и «Да!» и видел «Аврору».", ["Динамо", "Аврору"]),
        ("ru", "Там президент России Владимир Путин и гимн России.", ["России", "Владимир Путин", "России"]),
        # The office that begins the sentence has a capital too.
        ("ru", "Президент России Владимир Путин приехал.", ["России", "Владимир Путин"]),
        ("ro", "Regele Angliei Carol Popescu a venit.", ["Angliei", "Carol Popescu"]),
        # Words with a hyphen before a name are part of it with a capital only.
        ("fr", "Il a rencontré peut-être Jean Dupont et l'ex-économiste Anne Dupont.", ["Jean Dupont", "Anne Dupont"]),
        ("fr", "Il habitait en ex-Union Soviétique.", []),
        ("ro", "El a plecat, luându-și Maria Popescu de soție.", ["Maria Popescu"]),
        # Spanish: some names of several words have one capital, and a place may begin with a capitalised article.
        (
            "es",
            "Vio el Imperio otomano, la Guerra Civil española y Roma.",
            ["Imperio otomano", "Guerra Civil española", "Roma"],
        ),
        ("es", "Vio el Consejo Digital francés, la Unión y Roma.", ["Roma"]),
        ("es", "La Guerra Civil de los años treinta, en Roma.", ["Guerra Civil", "Roma"]),
        (
            "es",
            "Estudió en la Universidad de La Habana, no en la Universidad de Buenos Aires.",
            ["Universidad de La Habana", "Universidad de Buenos Aires"],
        ),
        (
            "es",
            "Vio que Isabel la Católica, Juan de la Cruz y San Pedro eran.",
            ["Isabel la Católica", "Juan de la Cruz", "San Pedro"],
        ),
        ("es", "¿Quién fue Simón Bolívar? ¿Discute el Papa Juan Pablo II? ¡Ay!", ["Simón Bolívar", "Juan Pablo II"]),
        ("es", "Vio al General Franco, al Duque de Alba y al Rey, el 2 de Mayo.", ["Franco"]),
        ("es", "Fue al Sur de Francia y a América del Sur.", ["Francia", "América del Sur"]),
        ("es", "Leyó Salmon Fishing in Yemen y Vargas y Lago.", ["Vargas", "Lago"]),
        (
            "pt",
            "Ele viu a Universidade de São Paulo, João da Silva e o Castelo d'Óbidos.",
            ["Universidade de São Paulo", "João da Silva", "Castelo d'Óbidos"],
        ),
        (
            "pt",
            "Ele viu D. João VI, Pedro o Grande e Dona Maria da Glória.",
            ["João VI", "Pedro o Grande", "Maria da Glória"],
        ),
        ("pt", "O Primeiro-Ministro José Sócrates, em Janeiro, no Sul de Portugal.", ["José Sócrates", "Portugal"]),
        (
            "pt",
            "Ele viu a Primeira Guerra e as placas Indianas na América do Sul.",
            ["Primeira Guerra", "América do Sul"],
        ),
        # Catalan: a dot within a word, and elided words as in French.
        (
            "ca",
            "Va veure Brussel·les i el Col·legi d'Advocats de l'Empordà.",
            ["Brussel·les", "Col·legi d'Advocats de l'Empordà"],
        ),
        (
            "ca",
            "Va anar de L'Anoia a la Universitat de La Laguna, el Dilluns.",
            ["L'Anoia", "Universitat de La Laguna"],
        ),
        # Two surnames with a small word between, where the given name shows that they are one person's.
        (
            "ca",
            "Allà Josep Torras i Bages, Casilda Joan i Julià, Joan Brossa i Narcís Comadira, Sant Cugat i Rubí eren.",
            ["Josep Torras i Bages", "Casilda Joan i Julià", "Joan Brossa", "Narcís Comadira", "Sant Cugat", "Rubí"],
        ),
        (
            "ca",
            "Allà Pere II el Gran i Pere el Gran van veure la Copa del Rei.",
            ["Pere II el Gran", "Pere el Gran", "Copa del Rei"],
        ),
        ("es", "Allí Alfonso X el Sabio y Luis XIV vivieron.", ["Alfonso X el Sabio", "Luis XIV"]),
        ("ca", "Allà la Guerra civil espanyola i la Unió europea van ser.", ["Guerra civil espanyola", "Unió europea"]),
        ("ca", "Allà la República Catalana fundà ciutats i va ser la Universitat de lletres.", ["República Catalana"]),
        (
            "ca",
            "Va escriure la novel·la “Camí de sirga” i fundà “La Terra” i «Calaph».",
            ["Camí de sirga", "La Terra", "Calaph"],
        ),
        ("en", "After Peter the Great he went to Ivan the Terrible.", ["Peter the Great", "Ivan the Terrible"]),
        ("ca", "Fundador del Diari Català i membre d'Esquerra.", ["Diari Català", "Esquerra"]),
        ("ca", "Segons el President Pere Aragonès, al Sud de França.", ["Pere Aragonès", "França"]),
        # Indonesian: offices before a name are left out, months and days have a capital.
        ("id", "Ia melihat Presiden Yudhoyono dan Paus Paul VI pada Juni dan Senin.", ["Yudhoyono", "Paul VI"]),
        # Two names side by side: the place is directly behind the title.
        ("id", "Di sana raja Makedonia Amyntas I menang.", ["Makedonia", "Amyntas I"]),
        # Behind some words the name of a place is an adjective, in a list too.
        (
            "id",
            "Di sana orang Eropa memakai bahasa Turki, Arab, Serbia dan Kroasia di Bosnia, Jepang dan Korea.",
            ["Bosnia", "Jepang", "Korea"],
        ),
        ("id", "Ia melihat Martin Luther King, Jr. di sana.", ["Martin Luther King, Jr."]),
        # Titles in the quotation marks of a language.
        ("fr", "Il a écrit « Guerre et Paix » et «\xa0Les Misérables\xa0».", ["Guerre et Paix", "Les Misérables"]),
        ("ro", "A scris „Crimă și Pedeapsă” în 1866.", ["Crimă și Pedeapsă"]),
        ("hu", "Megírta a „Háború és Béke” című regényt.", ["Háború és Béke"]),
        # Adjectives have a capital in Dutch too: with the noun they are no part of the name before them.
        (
            "nl",
            "Hij zag Jan van Eyck, de Abdij van Maagdendale, een lijst van Belgische steden, in Gent Vlaamse kunst.",
            ["Jan van Eyck", "Abdij van Maagdendale", "Gent"],
        ),
        ("nl", "Hij zag de Vlaamse Gemeenschap, Franstalige Belgen en een Brusselaar.", ["Vlaamse Gemeenschap"]),
        ("nl", "Daar is Koning Albert II van België de zoon van Prins Leopold.", ["Albert II van België", "Leopold"]),
        ("nl", "Zij was Hertogin van Brabant, in het Zuiden van Frankrijk.", ["Frankrijk"]),
        ("nl", "Hij las « Bessy », « Nee » en « Het Dwaallicht ».", ["Bessy", "Het Dwaallicht"]),
        # Behind a word for a work a title has one capital, and may begin as a sentence does.
        (
            "nl",
            'Hij las de roman "Het diner", "De avonden" en "Van oude mensen", zei "Het spijt me".',
            ["Het diner", "De avonden", "Van oude mensen"],
        ),
        (
            "es",
            "Leyó la novela «Cien años de soledad», dijo «Dos veces no» y vio la vieja película «El sur».",
            ["Cien años de soledad", "El sur"],
        ),
        ("es", "Leyó la novela «Dos.» y la novela «Dos» y la novela «dos veces».", []),
        ("it", "Vide il film «Il nome della rosa» e disse «Il mondo».", ["Il nome della rosa"]),
        # Behind a word that opens a sentence stands what ties it to a name.
        ("en", "In the Great Depression he left.", ["Great Depression"]),
        ("fr", "Autour de Rome il y a eu.", ["Rome"]),
        ("nl", "Tijdens de Eerste Wereldoorlog woonde hij in Gent.", ["Eerste Wereldoorlog", "Gent"]),
        ("pt", "Depois da Revolução Francesa morreu.", ["Revolução Francesa"]),
        ("pt", "São Paulo é grande.", ["São Paulo"]),
        ("pt", "São conhecidos e moram em Lisboa.", ["Lisboa"]),
        # Of Turkish plurals only those of peoples end a name.
        (
            "tr",
            "Orada Maymunlar Cehennemi ile Dünya Çocuklar Günü ve Bakanlar Kurulu göründü.",
            ["Maymunlar Cehennemi", "Dünya Çocuklar Günü", "Bakanlar Kurulu"],
        ),
        ("tr", "Orada ABD Dışişleri Bakanı Henry Kissinger göründü.", ["Henry Kissinger"]),
        # What is behind an apostrophe is no part of a Turkish name, but for a capital.
        (
            "tr",
            "Orada Rona'nın Hindistan'da O'Neill ile İstanbul'dan Xi'an'a gittiği söylendi.",
            ["Rona", "Hindistan", "O'Neill", "İstanbul"],
        ),
        # Months have a capital, and so have offices that stand behind what they are of.
        (
            "tr",
            "Orada Fransa Başbakanı Lionel Jospin ile Lennox Kontesi Margaret Douglas, Blunt Ocak 2011'de göründü.",
            ["Fransa", "Lionel Jospin", "Lennox", "Margaret Douglas", "Blunt"],
        ),
        # So have days of the week, and adjectives before a noun, the members of creeds among them.
        (
            "tr",
            "Orada Kori Schulman Pazartesi günü, Malta Şövalyesi Jean Parisot ve Berlin Alevi derneği göründü.",
            ["Kori Schulman", "Malta", "Jean Parisot", "Berlin"],
        ),
        (
            "tr",
            "Orada Berlin 3 Ekim 1990'da Apollo 11 ile IV. Murad ve Abd el-Kadir gibiydi.",
            ["Berlin", "Apollo 11", "IV. Murad", "Abd el-Kadir"],
        ),
        (
            "tr",
            "Orada Sudeten Alman çiftçisi, Uber Çinli şirketi, Almanlar Berlin'i ve Yale Üniversitesinde Meyer vardı.",
            ["Sudeten", "Uber", "Berlin", "Yale Üniversitesinde", "Meyer"],
        ),
        ("tr", "Orada Çing hanedanının yıkılmasıyla İngilizlerin ve Parislilerin parası bitti.", []),
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
        # A Finnish name of several words has one capital: it ends with the noun of what belongs to the owner before it.
        (
            "fi",
            "Hän näki Turun yliopiston, Oulun käräjäoikeudessa Helsingin ja Suomen antifasistisen komitean.",
            ["Turun yliopiston", "Oulun käräjäoikeudessa", "Helsingin", "Suomen antifasistisen komitean"],
        ),
        (
            "fi",
            "Hän näki Puolan tasavallan perustuslain, Suomen asemaa, Turussa yliopiston ja Oulun uuden yliopiston.",
            ["Puolan tasavallan perustuslain", "Suomen", "Turussa", "Oulun"],
        ),
        # Behind a country's owner, before a city and behind a case that no nominative looks like, another name begins.
        (
            "fi",
            "Siellä Englannin Michael Owen, Risto Rinne Turun yliopistosta ja Helsingissä Åbo Akademi pelasivat.",
            ["Englannin", "Michael Owen", "Risto Rinne", "Turun yliopistosta", "Helsingissä", "Åbo Akademi"],
        ),
        (
            "fi",
            "Siellä Helsingin Sanomat, Costa Rica, Vanessa Paradis ja Suomen Akatemia olivat.",
            ["Helsingin Sanomat", "Costa Rica", "Vanessa Paradis", "Suomen Akatemia"],
        ),
        # Endings behind a colon or an apostrophe are no part of a name, nor are compounds with it.
        (
            "fi",
            "Hän näki The Muppet Show'ssa Lumiukko-elokuvan, Itä-Ukrainan ja Real Madridin -yhtyeen.",
            ["The Muppet Show", "Itä-Ukrainan", "Real Madridin"],
        ),
        ("fi", "Hän sanoi ”Muodonmuutoksia suurella näyttämöllä” eikä ”Vapaa pelaaja”.", []),
        (
            "fi",
            "Hän lauloi kappaleen ”Amor ampuu ohi” ja ”Walking in the Air”.",
            ["Amor ampuu ohi", "Walking in the Air"],
        ),
        ("fi", "Hän näki presidentti Tarja Halosen ja Kuningas Kustaa II:n.", ["Tarja Halosen", "Kustaa II"]),
        ("fi", "Suomalainen Kimi Räikkönen ja Presidentti Niinistö tulivat.", ["Kimi Räikkönen", "Niinistö"]),
        # Thousands are set apart by a space, and are none of a name's number.
        ("fi", "Siellä Kimmo Kiljunen 4 103 äänellä ja Apollo 11 kuussa.", ["Kimmo Kiljunen", "Apollo 11"]),
    ],
)
def test_names_in_other_languages(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, common="orașul") == expected


@pytest.mark.parametrize(
    ("lang", "text", "is_one"),
    [
        ("es", "Cien años de soledad", True),
        ("es", "El túnel", True),
        ("es", "El túnel.", True),
        ("nl", "Het diner", True),
        ("fr", "Aperçu d'une histoire", True),
        ("it", "L'angelo azzurro", True),
        # Names of species and words of other languages have no small words of the language.
        ("es", "Canis lupus familiaris", False),
        ("nl", "In vitro", False),
        ("fr", "Ich bin ein Berliner", False),
        # What is short or ends is no title, nor is one where titles have capitals.
        ("es", "Soledad", False),
        ("es", "el túnel", False),
        ("es", "¿Por qué no se calla?", False),
        ("es", "Una vez en la vida de todos los que se van", False),
        ("en", "The old man and the sea", False),
        ("en", "The Old Man and the Sea", True),
    ],
)
def test_titles_in_italic_type_with_one_capital(lang: str, text: str, is_one: bool) -> None:
    words = capital_words(lang, words_of(lang))
    assert words
    title = (0, len(text.removesuffix(".")))
    assert list(titles_in_italics(text, [(0, len(text))], words)) == [title] * is_one


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Kinds of things stand first in a name, whose list they tie; none of the list is a kind itself.
        ("Ia melihat Kementerian Pendidikan dan Kebudayaan.", ["Kementerian Pendidikan dan Kebudayaan"]),
        ("Ia melihat Perang Dunia dan Perang Dingin.", ["Perang Dunia", "Perang Dingin"]),
        ("Ia melihat Museum Pendidikan dan Jakarta.", ["Museum Pendidikan", "Jakarta"]),
        # They belong to the name where a sentence begins, which other words do not; alone they are no name.
        ("Pulau Hong Kong indah.", ["Pulau Hong Kong"]),
        ("Tentara Makedonia kalah di Makedonia.", ["Makedonia", "Makedonia"]),
        ("Ia melihat Pulau itu, Pulau ini dan Pulau sana.", []),
    ],
)
def test_indonesian_names_begin_with_the_kind_of_thing(text: str, expected: list[str]) -> None:
    assert found_in("id", text, common="pendidikan kebudayaan perang dunia dingin pulau tentara museum") == expected


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


def test_a_title_in_italic_type_behind_a_work_has_one_capital_where_foreign_words_are_seldom_so() -> None:
    text = "film Gwiezdne wojny, gest Gwiezdne wojny"
    spans = [(5, 19), (26, 40)]
    found = {}
    for lang in ("pl", "ru"):
        words = capital_words(lang, words_of(lang))
        assert words
        found[lang] = list(titles_in_italics(text, spans, words))
    assert found == {"pl": [(5, 19)], "ru": []}


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


def test_a_noun_that_goes_on_with_what_begins_a_sentence_shows_no_name_of_a_common_word() -> None:
    assert found_in("fi", "Kansan hallitus ja Turun hallitus.", common="kansan") == ["Turun hallitus"]


def test_a_person_whose_office_begins_the_sentence_needs_no_other_place() -> None:
    common = "general secretary war"
    assert found_in("en", "General Henry Knox left.", common=common) == ["Henry Knox"]
    assert found_in("en", "Secretary of War Stanton left.", common=common) == []
    assert found_in("ca", "President de la Generalitat de Catalunya.", common="president") == [
        "Generalitat de Catalunya"
    ]


def test_turkish_words_are_compared_in_their_own_small_letters() -> None:
    text = "Orada İlçe ve Irmak vardı."
    assert found_in("tr", text) == ["İlçe", "Irmak"]
    assert found_in("tr", text, common="ilçe ırmak") == []
    assert found_in("tr", "Irmak vardı.", known="ırmak") == ["Irmak"]


def test_a_single_word_in_italic_type_is_one_of_another_language_where_that_is_mostly_so() -> None:
    text = "la Wiedervereinigung, Fritz Lang"
    spans = [(3, 20), (22, 32)]
    assert ENGLISH and not list(foreign_words(text, spans, ENGLISH))
    italian = capital_words("it", words_of("it"))
    assert italian and list(foreign_words(text, spans, italian)) == [(3, 20)]


words = st.sampled_from(["Ann", "Lee", "of", "the", "“", "”", "King", "U.S.", "bush", "Bush", ".", "3", "Ö-Ö"])
texts = st.lists(st.lists(words, max_size=9).map(" ".join), max_size=5)


@given(texts)
def test_names_are_in_order_and_apart_and_begin_with_a_capital(texts: list[str]) -> None:
    lower = {word for text in texts for word in re.findall(r"\w+", text) if word[0].islower()}
    spans = list(NAMES.find(texts, [[(0, 3)] for _ in texts], lower))
    assert len(spans) == len(texts)
    for text, each in zip(texts, spans, strict=True):
        last = 3
        for start, end in each:
            assert last <= start < end <= len(text)
            assert text[start].isupper() and not text[end - 1].isspace()
            last = end


_UNIT = (
    rf"(?:(?:{CAPITAL}\.){{2,}}|{CAPITAL}\.(?= {CAPITAL})|St\.(?= )"
    rf"|{CAPITAL}\w*(?:['’](?!s\b)\w+|·\w+|-(?:\w{{2,3}}-)?{CAPITAL}\w*|&{CAPITAL}\w*)*)"
)
PLAIN_RUN = re.compile(
    rf"{WORDS.edge_before}(?:\d{{1,3}}(?:st|nd|rd|th) )?{_UNIT}"
    rf"(?:(?: & | (?:{'|'.join(ENGLISH.ties)}) (?!The\b)| ){_UNIT})*"
    rf"(?: \d{{1,3}}(?![\w%–-]|, ?\d|\.(?!\Z)| [^\W\dA-Z]\w{{2,}}s\b))?{WORDS.edge_after}"
)
PIECES = [
    *("A", "St", "S", "Ab", "Éc", "ab", "The", "de", "van", "der", "of", "the", "s", "years", "1", "22", "333", "3rd"),
    *(
        "12th",
        "1234th",
        " ",
        " ",
        " ",
        " ",
        ".",
        ".",
        "-",
        "–",
        "'",
        "’",
        "&",
        " & ",
        ",",
        "/",
        "%",
        "(",
        "_",
        "٣",
        "·",
    ),
]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_a_run_is_an_ordinal_and_words_with_ties_between_edges(text: str) -> None:
    fast, plain = ([match.span() for match in each.finditer(text)] for each in (RUN, PLAIN_RUN))
    assert fast == plain


@given(
    st.lists(st.sampled_from([" ", "-", ",", "and", "or", "Greek", "Austrian", "palace", "İ", "1", "x"])).map("".join)
)
def test_a_noun_that_is_described_without_a_comma_or_another_adjective_follows_in_lower_case(after: str) -> None:
    if describes(after, WORDS) and after[0] != ",":
        assert after[0] in " -" and after[1].islower()


def test_a_word_has_so_many_parts_and_no_more() -> None:
    """Else a text of nothing else took the square of its length, in French minutes for 20,000 characters."""
    french = capital_words("fr", words_of("fr"))
    assert french
    pattern = run_pattern(french)
    assert pattern.fullmatch("A" + "-l'Aa" * 9)
    assert not pattern.fullmatch("A" + "-l'Aa" * 10)


def test_a_name_takes_in_so_many_adjectives_and_no_more() -> None:
    """Else a chain of adjectives, each of which may begin a name, took the square of its length."""
    assert found_in("sv", "Han såg Svenska lilla lilla lilla lilla lilla kyrkan.") == [
        "Svenska lilla lilla lilla lilla lilla kyrkan"
    ]
    assert found_in("sv", "Han såg Svenska lilla lilla lilla lilla lilla lilla kyrkan.") == []


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
    ("text", "expected"),
    [
        # A name of several words has one capital: what agrees with its first word belongs to it, in other cases too.
        ("Han lämnade Svenska kyrkan för Förenta staternas armé.", ["Svenska kyrkan", "Förenta staternas"]),
        ("Han läste Kungliga Tekniska högskolan och Röda korset.", ["Kungliga Tekniska högskolan", "Röda korset"]),
        ("Han såg Svenska och sedan Norra delar.", []),
        ("Då hade Europa mötte flickan.", ["Europa"]),
        ("Han seglade där (Stilla havet, söder om ön) och på ”Norra havet”.", ["Stilla havet", "Norra havet"]),
        ("Norra delen ligger där (Stora delar finns).", []),
        # What bodies and places are called behind a name.
        ("Han kom till Uppsala universitet, i Västra Götalands län.", ["Uppsala universitet", "Västra Götalands län"]),
        # A place belongs to the name of a body and of nobody else.
        ("Han kom till Högskolan i Borås och Dramaten i Stockholm.", ["Högskolan i Borås", "Dramaten", "Stockholm"]),
        ("Högskolan i Borås växte.", ["Högskolan i Borås"]),
        # One word belongs to who is of it.
        ("Han såg Adam av Bremen och Amerika av Anna Berg.", ["Adam av Bremen", "Amerika", "Anna Berg"]),
        ("Han såg Karl den store, Erik den helige och den store.", ["Karl den store", "Erik den helige"]),
        # An owner, behind which another name begins.
        ("Han såg Apple med Siri och Apples Siri.", ["Apple", "Siri", "Apples", "Siri"]),
        ("Han såg Apples Siri.", ["Apples Siri"]),
        ("Då är Apple här, Apples Radio med Radio.", ["Apple", "Apples Radio", "Radio"]),
        ("Han såg Anna Berg och Anna Bergs Olof Svensson.", ["Anna Berg", "Anna Bergs Olof Svensson"]),
        ("Apples bolag köpte Apple.", ["Apples", "Apple"]),
        ("Då har Västgötalagen Sveriges skydd.", ["Västgötalagen", "Sveriges"]),
        ("Då är Republiken Kinas president här.", ["Republiken Kinas"]),
        # A month behind a number, a saint with a colon, marks that are the same on both sides or point inwards.
        ("Det var i Sverige 6 juni och i S:t Petersburg.", ["Sverige", "S:t Petersburg"]),
        ("Han skrev romanen ”Stormen över havet”, läste »Hamlet« och sade ”Nej”.", ["Stormen över havet", "Hamlet"]),
        ("Han såg Alaska, fru Nowakowska och New York-baserade bolag.", ["Alaska", "Nowakowska"]),
        # Behind an office a capital shows a name where the sentence begins too.
        ("Kung Carl Gustaf kom.", ["Carl Gustaf"]),
        ("Mr Osborne kom.", ["Osborne"]),
        ("Författaren Selma Lagerlöf kom.", ["Selma Lagerlöf"]),
        ("Författaren kom.", []),
        ("Hans Zimmer kom.", []),
    ],
)
def test_names_in_swedish(text: str, expected: list[str]) -> None:
    assert found_in("sv", text, common="radio norra hans delar") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("nb", "Han forlot Den norske kirke og De forente nasjoner.", ["Den norske kirke", "De forente nasjoner"]),
        ("nb", "Da lå Det nye huset der, i Den.", ["Det nye huset"]),
        ("nb", "Den norske kirke vokste, og Den vokste.", []),
        ("nb", "Den norske kirke er Den norske kirke.", ["Den norske kirke", "Den norske kirke"]),
        ("nb", "Han kom til Universitetet i Oslo og Oslo kommune.", ["Universitetet i Oslo", "Oslo kommune"]),
        ("nb", "Han så Høyres Yngve Brox i Høyre.", ["Høyres", "Yngve Brox", "Høyre"]),
        ("nb", "Han leste «Hamlet» i Norge 17 mai.", ["Hamlet", "Norge"]),
        ("nn", "Han kom frå Den norske kyrkja og Oslo kommune.", ["Den norske kyrkja", "Oslo kommune"]),
        ("nn", "Dei kom frå Dei sameinte nasjonane.", ["Dei sameinte nasjonane"]),
        ("nn", "Statsråd Anna Berg kom, og ho vann Nobels litteraturpris.", ["Anna Berg", "Nobels litteraturpris"]),
        ("da", "Han kom til Københavns Universitet i Aarhus kommune.", ["Københavns Universitet", "Aarhus kommune"]),
        ("da", "Han så Det Røde Hav og Alexander den Store.", ["Det Røde Hav", "Alexander den Store"]),
        ("da", "Han så Erik af Pommern og Danmark af Anna Berg.", ["Erik af Pommern", "Danmark", "Anna Berg"]),
        ("da", "Kronprins Frederik kom til Skt. Peters Kirke.", ["Frederik", "Skt. Peters Kirke"]),
    ],
)
def test_names_in_norwegian_and_danish(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


def test_behind_an_office_a_capital_shows_a_name_where_a_sentence_begins_too() -> None:
    texts = ["General Henry Knox came.", "President came.", "President of Stanton came.", "7th Cir. came."]
    assert found(*texts) == [["Henry Knox"], [], [], []]


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
    ],
)
def test_what_only_looks_like_a_place_or_a_work(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


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
    assert czech and czech.of_people
    assert bool(czech.of_people.fullmatch(word)) == is_one


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


MACEDONIAN = "претседателот по филм град во е со му го"


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("mk", "Таму живеел Иван Мештровиќ, скулптор од Сплит.", ["Иван Мештровиќ", "Сплит"]),
        # What begins the sentence is a word that the wiki has in lower case.
        ("mk", "Претседателот Хамид Карзај стигна во Кабул.", ["Хамид Карзај", "Кабул"]),
        ("mk", "По Загреб стигна.", ["Загреб"]),
        ("mk", "По Сплит стигна.", []),  # which nothing shows to have a capital elsewhere
        ("mk", "По Град Филм стигна.", []),
        ("mk", "Го читаше Charles de Gaulle.", ["Charles de Gaulle"]),
        ("mk", "Свиреа House of the Rising Sun.", ["House of the Rising Sun"]),
        ("mk", "Ги виде Лорд Бајрон и фирмата Acme Ltd. таму.", ["Лорд Бајрон", "Acme Ltd."]),
        ("sq", "Ai takoi Ismail Kadarenë.", ["Ismail Kadarenë"]),
        ("hy", "Նա ապրում էր Երևանում։", ["Երևանում"]),
    ],
)
def test_names_of_a_language_without_words(lang: str, text: str, expected: list[str]) -> None:
    assert "capitals" not in language_data(lang)
    assert found_in(lang, text, MACEDONIAN, "загреб") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A noun in lower case ends the name of what belongs to the owner before it, in its case.
        (
            "Ta elas Pärnu maakonnas Vändra vallas, Tartu riiklikus ülikoolis, Tallinna linnas ja Balti jaamas.",
            ["Pärnu maakonnas", "Vändra vallas", "Tartu riiklikus ülikoolis", "Tallinna", "Balti jaamas"],
        ),
        # An adjective begins a name with one capital, its noun in the same case.
        (
            "Ta oli Teises maailmasõjas, nägi Vaikset ookeani ja Mustal merel teist maailma.",
            ["Teises maailmasõjas", "Vaikset ookeani", "Mustal merel"],
        ),
        # Behind a case that no nominative looks like, and behind a place that is one, another name begins.
        (
            "Ta oli Ühendriikides Missouri osariigis, USAst Eestisse, Saaremaal Ants Kase ja Lätis Jaan Tamme juures.",
            [
                *("Ühendriikides", "Missouri osariigis", "USAst", "Eestisse"),
                *("Saaremaal", "Ants Kase", "Lätis", "Jaan Tamme"),
            ],
        ),
        (
            "Siin Londonist Mary Poppins, Viljandisse Juhan Liiv ja Pariisis Paul Keres.",
            ["Londonist", "Mary Poppins", "Viljandisse", "Juhan Liiv", "Pariisis", "Paul Keres"],
        ),
        (
            "Seal olid Walt Disney, Jesse James, August Kitzberg, Jaanus Tamm, Toomas Nipernaadi ja Francis Drake.",
            ["Walt Disney", "Jesse James", "August Kitzberg", "Jaanus Tamm", "Toomas Nipernaadi", "Francis Drake"],
        ),
        (
            "Seal olid Mercedes Sosa, Los Andes Tolima, Helga Nõu, Ernest Hemingway ja Charles de Gaulle.",
            ["Mercedes Sosa", "Los Andes Tolima", "Helga Nõu", "Ernest Hemingway", "Charles de Gaulle"],
        ),
        (
            "Seal olid Christ Church, East London, Faust Symphony, Automobile Club, Matisse Museum ja Renault Clio.",
            ["Christ Church", "East London", "Faust Symphony", "Automobile Club", "Matisse Museum", "Renault Clio"],
        ),
        # Who is called by an office before the name begins the sentence, though the surname is a common noun too.
        ("Peaminister Tiit Vähi tuli.", ["Tiit Vähi"]),
        ("Tantsuajaloolane Heino Aassalu tuli.", ["Heino Aassalu"]),
        ("Sündinud Tallinnas, elas ta Narvas.", ["Tallinnas", "Narvas"]),
        # What stands in quotation marks is a name alone, and behind a word for a work with one capital.
        (
            "Ta luges romaani “Tõde ja õigus”, „Postimeest” ja ütles „Jah” ning „Ma tulen varsti”.",
            ["Tõde ja õigus", "Postimeest"],
        ),
        # A capital shows a name in brackets and behind an abbreviation.
        ("See oli 1949. a. Tallinnas (Eestis).", ["Tallinnas", "Eestis"]),
        ("Siin oli XIX sajandil Karl XII.", ["Karl XII"]),
    ],
)
def test_names_in_estonian(text: str, expected: list[str]) -> None:
    assert found_in("et", text, common="vähi peaminister tantsuajaloolane sündinud teises mustal") == expected


def test_a_body_has_its_place_behind_an_article_that_begins_the_sentence() -> None:
    text = "De Universiteit van het Noorden is daar."
    assert found_in("nl", text, "universiteit") == ["Universiteit van het Noorden"]
    assert found_in("nl", text) == ["Universiteit"]  # which is no common noun there


GREEK = "πανεπιστήμιο κάτοικοι τράπεζα εθνική πρόεδρος ταινία ένωση μάχη πόλεμο παγκόσμιο όχι"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Τον Μάρτιο ο Τραμπ πήγε στη Ρώμη την Κυριακή.", ["Τραμπ", "Ρώμη"]),
        # Peoples have a capital in all cases, and the names of places none of their endings.
        ("Εκεί οι Έλληνες νίκησαν τους Τρώες, τις Αμαζόνες και τους Αθηναίους των Ρώσων.", []),
        (
            "Εκεί ο Βρετανός ποιητής είδε τη Θράκη, τη Σύρο, την Αργεντινή και τις Μυκήνες.",
            ["Θράκη", "Σύρο", "Αργεντινή", "Μυκήνες"],
        ),
        # Behind a place and behind the genitive of the plural another name begins.
        ("Ο πρόεδρος της Γαλλίας Εμανουέλ Μακρόν ήρθε.", ["Γαλλίας", "Εμανουέλ Μακρόν"]),
        ("Ο δήμαρχος Κωνσταντινούπολης Εκρέμ Ιμάμογλου ήρθε.", ["Κωνσταντινούπολης", "Εκρέμ Ιμάμογλου"]),
        ("Με τον αρχηγό των Αιθιόπων Μέμνονα ήρθε στο Πανεπιστήμιο Αθηνών.", ["Μέμνονα", "Πανεπιστήμιο Αθηνών"]),
        ("Ήρθε από νησί των Ηνωμένων Πολιτειών Αμερικής.", ["Ηνωμένων Πολιτειών Αμερικής"]),
        # A body has its place, where an article begins the sentence too.
        (
            "Το Πανεπιστήμιο της Οξφόρδης και η Εθνική Τράπεζα της Ελλάδος.",
            ["Πανεπιστήμιο της Οξφόρδης", "Εθνική Τράπεζα της Ελλάδος"],
        ),
        ("Στα Χανιά της Κρήτης ζουν. Κάτοικοι της Αθήνας ήρθαν.", ["Χανιά", "Κρήτης", "Αθήνας"]),
        ("Ήταν ο Πέτρος ο Μέγας, είδε τον Τραμπ ο Πούτιν.", ["Πέτρος ο Μέγας", "Τραμπ", "Πούτιν"]),
        ("Στον Β΄ Παγκόσμιο Πόλεμο η Ευρωπαϊκή Ένωση.", ["Β΄ Παγκόσμιο Πόλεμο", "Ευρωπαϊκή Ένωση"]),
        ("Είδε τον Πρόεδρο Τζο Μπάιντεν και τον Άγιο Νικόλαο.", ["Τζο Μπάιντεν", "Άγιο Νικόλαο"]),
        ("Η ταινία «Το λιβάδι που δακρύζει» και η «Μεγάλη μέρα».", ["Το λιβάδι που δακρύζει", "Μεγάλη μέρα"]),
        ("Ο υπουργός είπε «Δεν ξέρω πού πάω» και «Όχι».", []),
    ],
)
def test_greek_names(text: str, expected: list[str]) -> None:
    assert found_in("el", text, GREEK) == expected


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


VIETNAMESE = "anh bộ chính công dân liên minh nghiệp pháp phủ quốc số thống tổng xanh đảng đức"
VIETNAMESE = "anh á bộ chính công dân liên minh nghiệp pháp phủ quốc số thống tổng xanh đảng đức"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A word of several syllables has one capital, and alone is no name; an office of several is in none.
        ("Họ gặp Thủ tướng Angela Merkel ở Đại học Quốc gia Hà Nội.", ["Angela Merkel", "Đại học Quốc gia Hà Nội"]),
        ("Liên minh châu Âu đã họp với Quốc hội, rồi Tổng thống đến.", ["Liên minh châu Âu"]),
        ("Liên minh đã họp.", []),
        ("Quốc tế Cộng sản đã họp.", []),
        (
            "Họ gặp Tổng Thư ký Kofi Annan và Bộ Công nghiệp và Thương mại.",
            ["Kofi Annan", "Bộ Công nghiệp và Thương mại"],
        ),
        ("Chính phủ Việt Nam đã họp.", ["Việt Nam"]),
        # A kind of thing in lower case is part of the name behind it, and shows that it is one; not what ends so.
        ("Ở đó có đảng Xanh, liên đảng Xanh và châu Á.", ["đảng Xanh", "Xanh", "châu Á"]),
        ("Họ đến thành phố Hồ Chí Minh và xã hội Đức.", ["thành phố Hồ Chí Minh", "Đức"]),
        ("Sông Hồng dài.", ["Sông Hồng"]),
        ("Bán đảo Triều Tiên rộng.", ["Bán đảo Triều Tiên"]),
        # A syllable is a name by what stands behind it, though the wiki has it in lower case; two letters suffice.
        ("Họ xem Pháp luật ở đó, rồi đến Pháp, Đức hồi tháng Tám và Mỹ.", ["Pháp", "Đức", "Mỹ"]),
        ("Họ đến Đông Nam Á và Ý, nghe ý kiến, xem nhóm X.", ["Đông Nam Á", "Ý"]),
        ("Họ xem Á hậu ở đó.", []),
        ("Anh đã gặp họ ở Anh.", ["Anh", "Anh"]),
        ("Anh đã gặp họ.", []),
        ("Moscow đã gặp họ.", ["Moscow"]),
        ("Moscow xưa đã gặp họ.", []),
        # A creed has a second word in lower case, within a name too.
        (
            "Họ xem Hồi giáo ở đó, Ấn Độ giáo và Giáo hội Phật giáo Việt Nam.",
            ["Hồi giáo", "Ấn Độ giáo", "Giáo hội Phật giáo Việt Nam"],
        ),
        # People and languages are none.
        ("Họ là người Đức và nói tiếng Pháp ở Nga.", ["Nga"]),
        ("Họ gặp Moon Jae-in ở Mát-xcơ-va.", ["Moon Jae-in", "Mát-xcơ-va"]),
        # A noun may be counted by what stands before it.
        ("Họ bán Morata 70 triệu bảng, dùng Apollo 11 và Apollo 12.", ["Morata", "Apollo 11", "Apollo 12"]),
        ("Hôm đó tổng thống Mỹ Donald Trump gặp Donald Trump ở Mỹ.", ["Mỹ", "Donald Trump", "Donald Trump", "Mỹ"]),
        # Behind a title the place and the person are two where the article has both.
        (
            "Họ gặp Tổng thống Hàn Quốc Moon Jae-in ở Hàn Quốc, và ông Moon Jae-in.",
            ["Hàn Quốc", "Moon Jae-in", "Hàn Quốc", "Moon Jae-in"],
        ),
        ("Họ gặp Tổng thống Park Geun Hye và ông Park.", ["Park Geun Hye", "Park"]),
        ("Họ đọc tiểu thuyết “Số đỏ”, nói “Số đỏ”.", ["Số đỏ"]),
        ("Ông Merkel đến Bà Rịa, gặp HLV Zidane (Pháp).", ["Merkel", "Bà Rịa", "Zidane", "Pháp"]),
    ],
)
def test_vietnamese_names_are_of_syllables(text: str, expected: list[str]) -> None:
    assert found_in("vi", text, VIETNAMESE) == expected


def test_what_stands_apart_in_vietnamese_is_in_no_name() -> None:
    words = capital_words("vi", words_of("vi"))
    assert words
    assert not words.compounds & (words.openers | words.offices)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Beliau melihat Perdana Menteri Mahathir Mohamad pada Ogos dan Isnin.", ["Mahathir Mohamad"]),
        ("Di sana Tan Sri Khalid Ibrahim dan Sri Lanka menang.", ["Khalid Ibrahim", "Sri Lanka"]),
        ("Di sana orang Eropah berbahasa Turki, Arab dan Inggeris di Bosnia, Jepun.", ["Bosnia", "Jepun"]),
        (
            "Pulau Pinang besar. Kementerian Pelajaran dan Sukan kecil.",
            ["Pulau Pinang", "Kementerian Pelajaran dan Sukan"],
        ),
        (
            "Ketika itu Samy Vellu a/l Sangalimuthu menemui Ahmad bin Ali.",
            ["Samy Vellu a/l Sangalimuthu", "Ahmad bin Ali"],
        ),
        ("Di sana raja Siam Rama V menang.", ["Siam", "Rama V"]),
    ],
)
def test_malay_names_are_as_indonesian_ones(text: str, expected: list[str]) -> None:
    assert found_in("ms", text, common="pulau kementerian pelajaran sukan raja") == expected


VILNIUS_MUSEUM = "Vilniaus arkivyskupijos bažnytinio paveldo muziejus"
BALTIC = """otrā otrais pasaules pēc prezidents prezidentam rožu jomas mākslas vēstures rīta antrasis antrojo po mokslo
sovietų lietuviai latvieši prezidentui dailės valstybinis noslēdza lielā"""


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # A noun in lower case ends the name of its owner, adjectives, other owners and a conjunction between or not.
        ("lv", "Tur ir Rīgas pils un Gaujas nacionālais parks.", ["Rīgas pils", "Gaujas nacionālais parks"]),
        ("lv", "Viņš peldēja Rīgas jūras līcī.", ["Rīgas jūras līcī"]),
        ("lv", "Tur ir Cēsu Vēstures un mākslas muzejs.", ["Cēsu Vēstures un mākslas muzejs"]),
        ("lv", "Rundāles pils ir skaista.", ["Rundāles pils"]),  # where the sentence begins too
        ("lv", "Tur plūst Gaujas upe, tur dzīvo Rīgas vakars.", ["Gaujas", "Rīgas"]),
        ("lv", "Viņš strādā Latvijas Nacionālajā mākslas muzejā.", ["Latvijas Nacionālajā mākslas muzejā"]),
        ("lv", "Viņš redzēja Rīgā skolu.", ["Rīgā"]),  # the place, no owner
        ("lv", "Tur ir Svētā Pētera baznīca.", ["Svētā Pētera baznīca"]),
        # Common nouns own it in names.
        ("lv", "Tur ir Rožu laukums un Jomas iela, bet arī Rožu dziesma.", ["Rožu laukums", "Jomas iela"]),
        # What agrees with an adjective, which has the ending of what is definite, and an owner between.
        ("lv", "Pēc Otrā pasaules kara viņš brauca.", ["Otrā pasaules kara"]),
        ("lv", "Viņš apmeklēja Balto pili un Lielajā ģildē dziedāja.", ["Balto pili", "Lielajā ģildē"]),
        ("lv", "Otrais karš sākās.", []),
        ("lv", "Prezidentam Kārlim Ulmanim bija prezidents Kārlis Ulmanis.", ["Kārlim Ulmanim", "Kārlis Ulmanis"]),
        ("lv", "Latvieši dzīvo šeit, Vācu ordenis tur.", ["Vācu ordenis"]),
        ("lv", "Latvijā Jānis Bērziņš dzīvoja.", ["Jānis Bērziņš"]),
        ("lv", "Tur bija Ludvigs van Bēthovens.", ["Ludvigs van Bēthovens"]),
        ("lv", "Viņš uzrakstīja romānu „Purva bridējs” un teica „Purva putns”.", ["Purva bridējs"]),
        ("lt", "Jis mokėsi Vilniaus universitete.", ["Vilniaus universitete"]),
        ("lt", "Ten yra Vilniaus arkivyskupijos bažnytinio paveldo muziejus.", [VILNIUS_MUSEUM]),
        ("lt", "Ten yra Vilniaus įsteigtos mokyklos, Kauno vikaras.", ["Vilniaus", "Kauno"]),
        ("lt", "Ten yra Mokslo muziejus, bet Mokslo knyga.", ["Mokslo muziejus"]),
        ("lt", "Po Antrojo pasaulinio karo buvo ramu.", ["Antrojo pasaulinio karo"]),
        ("lt", "Ten yra Antrojo pasaulinio karo muziejus.", ["Antrojo pasaulinio karo muziejus"]),
        ("lt", "Jis mokėsi Valstybiniame dailės institute.", ["Valstybiniame dailės institute"]),
        ("lt", "Jis buvo Didžiojoje Britanijoje.", ["Didžiojoje Britanijoje"]),
        ("lt", "Vilniuje Jonas Basanavičius gyveno.", ["Jonas Basanavičius"]),
        ("lt", "Prezidentui Antanui Smetonai rašė.", ["Antanui Smetonai"]),
        ("lt", "Ten yra Šv. Petro ir Povilo bažnyčia.", ["Šv. Petro ir Povilo bažnyčia"]),
        ("lt", "Ten yra Šv. arkangelo Mykolo bažnyčia.", ["Šv. arkangelo Mykolo bažnyčia"]),
        ("lt", "Ten yra Jono Petro ir Povilo namai.", ["Jono Petro", "Povilo"]),
        ("lt", "Sovietų Sąjungai okupavus šalį bėgo.", ["Sovietų Sąjungai"]),
        ("lt", "Lietuviai bėgo, 1812 m. Kaunas degė.", ["Kaunas"]),
        ("lt", "Jis parašė romaną „Altorių šešėly“.", ["Altorių šešėly"]),
    ],
)
def test_baltic_names_have_one_capital_and_end_with_a_noun(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, BALTIC, "rīgas vilniaus") == expected


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
    assert slovak and slovak.of_people
    assert bool(slovak.of_people.fullmatch(word)) == is_one


def test_slovenian_names_that_begin_a_sentence_are_known_by_another_case() -> None:
    assert found_in("sl", "Plečnik je rekel, da Plečnika in Ljubljane ni.") == ["Plečnik", "Plečnika", "Ljubljane"]
    assert found_in("sl", "Ljubljana je rekla, da Plečnika ni.") == ["Plečnika"]


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


def test_the_country_behind_a_body_is_a_name_of_its_own_in_czech() -> None:
    assert found_in("cs", "Je tam Národní banka Slovenska dnes.", "banka") == ["Národní banka", "Slovenska"]


def test_keys_of_south_slavic_languages_are_what_makes_the_difference() -> None:
    text = "Radi u Hrvatskoj za pretvaranje Narodne banke Srbije ondje."
    words = capital_words("hr", words_of("hr"))
    assert words
    orthography = Orthography(cases=WordCases(lower=frozenset(["hrvatskoj", "banke"])))
    for changed, expected in (
        (words, ["Hrvatskoj", "Narodne banke Srbije"]),
        (replace(words, homographs=()), ["Narodne banke Srbije"]),
        (replace(words, bodies_with_owners=False), ["Hrvatskoj", "Narodne banke", "Srbije"]),
    ):
        spans = next(CapitalisedNames(changed, orthography).find([text], [[]], {"radi", "hrvatskoj"}))
        assert [text[start:end] for start, end in spans] == expected


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
    ],
)
def test_names_that_look_like_other_words_of_the_language(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected
