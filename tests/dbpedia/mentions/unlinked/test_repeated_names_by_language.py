"""What an article repeats where names are words, in single languages without case."""

from __future__ import annotations

import unicodedata
from importlib.resources import files

import pytest

from dbpedia.mentions.language_files import language_codes
from dbpedia.mentions.noise import flagger, noise_rules
from dbpedia.mentions.unlinked.linked_article import Subject
from tests.dbpedia.mentions.unlinked.test_repeated_names import ONTOLOGY, UNTYPED, found

RULES = {lang: noise_rules(ONTOLOGY, lang) for lang in ("bn", "hi", "ka", "ml", "mr", "ta", "te", "ur")}


def names(lang: str, texts: list[str], classes: dict[str, str], subject: Subject = UNTYPED) -> list[list[str]]:
    """As a wiki has the letters, which is by Unicode's form C."""
    texts = [unicodedata.normalize("NFC", text) for text in texts]
    classes = {unicodedata.normalize("NFC", title): cls for title, cls in classes.items()}
    subject = subject._replace(title=unicodedata.normalize("NFC", subject.title))
    return [[surface for surface, _ in each] for each in found(texts, classes, subject, "names", RULES[lang])]


def composed(*words: str) -> list[str]:
    return [unicodedata.normalize("NFC", word) for word in words]


@pytest.mark.parametrize("lang", language_codes())
def test_the_words_of_a_language_have_the_letters_of_a_wiki(lang: str) -> None:
    text = files("dbpedia.mentions").joinpath("languages", f"{lang}.toml").read_text("utf-8")
    assert unicodedata.is_normalized("NFC", text), "MediaWiki writes all text in Unicode's form C"


@pytest.mark.parametrize(
    ("lang", "title", "forms", "other"),
    [
        ("bn", "ঢাকা", ["ঢাকা", "ঢাকার", "ঢাকায়", "ঢাকাকে", "ঢাকাও"], "ঢাকাইয়া"),
        ("bn", "ভারত", ["ভারত", "ভারতের", "ভারতে", "ভারতেও"], "ভারতীয়"),
        ("ka", "თბილისი", ["თბილისი", "თბილისის", "თბილისში", "თბილისიდან", "თბილისმა"], "თბილისელი"),
        ("ka", "გერმანია", ["გერმანია", "გერმანიის", "გერმანიაში", "გერმანიიდან", "გერმანიას"], "გერმანული"),
        ("ka", "საქართველო", ["საქართველო", "საქართველოს", "საქართველოში", "საქართველოდან"], "საქართველოელი"),
        ("ml", "കേരളം", ["കേരളം", "കേരളത്തിന്റെ", "കേരളത്തിലെ", "കേരളത്തെ"], "കേരളീയർ"),
        ("ml", "ഇന്ത്യ", ["ഇന്ത്യ", "ഇന്ത്യയുടെ", "ഇന്ത്യയിലെ", "ഇന്ത്യയിൽ"], "ഇന്ത്യക്കാർ"),
        ("mr", "मुंबई", ["मुंबई", "मुंबईत", "मुंबईच्या", "मुंबईतील", "मुंबईहून", "मुंबईच"], "मुंबईकर"),
        ("mr", "भारत", ["भारत", "भारताचा", "भारतात", "भारतातील"], "भारतीय"),
        ("ta", "சென்னை", ["சென்னை", "சென்னையின்", "சென்னையில்", "சென்னைக்கு", "சென்னைப்"], "சென்னைப்பட்டினம்"),
        ("ta", "தமிழகம்", ["தமிழகம்", "தமிழகத்தின்", "தமிழகத்தில்"], "தமிழகவியல்"),
        ("ta", "பெர்லின்", ["பெர்லின்", "பெர்லினின்", "பெர்லினில்"], "பெர்லினர்"),
        ("ta", "தமிழ்நாடு", ["தமிழ்நாடு", "தமிழ்நாட்டின்", "தமிழ்நாட்டில்"], "தமிழ்நாடன்"),
        ("te", "హైదరాబాదు", ["హైదరాబాదు", "హైదరాబాదులో", "హైదరాబాదును", "హైదరాబాదుకు"], "హైదరాబాదీ"),
        ("te", "భారతదేశం", ["భారతదేశం", "భారతదేశంలో", "భారతదేశానికి"], "భారతదేశీయ"),
    ],
)
def test_a_name_is_found_with_its_endings(lang: str, title: str, forms: list[str], other: str) -> None:
    texts = [*(f"( {form} )" for form in forms), f"( {other} )"]
    found = [*([form] for form in composed(*forms)), []]
    assert names(lang, texts, {}, Subject(title, "Place", 0, "dump")) == found


def test_a_bengali_link_with_an_ending_shows_the_name_without_it() -> None:
    texts = ["সেনাপতি [[মীর জাফর|মীরজাফরের]] কাছে।", "মীরজাফর নবাব হন। মীরজাফরকে সরিয়ে। মীরজাফরের জামাতা।"]
    assert names("bn", texts, {"মীর জাফর": "Person"}) == [[], ["মীরজাফর", "মীরজাফরকে", "মীরজাফরের"]]
    texts = ["[[মুঘল সাম্রাজ্য|মুঘল সাম্রাজ্যের]] বিস্তৃতি।", "মুঘল সাম্রাজ্যের বিস্তার। মুঘল সাম্রাজ্য।"]
    assert names("bn", texts, {"মুঘল সাম্রাজ্য": "Place"}) == [[], ["মুঘল সাম্রাজ্যের", "মুঘল সাম্রাজ্য"]]


def test_a_link_with_an_ending_shows_the_name_that_loses_a_letter() -> None:
    texts = ["[[భారతదేశం|భారతదేశంలో]] ఒకటి", "భారతదేశానికి చరిత్ర", "భారతదేశంలో"]
    assert names("te", texts, {"భారతదేశం": "Place"}) == [[], ["భారతదేశానికి"], ["భారతదేశంలో"]]


def test_the_title_of_a_bengali_link_has_no_ending() -> None:
    assert names("bn", ["[[রংপুর]] শহর।", "রংপু নদী।"], {"রংপুর": "Place"}) == [[], []]


@pytest.mark.parametrize(
    ("lang", "title", "text"),
    [
        ("bn", "ঢাকা", "ঢাকা বিশ্ববিদ্যালয়ের ছাত্র।"),
        ("bn", "ঢাকা", "ঢাকা বিভাগ বড়।"),
        ("bn", "পলাশী", "পলাশীর যুদ্ধ।"),
        ("bn", "জার্মানি", "পূর্ব জার্মানি।"),
        ("ka", "თბილისი", "თბილისის უნივერსიტეტი"),
        ("ka", "საქართველო", "აღმოსავლეთ საქართველოში"),
        ("ml", "തിരുവനന്തപുരം", "തിരുവനന്തപുരം ജില്ലയുടെ"),
        ("ml", "ഇന്ത്യ", "തെക്കേ ഇന്ത്യയുടെ"),
        ("mr", "पुणे", "पुणे जिल्ह्याचे"),
        ("mr", "भारत", "दक्षिण भारतात"),
        ("ta", "சென்னை", "சென்னைப் பல்கலைக்கழகம்"),
        ("ta", "இந்தியா", "தென் இந்தியாவின்"),
        ("te", "హైదరాబాదు", "హైదరాబాదు విశ్వవిద్యాలయం"),
        ("te", "భారతదేశం", "దక్షిణ భారతదేశంలో"),
        ("ur", "لاہور", "لاہور ہائی کورٹ میں۔"),
        ("ur", "لاہور", "ضلع لاہور میں۔"),
        ("ur", "پانی پت", "پانی پت کی جنگ ہوئی۔"),
        ("ur", "جرمنی", "مشرقی جرمنی میں۔"),
    ],
)
def test_what_stands_beside_a_name_makes_another_of_it(lang: str, title: str, text: str) -> None:
    assert names(lang, [text], {}, Subject(title, "Place", 0, "dump")) == [[]]


@pytest.mark.parametrize(
    ("lang", "title", "text", "name"),
    [
        ("bn", "আলবার্ট আইনস্টাইন", "আইনস্টাইনের জন্ম।", "আইনস্টাইনের"),
        ("ka", "გიგი უგულავა", "მერი უგულავამ თქვა", "უგულავამ"),
        ("mr", "महात्मा गांधी", "नंतर गांधींनी", "गांधींनी"),
        ("te", "మహాత్మా గాంధీ", "గాంధీకి", "గాంధీకి"),
        ("ur", "محمد اقبال", "علامہ اقبال کی شاعری۔", "اقبال"),
    ],
)
def test_a_person_is_called_by_the_last_name(lang: str, title: str, text: str, name: str) -> None:
    assert names(lang, ["।", text], {}, Subject(title, "Person", 0, "dump")) == [[], composed(name)]


@pytest.mark.parametrize(
    ("lang", "title", "text"),
    [
        ("bn", "শেখ মুজিবুর রহমান", "জিয়াউর রহমান আসেন।"),
        ("bn", "কাজী নজরুল ইসলাম", "ইসলাম একটি ধর্ম।"),
        ("ur", "محمد ایوب خان", "یحییٰ خان آئے۔"),
        ("ur", "شہاب الدین", "نظام الدین آئے۔"),
    ],
)
def test_a_word_that_many_names_end_with_is_no_last_name(lang: str, title: str, text: str) -> None:
    assert names(lang, ["।", text], {}, Subject(title, "Person", 0, "dump")) == [[], []]


@pytest.mark.parametrize(
    ("lang", "surface", "title"),
    [("bn", "বাংলাদেশী", "বাংলাদেশ"), ("bn", "জার্মান", "জার্মানি"), ("ur", "پاکستانی", "پاکستان"), ("ur", "جرمن", "جرمنی")],
)
def test_the_adjective_of_a_place(lang: str, surface: str, title: str) -> None:
    assert flagger(RULES[lang])(surface, title, "Place", False) == "demonym"


@pytest.mark.parametrize(
    ("lang", "surface"),
    [
        ("bn", "১৪ মার্চ"),
        ("bn", "২৫শে বৈশাখ"),
        ("bn", "১৮৬১ সালে"),
        ("bn", "১৯শ শতকের"),
        ("bn", "জানুয়ারি"),
        ("bn", "শুক্রবার"),
        ("hi", "१५ अक्तूबर"),
        ("hi", "27 अक्टूबर 1605"),
        ("hi", "फ़रवरी"),
        ("hi", "19वीं सदी"),
        ("hi", "रविवार"),
        ("ka", "იანვარი"),
        ("ka", "8 მარტი"),
        ("ml", "ജൂൺ 26"),
        ("ml", "18-ആം നൂറ്റാണ്ട്"),
        ("mr", "१४ मार्च"),
        ("mr", "इ.स. १८९१"),
        ("mr", "सोमवार"),
        ("ta", "செப்டம்பர் 29"),
        ("ta", "17-ஆம் நூற்றாண்டு"),
        ("te", "జూన్ 26"),
        ("te", "జనవరి"),
        ("ur", "8 اکتوبر"),
        ("ur", "2005ء"),
        ("ur", "31 میل"),
        ("ka", "502 კმ"),
        ("ur", "جنوری"),
        ("ur", "انیسویں صدی"),
        ("ur", "19ویں صدی"),
        ("ur", "جمعہ"),
    ],
)
def test_a_date_is_a_number(lang: str, surface: str) -> None:
    surface = unicodedata.normalize("NFC", surface)
    assert flagger(RULES[lang])(surface, surface, "ENTITY", False) == "number"


def test_a_work_that_is_called_a_list_is_none() -> None:
    assert flagger(RULES["ka"])("შინდლერის სია", "შინდლერის სია", "Work", False) == ""
