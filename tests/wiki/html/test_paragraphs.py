from __future__ import annotations

import gzip
import json
import tarfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.records import Anchor, Paragraph, Problem
from tests.support.paths import SHARED
from wiki.dump.pages import read_siteinfo
from wiki.html.paragraphs import extract_html_paragraphs
from wiki.site.siteinfo import SiteInfo, known_site
from wiki.wikitext.paragraphs import extract_paragraphs

SITE = known_site("enwiki", "en", "https://en.wikipedia.org/wiki/A")


CHINESE = known_site("zhwiki", "zh", "https://zh.wikipedia.org/wiki/A")


def paragraphs(html: str, site: SiteInfo = SITE, *, inline_templates: bool = True) -> list[Paragraph]:
    return extract_html_paragraphs(f"<body>{html}</body>", "Self", site, inline_templates=inline_templates).paragraphs


def texts(html: str, *, inline_templates: bool = True) -> list[str]:
    return [each.text for each in paragraphs(html, inline_templates=inline_templates)]


_READ = "<span class='sr-only'>"
TEMPLATE = 'about="#mwt1" typeof="mw:Transclusion"'


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>A <b>bold</b> and <i>slanted</i> word.</p>", ["A bold and slanted word."]),
        ("<p>one\ntwo  three\xa0four</p>", ["one two three four"]),
        ("<p>one<br/>two</p>", ["one two"]),
        ("<p> </p><p>\n</p>", []),
        ("<section><p>lead</p><section><h2>H</h2><p>below</p></section></section>", ["lead", "below"]),
        ("<p>bare</p>text<div>box</div><center>no</center>", ["bare"]),
        ("<div><p>in a box that was written</p></div>", ["in a box that was written"]),
        (f"<div {TEMPLATE}><p>a box</p></div><div about='#mwt1'><p>more</p></div>", []),
        ("<table><tr><td><p>cell</p></td></tr></table>", []),
        ("<ul><li>item</li><li>x<blockquote><p>quoted</p></blockquote></li></ul>", ["quoted"]),
        (f"<blockquote {TEMPLATE}><p>said</p></blockquote>", ["said"]),
        ('<figure typeof="mw:File/Thumb"><figcaption><p>caption</p></figcaption></figure>', []),
        ("<pre>code</pre><p>a <code>b</code></p>", ["a b"]),
        ('<p>a<sup class="mw-ref reference" typeof="mw:Extension/ref">[1]</sup>.</p>', ["a."]),
        ('<div typeof="mw:Extension/references"><ol><li><p>note</p></li></ol></div>', []),
        ('<p>a <span typeof="mw:Extension/math">x<sup>2</sup></span> b</p>', ["a b"]),
        ('<p>a <span typeof="mw:File"><a href="./File:X.png"><img alt="x"/></a></span>b</p>', ["a b"]),
        ('<p>a<style>.b{}</style><link rel="mw:PageProp/Category" href="./Category:X"/>b<!-- c --></p>', ["ab"]),
        ('<p>a <span style="display:none">z</span><span style="visibility: hidden">0</span>5</p>', ["a 5"]),
        ('<p>AT<span typeof="mw:Entity">&amp;</span>T&nbsp;&lt;b&gt;</p>', ["AT&T <b>"]),
        ('<p><span typeof="mw:Nowiki">[[a]]</span></p>', ["[[a]]"]),
        ('<div role="note" class="hatnote"><p>See B.</p></div>', []),
        (f"<p>so<sup {TEMPLATE}>[<i>citation needed</i>]</sup> 10<sup {TEMPLATE}>2</sup></p>", ["so 102"]),
        ('<p>so<sup class="noprint Inline-Template">[when?]</sup></p>', ["so"]),
        ('<p>a <strong class="error">Error</strong>b</p>', ["a b"]),
        ("<ol><li>x<p>y</p></li></ol><dl><dd>z</dd></dl>", ["y"]),
        ('<p>a <span hidden="">b</span><i hidden="until-found">c</i>d</p><p hidden>e</p>', ["a d"]),
        ('<p>a <span class="x sr-only">link: </span>b</p><p class="sr-only">c</p>', ["a b"]),
        (f"<p>2{_READ}+</span><span class='num'>1</span>⁄<span class='den'>2</span></p>", ["2 1⁄2"]),
        (f"<p>2{_READ}+</span><span class='num'>1</span>{_READ}/</span><span class='den'>2</span></p>", ["2 1⁄2"]),
        ("", []),
    ],
)
def test_what_is_running_text(html: str, found: list[str]) -> None:
    assert texts(html) == found


@pytest.mark.parametrize(
    ("html", "text", "anchors"),
    [
        ('<a rel="mw:WikiLink" href="./City" title="City">cities</a>', "cities", [(0, 6, "City")]),
        ('a <a rel="mw:WikiLink" href="./B_c#D">d</a>', "a d", [(2, 3, "B c")]),
        ('<a rel="mw:WikiLink" href="./What%3F?action=edit&amp;redlink=1" class="new">it</a>', "it", [(0, 2, "What?")]),
        ('<a rel="mw:WikiLink" href="./Z%C3%BCrich">Z</a>', "Z", [(0, 1, "Zürich")]),
        ('<a rel="mw:WikiLink" href="./2001:_A_Space_Odyssey">it</a>', "it", [(0, 2, "2001: A Space Odyssey")]),
        ('x<a rel="mw:WikiLink" href="./B"> <i>b</i>  c </a>y', "x b c y", [(2, 5, "B")]),
        ('<a rel="mw:WikiLink" href="./Self">self</a>', "self", []),
        ('<a class="mw-selflink selflink">self</a>', "self", []),
        ('<a rel="mw:WikiLink" href="./User:B">b</a>', "b", []),
        ('<a rel="mw:WikiLink" href="./Portal:B">b</a>', "b", []),
        ('<a rel="mw:WikiLink/Interwiki" href="https://fr.wikipedia.org/wiki/B">b</a>', "b", []),
        ('<a rel="mw:ExtLink" href="https://b.org">b</a> <a rel="mw:ExtLink" href="//c"></a>', "b", []),
        ('<a rel="mw:WikiLink" href="./B"></a>b', "b", []),
        ('<a rel="nofollow mw:WikiLink" href="./B">b</a>', "b", [(0, 1, "B")]),
        ('<a rel="mw:WikiLink">b</a> <a rel="mw:WikiLink" href>c</a>', "b c", []),
        ('<a rel="mw:ExtLink" href="./B">b</a> <a href="./B">c</a>', "b c", []),
        ('<a rel="mw:WikiLink" href="./B">b<sup typeof="mw:Extension/ref">[1]</sup></a>', "b", [(0, 1, "B")]),
    ],
)
def test_anchors(html: str, text: str, anchors: list[tuple[int, int, str]]) -> None:
    (found,) = paragraphs(f"<p>{html}</p>")
    assert found[:3] == ("", text, [Anchor(*each) for each in anchors])


@pytest.mark.parametrize(
    ("html", "text", "problems"),
    [
        (f"a <span {TEMPLATE}>b c</span> d", "a b c d", [(2, 5, "from-template")]),
        (f"a <span {TEMPLATE}> b  c </span> d", "a b c d", [(2, 5, "from-template")]),
        (f'<b {TEMPLATE}>b</b> <i about="#mwt1">c</i> d', "b c d", [(0, 1, "from-template"), (2, 3, "from-template")]),
        (
            f'a <span {TEMPLATE}>b <i about="#mwt2" typeof="mw:Transclusion">c</i></span>',
            "a b c",
            [(2, 5, "from-template")],
        ),
        (f"a <span {TEMPLATE}></span> b", "a b", []),
        ('a <span typeof="mw:Extension/math">x</span> b', "a b", [(1, 1, "formula")]),
        ('<span typeof="mw:Extension/math">x</span> b', "b", [(0, 0, "formula")]),
        ('a  <span typeof="mw:Extension/math">x</span>', "a", [(1, 1, "formula")]),
        ('a<span typeof="mw:Extension/score">x</span>.', "a.", [(1, 1, "extension")]),
        ('a<sup typeof="mw:Extension/ref">x</sup>.', "a.", []),
        ('a <span typeof="mw:File"><img/></span> b', "a b", [(1, 1, "image")]),
        (f'a <span {TEMPLATE}><span typeof="mw:File"><img/></span>b</span>', "a b", [(2, 3, "from-template")]),
        ('a <strong class="error">e</strong> b', "a b", [(1, 1, "template")]),
        (
            f'<span {TEMPLATE}>a <span typeof="mw:Extension/math">x</span></span> b',
            "a b",
            [(0, 1, "from-template"), (1, 1, "formula")],
        ),
    ],
)
def test_what_is_missing_and_what_a_template_gave_is_told(
    html: str, text: str, problems: list[tuple[int, int, str]]
) -> None:
    (found,) = paragraphs(f"<p>{html}</p>")
    assert (found.text, list(found.problems)) == (text, [Problem(*each) for each in problems])


def _rule(data: object, tag: str = "span") -> str:
    content = escape(json.dumps(data, ensure_ascii=False))
    return f'<{tag} typeof="mw:LanguageVariant" data-mw-variant="{content}"></{tag}>'


_TWO_WAY = {"twoway": [{"l": "zh-hant", "t": "電腦"}, {"l": "zh-hans", "t": "计算机"}]}
_LINK = '<a rel="mw:WikiLink" href="./B"> <i>b</i>c</a>'


@pytest.mark.parametrize(
    ("html", "text", "anchors", "problems"),
    [
        (f"x {_rule(_TWO_WAY)} y", "x 计算机 y", [], []),
        (f'<a rel="mw:WikiLink" href="./B">{_rule(_TWO_WAY)}</a>x', "计算机x", [(0, 3, "B")], []),
        (f"x {_rule({'disabled': {'t': _LINK}})}{_LINK}", "x bc bc", [(2, 4, "B"), (5, 7, "B")], []),
        (_rule({"add": True, "oneway": [{"f": "x", "l": "zh", "t": "y"}]}), "y", [], []),
        (_rule({"filter": {"l": ["zh"], "t": f"a{_rule(_TWO_WAY)}"}}) + "b", "a计算机b", [], []),
        (_rule({"oneway": [{"f": "x", "l": "zh-cn", "t": "y"}, {"f": "x", "l": "zh", "t": "z"}]}), "z", [], []),
        (_rule({"twoway": [{"l": "zh-Hant", "t": "y"}, {"l": "zh-Hans", "t": "x"}]}), "x", [], []),
        (f"x{_rule({'twoway': [{'l': 'zh', 't': ''}, {'l': 'zh-hant', 't': 'y'}]})}.", "xy.", [], []),
        (f"x{_rule({'add': True, **_TWO_WAY}, 'meta')}{_rule({'name': {'t': 'zh'}}, 'meta')}.", "x.", [], []),
        (f"x {_rule({'name': {'t': 'zh'}})} y", "x y", [], [(1, 1, "parser-function")]),
        (f"x {_rule({'disabled': 'y'})}", "x", [], [(1, 1, "parser-function")]),
        ('x<span data-mw-variant="{"></span>', "x", [], [(1, 1, "parser-function")]),
        ('<span data-mw-variant="{}">converted</span>', "converted", [], []),
        (
            f"x\n{_rule(_TWO_WAY).replace('typeof=', f'{TEMPLATE} class=')}\ny",
            "x 计算机 y",
            [],
            [(2, 5, "from-template")],
        ),
    ],
)
def test_of_a_rule_of_language_variants_what_the_wiki_shows_is_read(
    html: str, text: str, anchors: list[tuple[int, int, str]], problems: list[tuple[int, int, str]]
) -> None:
    (found,) = paragraphs(f"<p>{html}</p>", CHINESE)
    assert (found.text, found.anchors, list(found.problems)) == (
        text,
        [Anchor(*each) for each in anchors],
        [Problem(*each) for each in problems],
    )


def test_a_rule_of_language_variants_may_hold_paragraphs() -> None:
    unknown = _rule({"name": {"t": "zh"}}, "div")
    assert texts(f"{_rule({'disabled': {'t': '<div><p>a</p></div>'}}, 'div')}{unknown}<p>b</p>") == ["a", "b"]
    assert [list(each.problems) for each in paragraphs(f"{unknown}<p>b</p>")] == [[]]


def test_a_paragraph_that_a_template_gave() -> None:
    (found,) = paragraphs(f"<p {TEMPLATE}>all <b>of</b> it</p>")
    assert list(found.problems) == [Problem(0, 9, "from-template")]
    assert texts(f"<p {TEMPLATE}>all <b>of</b> it</p>", inline_templates=False) == []


def test_the_section_is_the_innermost_heading() -> None:
    html = '<p>a</p><div class="mw-heading"><h2>One <i>two</i></h2></div><p>b</p><h3>Three</h3><p>c</p>'
    assert [(each.section, each.text) for each in paragraphs(html)] == [("", "a"), ("One two", "b"), ("Three", "c")]


def test_without_inline_templates_what_they_gave_is_left_out() -> None:
    html = f'<p>It is <span {TEMPLATE}>5 km</span> <a about="#mwt1" rel="mw:WikiLink" href="./B">b</a>far.</p>'
    assert texts(html) == ["It is 5 km bfar."]
    assert texts(html, inline_templates=False) == ["It is far."]
    assert texts(f"<p {TEMPLATE}>all of it</p>", inline_templates=False) == []


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (f"<p>one\n<span {TEMPLATE}></span>\ntwo</p>", ["one", "two"]),
        (f"<p>one\n<span {TEMPLATE}></span>two</p>", ["one two"]),
        (f"<p>one <span {TEMPLATE}></span>\ntwo</p>", ["one two"]),
        (f"<p>one\n<span {TEMPLATE}>x</span>\ntwo</p>", ["one x two"]),
        ("<p>one\n<span></span>\ntwo</p>", ["one two"]),
    ],
)
def test_a_line_of_a_template_that_gives_nothing_ends_a_paragraph(html: str, found: list[str]) -> None:
    assert texts(html) == found


_inside = st.recursive(
    st.text(alphabet="ab <&\n\xa0[é", max_size=6).map(lambda text: text.replace("<", "&lt;").replace("&", "&amp;")),
    lambda inner: st.builds(
        "<{0}>{1}</{2}>".format,
        st.sampled_from(["b", 'a rel="mw:WikiLink" href="./B"', f"span {TEMPLATE}", "i"]),
        st.lists(inner, max_size=3).map("".join),
        st.just(""),
    ).map(lambda html: html.replace("</>", f"</{html[1:].split()[0].split('>')[0]}>")),
    max_leaves=8,
)


@given(st.lists(_inside, max_size=4).map("".join))
def test_offsets_cut_clean_surfaces(html: str) -> None:
    for _, text, anchors, problems, _ in paragraphs(f"<p>{html}</p>"):
        assert all(0 <= each.start <= each.end <= len(text) for each in problems)
        assert text == text.strip() and "  " not in text
        end = 0
        for anchor in anchors:
            assert end <= anchor.start < anchor.end <= len(text)
            assert text[anchor.start : anchor.end].strip() == text[anchor.start : anchor.end]
            end = anchor.end


def test_italic_type() -> None:
    html = "<p><i> A <b>b</b> </i>c <i>d<i>e</i></i> <em>f</em> <i></i><a rel='mw:WikiLink' href='./G'><i>g</i></a></p>"
    [paragraph] = paragraphs(html)
    assert paragraph.text == "A b c de f g"
    assert [paragraph.text[start:end] for start, end in paragraph.italics] == ["A b", "de", "g"]


FRAGMENT = SHARED / "enterprise-html" / "enwiki-sample-NS0-20160501-ENTERPRISE-HTML.json.tar.gz"


@pytest.mark.skipif(not FRAGMENT.exists(), reason="needs the real fragment as HTML: shared/enterprise-html")
def test_italic_type_of_real_wikitext_is_that_of_mediawiki(real: Path) -> None:
    """Of the paragraphs without templates whose text is the same."""
    site = read_siteinfo(str(real / "enwiki-sample-pages-articles.xml.bz2"))
    both = ours = theirs = 0
    for line in _lines(FRAGMENT):
        page = json.loads(line)
        title, body = page["name"], page["article_body"]
        shown = extract_html_paragraphs(body["html"], title, site, inline_templates=False).paragraphs
        italics = {each.text: set(each.italics) for each in shown}
        for each in extract_paragraphs(body["wikitext"], title, site, inline_templates=False).paragraphs:
            if each.text in italics:
                right, found = italics[each.text], set(each.italics)
                both, ours, theirs = both + len(found & right), ours + len(found - right), theirs + len(right - found)
    assert (both, ours, theirs) == (2407, 0, 1)


def _lines(archive: Path) -> Iterator[bytes]:
    with tarfile.open(archive) as files:
        for member in files:
            yield from files.extractfile(member) or ()


def test_real_records() -> None:
    path = SHARED / "enterprise-html" / "records.ndjson.gz"
    if not path.exists():
        pytest.skip("needs two real records of an HTML dump beside the checkout: shared/enterprise-html")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            found = extract_html_paragraphs(record["article_body"]["html"], record["name"], SITE).paragraphs
            if record["name"] == "Mike Potts":
                assert [each[:3] for each in found] == [("", "Mike or Michael Potts may refer to:", [])]
            else:
                assert [len(each.anchors) for each in found] == [3, 5, 2, 15, 2, 0, 2]
                assert found[0].text == (
                    "William Clark (17 March 1821 – 22 January 1880) was an English civil engineer and inventor."
                )
                assert found[0].anchors == [
                    Anchor(55, 62, "England"),
                    Anchor(63, 77, "Civil engineer"),
                    Anchor(82, 90, "Inventor"),
                ]


@pytest.mark.parametrize("tag", ["b", "span", "section"])
def test_elements_may_be_nested_as_deeply_as_they_like(tag: str) -> None:
    deep, ends = f"<{tag}>" * 5_000, f"</{tag}>" * 5_000
    assert texts(f"{deep}<p>block</p>{ends}<p>after</p>") == ["block", "after"]
    if tag != "section":
        assert texts(f"<p>one {deep}two{ends} three</p>") == ["one two three"]
        assert [each.anchors for each in paragraphs(f'<p>{deep}<a rel="mw:WikiLink" href="./B">b</a>{ends}</p>')] == [
            [Anchor(0, 1, "B")]
        ]
