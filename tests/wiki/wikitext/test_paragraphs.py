"""What `extract_paragraphs` makes of markup: exact values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.fuzz.pages import SITE
from schemas.records import Paragraph
from tests.support.wikitext import linked, texts
from wiki.wikitext.inline import _is_allowed
from wiki.wikitext.paragraphs import extract_paragraphs


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("'''Bold''' and ''it''.", "Bold and it."),
        ("'''''both''''' x", "both x"),
        ("l'''amour'' x", "l'amour x"),
        ("''a'''b", "a'b"),
        # The apostrophe is that of the first word of one letter after a space, else of the first longer word (one
        # letter at the start of a line counts as that), else of the first run behind a space.
        ("l'''un a'''b c'''d ''e", "lun a'b cd e"),
        ("l'''un ab'''b '''d ''e", "l'un abb d e"),
        ("ab'''c d e'''f ''g '''h", "abc d e'f g h"),
        ("x '''a bc'''d ''e '''f", "x a bc'd e f"),
        ("ab'''c de'''f gh'''i ''j", "ab'c def ghi j"),
        ("a '''b c '''d e '''f ''g", "a 'b c d e f g"),
        ("'''a ''b", "'a b"),
        ("'''open x", "open x"),
        ("''''four'''", "'four"),
        ("a ''''''six''''' b", "a 'six b"),
        ("it's 'so'", "it's 'so'"),
        ("''a\nb''", "a b"),
        ("''{{x}}'' y", "y"),
        ("H<sub>2</sub>O<br/>x<small>y</small>", "H2O xy"),
        ("a <foo>b</foo>", "a <foo>b</foo>"),
        ("<a href=x>b</a> <meta name=x> <link itemprop=x href=y/>c</br>d", "<a href=x>b</a> <meta name=x> c d"),
        ("2 &lt; 3&nbsp;&ndash; &#x41;&bogus;", "2 < 3 – A&bogus;"),
        (
            "&ampamp; &amp;lt; &#0; &#x80; &#xD800; &#x110000; &#00065; &apos;",
            "&ampamp; &lt; &#0; &#x80; &#xD800; &#x110000; A '",
        ),
        ("<nowiki>[[x]] ''y'' {{z}}</nowiki>", "[[x]] ''y'' {{z}}"),
        ("<nowiki>&lt; & &amp;lt; &</nowiki>lt; &amp<nowiki>;</nowiki>", "< & &lt; &lt; &amp;"),
        ("<nowiki >[[x]]</NoWiki > a<nowiki / >b<nowiki/ >c<nowiki />d", "[[x]] a<nowiki / >b<nowiki/ >cd"),
        ("a<ref name=x/>b<REF>{{c}}</REF >c", "abc"),
        ("a <ref>never closed", "a <ref>never closed"),
        ("a <ref name=x/>b <ref>never <ref name=y/>closed", "a b <ref>never closed"),
        ("a<!-- x -- > y -->b <!-- open [[z]]", "ab"),
        ("a {{b|{{c}}|{d}}} e", "a } e"),
        ("a {{b {{c}} d", "a {{b d"),
        ("{{{x|d}}} e", "d e"),
        ("a __NOTOC__b __x__", "a b __x__"),
        ("<noinclude>a</noinclude><includeonly>b</includeonly>", "a"),
    ],
)
def test_text(markup: str, text: str) -> None:
    assert texts(markup) == [text]


@pytest.mark.parametrize(
    ("first", "last"), [(0x9, 0xA), (0x20, 0x7E), (0xA0, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF)]
)
def test_which_characters_may_be_written_by_their_number(first: int, last: int) -> None:
    assert [_is_allowed(code) for code in (first - 1, first, last, last + 1)] == [False, True, True, False]


@pytest.mark.parametrize(
    ("markup", "paragraphs"),
    [
        ("a\nb\n\nc", ["a b", "c"]),
        ("a\n* b\n# c\n: d\n; e\nf", ["a", "f"]),
        ("a\n pre\nb", ["a", "b"]),
        ("a\n----b", ["a", "b"]),
        ("a\n{|\n| b\n{|\n|}\n|} c\nd", ["a", "c", "d"]),
        ("a\n{| open\n| b", ["a"]),
        ("a\n[[File:X.jpg|thumb|cap [[b]] ''c'']]\nd", ["a", "d"]),
        ("a [[Image:X.jpg|thumb|b]] c\nd", ["a", "c", "d"]),
        ("a [[File:X.svg|20px|link=]] c\nd", ["a c d"]),
        ("* a [[File:X.jpg|thumb|b]] c\nd", ["d"]),
        ("[[File:X.jpg|never closed\n\nb", ["[[File:X.jpg|never closed", "b"]),
        ("a<blockquote>b\nc</blockquote>d", ["a", "b c", "d"]),
        ("<blockquote>\n b\n</blockquote>", ["b"]),
        ("# a<blockquote>b</blockquote>", ["b"]),
        ("a<div>b<div>c</div></div>d", ["a", "d"]),
        ("a <div> b", ["a"]),
        ("<div>\na\n== b ==\nc<div>d</div>\n</div>", ["a"]),
        ("<div>a\n\nb\n</div>", ["b"]),
        ("<center>\na\n</center>\n b", ["a"]),
        ("<div><p>a</div>\nb", ["a", "b"]),
        ("<div a='/>b", []),
        ("a</div>b</p>c", ["ab", "c"]),
        ("<div></div>a\nb <hr>c\n\nd<hr>\ne\n\n\nf<hr>", ["a b", "c d", "e", "f"]),
        ("<hr>a\n\n\nb<hr>", ["a", "b"]),
        ("<p>\n a\n\nb\n</p>\n c", ["a b"]),
        ("<blockquote><div>a\n\nb\n</div>c</blockquote>d", ["b", "c", "d"]),
        ("==<blockquote>a</blockquote>==\nb", ["a", "b"]),
        ("* <div>\na\n</div>b", ["a", "b"]),
        ("* a <p>b\nc", ["b", "c"]),
        ("* <table>\n<tr><td>\na\n</table>\nb", ["b"]),
        ("<ul><li>a<p>b<li>c</ul>d", ["b", "d"]),
        ("<dl><dt>a<dd>b<p>c</dl>d", ["c", "d"]),
        ("a</td></tr></table>b", ["ab"]),
        ("<td>a<tr>\nb\n\nc", ["a", "b", "c"]),
        ("a<tr>\nb\n\nc", ["a b c"]),
        ("<table><tr>a<p>b</p><td>\nc\n<tr><td><p>d</table>e", ["b", "e"]),
        ("<table><tr><td><table></table>\na\n</table>b", ["b"]),
        ("<table><tr><table></table>\na\n</table>b", ["a", "b"]),
        ("<table><caption><p>a</caption></table><h2>b<h3>c</h2>d", ["d"]),
        ("{|\n|-\n{|\n| a\n|}\nb\n\nc\n|}\nd", ["b", "c", "d"]),
        ("{|\n|-\n{|\n| a\n|}\nb", ["b"]),
        ("{|\n| x\n{|\n! a !! b\n|-\n|+ c\n|}\n{|\n|}\nd\n|}\ne", ["e"]),
        (":{|\n| a\n|} b\nc", ["c"]),
        (":{|\n|-\n{|\n|}\n|}\n{|\n| [[a|b]]|c\nd", []),
        ("a<pre>b</pre>c <gallery>d</gallery>", ["a", "c"]),
        ("a\n<tabber>\n|-|One=[[b]] is first.\n|-|Two=c\n</tabber>\nd", ["a", "b is first.", "c", "d"]),
        ("a<Tabber class='x'>One=b\n=\nc|-|\nTwo=d|-|</tabber >e", ["a", "b = c", "d", "e"]),
        ("a<tabber>One=b", ["a<tabber>One=b"]),
        ("</pre>a", ["a"]),
        ("a\nb [[c|d\n\ne]] f<div>g</div>h\ni", ["a", "b d e f", "h", "i"]),
        ("a [[b|c\n\nd<div>e</div>]] f", ["a [[b|c", "d", "]] f"]),
        ("* a [[b|c\n\nd]] e<p>f\ng", ["f", "g"]),
        ("\ta\n\t b\n \t\nc", ["a b", "c"]),
        ("&nbsp;a\n&nbsp;&nbsp;b", ["a b"]),
        ("a\n\n[[Category:X]]\n[[fr:Y]]\nb [[Category:Z|z]]\n* c\n\n[[Category:X]] d", ["a b"]),
        ("a __NOtOC__\n__FORCETOC__\nb", ["a", "b"]),
        ("a\n__TOC__\nb", ["a b"]),
        ("a\n__TOC__\nb\n= c =", ["a", "b"]),
        ("<ul><li>a</ul>b<table><tr><td>c</table>", ["b"]),
        ("a<p>b</p>c", ["a", "b", "c"]),
        ("a\n<!-- b -->\nc", ["a c"]),
        ("a <!-- b -->\nc", ["a c"]),
        ("a\n{{b}}\nc", ["a", "c"]),
        ("{{b}} c", []),
        ("{{b}}* c\nd", ["d"]),
        ("* [[a|b\nc]] d\ne", ["e"]),
        ("* [[a|b\nc [[d]] e", ["c d e"]),
        ("#REDIRECT [[X]]", []),
        ("", []),
        ("\x01\x02\x1f \r\n\r\na\x03b", ["ab"]),
        ("<gallery>\nX.jpg|a\n</gallery>b <math>x</math>", ["b"]),
    ],
)
def test_blocks(markup: str, paragraphs: list[str]) -> None:
    assert texts(markup) == paragraphs


def test_sections() -> None:
    page = "a\n== [[B]] ''c'' ==\nb\n\nc\n=== D<ref>x</ref> ===\nd\n==E&amp;F==\n\ng\n= =\n=h\n"
    page += "====\ni\n==\n==<p>j</p>k==\nl"
    found = extract_paragraphs(page, "Page", SITE).paragraphs
    assert [(p.section, p.text) for p in found] == [
        ("", "a"), ("B c", "b"), ("B c", "c"), ("D", "d"), ("E&F", "g"), ("", "=h"),
        ("==", "i =="), ("==", "j"), ("jk", "l"),
    ]  # fmt: skip


def test_other_languages() -> None:
    german = replace(SITE, dbname="dewiki", lang="de", namespaces=((6, "Datei"), (6, "File"), (14, "Kategorie")))
    assert linked("[[Datei:X.jpg|mini|a [[b]]]]Die [[Stadt]]ä[[Kategorie:X]]", german) == (
        "Die Stadtä",
        [("Stadtä", "Stadt")],
    )
    assert linked("Die [[Stadt]]ä") == ("Die Stadtä", [("Stadt", "Stadt")])
    chinese = replace(SITE, dbname="zhwiki", lang="zh")
    assert linked("-{zh-hans:计算机;zh-hant:電腦}-[[x]]y -{H|a}--{T|b}--{c}-", chinese) == ("计算机xy c", [("x", "X")])
    styled = '-{zh-hans:<span style="color:red;top:0">红&amp;旗</span>;zh-hant:<span style="color:red">紅旗</span>;}-渠'
    assert linked(styled, chinese) == ("红&旗渠", [])
    assert linked("-{zh-Hans:a=>b; c=>zh-tw:d}- -{en:x;y}-", chinese) == ("a=>b en:x;y", [])
    assert texts("a __INHALTSVERZEICHNIS__ b", german) == ["a b"]
    case_sensitive = replace(SITE, dbname="jbowiktionary", first_letter=False)
    assert linked("[[x]]", case_sensitive)[1] == [("x", "x")]


@pytest.mark.parametrize(
    ("markup", "italics"),
    [
        ("A ''cat'' and a '''dog'''.", ["cat"]),
        ("''[[GQ]]''s cover, '''''[[Emma]]''''' too", ["GQ", "Emma"]),
        ("a [[GQ|''G'' ''Q'']] b", ["G", "Q"]),
        ("a [[GQ|''GQ]] b'' c", ["GQ", "c"]),
        ("l'''amour'' x", ["amour"]),
        ("''left open\nhere ''again''", ["left open", "again"]),
        ("'' spaces  at\tits  ends '' x", ["spaces at its ends"]),
        ("''  '' x ''''", []),
        ("''H<sub>2</sub>O &amp; [http://a.org label]''", ["H2O & label"]),
        ("a <i>tag</i> and <i>[[another]]</i>", ["tag", "another"]),
        ("a <i>tag</i> and <i>no end", ["tag"]),
        ("''a'' [[b|<i>c</i>]]<i>\n</i> ''d''", ["a", "c", "d"]),
        ("a <em>stressed</em> word", []),
        ("a [[b ''c'']] d", []),
        ("a ''{{x}} b'' c", ["b"]),
    ],
)
def test_italic_type_by_example(markup: str, italics: list[str]) -> None:
    [paragraph] = extract_paragraphs(markup, "Page", SITE).paragraphs
    assert [paragraph.text[start:end] for start, end in paragraph.italics] == italics


@pytest.mark.parametrize(
    ("lang", "wikitext", "text"),
    [
        ("en", "x {{formatnum:1234}} y", "x 1,234 y"),
        ("it", "x {{FORMATNUM: 3769495 }} y", "x 3 769 495 y"),
        ("de", "x {{Zahlenformat:1234.5}} y", "x 1.234,5 y"),
        ("de", "x {{formatnum:1.234,5|R}} y", "x 1234.5 y"),
        ("de", "x {{formatnum:1234|NOSEP}} y", "x 1234 y"),
        ("en", "x {{formatnum:{{unknown}}}} y", "x y"),
        ("en", "x {{formatnum:{{formatnum:1234}}|R}} y", "x 1234 y"),
        ("en", "{{lc:ABC}} {{ucfirst:word}} {{uc:a}} {{lcfirst:AB}}", "abc Word A aB"),
        ("en", "a{{=}}b{{!}}c", "a=b|c"),
        ("en", "x {{unknown:1234}} y", "x y"),
    ],
)
@pytest.mark.parametrize("inline_templates", [False, True])
def test_functions_of_the_parser_are_no_templates(lang: str, wikitext: str, text: str, inline_templates: bool) -> None:
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang)
    assert texts(wikitext, site, inline_templates=inline_templates) == [text]


@pytest.mark.parametrize(
    ("lang", "link", "in_line"),
    [
        ("en", "[[File:A.svg|20px|Flag]]", True),
        ("en", "[[File:A.svg|thumb|Flag]]", False),
        ("en", "[[File:A.svg|right]]", False),
        ("en", "[[File:A.svg|thumb=B.png]]", False),
        ("de", "[[Datei:A.svg|20px|Flagge]]", True),
        ("de", "[[Datei:A.svg|mini|Text]]", False),
        ("cs", "[[Soubor:A.svg|vlevo]]", False),
        ("pl", "[[Plik:A.svg|mały]]", False),
        ("pl", "[[Plik:A.svg|mini]]", True),
    ],
)
def test_a_file_stands_in_a_box_by_the_words_of_the_language(lang: str, link: str, in_line: bool) -> None:
    names = ((6, "File"), (6, "Datei"), (6, "Soubor"), (6, "Plik"))
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang, namespaces=names)
    assert texts(f"one {link} two\nthree", site) == (["one two three"] if in_line else ["one", "two", "three"])


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("Foo ({{lang-de|}}; {{x}}) is", "Foo is"),
        ("Foo (German: {{x}}) is", "Foo is"),
        ("Foo ([[German language|German]]: {{lang|de|}}) is", "Foo is"),
        ("Foo (German: ''{{x}}'') is", "Foo is"),
        ("Foo (pronounced {{IPA|x}}) is", "Foo is"),
        ("Foo (pronounced {{IPA|x}}; born 1 May) is", "Foo (born 1 May) is"),
        ("Foo (born 1 May; German: {{x}}) is", "Foo (born 1 May) is"),
        ("Foo ({{x}}; born 1 May) is", "Foo (born 1 May) is"),
        ("Foo (German: {{lang|de|Bar}}, {{IPA|x}}) is", "Foo (German: Bar) is"),
        ("北京（{{x}}；拼音：{{y}}）是", "北京是"),
        ("甲（英語：Kim，{{IPA-en|x}}，1953年）是", "甲（英語：Kim，1953年）是"),
        ("甲（1953年；{{IPA-en|x}}）是乙、{{IPA-en|x}}。", "甲（1953年）是乙。"),
        ("Foo ({{IPAc-en|x}} or {{IPAc-en|y}}; German: {{lang|de|Bar}}) is", "Foo (German: Bar) is"),
        ("Foo ({{IPAc-en|x}}<ref>x</ref> or {{IPAc-en|y}};<ref>y</ref> Bar), is", "Foo (Bar), is"),
        ("Foo (German: {{IPA|x}} oder {{IPA|y}}, Bar) is", "Foo (Bar) is"),
        ("Foo ({{IPA|x}}, {{IPA|y}}, or {{IPA|z}}) is", "Foo is"),
        ("Foo (Bar or {{IPA|x}}) is", "Foo (Bar) is"),
        # A conjunction that says something, and a word that only looks like one.
        ("Foo is old and{{sfn|A}}, it seems, new", "Foo is old and, it seems, new"),
        ("Foo (a minor {{IPA|x}}; Or {{IPA|x}}) is", "Foo (a minor; Or) is"),
        # What is no label stays, and so does what its author left empty.
        ("Foo (born in {{x}}) is", "Foo (born in) is"),
        ("Foo, German: {{x}}, is", "Foo, German:, is"),
        ("Foo (; born 1 May) is", "Foo (; born 1 May) is"),
        ("Foo (he said: yes {{x}}) is", "Foo (he said: yes) is"),
    ],
)
def test_a_label_goes_with_the_template_that_vanished_behind_it(wikitext: str, text: str) -> None:
    assert texts(wikitext, inline_templates=True) == [text]


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        *((f"Foo {{{{IPA|x}}}}{mark} bar", f"Foo{mark} bar") for mark in ",.;:!?"),
        *((f"甲 {{{{IPA|x}}}}{mark}乙", f"甲{mark}乙") for mark in "、，；：。"),
        *((f"Foo, {{{{IPA|x}}}}{mark} bar", f"Foo{mark} bar") for mark in ",;."),
        *((f"甲，{{{{IPA|x}}}}{mark}乙", f"甲{mark}乙") for mark in "、，；。"),
        ("甲、{{IPA|x}}，乙；{{IPA|x}}、丙", "甲，乙、丙"),
        ("(Foo, {{IPA|x}}) bar （甲、{{IPA|x}}）乙", "(Foo) bar （甲）乙"),
        # As after a word that is not italic, the space goes whose template vanished.
        ("''Foo'' {{IPA|x}}, bar", "Foo, bar"),
        ("''Foo '' {{IPA|x}}, bar", "Foo, bar"),
        ("''Foo, '' {{IPA|x}}, bar", "Foo, bar"),
    ],
)
def test_a_vanished_template_leaves_no_space_before_a_mark_and_no_two_separators(wikitext: str, text: str) -> None:
    assert texts(wikitext, inline_templates=True) == [text]


@pytest.mark.parametrize(
    "heading",
    [
        "== [[File:A.jpg|thumb|cap]] Title ==",
        "== Title [[File:A.jpg|20px|a [[cap]] tion]] ==",
        "=== [[File:A.jpg|left|cap]]Title<!-- x --> ===",
    ],
)
def test_a_heading_with_a_file_is_a_heading(heading: str) -> None:
    [paragraph] = extract_paragraphs(f"{heading}\ntext", "Page", SITE).paragraphs
    assert paragraph == Paragraph("Title", "text", [])
