from __future__ import annotations

import bz2
import functools
import gzip
import random
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wiki.dump.compressed
import wiki.dump.page_scanner
import wiki.dump.page_xml
import wiki.dump.pages
from schemas.records import Page, Reject
from tests.support.dump_files import DUMP, ENCODINGS, HEAD, TAIL, blind_streams, multistream, read, reasons
from tests.support.page_xml import SITE, page, page_xml
from wiki.dump.pages import plan_splits, read_pages, read_siteinfo
from wiki.dump.splits import Split


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
