from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.runs import run_pattern
from dbpedia.mentions.capitals.words import CAPITAL, capital_words
from dbpedia.mentions.capitals.work_titles import foreign_words, titles_in_italics
from dbpedia.mentions.derived import describes
from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.words import words_of
from dbpedia.ontology import build_ontology
from tests.support.capitalised import found_in

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
    rf"(?: \d{{1,3}}(?![\w%–-]|,? ?\d|\.(?!\Z)| [^\W\dA-Z]\w{{2,}}s\b))?{WORDS.edge_after}"
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


@example("A 1 1")
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


def test_behind_an_office_a_capital_shows_a_name_where_a_sentence_begins_too() -> None:
    texts = ["General Henry Knox came.", "President came.", "President of Stanton came.", "7th Cir. came."]
    assert found(*texts) == [["Henry Knox"], [], [], []]
