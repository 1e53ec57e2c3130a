from __future__ import annotations

import bz2
import gzip
import html
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.sources.titles import canonical_title
from wiki.site.link_targets import Link, _read_any, link_title, read_link
from wiki.site.siteinfo import SiteInfo, parse_siteinfo

EN = SiteInfo(
    "enwiki",
    "en",
    True,
    (
        (-2, "Media"),
        (-1, "Special"),
        (1, "Talk"),
        (2, "User"),
        (4, "Wikipedia"),
        (6, "File"),
        (6, "Image"),
        (10, "Template"),
        (14, "Category"),
    ),
)
DE = SiteInfo("dewiki", "de", True, ((6, "Datei"), (6, "Bild"), (14, "Kategorie"), (14, "Category")))
WIKTIONARY = SiteInfo("enwiktionary", "en", False, ((6, "File"), (14, "Category")))


@pytest.mark.parametrize(
    ("target", "title"),
    [
        ("Paris", "Paris"),
        ("paris", "Paris"),
        ("political philosophy", "Political philosophy"),
        (" paris ", "Paris"),
        ("Foo_bar", "Foo bar"),
        ("Foo__ _bar_", "Foo bar"),
        ("Foo\xa0bar", "Foo bar"),
        ("Foo&nbsp;bar", "Foo bar"),
        ("Foo\u3000bar\u180ebaz", "Foo bar baz"),
        ("élan", "Élan"),
        ("e\u0301lan", "Élan"),
        ("ßtraße", "ßtraße"),
        ("москва", "Москва"),
        ("東京", "東京"),
        ("2001: A Space Odyssey", "2001: A Space Odyssey"),
        ("2001:_A_Space_Odyssey", "2001: A Space Odyssey"),
        ("Mission: Impossible", "Mission: Impossible"),
        ("mission: Impossible#Plot", "Mission: Impossible"),
        ("Help!", "Help!"),
        ("AC/DC", "AC/DC"),
        ("/dev/null", "/dev/null"),
        (".NET", ".NET"),
        ("...Baby One More Time", "...Baby One More Time"),
        ("C&#35;", "C"),
        ("C# (language)", "C"),
        ("Paris#History", "Paris"),
        ("Paris #History", "Paris"),
        ("Paris_#History", "Paris"),
        (":Paris", "Paris"),
        (": Paris", "Paris"),
        ("AT&T", "AT&T"),
        ("AT&amp;T", "AT&T"),
        ("R&B", "R&B"),
        ("Foo&section", "Foo&section"),
        ("Na%C3%AFve", "Naïve"),
        ("100%", "100%"),
        ("100%25", "100%"),
        ("5% Nation", "5% Nation"),
        ("Who%3F", "Who?"),
        ("\u200eParis\u200f", "Paris"),
        ("en:Paris", "Paris"),
        ("EN: paris", "Paris"),
        ("en:2001: A Space Odyssey", "2001: A Space Odyssey"),
        ("Foo''bar", "Foo''bar"),
        ("a" * 255, "A" + "a" * 254),
        ("é" * 127, "É" + "é" * 126),
        ("News on the March", "News on the March"),
    ],
)
def test_articles(target: str, title: str) -> None:
    assert link_title(target, EN) == title
    assert read_link(target, EN) == Link("article", title)


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("File:Foo.jpg", "file"),
        ("image:foo.jpg", "file"),
        ("Image :Foo.jpg", "file"),
        ("file: Foo%20bar.jpg", "file"),
        ("de:Paris", "interlanguage"),
        ("zh-min-nan:Foo", "interlanguage"),
        ("De:Paris", "interlanguage"),
        (":File:Foo.jpg", "other"),
        (": Category:Foo", "other"),
        (":de:Paris", "other"),
        ("en:Category:Foo", "other"),
        ("en:File:Foo", "other"),
        ("en:de:Foo", "other"),
        ("Media:Foo.ogg", "other"),
        ("User:Foo", "other"),
        ("Talk:Foo", "other"),
        ("Wikipedia:Foo", "other"),
        ("wikt:foo", "other"),
        ("WIKT:foo", "other"),
        ("s:en:Foo", "other"),
        ("doi:10.1000/182", "other"),
        ("#History", "other"),
        ("&#35;History", "other"),
        ("", "invalid"),
        (" ", "invalid"),
        ("_", "invalid"),
        (":", "invalid"),
        ("::Foo", "invalid"),
        ("Category:", "invalid"),
        ("File:#x", "invalid"),
        ("Foo<bar", "invalid"),
        ("Foo>bar", "invalid"),
        ("Foo&lt;bar", "invalid"),
        ("Foo[bar", "invalid"),
        ("Foo]bar", "invalid"),
        ("Foo{bar", "invalid"),
        ("Foo%7Dbar", "invalid"),
        ("Foo|bar", "invalid"),
        ("Foo\nbar", "invalid"),
        ("Foo\tbar", "invalid"),
        ("Foo%0Abar", "invalid"),
        ("Foo&#10;bar", "invalid"),
        ("Foo\x7f", "invalid"),
        ("Foo%FF", "invalid"),
        ("Foo\ufffd", "invalid"),
        ("Foo~~~bar", "invalid"),
        ("Foo%2541", "invalid"),
        ("Foo&amp;amp;bar", "invalid"),
        (".", "invalid"),
        ("..", "invalid"),
        ("./foo", "invalid"),
        ("../foo", "invalid"),
        ("foo/./bar", "invalid"),
        ("foo/..", "invalid"),
        ("File:../foo", "invalid"),
        ("http://example.org", "invalid"),
        ("//example.org", "invalid"),
        ("mailto:a@b.c", "invalid"),
        ("a" * 256, "invalid"),
        ("é" * 128, "invalid"),
    ],
)
def test_what_is_not_an_article(target: str, kind: str) -> None:
    assert read_link(target, EN) == Link(kind, None)  # type: ignore[arg-type]
    assert link_title(target, EN) is None


@pytest.mark.parametrize(
    ("target", "title"),
    [
        ("Category:Foo", "Foo"),
        ("category:_foo__bar #x", "Foo bar"),
        (" CATEGORY : Caf&eacute;", "Café"),
        ("Category:%66oo &amp; bar", "Foo & bar"),
        ("Category:Foo: bar", "Foo: bar"),
    ],
)
def test_categories(target: str, title: str) -> None:
    assert read_link(target, EN) == Link("category", title)
    assert link_title(target, EN) is None


def test_categories_of_a_wiki_whose_titles_begin_as_they_are_written() -> None:
    assert read_link("Category:foo", replace(EN, first_letter=False)) == Link("category", "foo")


def test_names_of_another_language() -> None:
    assert read_link("Datei:Foo.jpg", DE).kind == "file"
    assert read_link("Bild:Foo.jpg", DE).kind == "file"
    assert read_link("Kategorie:Foo", DE).kind == "category"
    assert read_link("en:Foo", DE).kind == "interlanguage"
    assert link_title("de:foo", DE) == "Foo"
    assert link_title("Bild:Foo", EN) == "Bild:Foo"


def test_capitals_of_another_language() -> None:
    turkish = replace(EN, dbname="trwiki", lang="tr")
    assert [link_title(target, turkish) for target in ("internet", "%69nternet", "ırmak")] == [
        "İnternet",
        "İnternet",
        "Irmak",
    ]


def test_case_sensitive_wiki() -> None:
    assert link_title("paris", WIKTIONARY) == "paris"
    assert link_title("en:foo_bar#English", WIKTIONARY) == "foo bar"


@given(st.text(alphabet=st.one_of(st.characters(max_codepoint=0x300), st.sampled_from(" _:#./%&;éßǆ'"))))
def test_fast_and_slow_reading_agree(target: str) -> None:
    assert read_link(target, EN) == _read_any(target, EN)


@given(st.text(max_size=40))
def test_titles_are_canonical_and_legal(target: str) -> None:
    title = link_title(target, EN)
    if title is not None:
        assert canonical_title(title) == title
        assert 0 < len(title.encode()) <= 255
        assert not set(title) & set("#<>[]{}|\n\t")


def test_real_links(real: Path) -> None:
    """Against MediaWiki's own rendering, made on a wiki without interwiki map and with other templates."""
    xml = bz2.decompress((real / "enwiki-sample-pages-articles.xml.bz2").read_bytes()).decode()
    site = parse_siteinfo(xml[:10_000], "sample")
    links: dict[str, set[str | None]] = {}
    kinds: Counter[str] = Counter()
    for title, text in re.findall(r"<title>(.*?)</title>.*?<text[^>]*>(.*?)</text>", xml, re.DOTALL):
        read = [read_link(target, site) for target in re.findall(r"\[\[([^\]|\n]*)", html.unescape(text))]
        links[title] = {link.title for link in read}
        kinds.update(link.kind for link in read)
    assert kinds == {"article": 30_363, "file": 1055, "category": 879, "other": 164, "interlanguage": 14}
    missed = []
    total = 0
    with gzip.open(real / "truth.jsonl.gz") as lines:
        for page in map(json.loads, lines):
            targets = [anchor["target"] for paragraph in page["paragraphs"] for anchor in paragraph["anchors"]]
            total += len(targets)
            missed += [target for target in targets if "#" not in target and target not in links[page["title"]]]
    assert total == 18_360
    assert missed == [
        "W:Charles Lyell",
        "Biology",
        "Social sciences",
        "Veterinary medicine",
        "Animal science",
        "Category:Derelict satellites in heliocentric orbit",
        "En:God",
    ]
