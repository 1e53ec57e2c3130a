"""Punkt's boundaries as the conventions of a language mend them; without conventions they are NLTK's (`test_punkt`)."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.tokenize.punkt import PunktParameters

from schemas.sources.language_facts import has_nouns_in_capitals
from tests.support.punkt import PIECES
from wiki.sentences.conventions import Conventions, conventions, splitter_doubt
from wiki.sentences.punkt import punkt_splitter
from wiki.sentences.punkt_training import train_punkt
from wiki.sentences.split import sentencex_splitter

FACTS = tomllib.loads(files("schemas.sources").joinpath("language_facts.toml").read_text("utf-8"))
LANGUAGES = tomllib.loads(files("wiki.sentences").joinpath("languages.toml").read_text("utf-8"))
LEARNT = {
    "en": "He went home. The man and he saw it. It was late and the end was near.",
    "de": "Er ging nach Hause. Dort sah er, dass es im August war. Danach und dann ging der Mann.",
    "hu": "Ez egy mondat. Az ember egy napon itt volt.",
    "es": "El hombre y el niño. La casa y la calle.",
    "nl": "Het was laat. Hij ging. Het was laat en hij ging weg.",
    "ka": "იყო გვიან. კაცი წავიდა.",
    "tr": "Dünya büyük. Bu dünya ve o dünya. Savaş bitti. Bu savaş vb. ve o savaş.",
    "id": "Ini rumah dan dia, dll. dan lain. Rumah itu.",
    "ru": "Это дом и это он, др. и дом. Он и дом, т. д. и т. п. и г. и он.",
    "uk": "Це місто і це р. і місто. Він і місто.",
    "be": "Гэта дом. Ён і дом.",
    "pl": "To jest dom. On i dom.",
    "cs": "Ten muž byl doma. Byl to ten muž. Na domě a po roce. Potom a potom. Ten dům apod. a ten muž.",
    "it": "La casa è qui. Il mare e la casa. Era il mare, ed ebbe la casa.",
    "fr": "La maison est là. Le livre et la maison.",
    "pt": "A casa é aqui. Ele e a casa.",
    "sv": "Huset är stort. Sedan gick han, och sedan huset. Huset m.m. och han.",
    "fi": "Talo on suuri. Sitten hän ja talo, ja sitten se. Talo jne. ja hän.",
    "hr": "Kuća je ovdje. Potom kuća i potom on, u prvoj ligi.",
    "he": "הבית היה גדול. הוא כתב את הבית. היה גדול הבית הוא.",
    "el": "Το σπίτι είναι εδώ. Μετά το σπίτι και μετά. Το σπίτι κλπ. και το σπίτι.",
    "sq": "Kjo është shtëpi. Ai dhe shtëpia.",
}


@pytest.fixture(scope="module")
def learnt() -> dict[str, PunktParameters]:
    return {lang: train_punkt([text] * 30) for lang, text in LEARNT.items()}


def sentences(text: str, lang: str, learnt: dict[str, PunktParameters]) -> list[str]:
    starts = [0, *punkt_splitter(learnt[lang], conventions(lang))(text), len(text)]
    return [text[start:end].strip() for start, end in pairwise(starts)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", 'He asked "Who?" and went.'),
        ("en", "“Why not?” he said."),
        ("en", "Yahoo! and others came."),
        ("en", "The cry “Stop!”, which he heard, was late."),
        ("en", "The answer “No.” was late."),
        ("en", "It is . . . the end."),
        ("en", "It was logic. ... in which he saw it."),
        ("en", "It was Sen. Charles and Maj. Gen. Sterling."),
        ("en", "It was Brown v. Board that he saw."),
        ("en", "It was on No. 1 and No. 23 of the list."),
        ("en", 'The words "the end ..." that he saw.'),
        ("en", 'In ASCII ! "#$% were placed.'),
        ("en", "It was in the U.S. and the end was late."),
        ("en", "It was V. S. Naipaul and T. S. Eliot."),
        ("en", "It was late (Jan.-Sept. 1973), from Dec. 24 on."),
        ("en", "He saw it, a.k.a. Charles."),
        ("de", "„Gehst du?“ fragte er."),
        ("de", "Am 25. August ging er."),
        ("de", "Die 4. Infanterie und die 12. Division."),
        ("de", "Ende des 18./19. Jahrhunderts ging er."),
        ("de", "Er ging vgl. Haus und Hof."),
        ("de", "Es war Friedrich II. von Hause."),
        ("hu", "Ez II. Frigyes volt."),
        ("hu", "Ez az 1747. évi egy."),
        ("cs", "Byl to 25. srpen."),
        ("tr", "II. Dünya bitti."),
        ("ru", "Это театр им. Шиллера."),
        ("ru", "Это Т. Д. Шиллер, дом, т. д. и г. Берлин."),
        ("ru", "Это дом и т. д. и дом, в г. Это, и др. Европейских, до н. э. Ромулом."),
        ("uk", "Це місто на р. Це, 5 р. Дніпро."),
        ("tr", "Bu dünya, savaş vb. Avrupa dünya."),
        ("be", "Гэта тэатр ім. Янкі Купалы."),
        ("pl", "To jest Teatr im. Schillera."),
        ("en", "It was late that J.K. Rowling saw E. G. Marshall."),
        ("it", "Era il 44 a.C. Cesare, il 31 d. C. Augusto."),
        ("it", "Era l’art. 3 dell'art. 4 del sec. XIX, del sec. V e del sec. I d.C."),
        ("pt", "A casa do séc. V e do séc. XX, lei nº. 5 e n.° 6, 300 a.C. Alexandre."),
        ("fr", "La maison, p. ex. Rome."),
        ("fr", "La maison en 44 av. J.-C. Rome, l’article L. 132-19."),
        ("es", "El hombre en EE. UU. Madrid, 44 a. C. César."),
        ("de", "Er ging z. B. Hause, u. a. Drei Mann, vom 5. 3. 1937 bis zum 3. Deutschen Haus."),
        ("cs", "Byl to 5. 3. 1937, 14. – 17. století, v 1. Lize, 27. X. 2011."),
        ("cs", "Byl to p.p.č. 5, č. 6, př. n. l. Caesar, např. Praha."),
        ("cs", "Byl to ten muž, 21.4. 1959 v domě."),
        ("de", "Die 345. Division ging."),
        ("ru", "Это дом, ул. «Дом»."),
        ("hu", "Ez az 1937. 3. 5-én, 1933. szept. 3-án, a 2. Nap."),
        ("hr", "Kuća (1700. – 1748.), 44. pr. Kr. Cezar, god. 297. i u 1. Ligi (NN br. 92/10.)."),
        ("sv", "Huset den 24. nov. 2011, 17.mar. 2013, 44 f. Kr. Caesar, f. Andersson, f. 1937."),
        ("fi", "Talo on mm. Helsingissä, n. 20, v. 1968, 44 eKr. Caesar."),
        ("ru", "Это дом, см. Пушкин."),
        ("he", "הוא כתב את א. ב. יהושע, ש. עגנון."),
        ("sq", "Kjo është shek. XX, fq. 145, dr. Rugova."),
    ],
)
def test_no_boundary(lang: str, text: str, learnt: dict[str, PunktParameters]) -> None:
    assert sentences(text, lang, learnt) == [text]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Was it late?| The man went."),
        ("en", "“Was it late?”| “The man went.”"),
        ("en", "Was it Apple?| iPhone users went."),
        ("en", "It was late.| […] The man went."),
        ("en", "It was a Saturn V.| The man went."),
        ("en", "He said no.| The man went."),
        ("en", "It was Perry, Sr..| The man went."),
        ("en", "It was written 気.| It was late."),
        ("en", 'It was "the end ..."| The man went.'),
        ("en", 'It was "late or so."| The man went.'),
        ("en", "It was in century V.| Nero went."),
        ("en", "It was late.| eBay went.| al-Nami too."),
        ("nl", "Het was laat.| 's Avonds ging hij.| ’t Is laat."),
        ("ka", "იყო გვიან?| კაცი წავიდა.| და ღამე."),
        ("de", "Er war 25.| Dann ging er."),
        ("de", "Es war im Jahr 1990.| August ging."),
        ("de", "Es war Friedrich II.| Der Mann ging."),
        ("de", "Es war „gut.“| Dann ging er."),
        ("es", "Era el siglo XII.| El hombre."),
        ("es", "Era el siglo V.| Nerón y la casa."),
        ("cs", "Byl to Karel IV.| Ten muž byl doma."),
        ("tr", "O gitti.| II. Dünya gitti.| Bu Murat II.| Dünya gitti."),
        ("tr", "Bkz. II.| Dünya büyük."),
        ("tr", "Bu ev vb.| Dünya büyük."),
        ("id", "Ini rumah, dll.| Rumah besar."),
        ("ru", "Это дом, театр и т. д.| Шиллер и дом."),
        ("ru", "Это дом и т.п.| Шиллер и дом."),
        ("ru", "Это дом и др.| Это дом."),
        ("ru", "Это дом 1945 г.| Это дом XX в.| Это дом V в.| Это дом."),
        ("ru", "Это дом до н. э.| Это дом."),
        ("ru", "Это дом 25 см.| Это дом 25 полк.| Он и дом."),
        ("it", "Era il 44 a.C.| Ebbe la casa."),
        ("cs", "Byl doma, v domě apod.| Praha.| Byl to 2:0.| Ten muž.| Bylo 20:45.| Ten muž."),
        ("cs", "Byl v tom.| 12 mužů."),
        ("cs", "Byl to dům 345.| Praha a dům."),
        ("hu", "Itt volt 1947-48.| Itt volt."),
        ("fi", "Talo on 25 mm.| Sitten hän ja talo jne.| Helsinki."),
        ("sv", "Huset är stort m.m.| Andersson gick."),
        ("hr", "Kuća, liga i dr.| Zagreb."),
        ("he", 'הוא כתב את צה"ל.| הבית היה גדול.| הוא 12 מ.| הבית היה.'),
        ("el", "Το σπίτι κλπ.| Αθήνα."),
    ],
)
def test_boundary(lang: str, text: str, learnt: dict[str, PunktParameters]) -> None:
    assert sentences(text.replace("|", ""), lang, learnt) == [part.strip() for part in text.split("|")]


def test_a_roman_numeral_that_was_learnt_as_an_abbreviation_is_a_word() -> None:
    parameters = train_punkt([LEARNT["es"]] * 30)
    parameters.abbrev_types.add("xii")
    text = "Era el siglo XII. Nerón y la casa."
    assert punkt_splitter(parameters)(text) == []
    assert punkt_splitter(parameters, conventions("es"))(text) == [18]
    assert parameters.abbrev_types >= {"xii"}


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.sampled_from(list(LEARNT)))
def test_boundaries_are_in_order_and_within_the_text(learnt: dict[str, PunktParameters], text: str, lang: str) -> None:
    starts = punkt_splitter(learnt[lang], conventions(lang))(text)
    assert starts == sorted(set(starts))
    assert all(0 < start < len(text) for start in starts)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_without_titles_and_numerals_boundaries_are_only_taken_away(
    learnt: dict[str, PunktParameters], text: str
) -> None:
    mended = punkt_splitter(learnt["en"], Conventions())(text)
    assert set(mended) <= set(punkt_splitter(learnt["en"])(text))


def test_each_language_is_once_in_a_table_and_each_word_as_it_is_looked_up() -> None:
    data = LANGUAGES
    for table in (
        "titles",
        "before_number",
        "before_roman",
        "before_ordinal",
        "closings",
        "may_close",
        "after_number",
        "behind_quotations",
    ):
        assert max(Counter(code for codes in data[table] for code in codes.split()).values()) == 1
        for words in data[table].values():
            assert words == [word.lower() for word in words]
            assert not any(" " in word or word.endswith(".") for word in words)
    assert all(map(has_nouns_in_capitals, ("de", "frr", "stq")))
    assert {lang for lang in data["ordinals_with_period"] if has_nouns_in_capitals(lang)} >= {"de", "lb", "nds"}


def test_a_splitter_that_does_not_know_the_end_of_a_sentence_is_told() -> None:
    ends = [(lang, end) for codes, end in FACTS["ends"].items() for lang in codes.split()]
    assert max(Counter(lang for lang, _ in ends).values()) == 1
    message = (
        "sentences of ja end with 。, and the splitter punkt hardly finds them; set splitter = sentencex in [Sentences]"
    )
    assert splitter_doubt("punkt", "ja") == message
    assert splitter_doubt("sentencex", "ja") == splitter_doubt("punkt", "tr") == ""
    known = [code for code, _ in ends if code not in FACTS["ends_of_no_splitter"]]
    assert {"ur", "pnb", "ks", "sat", "new", "dty", "bpy", "shn", "mnw"} <= set(known)
    for lang, end in ends:
        found = sentencex_splitter(lang)(f"abc abc{end} abc abc{end} abc{end}")
        assert len(found) == (2 if lang in known else 0), lang


@pytest.mark.parametrize("splitter", ["punkt", "sentencex"])
def test_no_splitter_is_advised_where_none_knows_the_ends(splitter: str) -> None:
    message = "sentences of {} end with {}, which no splitter knows; most paragraphs will be one sentence"
    assert splitter_doubt(splitter, "bo") == message.format("bo", "།")
    assert splitter_doubt(splitter, "th") == message.format("th", "a space")


def test_a_language_that_nothing_is_known_of() -> None:
    assert conventions("xx") == Conventions()


TRAINED_APART = {
    "de": "Es gibt Äpfel. Dann ging er und dann sie. Dann ging sie.",
    "pl": "Potem on i ona, potem dom. Potem przyszedł.",
    "tr": "Sonra geldi ve sonra gitti. Sonra ev, sonra o.",
    "sl": "Potem je šel in potem je prišel. Potem hiša.",
    "nl": "Daarna ging hij en daarna kwam hij. Daarna was het laat.",
    "it": "Poi venne e poi andò. Poi la casa.",
    "fi": "Sitten hän ja talo, ja sitten se. Sitten talo.",
    "es": "Luego vino y luego fue. Luego la casa.",
    "id": "Lalu dia dan lalu rumah. Lalu datang.",
}


@pytest.mark.parametrize(
    ("lang", "text", "ends"),
    [
        # What a word for more of the same ends is told by the word behind it.
        ("de", "Es gibt Äpfel u. a. Dann ging er.", ["Es gibt Äpfel u. a.", "Dann ging er."]),
        ("de", "Es gibt Äpfel u.a. Dann ging er.", ["Es gibt Äpfel u.a.", "Dann ging er."]),
        ("de", "Sie sang u. a. Drei Damen und ging.", ["Sie sang u. a. Drei Damen und ging."]),
        ("de", "Er sah u. a. Angela Merkel.", ["Er sah u. a. Angela Merkel."]),
        # Words that are nouns too.
        ("pl", "To był lek. Potem przyszedł.", ["To był lek.", "Potem przyszedł."]),
        ("pl", "Widział por. Jana Kowalskiego.", ["Widział por. Jana Kowalskiego."]),
        ("pl", "Mieszkał na os. Piastów w domu.", ["Mieszkał na os. Piastów w domu."]),
        ("tr", "Bu bir av. Sonra gitti.", ["Bu bir av.", "Sonra gitti."]),
        ("tr", "Ve Av. Mehmet Demir geldi.", ["Ve Av. Mehmet Demir geldi."]),
        ("sl", "To je roj. Potem je šel.", ["To je roj.", "Potem je šel."]),
        ("sl", "Ana (roj. Kovač) je prišla.", ["Ana (roj. Kovač) je prišla."]),
        # In capitals a title is mostly another word, an acronym.
        ("nl", "Hij woonde in NL. Daarna ging hij.", ["Hij woonde in NL.", "Daarna ging hij."]),
        ("nl", "Het heet nl. Daarna en is oud.", ["Het heet nl. Daarna en is oud."]),
        ("it", "Premette ON. Poi andò.", ["Premette ON.", "Poi andò."]),
        ("it", "La chiesa dei SS. Pietro e Paolo.", ["La chiesa dei SS. Pietro e Paolo."]),
        ("tr", "Adı ORG. Sonra gitti.", ["Adı ORG.", "Sonra gitti."]),
        ("fi", "Nimi oli TS. Sitten hän.", ["Nimi oli TS.", "Sitten hän."]),
        ("es", "Se llama FF. Luego fue.", ["Se llama FF.", "Luego fue."]),
        ("es", "Vivió en EE. UU. y en Roma.", ["Vivió en EE. UU. y en Roma."]),
        ("id", "Dia punya CV. Lalu datang.", ["Dia punya CV.", "Lalu datang."]),
        ("id", "Dia bekerja di PT. Astra Jaya.", ["Dia bekerja di PT. Astra Jaya."]),
        ("id", "Lalu K.H. Hasyim datang.", ["Lalu K.H. Hasyim datang."]),
    ],
)
def test_what_looks_like_a_title_may_end_a_sentence(lang: str, text: str, ends: list[str]) -> None:
    assert sentences(text, lang, {lang: train_punkt([TRAINED_APART[lang]] * 30)}) == ends
