"""What could not be rendered faithfully is said, with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.records import Paragraph, Problem
from tests.support.wikitext_problems import SITE, marked, read
from wiki.sentences.split import sentencex_splitter, split_sentences
from wiki.wikitext.holes import length, tail
from wiki.wikitext.marks import DIGITS, HOLE_OF
from wiki.wikitext.paragraphs import extract_paragraphs

HOLES = {
    "a template that nobody knows": ("It is {{unheard of|5}} long.", "It is <template>long."),
    "several lines in a line of text": ("a {{unheard of|\n* b\n}} c", "a <template>c"),
    "several lines behind a text": ("It is {{unheard of|\n* b\n}}\nnow", "It is <template>now"),
    "several lines twice": ("{{unheard|\n}} a {{unheard of|\n}} {{a b|\n}}b", "a <template><template>b"),
    "several lines in words of a template": ("is {{nowrap|a {{unheard|\n}} b}}", "is a <template>b"),
    "several lines in a function": ("is {{lc:{{unheard|\n}}}} a", "is <template>a"),
    "at the end": ("It is {{unheard of|5}}", "It is<template>"),
    "a language that is not known": ("({{lang-xyz|foo}}) is", "(<template>foo) is"),
    "a sound of the sentence in brackets": ("Sounds (such as {{IPA|/a/}}) are", "Sounds (such as<template>) are"),
    "a sound whose label says more": ("A (with the stress on ''e'': {{IPA|[e]}}) is", "A<template> is"),
    "sounds within the sentence": ("Such as {{IPA|/a/}} or {{IPA|/b/}}.", "Such as <template>or<template>."),
    "a sound with words of its own": ("A ({{IPAc-en|a}} in [[Scots]]) is", "A (<template>in [Scots]) is"),
    "the second sound of two": ("A ({{IPAc-en|a}} or {{IPA|b|en|c}} with ''o'')", "A (or <template>with o)"),
    "a sound behind its language": ("A (English: {{IPAc-en|a}}, Scots {{IPAc-en|b}}) is", "A (Scots<template>) is"),
    "the second sound beside a name": ("'''A''' {{IPAc-en|a}}, {{IPAc-en|b}} is", "A, <template>is"),
    "a sound in the clause": ("It rhymes with {{IPAc-en|a}}.", "It rhymes with<template>."),
    "a sound after its label": ("It is A, pronounced {{IPA2|a}}. Now", "It is A, pronounced<template>. Now"),
    "a title of a database": ("a film (see {{IMDb title|1|A}})", "a film (see<template>)"),
    "the gauge of a railway": ("the {{RailGauge|1435mm}}[[gauge|-gauge]] line", "the [<template>-gauge] line"),
    "before a full stop": ("It is {{unheard of|5}}. Yes.", "It is<template>. Yes."),
    "at the beginning": ("{{Unheard of}} is it.", "<template>is it."),
    "two of them": ("{{a b}} and {{c d}} are.", "<template>and <template>are."),
    "next to each other": ("so {{a b}} {{c d}} it is", "so <template><template>it is"),
    "in brackets that go with it": ("It ({{unheard of}}) is.", "It<template> is."),
    "in the label of a link": ("a [[b|{{unheard of}} c]] d", "a [<template>c] d"),
    "after the link": ("a [[b]]{{unheard of}}s d", "a [b]<template>s d"),
    "a parameter that no rule names": ("It is {{nowrap|5 m|so|flurb=x}} long.", "It is 5 m<template> long."),
    "one by its name": ("It is {{lang|fr|mot|flurb=x}} long.", "It is mot<template> long."),
    "one in another script": ("It is {{lang|fr|mot|имя=x}} long.", "It is mot<template> long."),
    "a value that a table does not have": ("It is in B{{music|flurb}} major.", "It is in B<template> major."),
    "a value that a condition does not have": ("on {{HMS|Hood|51|4}} then", "on <template>then"),
    "a parameter that only another form of the rule has": ("so {{sic||teh}} it is", "so [sic]<template> it is"),
    "a number that is none": ("of {{val|some|u=K}} and {{val|5|e=x}}", "of <template>and 5<template>"),
    "a number with what is for each": ("of {{val|5|u=km|up=s}} so", "of 5 km<template> so"),
    "a unit that is composed": ("of {{val|5|u=kg.m-2}} so", "of 5<template> so"),
    "signs of a formula": (r"so {{chem2|2H2 <=> H4}} and {{chem2|H3N\xBH3}}.", "so <template>and<template>."),
    "the second quantity on a line of its own": (
        "so {{convert|10|m|ft|disp=br}} it is",
        "so 10 metres<template> it is",
    ),
    "a bridge in a formula": (r"so {{chem2|(\m-Cl)2}} it is", "so <template>it is"),
    "a sound that may stand in marks": ("so {{IPAalink|m}} or {{IPAplink|n}} it is", "so <template>or <template>it is"),
    "a section in the name of its page": ("see {{slink|A#B}} and {{slink|#C}} on", "see <template>and <template>on"),
    "keys that are joined otherwise": ("press {{key|A|B|chain=,}} now", "press A+B<template> now"),
    "how a key is written": ("press {{key|Return}} now", "press <template>now"),
    "a year before Christ": ("in {{start date|-480}} it", "in <template>it"),
    "a date with words of its own": ("in {{start-date|1990-05-01|May}} it", "in 1990-05-01<template> it"),
    "a mark of doubt": ("the {{sic|?}} it", "the <template>it"),
    "a verse with words of its own": ("in {{bibleverse|John|3:16|KJV|it}} so", "in John 3:16<template> so"),
    "a case of the court": ("as {{ussc|A v. B|410|113}} says", "as <template>says"),
    "spelling": ("({{langx|ru|Москва|Moskva|engvar=gb}})", "(Russian: Москва, romanized: Moskva<template>)"),
    "a language of many names": ("in {{langx|bo|བོད}} so", "in <template>བོད so"),
    "a date for sorting": ("on {{dts|2010|5|7}} it", "on <template>it"),
    "thin spaces between numbers": ("of {{thinsp|1|000}} men", "of <template>men"),
    "words that are no boxes": (
        "a {{loop|3|b}} c {{nocaps|d}} e {{legend2|red|f}} g",
        "a <template>c <template>e <template>g",
    ),
    "a link beside other words": ("the {{Official website|a.org}} of it", "the <template>of it"),
    "a language's name": ("in {{#language:fr}} it", "in <parser-function>it"),
    "a unit whose sign nobody knows": ("of {{val|5|u=deg}} so", "of 5<template> so"),
    "a millionth of a unit": ("of {{val|5|u=ug/dL}} so", "of 5<template> so"),
    "the sign of a planet": ("of {{val|5|u=Earth mass}} so", "of 5<template> so"),
    "an angle by a sign of its own": ("of {{val|5|u=″}} so", "of 5<template> so"),
    "words that are not where a rule has them": ("the {{lang|mot}} is", "the <template>is"),
    "as a value of one that is known": ("a {{lang|fr|b {{unheard of}} c}} d", "a b <template>c d"),
    "in a value of one that has nothing to show": ("a{{efn|b {{unheard of}} c}} d", "a d"),
    "a parser function": ("in {{#expr:1+1}} and {{CURRENTYEAR}}.", "in <parser-function>and<parser-function>."),
    "a formula": ("where <math>x^2</math> is", "where <formula>is"),
    "source code": ("the word <source lang=c inline>int</source>.", "the word <extension>."),
    "a picture in the line": ("the sign [[File:A.svg|20px]] is", "the sign <image>is"),
    "in a paragraph of hard quotes": ("''a'''b {{unheard of}} c", "a'b <template>c"),
}


@pytest.mark.parametrize(("markup", "text"), HOLES.values(), ids=HOLES)
def test_holes(markup: str, text: str) -> None:
    assert read(markup) == [text]


FAITHFUL = {
    "a footnote": "It is{{sfn|A|2001}} long.",
    "another name of it, and capitals": "It is{{Citation Needed|date=May 2020}} long.",
    "a reference": "It is<ref>{{unheard of}}</ref> long.",
    "a parameter that changes no words": "It is {{lang|fr|long|italic=no}}.",
    "one that is empty": "It is {{nowrap|so|}} long.",
    "a template with words": "It is {{nowrap|so}} long.",
    "one with nothing to show now": "It is {{lang|fr|}} long.",
    "a box on lines of its own": "{{Unheard of\n| a = b\n}}\nIt is long.",
    "a box before the text": "{{Unheard of\n| a = b\n}}It is long.",
    "a box before the text in a function": "{{lc:{{unheard of|\n}}}}It is long.",
    "two boxes before the text": "{{Unheard of\n|a}} {{Unheard of\n|b}} It is long.",
    "a box behind a block": "<div>x</div>{{Unheard of\n|a}}\nIt is long.",
    "a box in the next line": "It is\n{{Unheard of\n|a}}long.",
    "a sound of a name": "It ({{IPA|[a]}}; [[German language|German]]: {{IPA|[b]}}) is long.",
    "a sound of a name with its label": "It (''pronounced'' {{IPA|/a/}}, also {{IPA|/b/}} or {{IPA|/c/}}) is long.",
    "a line of templates within the text": "It is\n{{unheard of}}\nlong.",
    "a function that shows nothing": "It is{{#tag:ref|a}} long.",
    "a comment": "It is<!-- {{unheard of}} --> long.",
    "a table": "It is\n{|\n| {{unheard of}}\n|}\nlong.",
    "a box of a picture": "[[File:A.jpg|thumb|{{unheard of}}]] It is long.",
    "a category after a template of its own": "It is long.\n\n{{unheard of}}\n[[Category:X]]",
}


@pytest.mark.parametrize("markup", FAITHFUL.values(), ids=FAITHFUL)
def test_no_holes(markup: str) -> None:
    shown = "It is so long." if "{{nowrap|so" in markup else "It is long."
    assert " ".join(" ".join(read(markup)).split()) == shown


DAMAGE = {
    "a link that is not closed": ("a [[b c", "a <unclosed-markup:2>[[b c"),
    "a template that is not closed": ("a {{b c", "a <unclosed-markup:2>{{b c"),
    "brackets that close nothing": ("a b]] c}} d", "a b<unclosed-markup:2>]] c<unclosed-markup:2>}} d"),
    "a footnote that is not closed": ('a <ref name="x">b', 'a <unclosed-markup:14><ref name="x">b'),
    "a tag that MediaWiki does not know here": ("a</ref> b", "a<unclosed-markup:6></ref> b"),
    "cells of a table that a template begins": ("a\n| b || c", "a | b <table:2>|| c"),
    "a cell with attributes": ('a style="x" | b', 'a <table:11>style="x" | b'),
    "single signs": ("a [b] {c} | d < e", "a [b] {c} | d < e"),
    "apostrophes": ("the 'a' and rock 'n' roll", "the 'a' and rock 'n' roll"),
    "with a hole": ("a {{unheard of}} [[b", "a <unclosed-markup:2><template>[[b"),
}


@pytest.mark.parametrize(("markup", "text"), DAMAGE.values(), ids=DAMAGE)
def test_damage(markup: str, text: str) -> None:
    assert read(markup) == [text]


def test_a_template_before_a_category_is_missing_in_its_own_line() -> None:
    assert read("It is {{unheard of}}\n[[Category:X]]\nlong.") == ["It is<template> long."]


def test_without_inline_templates_each_that_shows_words_is_a_hole() -> None:
    assert read("It{{efn|a}} is {{nowrap|so}} {{unheard of}} long.", inline_templates=False) == [
        "It is <template><template>long."
    ]


SAID = [
    ("fr", "{{unité|1.5e3|km}}", "<template>"),
    ("fr", "{{unité|3.14159|km}}", "<template>"),
    ("fr", "{{unité|1/2|km}}", "<template>"),
    ("fr", "{{unité|10|à|20|km}}", "<template>"),
    ("fr", "{{unité|10|-|20|km}}", "10<template>20km"),
    ("fr", "{{unité|10|et|20|m}}", "10<template>20m"),
    ("fr", "{{date|vers 1789}}", "<template>"),
    ("fr", "{{date|14 1789}}", "<template>"),
    ("fr", "{{lien|langue=en|trad=Bar}}", "<template>"),
    ("es", "{{val|1.5|u=km}}", "<template>"),
    ("ro", "{{langx|fr|mot}}", "<template>mot"),
    ("fr", "{{date|2019-09-29}}", "<template>"),
    ("fr", "{{date|15 mars -44}}", "<template>"),
    ("fr", "{{date|14 juillet 1789 en sport}}", "<template>"),
    ("fr", "{{date|15|mars|-44}}", "15 mars<template>"),
    ("fr", "{{s|20}}", "<template>"),
    ("fr", "{{s2|XI|e|XII}}", "<template>"),
    ("fr", "{{-mil-|II}}", "<template>"),
    ("fr", "{{tmp|37}}", "<template>"),
    ("fr", "{{euro}}", "<template>"),
    ("fr", "{{incise|x|pv}}", "<template>"),
    ("fr", "{{japonais|x||romaji}}", "<template>"),
    ("fr", "{{lien brisé|url=http://a.b|titre=x}}", "<template>"),
    ("fr", "{{val|1.5|u=km}}", "<template>"),
    ("de", "5{{e|6}}", "5<template>"),
    ("de", '{{"|great|Sprache=en}}', "great<template>"),
    ("de", "{{Höhe|1200-1500|DE-NHN}}", "<template>"),
    ("de", "{{Coordinate|NS=52|EW=13}}", "<template>"),
    ("de", "{{Bruch|3}}", "<template>"),
    ("it", "{{M|5|u=%}}", "5<template>"),
    ("it", "{{arabo|القاهرة}}", "<template>"),
    ("it", "{{cita|Rossi 1999}}", "<template>"),
    ("ru", "{{convert|5|km|mi|abbr=on}}", "5<template>"),
    ("ru", "{{нихонго|x||ромадзи}}", "<template>"),
    ("ru", "{{не переведено|есть=:en:A|надо=B}}", "<template>"),
    ("ja", "{{convert|5|to|10|km|mi}}", "<template>"),
    ("ja", "{{convert|5|ft|6|in}}", "<template>"),
    ("ar", "{{ص}}", "<template>"),
    ("hu", "{{nihongo|x|富士山|y}}", "x<template>"),
    ("fr", "{{unité|1,000,000|km}}", "<template>"),
    ("fr", "{{unité||km}}", "<template>"),
    ("fr", "{{unité|9.81|m.s-2}}", "9,81<template>"),
    ("fr", "{{unité|45|°}}", "45<template>"),
    ("fr", "{{source|x}}", "<template>"),
    ("fr", "{{citation|}}", "<template>"),
    ("de", "{{enS|}}", "<template>"),
    ("it", "{{M|5|ul=s-1}}", "5<template>"),
    ("it", "{{sf|x}}", "<template>"),
    ("id", "{{convert|1,234|km|mi}}", "<template>"),
    ("tr", "{{convert|1.234|km|mi|abbr=on}}", "<template>"),
    ("fr", "{{nihongo|x||romaji}}", "<template>"),
    ("vi", "{{lang-zh|x}}", "<template>x"),
    ("uk", "{{nihongo|x|富士山|y}}", "x<template>"),
    ("es", "{{convertir|5|acre|ha}}", "<template>"),
    ("es", "{{siglo|XV|q|s}}", "siglo XV<template>"),
    ("es", "{{siglo|XV||x}}", "<template>XV"),
    ("es", "{{siglo|21||s}}", "<template>"),
    ("es", "{{cita requerida|unas palabras}}", "<template>"),
    ("es", "{{fecha|5|1937}}", "<template>"),
    ("es", "{{fecha|12|1|1962|edad}}", "12 de enero de 1962<template>"),
    ("es", "{{unidad|45|°}}", "45<template>"),
    ("es", "{{nihongo|x|富士山|y}}", "x<template>"),
    ("pt", "{{AC|48|y}}", "<template>"),
    ("pt", "{{dtlink|1|1|2000}}", "<template>janeiro de 2000"),
    ("pt", "{{ilc|A|palavras|B}}", "<template>"),
    ("pt", "{{nwrap|palavras}}", "<template>"),
    ("pt", "{{lknb|A|B|C}}", "[A B]<template>"),
    ("pt", "{{fmtn|50|%}}", "50<template>"),
    ("ca", "{{romanes|15}}", "<template>"),
    ("nl", "{{feit|2012|3|4}}", "<template>"),
    ("nl", "{{lang-xyz|x}}", "<template>x"),
    ("sv", "{{bråk|1|2|3}}", "<template>"),
    ("sv", "{{COL}}", "<template>"),
    ("da", "{{hvornår|et ord}}", "<template>"),
    ("no", "{{tr|et ord}}", "<template>"),
    ("zh", "{{convert|5|km|mi}}", "<template>"),
    ("zh", "{{convert|5|ft|m|abbr=on}}", "<template>"),
    ("zh", "{{convert|5|to|10|mi|km}}", "<template>"),
    ("zh", "{{convert|5|ft|6|in}}", "<template>"),
    ("zh", "{{cvt|5|ft|m}}", "<template>"),
    ("zh", "{{lang-id|x}}", "<template>x"),
    ("zh", "{{langx|id|x}}", "<template>x"),
    ("zh", "{{lang-ru|x|y}}", "俄語：x<template>"),
    ("zh", "{{jpn|j=富士山|hg=ふじさん|rm=Fujisan}}", "日語：富士山／ふじさん<template>"),
    ("zh", "{{nihongo|甲|富士山|Fujisan}}", "甲<template>"),
    ("zh", "{{nihongo3|Fujisan|富士山|x}}", "<template>"),
    ("zh", "{{來源請求範圍|x}}", "<template>"),
    ("zh", "{{bd||||}}", "<template>"),
    ("vi", "{{nihongo|x|富士山|y}}", "x<template>"),
    ("bg", "{{lang|en|word}}", "<template>word"),
    ("pl", "{{ros.|Москва|Moskwa}}", "ros. Москва<template>"),
    ("pl", "{{w języku|xyz|słowo}}", "<template>słowo"),
    ("pl", "{{Państwo|XYZ}} a {{Państwo|POL|1919}}", "<template>a [Polska]<template>"),
    ("cs", "{{Vlajka a název|CZE}} {{vjazyce|xyz}}", "<template><template>"),
    ("uk", "{{lang-xyz|x}} {{lang-ru|Москва|Moskva}}", "<template>x рос. Москва<template>"),
    ("ko", "{{llang|ja|千代田区|지요다쿠}} {{국기나라|KOR}}", "일본어: 千代田区<template><template>"),
    ("vi", "{{langx|fr|mot|lit=từ}} {{nihongo|x|富士山|y}}", "tiếng Pháp: mot<template>x<template>"),
    ("fi", "{{k-xyz|sana}} {{k-ja|語|go}}", "<template>sana jap. 語<template>"),
    ("fa", "{{به عربی|القاهرة|al-Qāhira}}", "به عربی: القاهرة<template>"),
    ("bg", "{{lang|en|word}} {{lang-xyz|word}}", "<template>word <template>word"),
    ("el", "{{flag|Germany}} {{lang-fr|mot|x}}", "<template>γαλλικά: mot<template>"),
    ("zh", "{{tsl|en}}", "<template>"),
    ("zh", "G{{music|doublesharp}}", "G<template>"),
    ("zh", "{{EC number|1.1.1.1|2}}", "EC 1.1.1.1<template>"),
    ("sv", "{{vem|några ord}}", "<template>"),
    ("zh", "{{谁|一些人}}", "<template>"),
    ("pl", "{{fakt|jakieś słowa|data=2012-05}}", "<template>"),
    ("cs", "{{kdo?|někteří}} {{Fakt/dne|20100101103015|slova}} {{Fakt/dne|slova}}", "<template><template><template>"),
    ("uk", "{{сумнівно|слова}}", "<template>"),
    ("ko", "{{출처 필요|단어|날짜=2015}}", "<template>"),
    ("vi", "{{theo ai|vài người}}", "<template>"),
    ("fi", "{{lähde|sanoja}}", "<template>"),
    ("fa", "{{مدرک|واژه}}", "<template>"),
    ("he", "{{מקור|מילה}}", "<template>"),
    ("bg", "{{източник|думи}}", "<template>"),
    ("el", "{{ποιος|λέξεις}}", "<template>"),
    ("vi", "{{flag|Germany}} a {{flag|Côte d'Ivoire}} a {{flag|Đức}}", "<template>a <template>a [Đức]"),
    ("vi", "{{flag|Nga}} {{flag|Pháp}}", "[Nga] [Pháp]"),
    ("cs", "{{Vlajka a název|Germany}} a {{Vlajka a název|Polsko}}", "<template>a [Polsko]"),
    ("ko", "{{국기나라|Germany}} 가 {{국기나라|독일}}", "<template>가 [독일]"),
    ("pl", "{{lang-en|x}}", "<template>x"),
    ("cs", "{{lang-en|x}}", "<template>x"),
    ("zh", "{{link-en||X}} 和 {{le}}", "<template>和<template>"),
    ("es", "{{fecha|x|1|1990}} y {{fecha|32|1|1990}}", "<template>y<template>"),
    ("pt", "{{dtlink|x|10|1959}}", "<template>outubro de 1959"),
    ("sv", "{{COL|country=x}} och {{COL|x}}", "<template>och <template>"),
]


@pytest.mark.parametrize(("lang", "markup", "text"), SAID)
def test_what_other_languages_show_is_said_where_it_is_not_known(lang: str, markup: str, text: str) -> None:
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang)
    (paragraph,) = extract_paragraphs(f"A {markup} B.", "Page", site).paragraphs
    assert "".join(marked(paragraph).split()) == "".join(f"A {text} B.".split())


def test_german_coordinates_that_are_shown_are_missing() -> None:
    text = "Sie liegt hier ({{Coordinate|article=/|text=DMS|NS=52}}).{{Coordinate|article=/|NS=52|EW=13}}"
    german = replace(SITE, dbname="dewiki", lang="de")
    assert [marked(each) for each in extract_paragraphs(text, "Page", german).paragraphs] == [
        "Sie liegt hier<template>."
    ]


@pytest.mark.parametrize(
    ("number", "text"),
    [("12345.5", "It is 12 345,5 km long."), ("5-6", "It is <template>long."), ("1e6", "It is <template>long.")],
)
def test_a_quantity_of_another_wiki_is_a_plain_number(number: str, text: str) -> None:
    czech = replace(SITE, dbname="cswiki", lang="cs")
    found = extract_paragraphs(f"It is {{{{cvt|{number}|km}}}} long.", "Page", czech)
    assert [marked(each).replace("\xa0", " ") for each in found.paragraphs] == [text]


NAMES = {
    "each its own, in order": ("{{A b}} and {{c_d|{{e}}}} and {{a b}} are", ["A b", "C d", "A b"]),
    "next to each other": ("so {{a}} {{b}}, {{c}} it is", ["A", "B", "C"]),
    "in the line before a category": ("It is {{a}} or {{b}}\n[[Category:X]]\nlong.", ["A", "B"]),
    "in brackets with a label": ("It (German: {{a}}; {{b}}) is.", ["A", "B"]),
    "as values of one that is known": ("a {{lang|fr|b {{a}} c {{b}}}} d", ["A", "B"]),
    "in a function": ("in {{lc:{{a}}B{{b}}}} it", ["A", "B"]),
    "one that is known but not its values": ("It is {{convert|5|km|mi|disp=or}} long.", ["Convert"]),
    "functions without their arguments": ("in {{#expr:1+1}} or {{CURRENTYEAR}} it", ["#expr", "CURRENTYEAR"]),
    "a name that templates give": ("It is {{a{{b}}c}} long.", ["Ac"]),
    "a name with its namespace": (
        "It is {{template: a}} or {{Template:B|c}} or {{TEMPLATE:lang|fr|d}} long.",
        ["A", "B"],
    ),
    "a page of another namespace": ("It is {{User:Bob/box}} long.", ["User:Bob/box"]),
    "what is no template": ("where <math>x</math> is {{a}}", ["", "A"]),
    "in a paragraph of hard quotes": ("''a'''b {{a}} c {{b}}", ["A", "B"]),
    "more than a digit can say": (" ".join(f"{{{{n{i}}}}} x" for i in range(600)), [f"N{i}" for i in range(600)]),
}


@pytest.mark.parametrize(("markup", "names"), NAMES.values(), ids=NAMES)
def test_a_hole_has_the_name_of_the_template_that_left_it(markup: str, names: list[str]) -> None:
    (paragraph,) = extract_paragraphs(markup, "Page", SITE).paragraphs
    assert [each.name for each in paragraph.problems] == names


@pytest.mark.parametrize("before", [0, 8, 600])
def test_how_many_templates_a_page_has_does_not_change_a_text(before: int) -> None:
    """The numbers of their names are longer behind others, and what is too long for a label or a value is so anyway."""
    others = " ".join(f"{{{{n{number}}}}}" for number in range(before))
    for letters in (*range(85, 101), *range(4_965, 5_001)):
        text = f"x (German, {{{{a}}}} {'b' * letters}: {{{{c}}}}) {{{{lang|fr|{'{{d}}' * 4}{'e' * letters}}}}} word"
        alone, behind = (
            extract_paragraphs(each, "Page", SITE).paragraphs[-1] for each in (text, f"{others}\n\n{text}")
        )
        assert behind == alone


@given(st.text(alphabet=f"ab{HOLE_OF['template']}{DIGITS}", max_size=40), st.integers(0, 20))
def test_the_end_of_a_text_is_measured_without_the_numbers_of_its_holes(text: str, most: int) -> None:
    start = tail(text, most)
    kept = [place for place, character in enumerate(text) if character not in DIGITS]
    assert length(text) == len(kept)
    assert length(text[start:]) == min(most, len(kept))


def test_a_problem_is_in_its_sentence() -> None:
    text = "One is.{{unheard of}} Two {{unheard of}} is. {{Unheard of}} three."
    (paragraph,) = extract_paragraphs(text, "Page", SITE).paragraphs
    found = split_sentences(paragraph, lambda _: [8, 16])
    assert [(each.text, list(each.problems)) for each in found] == [
        ("One is.", [Problem(7, 7, "template", "Unheard of")]),
        ("Two is.", [Problem(4, 4, "template", "Unheard of")]),
        ("three.", [Problem(0, 0, "template", "Unheard of")]),
    ]
    both = Paragraph("", "One is. Two is.", [], [Problem(4, 11, "table"), Problem(15, 15, "formula")])
    assert [list(each.problems) for each in split_sentences(both, sentencex_splitter("en"))] == [
        [Problem(4, 7, "table")],
        [Problem(0, 3, "table"), Problem(7, 7, "formula")],
    ]
