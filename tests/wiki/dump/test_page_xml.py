from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wiki.dump.page_xml
from schemas.records import Page, Reject
from tests.support.page_xml import SITE, page, page_xml
from wiki.dump.page_xml import parse_page
from wiki.site.siteinfo import SiteInfo

A_NUMBER = f"not a number from 1 to {(1 << 63) - 1}"


def parse(xml: str | bytes, site: SiteInfo = SITE) -> Page | Reject:
    return parse_page(xml if isinstance(xml, bytes) else xml.encode(), site)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("", ""),
        ("a &lt;b&gt; &quot;c&quot; &amp; d", 'a <b> "c" & d'),
        ("&amp;lt; &amp;amp; &amp;#38;", "&lt; &amp; &#38;"),
        ("&#039;&#39;&#x27;&apos;", "''''"),
        ("&#38;lt; &#x41;&#xe9;&#x1F600;", "&lt; Aé😀"),
        ("a\r\nb\rc&#13;d\n", "a\nb\nc\rd\n"),
        (" \n leading and trailing \n ", " \n leading and trailing \n "),
        ("ends in &amp;", "ends in &"),
        ("Ünïcödé 東京 &amp; 😀", "Ünïcödé 東京 & 😀"),
    ],
)
def test_text_is_what_an_xml_parser_reads(written: str, text: str) -> None:
    parsed = parse(page_xml(text=written))
    assert isinstance(parsed, Page)
    assert parsed.text == text
    assert ElementTree.fromstring(page_xml(text=written)).findtext("revision/text", "") == text


@given(st.text(alphabet=st.sampled_from("ab&<>\"'é東😀\n#;ltgquotam"), max_size=60), st.booleans())
def test_any_text_survives(text: str, quotes: bool) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    parsed = parse(page_xml(text=escaped.replace('"', "&quot;") if quotes else escaped))
    assert isinstance(parsed, Page)
    assert parsed.text == text


def test_fields() -> None:
    assert parse(page_xml(12, title="der &amp; Die_das")) == page(12, title="Der & Die das")
    talk = page_xml().replace("<ns>0</ns>", "<ns>1</ns>")
    assert parse(talk) == page()._replace(namespace=1)


@pytest.mark.parametrize(
    ("element", "text", "redirect"),
    [
        ('<redirect title="Ziel &amp; Zweck" />', "Text", "Ziel & Zweck"),
        ("<redirect title='Ziel'/>", "Text", "Ziel"),
        ('<redirect title="Ziel" />', "#REDIRECT [[Anderes]]", "Ziel"),
        ("", "#WEITERLEITUNG [[ziel#Stelle|x]]", "ziel#Stelle"),
        ("", "#redirect:[[Ziel]]", "Ziel"),
        ("", "\n #Redirect  [[ Ziel ]] rest", " Ziel "),
        ("", "#REDIRECTION [[Ziel]]", None),
        ("", "Text #REDIRECT [[Ziel]]", None),
        ("", "#REDIRECT Ziel", None),
        ("", "#REDIRECT [[Ziel", None),
        ("", "#REDIRECT\n[[Ziel]]", "Ziel"),
    ],
)
def test_redirect(element: str, text: str, redirect: str | None) -> None:
    assert parse(page_xml(redirect=element, text=text)) == page(text=text, redirect=redirect)


def test_redirect_in_text_only_where_it_is_wikitext() -> None:
    parsed = parse(page_xml(text="#REDIRECT [[Ziel]]", model="text"))
    assert parsed == page(text="#REDIRECT [[Ziel]]")._replace(model="text")


def test_last_revision_counts() -> None:
    older = (
        "<revision><id>5</id><comment>x</comment><model>css</model><format>x</format>"
        '<text xml:space="preserve">old</text></revision>'
    )
    assert parse(page_xml(before=older)) == page()
    upload = "<upload><timestamp>x</timestamp><contributor><id>3</id></contributor><filename>F</filename></upload>"
    assert parse(page_xml().replace("</page>", f"{upload}</page>")) == page()


def test_further_slots_are_not_the_text() -> None:
    slot = (
        "<content><role>mediainfo</role><origin>3</origin><model>wikibase-mediainfo</model>"
        '<format>application/json</format><text bytes="2" sha1="x" xml:space="preserve">{}</text></content>'
    )
    assert parse(page_xml(after=slot)) == page()


def test_old_schema_without_ns_and_model() -> None:
    xml = "<page><title>{}</title><id>1</id><revision><id>2</id><text>x</text></revision></page>"
    assert parse(xml.format("Kategorie:A")) == Page(1, 2, 14, "Kategorie:A", None, "wikitext", "x")
    assert parse(xml.format("B")) == Page(1, 2, 0, "B", None, "wikitext", "x")
    assert parse(xml.format("Mission: B")) == Page(1, 2, 0, "Mission: B", None, "wikitext", "x")


@pytest.mark.parametrize(
    "tag",
    ['<text bytes="0" sha1="x" />', "<text/>", '<text bytes="0" id="5" />', "<text></text>", '<text bytes="0"></text>'],
)
def test_text_that_is_empty(tag: str) -> None:
    assert parse(page_xml(text="@").replace('<text bytes="1" sha1="x" xml:space="preserve">@</text>', tag)) == page(
        text=""
    )


def test_the_largest_ids_are_those_of_a_database() -> None:
    most = (1 << 63) - 1
    parsed = parse(page_xml().replace("<id>1</id>", f"<id>{most}</id>").replace("<ns>0</ns>", f"<ns>{-most - 1}</ns>"))
    assert isinstance(parsed, Page) and (parsed.page_id, parsed.namespace) == (most, -most - 1)
    for change in (("<id>1</id>", f"<id>{most + 1}</id>"), ("<ns>0</ns>", f"<ns>{-most - 2}</ns>")):
        refused = parse(page_xml().replace(*change))
        assert isinstance(refused, Reject) and "not a number from" in refused.text


def test_an_empty_text_is_not_missed_where_that_of_another_slot_is_deleted() -> None:
    text = '<text bytes="0" id="9"/><content><role>aux</role><text bytes="5" deleted="deleted"/></content>'
    parsed = parse(page_xml().replace('<text bytes="4" sha1="x" xml:space="preserve">Text</text>', text))
    assert isinstance(parsed, Page) and parsed.text == ""


@pytest.mark.parametrize(
    ("change", "reason", "message"),
    [
        (("<title>Titel</title>", ""), "malformed-page", "no <title>"),
        (("<id>1</id>", ""), "malformed-page", "no id of the page"),
        (("<id>1</id>", "<id>eins</id>"), "malformed-page", f"id of the page is 'eins', {A_NUMBER}"),
        (("<id>1</id>", "<id>1_0</id>"), "malformed-page", f"id of the page is '1_0', {A_NUMBER}"),
        (("<id>1</id>", f"<id>{'1' * 5000}</id>"), "malformed-page", f"id of the page is '{'1' * 80}'…, {A_NUMBER}"),
        (("<id>1</id>", f"<id>{1 << 63}</id>"), "malformed-page", f"id of the page is '{1 << 63}', {A_NUMBER}"),
        (("<id>1001</id>", ""), "malformed-page", "no id of the revision"),
        (("<id>1001</id>", "<id>0</id>"), "malformed-page", f"id of the revision is '0', {A_NUMBER}"),
        (
            ("<ns>0</ns>", "<ns>x</ns>"),
            "malformed-page",
            "namespace is 'x', not a number from -9223372036854775808 to ",
        ),
        (("revision>", "version>"), "malformed-page", "no <revision>"),
        (("text", "txt"), "malformed-page", "no <text>"),
        (("</text>", ""), "malformed-page", "no </text>"),
        (("Text", "&#xD800;"), "malformed-page", "'utf-8' codec can't encode character"),
        (('xml:space="preserve">Text</text>', "/>"), "missing-text", '<text bytes="4" sha1="x" />'),
        ((">Text</text>", "></text>"), "missing-text", '<text bytes="4" sha1="x" xml:space="preserve">'),
        (
            ('<text bytes="4" sha1="x" xml:space="preserve">Text</text>', '<text id="9"/>'),
            "missing-text",
            '<text id="9"/>',
        ),
        (
            ('sha1="x" xml:space="preserve">Text</text>', 'deleted="deleted"/>'),
            "missing-text",
            '<text bytes="4" deleted="deleted"/>',
        ),
    ],
)
def test_bad_page(change: tuple[str, str], reason: str, message: str) -> None:
    reject = parse(page_xml().replace(*change))
    assert isinstance(reject, Reject)
    assert reject.reason == reason
    assert reject.text.startswith(message)
    assert reject.page_id == (-1 if "of the page" in message else 1)
    assert reject.title == ("" if "title" in message else "Titel")


def test_nothing_is_missed_of_a_deleted_text_that_is_no_articles() -> None:
    xml = page_xml().replace('sha1="x" xml:space="preserve">Text</text>', 'deleted="deleted"/>')
    found = parse(xml.replace("<ns>0</ns>", "<ns>118</ns>"))
    assert isinstance(found, Page)
    assert (found.namespace, found.text) == (118, "")


@pytest.mark.parametrize("page_id", [-5, 0])
def test_an_id_that_no_page_has(page_id: int) -> None:
    reject = parse(page_xml(12).replace("<id>12</id>", f"<id>{page_id}</id>"))
    assert isinstance(reject, Reject)
    assert reject[:3] == ("malformed-page", page_id, "Titel")
    assert reject.text.startswith(f"id of the page is '{page_id}', {A_NUMBER}: ")


def test_the_largest_id() -> None:
    largest = (1 << 63) - 1
    assert parse(page_xml().replace("<id>1</id>", f"<id>{largest}</id>")) == page()._replace(page_id=largest)


@pytest.mark.parametrize(
    ("title", "message"),
    [
        ("", "empty title"),
        (" _ ", "empty title"),
        ("a\0b", r"the title 'A\x00b' has a character that no title can have"),
        ("a\x1b[2Jb", r"the title 'A\x1b[2Jb' has a character that no title can have"),
        ("a\x7f", r"the title 'A\x7f' has a character that no title can have"),
        ("abc\u202edef", r"the title 'Abc\u202edef' has a character that no title can have"),
        ("\u200fabc", r"the title '\u200fabc' has a character that no title can have"),
        ("é" * 128, f"the title '{'É' + 'é' * 79}'… has 256 bytes; a title has at most 255"),
        ("x" * 1_000_000, f"the title '{'X' + 'x' * 79}'… has 1000000 bytes; a title has at most 255"),
    ],
)
def test_a_title_that_no_page_has(title: str, message: str) -> None:
    reject = parse(page_xml(title=title))
    assert isinstance(reject, Reject)
    assert reject[:2] == ("malformed-page", 1)
    assert reject.title == title[:255].strip()
    assert reject.text.startswith(f"{message}: ")


@pytest.mark.parametrize("title", ["É" * 127, "X" * 255, "A\xa0b", "A\x85b", "/../<b>", "A\ufffd"])
def test_a_title_at_the_edge_of_what_one_can_be(title: str) -> None:
    parsed = parse(page_xml(title=title))
    assert isinstance(parsed, Page)
    assert len(parsed.title) == len(title)


def test_the_name_of_the_namespace_does_not_count_for_the_length_of_a_title() -> None:
    xml = page_xml(title=f"Kategorie:{'x' * 255}")
    assert isinstance(parse(xml), Reject)
    assert isinstance(parse(xml.replace("<ns>0</ns>", "<ns>14</ns>")), Page)


@pytest.mark.parametrize("written", ["a\0b", "a&#0;b", "a\x1bb", "a&#x8;b", "a\x1f"])
def test_text_with_a_character_that_xml_does_not_allow(written: str) -> None:
    reject = parse(page_xml(text=written))
    assert isinstance(reject, Reject)
    assert reject[:3] == ("malformed-page", 1, "Titel")
    assert reject.text.startswith("a control character in the text: ")


def test_text_that_no_wiki_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.dump.page_xml, "MAX_TEXT_BYTES", 10)
    assert isinstance(parse(page_xml(text="&amp;" * 10)), Page)
    reject = parse(page_xml(text="é" * 6))
    assert isinstance(reject, Reject)
    assert reject[:3] == ("page-too-large", 1, "Titel")
    assert reject.text.startswith("a text of 12 bytes, more than 10: ")


def test_text_of_more_lines_than_a_page_may_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.dump.page_xml, "MAX_TEXT_LINES", 3)
    assert isinstance(parse(page_xml(text="a\nb\nc")), Page)
    reject = parse(page_xml(text="a\nb\nc\n"))
    assert isinstance(reject, Reject)
    assert reject[:3] == ("page-too-large", 1, "Titel")
    assert reject.text.startswith("a text of 4 lines, more than 3: ")


@pytest.mark.parametrize("place", [b"Text", b"Titel"])
def test_invalid_utf8(place: bytes) -> None:
    reject = parse(page_xml().encode().replace(place, b"a\xffb"))
    assert isinstance(reject, Reject)
    assert reject[:3] == ("invalid-utf8", 1, "a\ufffdb" if place == b"Titel" else "Titel")
    assert reject.text.startswith("invalid start byte at byte 1: ")


@settings(max_examples=300)
@given(
    st.lists(st.tuples(st.integers(0, 800), st.binary(max_size=4), st.integers(0, 30)), max_size=4),
    st.sampled_from(["", "&#xD800;", "&#99999999999;", "&#x110000;"]),
)
def test_nothing_but_a_page_or_a_reject(changes: list[tuple[int, bytes, int]], title: str) -> None:
    xml = page_xml(title=f"Titel{title}", redirect='<redirect title="Z"/>').encode()
    for place, new, removed in changes:
        xml = xml[:place] + new + xml[place + removed :]
    assert isinstance(parse(xml), Page | Reject)


@pytest.mark.parametrize(
    "tag", ["<redirect ", "<redirect title=", "<redirect title=&quot;", "<revision ", "<id>", "<text "]
)
def test_a_page_of_one_tag_again_and_again_is_read_in_linear_time(tag: str) -> None:
    """What is quadratic would not end."""
    parsed = parse(page_xml(before=tag * 300_000))
    assert isinstance(parsed, Page | Reject)


@pytest.mark.parametrize("between", [" " * 2_000_000, " " * 1_000_000 + ":" + " " * 1_000_000, "[[" * 1_000_000])
def test_a_redirect_is_looked_for_in_linear_time(between: str) -> None:
    parsed = parse(page_xml(text=f"{between}#REDIRECT{between}x"))
    assert isinstance(parsed, Page)
    assert parsed.redirect is None


def test_a_redirect_to_more_than_a_title_is_none() -> None:
    parsed = parse(page_xml(text=f"#REDIRECT [[{'x' * 1024}]]"))
    assert isinstance(parsed, Page) and parsed.redirect == "x" * 1024
    for redirect, text in (("", f"#REDIRECT [[{'x' * 1025}]]"), (f'<redirect title="{"x" * 100_000}"/>', "Text")):
        parsed = parse(page_xml(text=text, redirect=redirect))
        assert isinstance(parsed, Page) and parsed.redirect is None
