from __future__ import annotations

import bz2
import functools
import gzip
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wiki.dump.compressed
import wiki.dump.page_scanner
import wiki.dump.page_xml
import wiki.dump.pages
from schemas.errors import InputError
from schemas.records import Page, Reject
from wiki.dump.page_xml import parse_page
from wiki.dump.pages import Split, plan_splits, read_pages, read_siteinfo
from wiki.site.siteinfo import SiteInfo

HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">
  <siteinfo>
    <dbname>dewiki</dbname>
    <case>first-letter</case>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="14" case="first-letter">Kategorie</namespace>
    </namespaces>
  </siteinfo>
"""
TAIL = "</mediawiki>\n"
SITE = SiteInfo("dewiki", "de", True, ((14, "Kategorie"),))


def page_xml(
    page_id: int = 1,
    *,
    title: str = "Titel",
    text: str = "Text",
    redirect: str = "",
    model: str = "wikitext",
    before: str = "",
    after: str = "",
) -> str:
    return f"""  <page>
    <title>{title}</title>
    <ns>0</ns>
    <id>{page_id}</id>{redirect}
    {before}<revision>
      <id>{page_id + 1000}</id>
      <parentid>7</parentid>
      <timestamp>2026-01-01T00:00:00Z</timestamp>
      <contributor><username>A</username><id>9</id></contributor>
      <comment>&lt;text&gt; &lt;page&gt;</comment>
      <origin>{page_id + 1000}</origin>
      <model>{model}</model>
      <format>text/x-wiki</format>
      <text bytes="{len(text)}" sha1="x" xml:space="preserve">{text}</text>{after}
      <sha1>x</sha1>
    </revision>
  </page>
"""


def page(page_id: int = 1, *, title: str = "Titel", text: str = "Text", redirect: str | None = None) -> Page:
    return Page(page_id, page_id + 1000, 0, title, redirect, "wikitext", text)


def read(path: Path, target_bytes: int = 1 << 40) -> tuple[list[Page], list[Reject]]:
    site = read_siteinfo(str(path))
    rejects: list[Reject] = []
    pages = [page for split in plan_splits(str(path), target_bytes) for page in read_pages(split, site, rejects.append)]
    return pages, rejects


def reasons(rejects: list[Reject]) -> list[tuple[str, int]]:
    return [(reject.reason, reject.page_id) for reject in rejects]


# One page.


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
    assert parse(xml.format("Mission: B")) == Page(1, 2, 0, "Mission: B", None, "wikitext", "x")


@pytest.mark.parametrize(
    "tag", ['<text bytes="0" sha1="x" />', "<text/>", '<text bytes="9" deleted="deleted" />', "<text></text>"]
)
def test_text_that_is_empty(tag: str) -> None:
    assert parse(page_xml(text="@").replace('<text bytes="1" sha1="x" xml:space="preserve">@</text>', tag)) == page(
        text=""
    )


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
    ],
)
def test_bad_page(change: tuple[str, str], reason: str, message: str) -> None:
    reject = parse(page_xml().replace(*change))
    assert isinstance(reject, Reject)
    assert reject.reason == reason
    assert reject.text.startswith(message)
    assert reject.page_id == (-1 if "of the page" in message else 1)
    assert reject.title == ("" if "title" in message else "Titel")


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


# A file.


def multistream(xml: bytes, pages: int, level: int = 9) -> bytes:
    """As Wikimedia writes it: the head, groups of pages, and the tail, each a stream of its own."""
    ends = [at + 8 for at in _find(xml, b"</page>\n")]
    cuts = [xml.index(b"  <page>"), *ends[pages - 1 : -1 : pages], ends[-1]]
    parts = [xml[: cuts[0]], *(xml[a:b] for a, b in pairwise(cuts)), xml[cuts[-1] :]]
    return b"".join(bz2.compress(part, level) for part in parts)


def _find(xml: bytes, needle: bytes) -> Iterator[int]:
    at = xml.find(needle)
    while at >= 0:
        yield at
        at = xml.find(needle, at + 1)


def blind_streams(xml: bytes, size: int, level: int = 1) -> bytes:
    """As a parallel bzip2 writes it: cut anywhere."""
    return b"".join(bz2.compress(xml[at : at + size], level) for at in range(0, len(xml), size))


ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "single stream": bz2.compress,
    "small blocks": lambda xml: bz2.compress(xml, 1),
    "multistream": lambda xml: multistream(xml, 10),
    "blind streams": lambda xml: blind_streams(xml, 70_001),
    "gzip": lambda xml: gzip.compress(xml, 1),
    "gzip members": lambda xml: gzip.compress(xml[:1_000_003], 1) + gzip.compress(xml[1_000_003:], 1) + bytes(100_000),
    "plain": lambda xml: xml,
}


@pytest.fixture(scope="module")
def real_xml(real: Path) -> bytes:
    return bz2.decompress((real / "enwiki-sample-pages-articles.xml.bz2").read_bytes())


@pytest.fixture(scope="module")
def real_pages(real_xml: bytes) -> list[Page]:
    """Every field of every page by an XML parser."""
    ns = "{http://www.mediawiki.org/xml/export-0.10/}"
    pages = []
    for element in ElementTree.fromstring(real_xml).iter(f"{ns}page"):
        revision = element.findall(f"{ns}revision")[-1]
        redirect = element.find(f"{ns}redirect")
        pages.append(
            Page(
                page_id=int(element.findtext(f"{ns}id", "")),
                rev_id=int(revision.findtext(f"{ns}id", "")),
                namespace=int(element.findtext(f"{ns}ns", "")),
                title=element.findtext(f"{ns}title", ""),
                redirect=None if redirect is None else redirect.get("title"),
                model=revision.findtext(f"{ns}model", ""),
                text=revision.findtext(f"{ns}text", ""),
            )
        )
    return pages


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("target_bytes", [30_011, 1 << 40])
def test_real_dump(tmp_path: Path, real_xml: bytes, real_pages: list[Page], encoding: str, target_bytes: int) -> None:
    path = tmp_path / "dump"
    path.write_bytes(ENCODINGS[encoding](real_xml))
    pages, rejects = read(path, target_bytes)
    assert rejects == []
    assert pages == real_pages
    splits = len(plan_splits(str(path), target_bytes))
    assert (splits == 1) == (target_bytes == 1 << 40 or encoding.startswith("gzip"))


def test_real_file_as_it_is(real: Path, real_pages: list[Page]) -> None:
    path = real / "enwiki-sample-pages-articles.xml.bz2"
    assert read(path, 500_000) == (real_pages, [])
    assert [split.size for split in plan_splits(str(path), 500_000)] == [744_883, 506_224, 444_764]


def dump(pages: int) -> bytes:
    elements = (page_xml(i, title=f"Seite {i}", text=f"Wört{i} " * (i * 37 % 400)) for i in range(1, pages + 1))
    return (HEAD + "".join(elements) + TAIL).encode()


DUMP = dump(59)
LONG = dump(300)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["blind streams", "plain", "multistream"]), st.integers(100, 20_000), st.integers(1, 30_000))
def test_any_partition_gives_each_page_once(tmp_path: Path, encoding: str, cut: int, target_bytes: int) -> None:
    path = tmp_path / "dump"
    if encoding == "plain":
        path.write_bytes(DUMP)
        target_bytes += 10
    elif encoding == "multistream":
        path.write_bytes(multistream(DUMP, 1 + cut % 20))
    else:
        path.write_bytes(blind_streams(DUMP, cut))
    pages, rejects = read(path, target_bytes)
    assert rejects == []
    assert [page.page_id for page in pages] == list(range(1, 60))
    assert pages == read(path)[0]


def test_every_cut_of_a_tag(tmp_path: Path) -> None:
    """A page belongs to the split in which its tag begins, wherever in the tag the cut is."""
    xml = (HEAD + page_xml(1) + page_xml(2) + TAIL).encode()
    path = tmp_path / "dump.xml"
    path.write_bytes(xml)
    tag = xml.rindex(b"<page>")
    for cut in range(tag - 12, tag + 12):
        rejects: list[Reject] = []
        parts = [
            [page.page_id for page in read_pages(Split(str(path), "plain", a, b), SITE, rejects.append)]
            for a, b in ((0, cut), (cut, len(xml)))
        ]
        assert parts == ([[1], [2]] if cut <= tag else [[1, 2], []])
        assert rejects == []


def test_splits_cover_the_file_and_travel_as_json(tmp_path: Path) -> None:
    path = tmp_path / "dump.bz2"
    path.write_bytes(blind_streams(DUMP, 3_000))
    splits = plan_splits(str(path), 1_000)
    assert [split.start for split in splits] == [0, *(split.end for split in splits[:-1])]
    assert splits[-1].end == path.stat().st_size * 8
    assert len(splits) > 5
    assert [Split(**json.loads(json.dumps(asdict(split)))) for split in splits] == splits


def test_multistream_is_cut_where_streams_begin(tmp_path: Path) -> None:
    path = tmp_path / "dump.bz2"
    path.write_bytes(multistream(DUMP, 5))
    (tmp_path / "dump-index.txt.bz2").write_bytes(bz2.compress(b"1:1:an index that is wrong\n"))
    starts = {at * 8 + 32 for at in _find(path.read_bytes(), b"BZh9")}
    splits = plan_splits(str(path), 700)
    assert len(splits) > 3
    assert {split.start for split in splits[1:]} <= starts


# Bad files.


@pytest.mark.parametrize("encoding", ["small blocks", "blind streams", "gzip", "plain"])
@pytest.mark.parametrize("target_bytes", [997, 1 << 40])
def test_truncated_file(tmp_path: Path, encoding: str, target_bytes: int) -> None:
    data = ENCODINGS[encoding](LONG)
    path = tmp_path / "dump"
    path.write_bytes(data)
    whole, _ = read(path)
    assert len(whole) == 300
    path.write_bytes(data[: len(data) * 2 // 3])
    pages, rejects = read(path, target_bytes)
    assert pages == whole[: len(pages)]
    assert 150 < len(pages) < 250
    # gzip is cut within the head of a page, before its id.
    cut = -1 if encoding == "gzip" else len(pages) + 1
    assert reasons(rejects) == [("cut-page", cut), ("truncated-input", -1)]
    size = len(data) * 2 // 3
    assert rejects[1].text == f"{path}: ends at byte {size} without </mediawiki>; it was cut short, fetch it again"
    assert rejects[0].text.startswith(f"{path}: its end is damaged or missing: ")


@pytest.mark.parametrize("cut", [-1, -10, -14, -20, -60])
def test_cut_in_the_last_tag(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "dump.xml"
    path.write_bytes(DUMP[:cut])
    for target_bytes in (60, 1000, 1 << 40):
        pages, rejects = read(path, target_bytes)
        # A missing line end after the last tag does not matter.
        expected = [] if cut == -1 else ["truncated-input"] if cut >= -14 else ["cut-page", "truncated-input"]
        assert [reject.reason for reject in rejects] == expected
        assert len(pages) == (59 if cut >= -14 else 58)


@pytest.mark.parametrize("target_bytes", [997, 1 << 40])
def test_damaged_block(tmp_path: Path, target_bytes: int) -> None:
    path = tmp_path / "dump.bz2"
    data = bytearray(bz2.compress(LONG, 1))
    path.write_bytes(data)
    whole, _ = read(path)
    blocks = [split.start for split in plan_splits(str(path), 1)]
    at = (blocks[3] + blocks[4]) // 16
    data[at] ^= 1
    path.write_bytes(data)
    pages, rejects = read(path, target_bytes)
    lost = [page.page_id for page in whole if page not in pages]
    assert lost == list(range(lost[0], lost[-1] + 1))
    assert 10 < len(lost) < 60
    # The page that the damage cuts is reported; those inside it and the one at its end are not known.
    assert sorted(reasons(rejects)) == [("cut-page", lost[0]), ("damaged-block", -1)]
    (damaged,) = (reject for reject in rejects if reject.reason == "damaged-block")
    assert damaged.text == f"{path}: damaged from byte {blocks[3] // 8}; fetch the file again"
    assert pages == [page for page in whole if page.page_id not in lost]


def test_damaged_gzip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.dump.compressed, "_GZIP_BYTES", 1000)
    data = bytearray(gzip.compress(LONG, 1))
    data[len(data) // 2 : len(data) // 2 + 40] = bytes(range(40, 80))
    path = tmp_path / "dump.gz"
    path.write_bytes(data)
    pages, rejects = read(path)
    assert 0 < len(pages) < 300
    assert [reject.reason for reject in rejects] == ["damaged-block", "cut-page"]


@pytest.mark.parametrize("target_bytes", [1_500, 1 << 40])
def test_bad_pages_among_good(tmp_path: Path, target_bytes: int) -> None:
    bad = [
        page_xml(2).replace("<title>Titel</title>", "").encode(),
        page_xml(3).encode().replace(b"Text", b"\xff"),
        page_xml(4).replace("</page>", "").encode(),
        page_xml(5).replace("</text>", "").replace("</page>", "").encode(),
    ]
    path = tmp_path / "dump.bz2"
    path.write_bytes(bz2.compress(HEAD.encode() + b"".join(bad) + page_xml(6).encode() + TAIL.encode()))
    pages, rejects = read(path, target_bytes)
    # A page that lacks only its end tag is complete.
    assert [page.page_id for page in pages] == [4, 6]
    assert reasons(rejects) == [("malformed-page", 2), ("invalid-utf8", 3), ("malformed-page", 5)]


@pytest.mark.parametrize("encoding", ["small blocks", "plain", "gzip"])
@pytest.mark.parametrize("target_bytes", [100_001, 1 << 40])
def test_page_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, target_bytes: int) -> None:
    monkeypatch.setattr(wiki.dump.pages, "MAX_PAGE_BYTES", 50_000)
    large = page_xml(2, text="x" * 2_500_000) + page_xml(3, text="y" * 51_000) + page_xml(4, text="z" * 49_000)
    path = tmp_path / "dump"
    path.write_bytes(ENCODINGS[encoding]((HEAD + page_xml(1) + large + page_xml(5) + TAIL).encode()))
    pages, rejects = read(path, target_bytes)
    assert [page.page_id for page in pages] == [1, 4, 5]
    assert reasons(rejects) == [("page-too-large", 2), ("page-too-large", 3)]
    assert rejects[0].text.startswith("more than 50000 bytes: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "{path}: the file is empty"),
        (
            b"<!DOCTYPE html><html>404",
            "{path}: neither bzip2, gzip nor XML, it begins with b'<!DOCTYPE html><html>404'; "
            "give a MediaWiki XML export such as pages-articles.xml.bz2",
        ),
        (
            b"<?xml version='1.0'?><rdf:RDF/>",
            "{path}: no <mediawiki> element at the start; give a MediaWiki XML export (pages-articles)",
        ),
        (
            bz2.compress(HEAD.replace("siteinfo", "info").encode()),
            "{path}: no <siteinfo> after <mediawiki>; without it namespaces cannot be told from titles",
        ),
        (bz2.compress(DUMP)[:500], "{path}: cut short at byte 4, in its head; fetch the file again"),
        (
            bz2.compress(DUMP)[:500] + bytes(30) + bz2.compress(DUMP)[530:],
            "{path}: damaged at byte 4, in its head; fetch the file again",
        ),
        (gzip.compress(DUMP, mtime=0)[:100], "{path}: cut short at byte 100, in its head; fetch the file again"),
    ],
    ids=["empty", "html", "rdf", "no siteinfo", "bzip2 cut", "bzip2 damaged", "gzip cut"],
)
def test_files_that_are_not_a_dump(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "dump.xml.bz2"
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        read_siteinfo(str(path))
    assert str(error.value) == message.format(path=path)


def test_missing_file() -> None:
    for function in (read_siteinfo, lambda path: plan_splits(path, 1000)):
        with pytest.raises(InputError, match=r"^/nowhere/dump\.bz2: no such file$"):
            function("/nowhere/dump.bz2")


def test_split_size_must_be_positive(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_bytes(DUMP)
    with pytest.raises(InputError, match=r"^split size is 0 bytes; it must be at least 1$"):
        plan_splits(str(path), 0)


def test_file_that_shrank(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_bytes(DUMP)
    (split,) = plan_splits(str(path), 1 << 40)
    with pytest.raises(InputError) as error:
        list(read_pages(replace(split, end=split.end + 1), SITE, print))
    assert str(error.value) == f"{path}: shorter than when it was split; plan the splits again"


COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": functools.partial(bz2.compress, compresslevel=1),
    "streams": lambda xml: b"".join(bz2.compress(xml[at : at + 150_000]) for at in range(0, len(xml), 150_000)),
}


@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_progress_is_the_share_of_the_split_that_was_read(tmp_path: Path, compression: str) -> None:
    """Text that compresses well: progress counted in characters would run ahead."""
    chance = random.Random(7)
    words = [f"{chance.getrandbits(40):x}" for _ in range(3000)]
    n_pages = 100
    text = [" ".join(chance.choices(words, k=3000)) for _ in range(n_pages)]
    xml = HEAD + "".join(page_xml(number, text=each) for number, each in enumerate(text, 1)) + TAIL
    path = tmp_path / "dump"
    path.write_bytes(COMPRESSIONS[compression](xml.encode()))
    for split in plan_splits(str(path), path.stat().st_size // 2):
        told: list[int] = []
        shares = [told[-1] / split.size for _ in read_pages(split, SITE, lambda r: pytest.fail(str(r)), told.append)]
        assert told == sorted(told)
        assert told[-1] > 0.6 * split.size
        # The pages are alike: reading is never ahead of the pages given by more than a page or two.
        assert all(share <= (number + 2) / len(shares) for number, share in enumerate(shares))


# Whatever a file holds, its pages are read or rejected, at a cost in proportion.


def test_a_page_with_attributes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(HEAD + page_xml(1).replace("<page>", '<page id="1">') + page_xml(2) + TAIL)
    assert [page.page_id for page in read(path)[0]] == [1, 2]


def test_what_is_in_a_comment_is_no_page(tmp_path: Path) -> None:
    """Wherever the file is cut: a split that begins in a comment with pages reads them, and the one before says so."""
    path = tmp_path / "dump.xml"
    xml = HEAD + f"<!-- {page_xml(1)} -->{page_xml(2).replace('Text', 'Te<!-- </text> -->xt')}{page_xml(3)}" + TAIL
    path.write_text(xml)
    site = read_siteinfo(str(path))
    assert [page.page_id for page in read(path)[0]] == [2, 3]
    for cut in {at + by for at in (xml.index("<!--"), xml.index("<page>"), xml.rindex("<!--")) for by in range(-3, 12)}:
        rejects: list[Reject] = []
        splits = [Split(str(path), "plain", 0, cut), Split(str(path), "plain", cut, len(xml))]
        pages = [page for split in splits for page in read_pages(split, site, rejects.append)]
        cut_before_page = xml.index("<!--") < cut <= xml.index("<page>")
        assert [page.page_id for page in pages] == ([1, 2, 3] if cut_before_page else [2, 3])
        assert pages[-2:] == [page(2), page(3)]
        assert reasons(rejects) == ([("cut-comment", -1)] if cut_before_page else [])


def test_a_cdata_section_is_text(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(HEAD + page_xml(1, text="<![CDATA[a <page> & &amp; b</text>]]> &amp; c") + page_xml(2) + TAIL)
    assert read(path) == ([page(1, text="a <page> & &amp; b</text> & c"), page(2)], [])


def test_a_comment_that_does_not_end(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(HEAD + page_xml(1) + page_xml(2, text="<!-- ") + page_xml(3) + TAIL)
    pages, rejects = read(path)
    assert [page.page_id for page in pages] == [1]
    assert reasons(rejects) == [("cut-page", 2), ("cut-comment", -1)]
    assert rejects[1].text == (
        f"{path}: a comment, processing instruction or CDATA section does not end: what follows it was not read; "
        "take it out"
    )


def test_a_page_without_end_before_a_page_whose_tag_is_cut(tmp_path: Path) -> None:
    xml = HEAD + page_xml(1).replace("</page>", "") + page_xml(2) + TAIL
    path = tmp_path / "dump.xml"
    path.write_text(xml)
    for cut in range(xml.rindex("<page>") - 3, xml.rindex("<page>") + 9):
        splits = [Split(str(path), "plain", 0, cut), Split(str(path), "plain", cut, len(xml))]
        pages = [page for split in splits for page in read_pages(split, SITE, lambda r: pytest.fail(str(r)))]
        assert [page.page_id for page in pages] == [1, 2]


def test_the_second_page_of_an_id_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(HEAD + "".join(page_xml(number) for number in (1, 2, 1, 3, 4, 5, 6, 1)) + TAIL)
    assert reasons(read(path)[1]) == [("duplicate-page", 1), ("duplicate-page", 1)]
    monkeypatch.setattr(wiki.dump.pages, "DUPLICATES_WITHIN", 2)
    pages, rejects = read(path)
    assert reasons(rejects) == [("duplicate-page", 1)]
    assert rejects[0].text.startswith("a page with this id came before: ")
    assert [page.page_id for page in pages] == [1, 2, 3, 4, 5, 6, 1]


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress], ids=["gzip", "bzip2"])
def test_a_page_in_tiny_members_is_passed_over_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compress: Callable[[bytes], bytes]
) -> None:
    """How many bytes are looked at does not depend on how many members they come in."""
    looked_at = 0

    class Counting:
        def search(self, data: bytes, place: int) -> re.Match[bytes] | None:
            nonlocal looked_at
            found = token.search(data, place)
            looked_at += (found.end() if found else len(data)) - place
            return found

    token = wiki.dump.page_scanner._token
    monkeypatch.setattr(wiki.dump.page_scanner, "_token", Counting())
    open_page = page_xml(1, text="x" * 1_000_000).encode()
    path = tmp_path / "dump"
    members = b"".join(compress(open_page[at : at + 4]) for at in range(1_000_000, len(open_page), 4))
    path.write_bytes(compress(HEAD.encode() + open_page[:1_000_000]) + members + compress(TAIL.encode()))
    assert [page.page_id for page in read(path)[0]] == [1]
    assert looked_at < 1.1 * len(open_page)


def test_a_head_in_tiny_members(tmp_path: Path) -> None:
    path = tmp_path / "dump.gz"
    head = HEAD.encode()
    path.write_bytes(b"".join(gzip.compress(head[at : at + 3]) for at in range(0, len(head), 3)))
    assert read_siteinfo(str(path)).dbname == "dewiki"


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
