"""What `extract_paragraphs` makes of markup: exact values, and MediaWiki's own rendering of real articles."""

from __future__ import annotations

import bz2
import gzip
import json
import random
import re
import time
import tomllib
from collections import Counter
from dataclasses import replace
from html import unescape
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.fuzz.pages import SITE
from benchmarks.fuzz.paragraphs import check_sane, check_soup, check_text
from schemas.records import Anchor, Paragraph
from tests.support.reference_reader import reference_paragraphs
from wiki.site.link_targets import link_title
from wiki.site.siteinfo import SiteInfo, parse_siteinfo
from wiki.wikitext.holes import HoleNames
from wiki.wikitext.inline import _is_allowed
from wiki.wikitext.inline_templates import expander
from wiki.wikitext.paragraphs import Extraction, extract_paragraphs, scan_inline
from wiki.wikitext.patterns import grammar
from wiki.wikitext.reference import read_inline


def texts(text: str, site: SiteInfo = SITE, *, inline_templates: bool = False) -> list[str]:
    return [p.text for p in extract_paragraphs(text, "Page", site, inline_templates=inline_templates).paragraphs]


def linked(text: str, site: SiteInfo = SITE) -> tuple[str, list[tuple[str, str]]]:
    """Text of the only paragraph, and its anchors as (surface, target)."""
    [paragraph] = extract_paragraphs(text, "Page", site, inline_templates=False).paragraphs
    return paragraph.text, [(paragraph.text[a.start : a.end], a.target) for a in paragraph.anchors]


@pytest.mark.parametrize(
    ("markup", "text", "anchors"),
    [
        ("A [[cat]].", "A cat.", [("cat", "Cat")]),
        ("A [[cat|tom cat]].", "A tom cat.", [("tom cat", "Cat")]),
        ("Some [[car]]s", "Some cars", [("cars", "Car")]),
        ("Some [[car|auto]]mobiles-x", "Some automobiles-x", [("automobiles", "Car")]),
        ("''[[GQ]]''s cover", "GQs cover", [("GQ", "GQ")]),
        ("[[cat]]<ref>x</ref>s", "cats", [("cat", "Cat")]),
        ("[[cat]]s<ref>x</ref>more", "catsmore", [("cats", "Cat")]),
        ("[[cat]]<!-- x -->s", "cats", [("cats", "Cat")]),
        ("[[cat]]{{x}}s", "cats", [("cat", "Cat")]),
        ("[[Kyoto (city)|]] is", "[[Kyoto (city)|]] is", []),
        ("[[cat| tom ]]x", "tom x", [("tom x", "Cat")]),
        ("a [[cat| tom ]] b", "a tom b", [("tom", "Cat")]),
        ("[[2001: A Space Odyssey]]", "2001: A Space Odyssey", [("2001: A Space Odyssey", "2001: A Space Odyssey")]),
        ("[[cat#tail|tail]]", "tail", [("tail", "Cat")]),
        ("[[#tail|tail]] [[Page|here]] [[page]]", "tail here page", []),
        ("[[Talk:X|talk]] [[wikt:x|word]] [[:Category:X]]", "talk word Category:X", []),
        ("a[[Category:X]] b[[fr:X]] c", "a b c", []),
        ("[[cat&amp;dog|&lt;b&gt;]]", "<b>", [("<b>", "Cat&dog")]),
        ("[[a_b%20c]]", "a_b c", [("a_b c", "A b c")]),
        ("[[a%20b| [[#%3Ci%3E]]", "[[a b| #<i>", []),
        ("[[a&lt;b|", "[[a<b|", []),
        ("[[:#\ud800x| [[:#\ud800%20x|", "[[:#\ud800x| [[:#\ud800%20x|", []),
        ("[[a#<x>]] [[a<x]] [[a<b>c]]", "a#<x> [[a<x]] [[ac]]", [("a#<x>", "A")]),
        ("x [[cat|{{x}}]] y", "x y", []),
        ("[[cat|a\nb]]", "a b", [("a b", "Cat")]),
        ("[[a\nb]]", "[[a b]]", []),
        ("[[a|b [[c]] d]]", "[[a|b c d]]", [("c", "C")]),
        ("[[[cat]]]", "[[[cat]]]", []),
        ("[[[[cat]]]]", "[[cat]]", [("cat", "Cat")]),
        ("[[[cat|tom]]", "[[[cat|tom]]", []),
        ("[[[http://x.org tom]]]", "[[tom]]", []),
        ("[[cat|[tom] x]]", "[tom] x", [("[tom] x", "Cat")]),
        ("[[cat|[tom]]]s [[cat|x [tom]]]]", "[tom]s x [tom]]", [("[tom]s", "Cat"), ("x [tom]", "Cat")]),
        ("[[cat|tom]]]", "tom]", [("tom", "Cat")]),
        ("[[cat|]]] [[|cat]] [[]]", "] [[|cat]] [[]]", [("]", "Cat")]),
        ("[[cat|a|b]]", "a|b", [("a|b", "Cat")]),
        ("[[cat|[http://x.org tom]]]", "[http://x.org tom]", [("[http://x.org tom]", "Cat")]),
        ("[[cat|a [http://x.org tom] b]]", "a [http://x.org tom] b", [("a [http://x.org tom] b", "Cat")]),
        ("[[cat|a\n\n* b]]s c", "a * bs c", [("a * bs", "Cat")]),
        ("[[cat", "[[cat", []),
        ("[[cat]''] ''b", "[[cat]] b", []),
        ("[[cat]]''s'' [[cat]]s''t''", "cats catst", [("cat", "Cat"), ("cats", "Cat")]),
        ("a '' [[cat| cat '']]s b", "a cat s b", [("cat s", "Cat")]),
        ("[http://x.org the [[cat]]] b", "the cat b", [("cat", "Cat")]),
        ("a [http://x.org] b", "a b", []),
        ("a ([http://x.org]) b ([http://x.org], [//y.org ]), c", "a b, c", []),
        ("a [http://x.org], b [http://x.org] [http://y.org]. ''c'' ([http://x.org d])", "a, b. c (d)", []),
        ("a [http://x.org] (b [http://x.org]) [[c]] [[[", "a (b) c [[[", [("c", "C")]),
        ("see http://x.org/ now", "see http://x.org/ now", []),
        ("[http://x.org a [http://y.org b] c]", "a [http://y.org b c]", []),
        ("[http://x.org a\nb] [//x.org c]", "[http://x.org a b] c", []),
        ("[[cat|a ''b]] [http://[2001:db8::1]:80/ c] [http://x.org<b>d</b> e]", "a b c d e", [("a b", "Cat")]),
        ("[http://x.org&lt;a [[cat]]] [[[", "<a cat [[[", [("cat", "Cat")]),
        ("http://a&zwnj;b.org/&#x5B;x&#93;?c&amp;lt;&lt;d", "http://ab.org/%5Bx%5D?c&lt;<d", []),
        ("[[Lista d''e paise]] ''x''", "Lista d''e paise x", [("Lista d''e paise", "Lista d''e paise")]),
    ],
)
def test_links(markup: str, text: str, anchors: list[tuple[str, str]]) -> None:
    assert linked(markup) == (text, anchors)


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


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("from {{lang-fr|[[pain]]}} x", "from French: pain x"),
        ("({{lang-rus|Москва|r=Moskva|p=x}})", "(Russian: Москва, romanized: Moskva)"),
        ("{{bibleref|Mark|3:25|9}} and {{bibleverse||Mark|3:25|KJV}}", "Mark 3:25 and Mark 3:25"),
        ("{{bibleverse|1|Cor|13:4|KJV}} and {{bibleverse|Mark|3:25}}", "1 Cor 13:4 and Mark 3:25"),
        ("{{chem|C|8|-}}, {{chem|O|2|2-}} and {{chem2|SO4(2-)}}", "C8−, O22− and SO42−"),
        (r"{{chem2|(\h{5}C5H5)2Ni}} and {{chem2|(\m-Cl)2(2-)}}", "(η5C5H5)2Ni and (μ−Cl)22−"),
        ("({{langx|de|Wald|lit=forest}}, {{IPA|de|valt}})", "(German: Wald, lit. 'forest')"),
        ("({{langx|de|Wald|lit=forest}}; {{IPA|de|valt}}; born 1900)", "(German: Wald, lit. 'forest'; born 1900)"),
        ("({{lang|de|Wald}} x&mdash;, {{IPA|de|valt}}, y&mdash;German: {{IPA|de|valt}})", "(Wald x—, y—German:)"),
        ("the phoneme {{IPAslink|a}}, {{IPAblink|b}}", "the phoneme /a/, [b]"),
        ("({{OldStyleDate|February 2|1905|January 20}})", "(February 2 [O.S. January 20] 1905)"),
        ("{{OldStyleDateDY|1 May|1706|1 May 1705}}", "1 May 1706 [O.S. 1 May 1705]"),
        ("{{OldStyleDateDY|May 1,|1706|May 1, 1705}}", "May 1, 1706 [O.S. May 1, 1705]"),
        ("({{lang-nds|label=[[A|Low Saxon]]|Hamborg}})", "(Low Saxon: Hamborg)"),
        ("({{langx|he|label=B|ab}}, {{lang-kw|Bosvena}})", "(B: ab, Cornish: Bosvena)"),
        ('in "{{langr|la|De respiratione}}"', 'in "De respiratione"'),
        ("{{as of|2019|lc=yes||df=|post=,}} it", "as of 2019, it"),
        ("in it, {{as of|2019|7|31|df=US|lc=y|post=,}} is", "in it, as of July 31, 2019, is"),
        ("Foo ([[Name|named]] {{IPAc-en|x}}, plural Foos)", "Foo (plural Foos)"),
        ("an ''a''{{'s}} ''b'', ''c''{{'s}} d", "an a's b, c's d"),
        ("an ''a''{{'s}} b and c{{'s}} d", "an a's b and c's d"),
        ("({{ill|de|Ort|Ort|Stadt}}), {{ill|Wien|de|Wien}}", "(Stadt), Wien"),
        ("\"a ''b''{{-\"}} c, \"d 'e{{' \"}} f", '"a b" c, "d \'e\'" f'),
        ("Foo ({{IPAc-en|x}}, occasionally {{IPAc-en|y}}), also", "Foo, also"),
        ("({{lang-ru|Москва|Moskva}})", "(Russian: Москва, romanized: Moskva)"),
        ("is {{convert|5|to|10|km|mi|abbr=on}} far", "is 5 to 10 km far"),
        ("{{convert|6|ft|2|in|m}} tall", "6 feet 2 inches tall"),
        ("'''Tokyo''' ({{nihongo|Tokyo|東京|Tōkyō}})", "Tokyo (Tokyo (東京, Tōkyō))"),
        ("{{as of|2014|5|lc=y}} it", "as of May 2014 it"),
        ("born {{birth date|1970|4|29|df=yes}}", "born 29 April 1970"),
        ("{{nowrap|{{circa|1900}}}}, x", "c. 1900, x"),
        ("{{HMS|Victory|1765|6}} sank", "HMS Victory sank"),
        ("{{frac|1|2}} of {{frac|3|1|4}}", "1⁄2 of 3 1⁄4"),
        ("the {{sic|teh}} x{{!}}y", "the teh [sic] x|y"),
        ("a ({{IPA|x}}; {{IPA|y}}) b", "a b"),
        ("a ({{IPA|x}};<ref>r</ref> born 1879) b", "a (born 1879) b"),
        ("a, {{x}}, b {{x}}. c ''{{x}}'' d", "a, b. c d"),
        (
            "in pits. {{ref|a}}. Then, {{ref|b}}... and so on... {{ref|c}}. End {{ref|d}}.",
            "in pits. Then... and so on.... End.",
        ),
        ("A ({{audio|a.ogg|listen}}) {{audio|a.ogg}} b, {{Audio|b.ogg|''Birka''|help=no}}, c", "A b, Birka, c"),
        (
            "'''A''' (pronounced in {{IPA2|a}}) is ''(b,'' {{IPA|b}}, Greek ''c''), d'';''{{x}}, e",
            "A is (b, Greek c), d;, e",
        ),
        ("[[A]] ({{IPA2|a}}) and [[B]] ({{IPA2|b}})are", "A and B are"),
        ("({{bibleverse|Samuel|2|3:3|HE}}), {{bibleverse||Psalm|80|HE}}", "(Samuel 2 3:3), Psalm 80"),
        ("2{{fraction|1|4}}, 5{{frac|3}} and {{frac|1|2}}, A{{1/2}}", "2 1⁄4, 5 1⁄3 and 1⁄2, A1⁄2"),
        ("a{{sfn|B}} {{lang|fr|''mot''}} b{{when}} {{frac|1|2}} c{{cn}} {{sfn|C}}d", "a mot b 1⁄2 c d"),
        ("of Guinness. {{ref|a}}, {{ref|b}} He.{{ref|c}},{{ref|d}}", "of Guinness. He."),
        ("Sources: {{cite web|a}}; {{cite web|b}}", "Sources:"),
        ("In 1990{{sfn|a}}, {{efn|b}} he was in (PET) {{ref|a}}, {{ref|b}}.", "In 1990, he was in (PET)."),
        ("{{1/2}} of {{convert|5|km²|abbr=on}}, {{sqrt|2}}", "1⁄2 of 5 km2, √2"),
        ("see {{usc|26|2035}}, {{ussc|467|837|1984}}", "see 26 U.S.C. § 2035, 467 U.S. 837 (1984)"),
        ("A {{airport codes|LHR|EGLL}}, B ({{nyse|GE}})", "A (IATA: LHR, ICAO: EGLL), B (NYSE: GE)"),
        ("the {{JPN}} of {{mpl|2005 FY|9}} {{OEIS|id=A1}}", "the Japan of 2005 FY9 (sequence A1 in the OEIS)"),
        ("{{angbr|a}} is", "⟨a⟩ is"),
        ("({{nihongo||日本|Nihon|meaning Japan}})", "(Nihon (日本, meaning Japan))"),
        ("of {{val|7.4e25|u=K}} or {{val|-5.1(2)|e=-3}}, {{val|e=6|u=um}}", "of 7.4×1025 K or −5.1(2)×10−3, 106 μm"),
        ("so {{val|3|0.5|e=5|u=km}}, 4{{e|-3}}", "so (3±0.5)×105 km, 4×10−3"),
        ("a {{sqrt|''2''}}''r'' and {{var|''a''}}''b''", "a √2r and ab"),
        ("a {{nowrap|(''x'' {{=}} 0)}} and {{nowrap|θ {{=}} 0}}", "a (x = 0) and θ = 0"),
        ("{{as of|2020|alt=By 2020}} it", "By 2020 it"),
        (
            "by {{harvtxt|A|B|2004|pp=3-5}}, {{harv|A|2004|loc=Ch. 2}}, {{harvnb|A|B|C|2004}}",
            "by A & B (2004, pp. 3–5), (A 2004, Ch. 2), A, B & C 2004",
        ),
        ("{{harvtxt|A|B|C|D|2004|p=3}}, {{harvs|txt|last=A|first=Z|year=1982}}", "A et al. (2004, p. 3), Z A (1982)"),
        ("{{nihongo|Book||Hon|x}}, {{nihongo|||Hon|x}}, {{nihongo||本||x}}", "Book (Hon, x), Hon (x), (本, x)"),
        (
            "{{nihongo3|a book|本|Hon|x}}, {{nihongo3|book||Hon}}, {{nihongo3|book|本}}",
            "Hon (本, a book, x), Hon (book), book (本)",
        ),
        ("{{nihongo foot|Book|本|Hon|extra=x|post=,|group=n}} or", "Book, or"),
        (
            "({{lang-ru|label=none|Москва|Moskva|Moscow}}; {{langx|de|Wald|wood}})",
            "(Москва, Moskva, 'Moscow'; German: Wald)",
        ),
        ("on {{start date|2010|05|07}}, {{death date|2010|05|07|1950|1|1|df=y}}", "on May 7, 2010, 7 May 2010"),
        ("{{birth date|2010|5|7|df=no}} or {{as of|2011|05|07|lc=y}}", "May 7, 2010 or as of 7 May 2011"),
        ("{{circa}}1450, {{fl.}} 1200, {{reign}} 1558", "c.1450, fl. 1200, r. 1558"),
        ("{{reign|1558|1603}}, {{reign|1 May 1558|1603}}", "r. 1558–1603, r. 1 May 1558 – 1603"),
        ("of {{INRConvert|1500|c}} in 1990", "of ₹1,500 crore in 1990"),
        ("{{bibleverse|Genesis|1:1|KJV}} and {{bibleref2|Rom|8|KJV|a text}}", "Genesis 1:1 and a text"),
        ("so {{chem2|2 H2 + O2 -> 2 H2O}} it is", "so 2 H2 + O2 → 2 H2O it is"),
        ("{{chem2|CuSO4*5H2O}}, {{chem2|^{13}C}} and {{chem2|C_{n}H_{2n+2} }}", "CuSO4·5H2O, 13C and CnH2n+2"),
        ("of {{mp|2003 UB|313}}, {{H:title|dotted=no|tip|so}}", "of 2003 UB313, so"),
        ("{{key|Win|R}}, the sound {{IPA link|t}}", "⊞ Win+R, the sound t"),
        ("the {{audio-nohelp|a.ogg|Birka}} and {{clarify-span|a word|date=May 2020}}", "the Birka and a word"),
        ("by {{ill|Anna|WD=Q1|short=y}}", "by Anna"),
        ("{{unknown}} is", "is"),
        ("a (,) b ( ) c , d", "a (,) b ( ) c , d"),
        ("x {{formatnum: 3003}} y", "x 3,003 y"),
    ],
)
def test_inline_templates(markup: str, text: str) -> None:
    assert texts(markup, inline_templates=True) == [text]


def test_every_rule_of_every_language_can_be_filled() -> None:
    data = tomllib.loads(files("wiki.wikitext").joinpath("inline_templates.toml").read_text("utf-8"))
    for lang, rules in data["rules"].items():
        expand = expander(replace(SITE, dbname=f"{lang}wiki", lang=lang), HoleNames())
        for names in rules:
            for name in names.split(" / "):
                for arguments in ("", "|1|2|3|4", "|fr|text", "||text", "||name=Text", "|alt=x|lc=y|df=y"):
                    words = expand(name.replace("*", "fr") + arguments)
                    assert "{" not in words, (lang, name)
                    assert re.search(r"\[\[[|\] -]", words) is None, (lang, name)


def test_no_template_of_a_language_is_named_twice() -> None:
    """The first rule holds, and what comes later is never read."""
    rules = tomllib.loads(files("wiki.wikitext").joinpath("inline_templates.toml").read_text("utf-8"))["rules"]
    ruled = {lang: [_page(name) for names in found for name in names.split(" / ")] for lang, found in rules.items()}
    for lang, names in ruled.items():
        assert _repeated(names) == [], lang
    silent = tomllib.loads(files("wiki.wikitext").joinpath("silent_templates.toml").read_text("utf-8"))
    for lang, groups in silent.items():
        names = [_page(" ".join(name.split())) for text in groups.values() for name in re.split(r"\s/\s", text.strip())]
        prefixes = tuple(name[:-1] for name in names if name.endswith("*"))
        assert _repeated(names) == [], lang
        assert [name for name in names if not name.endswith("*") and name.startswith(prefixes)] == [], lang
        assert sorted({*names} & {*ruled["any"], *ruled.get(lang, ())}) == [], lang


def _page(name: str) -> str:
    """A template's name as its page has it: the case of the first letter tells nothing."""
    return name[:1].lower() + name[1:]


def _repeated(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def test_templates_keep_anchors_and_quotations() -> None:
    page = "see {{nowrap|[[Kyoto (city)|Kyoto]] now}}: {{quote|A [[cat]].|author}} and"
    first, second, third = extract_paragraphs(page, "Page", SITE).paragraphs
    assert first == Paragraph("", "see Kyoto now:", [Anchor(4, 9, "Kyoto (city)")])
    assert second == Paragraph("", "A cat.", [Anchor(2, 5, "Cat")])
    assert third.text == "and"


@pytest.mark.parametrize(
    ("lang", "markup", "text"),
    [
        ("de", "{{Zitat|Text=Gut.|Autor=Goethe}}", "„Gut.“"),
        ("fr", "{{citation bloc|Bien.|auteur=Hugo}}", "« Bien. »"),
        ("it", "{{citazione|Bene.|Cartesio}}", "«Bene.»"),
    ],
)
def test_quotations_that_a_template_puts_into_quotes(lang: str, markup: str, text: str) -> None:
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang)
    assert texts(markup, site, inline_templates=True) == [text]


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


def test_slow_paragraphs_are_counted() -> None:
    page = "a [[b]] c\n\n[[a|b [[c]] d]]\n\nl'''amour'' x"
    assert extract_paragraphs(page, "Page", SITE).slow == 2
    assert extract_paragraphs("a [[b]]", "Page", SITE) == Extraction([Paragraph("", "a b", [Anchor(2, 3, "B")])], 0)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**63))
def test_soup_keeps_its_promises(seed: int) -> None:
    check_soup(random.Random(seed))


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    check_text(text)


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 2**63))
def test_scan_agrees_with_the_reference(seed: int) -> None:
    check_sane(random.Random(seed))


_SICK = [
    "{{", "}}", "{{{", "[[", "[[File:a|", "[[File:a [[b]] ", "[[a|", "[[a|[[b]] ", "''", "'''", "''a'''b", "{|\n",
    "\n{|\n| a\n", "<ref>", '<ref name="x"', "<!--", "x <!-- a -->\n", "<nowiki>", "<div>", "<blockquote>", "<a ",
    "<", "&", "{{a|", "{{nowrap|", "{{lang|fr|a[[", "({{x}})", ", {{x}}", "__A_", "==", "\n* [[a", " ", "[http://a ",
    "[[a|''b", "|''a", "[[a\n|b]] ", "a\x01", "<table><ul>", "-{", "{{convert|5|", "[[File:a|  ",
    "<div><p>", "<ul><li>", "<dl><dd><div>", "<div></ul><li>", "<table><tr><td>", "<table><p>", "</div></p></td>",
    "\n{|\n|\n{|\n{|\n", "\n:{|", "\n{|\n|-\n|} ", "[[a|b\n\n", "* [[a|\n", "\n[[a|", "\n\n[[Category:X]]", "\n \t",
    "[http://a b\n", "[http://a [http://b c] ", "[//a&lt;]", "http://a&b;", "<nowiki>&", "<nowiki / >", "<pre>", "&&#",
    "[[[", "[[a|[b]]] ''", "<includeonly>", "=", "\n= =", "\n\x02", "<blockquote>\n ", "[[%", "<meta ",
]  # fmt: skip
_TWINS = [("{{", "}}"), ("{{{", "}}}"), ("[[", "]]"), ("{{nowrap|", "}}"), ("{{{a|", "}}}"), ("{{lang|fr|a[[", "b]]}}")]


@pytest.mark.parametrize("inline_templates", [False, True])
def test_time_is_linear_in_sick_pages(inline_templates: bool) -> None:
    """Eight times the input must take about eight times as long; quadratic time would be 64 times as long."""

    def cost(page: str) -> float:
        started = time.process_time()
        extract_paragraphs(page, "Page", SITE, inline_templates=inline_templates)
        return time.process_time() - started

    shapes = [(unit, "") for unit in _SICK] + _TWINS
    for opening, closing in shapes:
        size = 12_000 // len(opening + closing)
        small, large = (opening * n + closing * n * bool(closing) for n in (size, 8 * size))
        bound = 24 * min(cost(small) for _ in range(3)) + 0.05
        # Other programs may slow down a run, but not each.
        assert any(cost(large) < bound for _ in range(3)), (opening, closing)


def test_time_is_linear_in_the_spaces_before_an_argument() -> None:
    """Twenty templates with 4,900 spaces; with quadratic time they take nine seconds."""
    page = "{{lang|fr|" + " " * 4_900 + "mot!=}} a. "
    started = time.process_time()
    found = extract_paragraphs(page * 20, "Page", SITE).paragraphs
    assert time.process_time() - started < 1
    assert [each.text for each in found] == [" ".join(["mot!= a."] * 20)]


def _articles(real: Path) -> tuple[SiteInfo, dict[str, str]]:
    xml = bz2.decompress((real / "enwiki-sample-pages-articles.xml.bz2").read_bytes()).decode()
    pages = re.findall(r"<title>(.*?)</title>.*?<text[^>]*>(.*?)</text>", xml, re.DOTALL)
    return parse_siteinfo(xml[:20_000], "sample"), {unescape(title): unescape(text) for title, text in pages}


def _anchors(
    title: str, paragraphs: list[tuple[str, list[tuple[int, int, str]]]], site: SiteInfo
) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for text, anchors in paragraphs:
        for start, end, target in anchors:
            canonical = link_title(target, site)
            if canonical and canonical != title:
                found[" ".join(text[start:end].split()), canonical] += 1
    return found


def test_real_articles_as_mediawiki_renders_them(real: Path) -> None:
    site, pages = _articles(real)
    equal = wanted = slow = paragraphs = 0
    hits = got = asked = 0
    with gzip.open(real / "truth.jsonl.gz", "rt", encoding="utf-8") as lines:
        for truth in map(json.loads, lines):
            title = truth["title"]
            extraction = extract_paragraphs(pages[title], title, site, inline_templates=False)
            right = [
                (p["text"], [(a["start"], a["end"], a["target"]) for a in p["anchors"]]) for p in truth["paragraphs"]
            ]
            ours = [(p.text, [(a.start, a.end, a.target) for a in p.anchors]) for p in extraction.paragraphs]
            expected = Counter(" ".join(text.split()) for text, _ in right)
            equal += sum((expected & Counter(text for text, _ in ours)).values())
            wanted += sum(expected.values())
            slow += extraction.slow
            paragraphs += len(ours)
            a, b = _anchors(title, right, site), _anchors(title, ours, site)
            hits, got, asked = hits + sum((a & b).values()), got + sum(b.values()), asked + sum(a.values())
    assert equal / wanted >= 0.995
    assert 2 * hits / (got + asked) >= 0.998
    assert slow / paragraphs <= 0.02


def test_real_articles_as_the_reference_reads_them(real: Path) -> None:
    site, pages = _articles(real)
    articles = [(title, text) for title, text in sorted(pages.items()) if not text.upper().startswith("#REDIRECT")]
    for title, text in articles[::3]:
        found = extract_paragraphs(text, title, site, inline_templates=False).paragraphs
        assert [each._replace(problems=()) for each in found] == reference_paragraphs(text, title, site)


def test_reference_reads_what_the_scan_leaves() -> None:
    rules = grammar(SITE)
    for markup in ("[[a|b [[c]] d]]", "l'''amour'' x", "[[a<b]]"):
        assert scan_inline(markup, "Page", rules) is None
        assert read_inline(markup, "Page", rules).text


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
    ("lang", "wikitext", "text", "surface"),
    [
        ("ar", "في و[[ألمانيا]] ثم", "في وألمانيا ثم", "وألمانيا"),
        ("ar", "في و[[ألمانيا]]ها ثم", "في وألمانياها ثم", "وألمانياها"),
        ("ar", "في '''و'''[[ألمانيا]] ثم", "في وألمانيا ثم", "ألمانيا"),
        ("ar", "في و [[ألمانيا]]", "في و ألمانيا", "ألمانيا"),
        ("uk", "у «[[Слово]]» є", "у «Слово» є", "«Слово»"),
        ("he", "ו[[גרמניה]]", "וגרמניה", "גרמניה"),
        ("ar", "[http://x a و[[ألمانيا]]]", "a وألمانيا", "وألمانيا"),
        ("ar", "[[a|b]]و[[ألمانيا]]", "bوألمانيا", "bو"),
    ],
)
def test_letters_before_a_link_belong_to_it(lang: str, wikitext: str, text: str, surface: str) -> None:
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang)
    for found in (extract_paragraphs(wikitext, "P", site).paragraphs[0], read_inline(wikitext, "P", grammar(site))):
        assert found.text == text
        assert found.text[found.anchors[0].start : found.anchors[0].end] == surface


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
    ("wikitext", "found"),
    [
        ("a [[File:A.jpg|20px|b [http://x c]]] d", ["a d"]),
        ("a [[File:A.jpg|20px|b]]] d", ["a ] d"]),
        ("a [[File:A.jpg|20px|b [[c]] [http://x d]]] e", ["a ] e"]),
        ("a [[b|[c]]] d", ["a [c] d"]),
    ],
)
def test_three_brackets_close_a_link_and_what_is_open_in_it(wikitext: str, found: list[str]) -> None:
    assert texts(wikitext) == found


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


@pytest.mark.parametrize(
    ("lang", "wikitext", "text"),
    [
        ("fr", "le {{s|XII}}, le {{s|XII|e}}, le {{s|I}}", "le XIIe siècle, le XIIe siècle, le Ier siècle"),
        ("fr", "le {{-s|II|e}} et les {{sp|XI|e|et|XII|e|s}}", "le IIe siècle av. J.-C. et les XIe et XIIe siècles"),
        ("fr", "du {{sp-|XII|e|au|XV|e}}, {{s2|I|er|II|e}}", "du XIIe au XVe siècle, Ier et IIe siècles"),
        (
            "fr",
            "{{date|05|09|1990}}, {{date|1er mai 2000}}, {{date-|14 juillet}}",
            "5 septembre 1990, 1er mai 2000, 14 juillet",
        ),
        (
            "fr",
            "{{unité|1234,5|km}}, {{unité|25 000 habitants}}, {{unité|-5|°C}}",
            "1 234,5 km, 25 000 habitants, −5 °C",
        ),
        ("fr", "{{p.}}5, {{p.|7}}, {{n°s}}5 et 6, {{japonais|Mot|語}}", "p. 5, p. 7, nos 5 et 6, Mot (語)"),
        ("es", "{{val|5|u=km}}", "5 km"),
        ("de", "Ulm ({{Audio|A.ogg|anhören}}) ist {{Audio|A.ogg|Aussprache}} groß", "Ulm ist groß"),
        ("de", "{{Audio|A.ogg|Berlin}} ist{{Audio|B.ogg}} 2{{Bruch|1|4}} groß", "Berlin ist 2 1⁄4 groß"),
        ("it", "disse {{cn|che vinse|data=2010}}, in {{passo biblico|Gv3,16}}", "disse che vinse, in Gv3,16"),
        ("fr", "{{unité|5|%}}, {{unité|50|hab./km|2}}", "5 %, 50 hab./km2"),
        ("id", "{{convert|1234.5|km|mi}}, {{convert|-2|-|0|C|F}}", "1.234,5 kilometer, −2–0 °C"),
        ("sv", "han {{källa behövs|vann|datum=2015}} och{{fact}} {{fact|gick}}", "han vann och gick"),
        ("ca", "({{lang-es|x}})", "(en castellà: x)"),
        ("ru", "{{abbr|МГУ|университет|0}}, 2{{дробь|1|4}}", "МГУ, 2 1⁄4"),
        ("ja", "2{{分数|1|4}}、{{convert|5|-|10|km|mi}}", "2 1⁄4、5–10キロメートル"),
        (
            "fr",
            "le {{s-|XX}}, le {{s mini|XX}}, les {{s2-|XIX|e|XX|e}} et {{s2-|I|III}}",
            "le XXe siècle, le XXe s., les XIXe et XXe siècles et Ier et IIIe siècles",
        ),
        ("fr", "{{-s-|II|e}}", "IIe siècle av. J.-C."),
        (
            "fr",
            "le {{date|29 9 2019}}, le {{date-|1 janvier 1995}}, en {{date-|mai 1990}} et {{date|12|4|1990}}",
            "le 29 septembre 2019, le 1er janvier 1995, en mai 1990 et 12 avril 1990",
        ),
        ("fr", "né le {{Date de naissance|1|11|1866}} en {{date||mars|1990}}", "né le 1er novembre 1866 en mars 1990"),
        ("fr", "écoles{{etc.}}, arts{{etc}}", "écoles, etc., arts, etc."),
        ("fr", "{{unité|9.81|m||s|-2}}, {{unité|5|à=6|km}}", "9,81 m s−2, 5 à 6 km"),
        ("fr", "{{M.|Dupont}}, {{citation étrangère|langue=en|yes}}", "M. Dupont, « yes »"),
        ("fr", "{{Précision nécessaire|Certains|date=mai 2010}} disent{{quand}} non", "Certains disent non"),
        ("en", "5{{small| km}} and {{nowrap|a }}b", "5 km and a b"),
        ("en", "{{HMS|Hood|51|6}}, {{HMS|Hood|51|2}}, {{HMS|Hood|51}}", "HMS Hood, Hood, HMS Hood (51)"),
        (
            "en",
            "{{zh|s=北|t=北}}, {{zh|s=台|t=臺|p=Tái}}",
            "Chinese: 北, simplified Chinese: 台; traditional Chinese: 臺; pinyin: Tái",
        ),
        ("de", "{{Höhe|2962.06|DE-NHN}}, {{Höhe|12345|DE-NHN}}", "2962,06 m ü. NHN, 12.345 m ü. NHN"),
        ("ja", "{{convert|12|km|mi}}、{{convert|3|C|F}}", "12キロメートル、3 °C"),
        ("fr", "{{souverain2|Joseph II (empereur du Saint-Empire)}}", "Joseph II"),
        ("ro", "cu {{conversie|4|C-change}}", "cu 4 °C"),
        ("fr", "au {{XXe siècle}}, Otton {{Ier}}, le {{84e|congrès}}", "au XXe siècle, Otton Ier, le 84e congrès"),
        ("fr", "{{unité|83871|km|2}} et {{tmp|9.7|°C}}", "83 871 km2 et 9,7 °C"),
        ("fr", "({{en langue|de|Wien}})", "(en allemand : Wien)"),
        ("fr", "leur {{incise|timide}} retour {{incise|lent|stop}}", "leur – timide – retour – lent"),
        ("de", "{{Höhe|28.1|DE-NHN}} und {{laS|urbs}}", "28,1 m ü. NHN und lateinisch urbs"),
        # The brackets are the author's.
        ("de", "'''Berlin''' [{{IPA|bɛʁˈliːn|Tondatei=A.ogg}}] ist", "Berlin [bɛʁˈliːn] ist"),
        ("de", "Bern ([{{IPA|bɛrn}} oder {{IPA|bærn}}], /{{IPA|bɛrn}}/)", "Bern ([bɛrn oder bærn], /bɛrn/)"),
        ("ru", "({{lang-de|Wien}}), {{iw|Институт|||Institute}}", "(нем. Wien), Институт"),
        (
            "fr",
            "x{{etc.}} {{cf.}} {{RFC|917|titre=X}}, {{IIe siècle av. J.-C.}}",
            "x, etc. cf. RFC 917, IIe siècle av. J.-C.",
        ),
        ("ru", "{{nihongo|обряд|魂葬|консо:}} и {{нихонго|масло|油}}", "обряд (яп. 魂葬 консо:) и масло (яп. 油)"),
        ("fr", "a (b{{Citation nécessaire}}) {{citation nécessaire|c}}", "a (b) c"),
        ("ar", "شبريه {{ألمانية|Spree}} نهر", "شبريه (بالألمانية: Spree) نهر"),
        ("hu", "legalább {{szám|180000}} fő", "legalább 180 000 fő"),
        ("ro", "de {{conversie|22|–|25|C|F}} și {{conversie|1500|km|mi|abbr=on}}", "de 22–25 °C și 1.500 km"),
        ("it", "di {{TA|890 km²}} ed {{M|1234|ul=km}}", "di 890 km² ed 1 234 km"),
        ("ja", "ウィーン（{{Lang-de|Wien}}）", "ウィーン（ドイツ語: Wien）"),
        ("cs", "({{vjazyce2|de|Wien}})", "(německy Wien)"),
        ("fi", "({{k-de|Wien}})", "(saks. Wien)"),
        ("id", "({{lang-de|Wien}}; {{IPA-de|viːn}})", "(bahasa Jerman: Wien; [viːn])"),
        ("tr", "({{lang-de|Wien}})", "(Almanca: Wien)"),
        (
            "es",
            "del {{siglo|I|a|s}} al {{siglo|XX||s|1}}, {{Siglo|XIX|3=S}}",
            "del siglo I a. C. al siglo XX, Siglo XIX",
        ),
        ("es", "siglos {{siglo|XV}} y {{versalita|xvi}}, c.{{esd}}5, {{esd|6 m}}", "siglos XV y xvi, c. 5, 6 m"),
        ("es", "el {{fecha|01|08|1937}}, {{circa|1500}}, 2{{fracción|1|4}}", "el 1 de agosto de 1937, c. 1500, 2 1⁄4"),
        ("es", "{{unidad|12345|km²}} y {{convertir|10|km|mi|abbr=on}}", "12 345 km² y 10 km"),
        (
            "es",
            "{{COL}} a{{cita requerida|t=2010}} b {{sic}}{{¿quién?}} c{{actualizar|2015}} {{bandera|Italia}} d",
            "Colombia a b [sic] c d",
        ),
        ("es", "({{lang-ca|x}})", "(en catalán, x)"),
        ("pt", "em {{AC|48|x}}, {{DC|79}}, {{AC}} e {{ca.|395}}", "em 48 a.C., 79 d.C., a.C. e ca. 395"),
        (
            "pt",
            "{{dtlink|4|10|1959}}, {{dtlink||03|1959}}, {{dtlink|5|7}} e {{dtlink|||1960}}",
            "4 de outubro de 1959, março de 1959, 5 de julho e 1960",
        ),
        ("pt", "{{lknb|Constantino|I}} ({{nwrap|r.|306|337}}), {{ilc|A||B}}", "Constantino I (r. 306–337), A"),
        ("pt", "a{{carece de fontes|data=maio de 2010}} b{{quem?}} c{{nota de rodapé|d}} {{versalete|E}}", "a b c E"),
        (
            "ca",
            "segle {{Romanes|XV}}{{cal citació|data=maig}}, {{versaleta|Riba}} {{bandera|França}}",
            "segle XV, Riba",
        ),
        (
            "nl",
            "({{lang-la|Traiectum}}), a{{Bron?||2013|06|04}} {{feit|b c|2012|3|4}} d{{wie?}}",
            "(Latijn: Traiectum), a b c d",
        ),
        ("nl", "2{{breuk|1|4}} {{CN}} en {{VN}}", "2 1⁄4 China en Vietnam"),
        ("en", "in {{COL}}{{cn}}", "in Colombia"),
        (
            "sv",
            "a{{när|datum=2013-05}} {{flaggbild|Sverige}} b{{vem|vilka|datum=x}} {{liten|c}} 2{{bråk|1|4}}",
            "a b c 2 1⁄4",
        ),
        (
            "da",
            "({{lang-fo|x}}) a{{kilde mangler|dato=Uge 3}} {{flagikon|Norge}} {{lille|b}} 2{{brøk|1|4}}",
            "(færøsk: x) a b 2 1⁄4",
        ),
        (
            "no",
            "({{lang-el|x}}) a{{tr|dato=mai}} {{flaggikon|N}} {{språk|fr|b}} {{liten|c}} 2{{brøk|1|4}}",
            "(gresk: x) a b c 2 1⁄4",
        ),
        # The dumps of no.wikipedia give this code.
        ("nb", "({{lang-de|Wien}}) a{{trenger referanse}} {{flaggikon|N}} b", "(tysk: Wien) a b"),
        (
            "zh",
            "甲（{{bd|1892年|1月14日|1984年|3月6日|catIdx=F}}）、乙{{BD|1882年|11月9日|1952年||Y}}、丙（{{Bd|1961年|7月23日||catIndex=X}}）",
            "甲（1892年1月14日－1984年3月6日）、乙（1882年11月9日－1952年）、丙（1961年7月23日－）",
        ),
        ("zh", "维也纳（{{langx|de|Wien}}，{{lang-bg|Виена}}）", "维也纳（德語：Wien，保加利亞語：Виена）"),
        ("zh", "{{le|甲|A|乙}}、{{link-en|丙|C||x}}、{{Internal link helper/en|丁|D}}", "乙、丙、丁"),
        ("zh", "元音{{IPA|[j]}}、{{IPA|[w]}}和[{{IPA link|f}}]、{{IPAblink|s}}", "元音[j]、[w]和[f]、[s]"),
        ("zh", "字母{{angle bracket|b}}，小行星{{mp|1997 XF|11}}", "字母⟨b⟩，小行星1997 XF11"),
        ("zh", "{{ruby|漢字|かんじ}}（{{jpn|j=漢字|hg=かんじ|f=y}}）", "漢字（日語：漢字／かんじ）"),
        ("zh", "長{{convert|1642|m|ft}}、{{convert|0.22|in|mm}}", "長1,642米、0.22英寸"),
        ("pl", "król{{u|data}} w Wiedniu", "król w Wiedniu"),
        ("uk", "({{lang-cs|Praha}})", "(чеськ. Praha)"),
        ("fi", "({{k-grc|Ἀθῆναι}})", "(m.kreik. Ἀθῆναι)"),
        (
            "pl",
            "({{ang.|Vienna}}, {{Łac.|Vindobona}}, {{w języku|hu|Bécs}})",
            "(ang. Vienna, łac. Vindobona, węg. Bécs)",
        ),
        ("pl", "{{ang.}} {{małe|x}} i {{Państwo|POL}} {{Flaga|POL}}", "ang. x i Polska"),
        ("pl", "król{{u|data}}{{r|x}} w Wiedniu{{fakt|data=2012-05}}", "król w Wiedniu"),
        (
            "cs",
            "({{vjazyce2|sk|Viedeň}}), {{Vlajka a název|Česko}}{{Fakt/dne|2010}} {{malé|x}}",
            "(slovensky Viedeň), Česko x",
        ),
        ("uk", "{{нп|Слово|слову||Word}}, {{iw|треба=А|текст=Б|мова=fr|є=B}}{{хто}}", "слову, Б"),
        ("uk", "({{lang-be|Мінск}}, {{lang-cs|Minsk}}) {{Прапорець|USA}} А{{джерело}}", "(біл. Мінск, чеськ. Minsk) А"),
        (
            "ko",
            "빈({{llang|ko-Hani|大}}){{주태그|주}} {{국기나라|대한민국}}{{출처 필요|날짜=2015}}",
            "빈(한국 한자: 大) 대한민국",
        ),
        ("ko", "{{앵커|A}}그 {{작게|작은}} {{루비|漢|한}}{{누가}}", "그 작은 漢"),
        (
            "vi",
            "({{lang-ko|서울}}, {{langx|en|Seoul}}) {{flag|Việt Nam}}{{cần dẫn nguồn}}",
            "(tiếng Hàn: 서울, tiếng Anh: Seoul) Việt Nam",
        ),
        ("fi", "({{k-grc|Ἀθῆναι}}, {{k-no|Aten}}){{lähde}}", "(m.kreik. Ἀθῆναι, norj. Aten)"),
        (
            "fa",
            "({{lang-en|Vienna}}، {{به آلمانی|Wien}}){{یادچپ|Wien}}{{سخ}}شهر{{مدرک}}",
            "(به انگلیسی: Vienna، به آلمانی: Wien) شهر",
        ),
        ("he", "וינה {{אנ|Vienna}}{{הערה|x}}{{ש}}{{כ}}עיר{{דרוש מקור}}", "וינה עיר"),
        (
            "bg",
            "({{lang-la|1=Anno Domini}}, {{lang-en|word}}) 25{{hairsp}}km{{източник}}",
            "(на латински: Anno Domini, на английски: word) 25 km",
        ),
        (
            "el",
            "({{lang-grc|Ἀθῆναι}}, {{lang-fr|Athènes}}){{εκκρεμεί παραπομπή}} {{flag|Ελλάδα}}",
            "(αρχαία ελληνικά: Ἀθῆναι, γαλλικά: Athènes) Ελλάδα",
        ),
        ("zh", "雨{{來源請求|time=2010}}，雪{{谁}}{{NoteTA|1=zh-hans:甲;zh-hant:乙}}{{注|丙}}。", "雨，雪。"),
        ("zh", "{{tsl|en|A|甲}}、{{tsl|en|A|甲|乙}}、{{tsl|en|A||丙}}、{{tsl|en|B}}", "甲、乙、丙、B"),
        ("zh", "G{{music|sharp}}和A{{music|flat}}，酶（{{EC number|4.2.3.109}}）", "G♯和A♭，酶（EC 4.2.3.109）"),
        ("zh", "法（{{lang-pi|धम्म}}）", "法（巴利語：धम्म）"),
        # What a mark of doubt says of its date, or asks.
        ("sv", "a{{vem}} b{{vem|vilka}}", "a b"),
        ("zh", "甲{{需要解釋|time=2010}}{{失效連結|date=2010}}。", "甲。"),
        ("pl", "a{{kiedy}} b{{potrzebny przypis|data=2012-05}}{{martwy link}} c", "a b c"),
        ("cs", "a{{fakt/dne|20100101103015}} b{{kdo?|datum=2010}}{{kotva|x}} c", "a b c"),
        ("uk", "а{{хто?|дата=2010}} б{{якір|x}}", "а б"),
        ("ko", "가{{누가|날짜=2015}}{{깨진 링크|x}} 나", "가 나"),
        ("vi", "a{{khi nào|ngày=2015}}{{neo|x}} b", "a b"),
        ("fi", "a{{kuka?|päiväys=2015}}{{huomautus|x}} b", "a b"),
        ("fa", "شهر{{چه کسی|تاریخ=۲۰۱۵}}{{لنگر|x}} بود", "شهر بود"),
        ("he", "עיר{{מקור|תאריך=2015}}{{עוגן|x}} היא", "עיר היא"),
        ("bg", "град{{кой|дата=2015}}{{котва|x}} е", "град е"),
        ("el", "πόλη{{πότε|ημερομηνία=2015}}{{άγκυρα|x}} είναι", "πόλη είναι"),
    ],
)
def test_templates_of_other_languages(lang: str, wikitext: str, text: str) -> None:
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang)
    (paragraph,) = extract_paragraphs(wikitext, "Page", site).paragraphs
    assert (paragraph.text, list(paragraph.problems)) == (text, [])
