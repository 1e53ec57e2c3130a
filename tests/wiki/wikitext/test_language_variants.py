"""Rules of language variants, beside what MediaWiki 1.39 shows of them in a wiki of the language, without a choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.fuzz.pages import SITE
from tests.support.wikitext import linked, texts
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.language_variants import choose_variants


def site(lang: str) -> SiteInfo:
    return replace(SITE, dbname=f"{lang}wiki", lang=lang)


CHINESE = [
    # Simplified before traditional, both before a region, the language itself before them, wherever they stand.
    ("a-{zh-hant:A;zh-hans:B}-z", "aBz"),
    ("a-{zh-tw:A;zh-cn:B}-z", "aBz"),
    ("-{zh-cn:A;zh-hant:B}-", "B"),
    ("-{zh-mo:M;zh-my:Y}-", "M"),
    ("-{zh-hk:H;zh-sg:S}-", "H"),
    ("-{zh-hans:A;zh-hant:B;zh:Z}-", "Z"),
    ("-{zh-Hant-TW:A;zh-Hans-CN:B}-", "B"),
    ("-{ zh-hant : A ; zh-hans : B ; }-", "B"),
    ("-{zh-hans:A;zh-hans:B}-", "B"),
    ("-{zh-tw:A}-", "A"),
    ("-{zh-cn:;zh-tw:A}-", "A"),
    ("-{zh-tw:A;;zh-cn:B;}-", "B"),
    ("-{zh-tw:T;foo;zh-cn:C}-", "C"),
    ("-{A;zh-hans:C}-", "C"),
    ("-{zh-tw:T:t;zh-cn:C:c}-", "C:c"),
    ("-{zh-tw:a&amp;b;zh-cn:c&#65;d}-", "cAd"),
    ("-{zh-tw:A;zh-cn:a=>b}-", "a=>b"),
    # Words that stand for others in one variant.
    ("-{A=>zh-cn:B}-", "B"),
    ("-{A=>zh-cn:B;A=>zh:C}-", "C"),
    ("-{A=>zh-cn:B;zh-tw:C}-", "C"),
    ("-{A=>zh-cn:B;C=>zh-cn:D}-", "B"),
    ("-{=>zh-cn:B}-", "=>zh-cn:B"),
    # Text without variants, and text that a code that is none makes so.
    ("-{A}-", "A"),
    ("-{A;B}-", "A;B"),
    ("-{A=>B}-", "A=>B"),
    ("-{a{b}c}-", "a{b}c"),
    ("-{zh-hans:a}b;zh-hant:c}-", "a}b"),
    ("-{en:E;zh-tw:T}-", "en:E;zh-tw:T"),
    ("-{zh-tw:;zh-cn:}-", "zh-tw:;zh-cn:"),
    # Flags.
    ("-{R|zh-tw:A;zh-cn:B}-", "zh-tw:A;zh-cn:B"),
    ("x-{T|zh-tw:A;zh-cn:B}-y", "xy"),
    ("x-{H|zh-tw:A;zh-cn:B}-y", "xy"),
    ("x-{-|zh-tw:A;zh-cn:B}-y", "xy"),
    ("x-{H;T|zh-cn:B}-y", "xy"),
    ("x-{A|zh-tw:A;zh-cn:B}-y", "xBy"),
    ("x-{A;T|zh-tw:A;zh-cn:B}-y", "xBy"),
    ("-{A|zh-cn:甲;zh-tw:乙}-甲乙", "甲甲乙"),
    ("-{|zh-tw:A;zh-cn:B}-", "B"),
    ("-{foo|bar}-", "bar"),
    ("-{zh-hans|zh-tw:A}-", "zh-tw:A"),
    ("-{zh-hans:C|D;zh-hant:E}-", "E"),
    # Rules within rules, links and type.
    ("x-{zh-hant:A-{zh-cn:C;zh-tw:D}-;zh-hans:B-{zh-cn:E;zh-tw:F}-}-y", "xBEy"),
    ("x-{zh-hans:A-{zh-hans:B-{zh-hans:C-{zh-hans:D}-}-}-}-y", "xABCDy"),
    ("-{H|zh-hans:a;zh-hant:-{b}-}-c", "c"),
    ("-{zh-hant:''A'';zh-hans:'''B'''}-", "B"),
    ("'''-{zh-hant:b;zh-hans:a}-'''是", "a是"),
    ('-{zh-hant:<b>A</b>;zh-hans:<span style="color:red;">B</span>}-', "B"),
    ("x-{zh-tw:A;zh-cn:B", "x-{zh-tw:A;zh-cn:B"),
    ("x甲-{zh-hans:丙;zh-hant:丁}-{y}-", "x甲丙{y}-"),
]


@pytest.mark.parametrize(("markup", "text"), CHINESE)
def test_rules_show_what_they_show_on_the_chinese_wikipedia(markup: str, text: str) -> None:
    assert texts(markup, site("zh")) == [text]


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ("-{zh-tw:[[自由軟體]];zh-cn:[[自由软件]]}-", ("自由软件", [("自由软件", "自由软件")])),
        ("[[甲|x-{zh-tw:A; zh-cn:B}-是]]", ("xB是", [("xB是", "甲")])),
        ("-{zh-hans:[[甲|A];B]];zh-hant:C}-", ("A];B", [("A];B", "甲")])),
        ("-{R|[[甲|A]]}-", ("A", [("A", "甲")])),
    ],
)
def test_links_in_rules_and_rules_in_links(markup: str, found: tuple[str, list[tuple[str, str]]]) -> None:
    assert linked(markup, site("zh")) == found


@pytest.mark.parametrize(
    ("lang", "markup", "text"),
    [
        ("sr", "-{sr-el:A;sr-ec:B}-", "B"),
        ("sr", "-{sr-Latn:A;sr-Cyrl:B}-", "B"),
        ("sr", "-{sr:C;sr-ec:A}-", "C"),
        ("sr", "-{pismo|a}-", "a"),
        ("uz", "-{uz-cyrl:A;uz-latn:B}-", "B"),
        ("kk", "-{kk-latn:A;kk-cyrl:B}-", "B"),
        ("iu", "-{ike-latn:A;ike-cans:B}-", "B"),
        ("gan", "-{gan-hant:A;gan-hans:B}-", "B"),
        ("gan", "-{zh-hans:A;zh-hant:B}-", "zh-hans:A;zh-hant:B"),
        ("crh", "-{crh-cyrl:A;crh-latn:B}-", "B"),
        ("ku", "-{ku-arab:A;ku-latn:B}-", "B"),
        ("shi", "-{shi-tfng:A;shi-latn:B}-", "B"),
        ("de", "-{de:A}-", "-{de:A}-"),
    ],
)
def test_other_languages(lang: str, markup: str, text: str) -> None:
    assert texts(markup, site(lang)) == [text]


def test_where_mediawiki_shows_an_error_the_text_that_there_is_stays() -> None:
    assert texts("-{sr-el:A}-", site("sr")) == ["A"]
    assert texts("-{A=>sr-ec:B}-", site("sr")) == ["B"]


@pytest.mark.parametrize("markup", ["-{N|zh-cn}-", "-{D|zh-tw:A;zh-cn:B}-"])
def test_the_name_of_a_variant_is_missing(markup: str) -> None:
    assert choose_variants(f"x{markup}y", "zh") == "x\x01\x10y"


def test_the_bar_of_a_rule_parts_no_arguments_of_a_template() -> None:
    assert texts("{{nowrap|-{R|甲}-[[乙|丙]]}}丁", site("zh"), inline_templates=True) == ["甲丙丁"]
