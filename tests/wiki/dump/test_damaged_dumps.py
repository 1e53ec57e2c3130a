"""Dumps that are cut, damaged, or none."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import wiki.dump.compressed
import wiki.dump.page_scanner
import wiki.dump.page_xml
import wiki.dump.pages
from schemas.errors import InputError
from tests.support.dump_files import DUMP, ENCODINGS, HEAD, LONG, TAIL, read, reasons
from tests.support.page_xml import SITE, page_xml
from wiki.dump.pages import missing_end, plan_splits, read_pages, read_siteinfo


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
            b"7z\xbc\xaf\x27\x1c\x00\x04",
            "{path}: compressed with 7-Zip, which is not read; decompress it, or have bzip2 compress it",
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
    ids=["empty", "html", "7-Zip", "rdf", "no siteinfo", "bzip2 cut", "bzip2 damaged", "gzip cut"],
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


def test_file_that_shrank(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_bytes(DUMP)
    (split,) = plan_splits(str(path), 1 << 40)
    with pytest.raises(InputError) as error:
        list(read_pages(replace(split, end=split.end + 1), SITE, print))
    assert str(error.value) == f"{path}: shorter than when it was split; plan the splits again"
