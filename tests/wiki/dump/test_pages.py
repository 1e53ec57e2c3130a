from __future__ import annotations

import bz2
import functools
import gzip
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from itertools import accumulate, pairwise
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
from tests.support.page_xml import SITE, page, page_xml
from wiki.dump.pages import missing_end, plan_splits, read_pages, read_siteinfo
from wiki.dump.splits import Split, cut_file

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


def read(path: Path, target_bytes: int = 1 << 40) -> tuple[list[Page], list[Reject]]:
    site = read_siteinfo(str(path))
    rejects: list[Reject] = []
    pages = [page for split in plan_splits(str(path), target_bytes) for page in read_pages(split, site, rejects.append)]
    return pages, rejects


def reasons(rejects: list[Reject]) -> list[tuple[str, int]]:
    return [(reject.reason, reject.page_id) for reject in rejects]


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


def test_streams_of_several_blocks_are_cut_where_they_begin(tmp_path: Path) -> None:
    path = tmp_path / "dump.bz2"
    # Three blocks of 100 kB each.
    streams = [bz2.compress(random.Random(number).randbytes(250_000), 1) for number in range(8)]
    path.write_bytes(b"".join(streams))
    starts = list(accumulate(map(len, streams), initial=0))
    splits = cut_file(str(path), 300_000)
    # Behind the beginning of the last stream there is no other, and a block will do.
    assert [split.start for split in splits[:-1]] == [0, *(starts[n] * 8 + 32 for n in (2, 4, 6))]


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
    # What can be seen of it without reading it all.
    assert missing_end(str(path)) == ("" if encoding == "gzip" else rejects[1].text)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_whole_file_has_its_end(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "dump"
    path.write_bytes(ENCODINGS[encoding](LONG))
    assert missing_end(str(path)) == ""


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
    assert [reject.reason for reject in rejects] == ["truncated-input", "cut-page"]
    assert rejects[0].text.startswith(f"{path}: damaged from byte ")


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
            "give a MediaWiki XML export such as pages-articles.xml.bz2, or a Wikimedia Enterprise HTML dump",
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


@pytest.mark.parametrize("compress", [bytes, gzip.compress])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_only_utf8_is_read(tmp_path: Path, compress: Callable[[bytes], bytes], mark: bytes) -> None:
    path = tmp_path / "dump"
    for encoding in ("UTF-8", "utf8"):
        path.write_bytes(compress(mark + f"<?xml version='1.0' encoding='{encoding}'?>\n{HEAD}{TAIL}".encode()))
        assert read_siteinfo(str(path)).dbname == "dewiki"
    path.write_bytes(compress(mark + f'<?xml version="1.0" encoding = "ISO-8859-1" ?>\n{HEAD}{TAIL}'.encode()))
    message = (
        f"{path}: its <?xml> says that it is encoded as 'ISO-8859-1'; convert the file to UTF-8 and its <?xml> too"
    )
    with pytest.raises(InputError) as error:
        read_siteinfo(str(path))
    assert str(error.value) == message


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
