from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.words import words_of
from tests.support.capitalised import found_in

WORDS = words_of("en")
COMMON = (
    "supreme court state united states bush church science institute they saw met war committee water power labor "
    "trade center commission cultural managing editor division based committees"
)
CASES = WordCases(lower=frozenset(COMMON.split()), upper=frozenset(["erasistratus", "angola"]))
ENGLISH = capital_words("en", WORDS)
assert ENGLISH
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
        ("He saw Heyl, which was Angolised, and left.", ["Heyl"]),
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
        # Some common words have a possessive in names.
        ("He saw the People's Republic of Heyl.", ["People's Republic of Heyl"]),
        ("He saw the Heyl Women's Cup, but women's Cups.", ["Heyl Women's Cup", "Cups"]),
        ("He saw the People’s Party.", ["People’s Party"]),
        # A title in brackets has its article; what is in brackets otherwise has not.
        ("He read Heyl Heylus (The Christian Doctrine) then.", ["Heyl Heylus", "The Christian Doctrine"]),
        ("He read Heyl Heylus (English: The Poor Devil).", ["Heyl Heylus", "The Poor Devil"]),
        ("He met Heyl (The Christian Doctrine was his).", ["Heyl", "Christian Doctrine"]),
        # Small words of other languages tie names and begin surnames.
        ("He met Francisco d'Anconia and Pi y Margall.", ["Francisco d'Anconia", "Pi y Margall"]),
        ("He read Heyl (Universitat d’Andorra).", ["Heyl", "Universitat d’Andorra"]),
        ("They saw that Heyl, de Jussieu and both von Abalov slept.", ["Heyl", "de Jussieu", "von Abalov"]),
        ("He saw both von Abalov and van Heyl there.", ["von Abalov", "van Heyl"]),
        ("They saw him in the rue de Rivoli and as do Abalov.", ["Rivoli", "Abalov"]),
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
        ("They met Anna CEO and saw the Court of King there.", []),
        ("They met Angola Prime Minister there.", []),
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
    adjectives = ENGLISH.modifiers.adjectives | {"Heyl", "Heylish", "Abalov"}
    words = replace(ENGLISH, modifiers=replace(ENGLISH.modifiers, adjectives=adjectives))
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
        # Bodies of a kind, by common words and adjectives
        ("They saw Christian Committees, Water Committees, then Bush Heyl Committees.", ["Bush Heyl Committees"]),
        ("They saw the Center of State Committees.", ["Center of State Committees"]),
        ("They saw the United States.", ["United States"]),
        # What ends with an adjective before a noun
        ("They saw Latin American countries, the Northern Angolan province and Angola.", ["Angola"]),
        ("They saw Latin American, then North Atlantic water.", ["Latin American", "North Atlantic"]),
        ("They saw Heyl Mediterranean trade.", ["Heyl Mediterranean"]),
        ("They saw Pacific Ocean currents and Latin Christians trade.", ["Pacific Ocean", "Latin Christians"]),
        ("He read Heyl Heylus (When Poor Devil).", ["Heyl Heylus", "Poor Devil"]),
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Two surnames with a small word between, where the given name shows that they are one person's.
        ("After Peter the Great he went to Ivan the Terrible.", ["Peter the Great", "Ivan the Terrible"]),
        # Behind a word that opens a sentence stands what ties it to a name.
        ("In the Great Depression he left.", ["Great Depression"]),
    ],
)
def test_names_behind_what_opens_a_sentence(text: str, expected: list[str]) -> None:
    assert found_in("en", text) == expected


def test_a_noun_that_goes_on_with_what_begins_a_sentence_shows_no_name_of_a_common_word() -> None:
    assert found_in("fi", "Kansan hallitus ja Turun hallitus.", common="kansan") == ["Turun hallitus"]


def test_a_person_whose_office_begins_the_sentence_needs_no_other_place() -> None:
    common = "general secretary war"
    assert found_in("en", "General Henry Knox left.", common=common) == ["Henry Knox"]
    assert found_in("en", "Secretary of War Stanton left.", common=common) == []
    assert found_in("ca", "President de la Generalitat de Catalunya.", common="president") == [
        "Generalitat de Catalunya"
    ]


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


def test_a_name_takes_in_so_many_adjectives_and_no_more() -> None:
    """Else a chain of adjectives, each of which may begin a name, took the square of its length."""
    assert found_in("sv", "Han såg Svenska lilla lilla lilla lilla lilla kyrkan.") == [
        "Svenska lilla lilla lilla lilla lilla kyrkan"
    ]
    assert found_in("sv", "Han såg Svenska lilla lilla lilla lilla lilla lilla kyrkan.") == []


def test_behind_an_office_a_capital_shows_a_name_where_a_sentence_begins_too() -> None:
    texts = ["General Henry Knox came.", "President came.", "President of Stanton came.", "7th Cir. came."]
    assert found(*texts) == [["Henry Knox"], [], [], []]
