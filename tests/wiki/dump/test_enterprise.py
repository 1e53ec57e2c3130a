from __future__ import annotations

import gzip
import json
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import InputError
from schemas.records import Page, Reject
from tests.support.html_dump import html_dump, ndjson, record, tar
from tests.support.small_dump import dump
from tests.support.small_dump import page as xml_page
from wiki.dump import enterprise
from wiki.dump.enterprise import (
    Record,
    is_html_dump,
    pages_of,
    read_lines,
    read_record,
    record_ids,
    superseded,
)
from wiki.dump.pages import read_siteinfo
from wiki.site.siteinfo import known_site

SITE = known_site("enwiki", "en", "https://en.wikipedia.org/wiki/A")
RECORDS = [record(number, f"Page {number}", f"<p>text {number}</p>" * 50) for number in range(1, 7)]


def read(path: Path) -> tuple[list[str], list[Reject]]:
    """Names of the records that are read, and what is rejected."""
    rejects: list[Reject] = []
    found = [read_record(line, SITE) for line in read_lines(str(path), rejects.append)]
    rejects += [each for each in found if isinstance(each, Reject)]
    return [each.page.title for each in found if isinstance(each, Record)], rejects


def made(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "dump"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        ndjson(*RECORDS),
        ndjson(*RECORDS)[:-1],
        b"\xef\xbb\xbf" + ndjson(*RECORDS),
        ndjson(*RECORDS[:3]) + b"\n \n" + ndjson(*RECORDS[3:]),
        gzip.compress(ndjson(*RECORDS), mtime=0),
        gzip.compress(ndjson(*RECORDS[:2]), mtime=0) + gzip.compress(ndjson(*RECORDS[2:]), mtime=0),
        tar(ndjson(*RECORDS[:4]), b"", ndjson(*RECORDS[4:])),
        gzip.compress(tar(ndjson(*RECORDS[:1]), ndjson(*RECORDS[1:])[:-1]), mtime=0),
        tar(ndjson(*RECORDS[:1])) + tar(ndjson(*RECORDS[1:])) + bytes(100),
    ],
    ids=[
        "ndjson",
        "no last line end",
        "byte order mark",
        "blank lines",
        "gzip",
        "gzip members",
        "tar",
        "tar.gz",
        "two tars",
    ],
)
def test_each_form_gives_the_same_records(tmp_path: Path, content: bytes) -> None:
    path = made(tmp_path, content)
    assert is_html_dump(str(path))
    if content.startswith(b"\xef\xbb\xbf"):
        # The first record is read with the mark.
        assert read(path)[0] == [each["name"] for each in RECORDS]
    assert read(path) == ([each["name"] for each in RECORDS], [])


@pytest.mark.parametrize(
    "content", [b"", b"<mediawiki>", b"hello", gzip.compress(b"<mediawiki>", mtime=0), b"[1]", b"\0" * 2000]
)
def test_what_is_no_html_dump(tmp_path: Path, content: bytes) -> None:
    path = made(tmp_path, content)
    assert not is_html_dump(str(path))
    with pytest.raises(InputError, match="neither NDJSON nor a tar of it"):
        list(read_lines(str(path), lambda _: None))


def test_the_wiki_is_that_of_the_records(tmp_path: Path) -> None:
    path = html_dump(tmp_path / "dump.json.tar.gz", [[{**RECORDS[0], "is_part_of": None}, *RECORDS[1:]]])
    site = read_siteinfo(str(path))
    assert (site.dbname, site.lang, site.first_letter) == ("enwiki", "en", True)
    assert site.base == "https://en.wikipedia.org/wiki/"
    assert [site.namespace_number(name) for name in ("template", "WP", "Portal", "Image")] == [10, 4, 100, 6]
    german = [record(1, "A", "", in_language={"identifier": "de"}, is_part_of={"identifier": "dewiki"})]
    site = read_siteinfo(str(html_dump(tmp_path / "de.json.tar.gz", [german])))
    names = ("Benutzerin", "Vorlage", "Datei", "Wikipedia Diskussion", "Modul")
    assert [site.namespace_number(name) for name in names] == [2, 10, 6, 5, 828]


def test_no_record_says_which_wiki(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no record says which wiki it is of"):
        read_siteinfo(str(made(tmp_path, b'{"name": "A"}\n{\n{"a":' + b"[" * 200_000 + b"\n")))


def test_an_export_is_still_an_export(tmp_path: Path) -> None:
    path = dump(tmp_path / "dump.xml", xml_page(1, "A", "text"))
    assert not is_html_dump(str(path))
    assert read_siteinfo(str(path)).dbname == "samplewiki"


def test_how_far_a_dump_is_read_is_told(tmp_path: Path) -> None:
    content = ndjson(record(9, "Page 9", f"<p>{'text ' * 300_000}</p>"), *RECORDS)
    told: list[int] = []
    assert len(list(read_lines(str(made(tmp_path, content)), lambda _: None, told.append))) == 7
    assert told == [0, 1 << 20]


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("in_tar", [False, True])
def test_a_dump_that_is_cut_loses_its_end_and_says_so(tmp_path: Path, *, compress: bool, in_tar: bool) -> None:
    lines = ndjson(*RECORDS)
    content = tar(lines) if in_tar else lines
    content = gzip.compress(content, mtime=0) if compress else content[: len(lines)]
    path = made(tmp_path, content[: len(content) * 2 // 3 + 20])
    names, rejects = read(path)
    assert names == [each["name"] for each in RECORDS][: len(names)]
    assert len(names) < len(RECORDS)
    assert [each.reason for each in rejects][-1] == "truncated-input"
    assert {each.reason for each in rejects} <= {"cut-page", "truncated-input"}


def test_a_cut_record_is_named(tmp_path: Path) -> None:
    lines = ndjson(*RECORDS)
    names, rejects = read(made(tmp_path, lines[:-100]))
    assert names == [each["name"] for each in RECORDS[:-1]]
    assert [(each.reason, each.page_id, each.title) for each in rejects] == [
        ("cut-page", 6, "Page 6"),
        ("truncated-input", -1, ""),
    ]


def test_damage_ends_the_reading(tmp_path: Path) -> None:
    records = [record(number, f"Page {number}", f"<p>{number}</p>" * 8000) for number in range(1, 9)]
    content = bytearray(gzip.compress(ndjson(*records), 0, mtime=0))
    content[len(content) - 6] ^= 0xFF
    names, rejects = read(made(tmp_path, bytes(content)))
    assert 0 < len(names) < len(records)
    assert names == [each["name"] for each in records[: len(names)]]
    assert [each.reason for each in rejects] == ["cut-page", "truncated-input"]


def test_damage_in_the_head(tmp_path: Path) -> None:
    content = bytearray(gzip.compress(ndjson(*RECORDS), mtime=0))
    content[20:40] = bytes(20)
    with pytest.raises(InputError, match="in its head; fetch the file again"):
        read(made(tmp_path, bytes(content)))


def test_a_member_of_more_than_eight_gigabytes_has_its_size_before_it(tmp_path: Path) -> None:
    """Written here with a small size, which the member's own header does not have."""
    lines = ndjson(*RECORDS)
    large = tarfile.TarInfo("large.ndjson")
    large.pax_headers = {"size": str(len(lines))}
    content = large.tobuf(tarfile.PAX_FORMAT) + lines + bytes(-len(lines) % 512)
    names, rejects = read(made(tmp_path, content + tar(ndjson(record(9, "Next", "")))))
    assert (names, rejects) == ([*(each["name"] for each in RECORDS), "Next"], [])


def test_a_damaged_tar_ends_the_reading(tmp_path: Path) -> None:
    content = bytearray(tar(ndjson(*RECORDS[:3]), ndjson(*RECORDS[3:])))
    second = content.index(b"enwiki_namespace_0_1")
    content[second : second + 300] = b"x" * 300
    names, rejects = read(made(tmp_path, bytes(content)))
    assert names == [each["name"] for each in RECORDS[:3]]
    assert [each.reason for each in rejects] == ["truncated-input"]


@pytest.mark.parametrize(
    ("rest", "message"), [(b"x" * 600, "damaged from byte"), (b"x", "cut short"), (tar(b"x")[:700], "cut short")]
)
def test_what_is_neither_zeros_nor_a_tar_behind_a_tar_is_damage(tmp_path: Path, rest: bytes, message: str) -> None:
    names, rejects = read(made(tmp_path, tar(ndjson(*RECORDS)) + rest))
    assert names[:6] == [each["name"] for each in RECORDS]
    assert rejects[-1].reason == "truncated-input"
    assert message in rejects[-1].text


def test_a_record_that_is_too_large_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enterprise, "MAX_RECORD_BYTES", 2000)
    large = record(7, "Large", "x" * 5000)
    names, rejects = read(made(tmp_path, ndjson(RECORDS[0], large, RECORDS[1])))
    assert names == ["Page 1", "Page 2"]
    assert [(each.reason, each.page_id, each.title) for each in rejects] == [("page-too-large", 7, "Large")]


@pytest.mark.parametrize("bracket", ["<", "\\u003c", "\\u003C"])
def test_a_record_of_too_many_tags_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bracket: str
) -> None:
    """What its tree would take is decided by its tags, not by its bytes."""
    many, enough = (ndjson(record(n, f"Page {n}", "<b>" * tags)) for n, tags in ((7, 401), (8, 400)))
    monkeypatch.setattr(enterprise, "MAX_RECORD_TAGS", enough.count(b"<"))
    lines = (many + enough).replace(b"<b>", f"{bracket}b>".encode())
    names, rejects = read(made(tmp_path, lines + ndjson(RECORDS[1])))
    assert names == ["Page 8", "Page 2"]
    assert [(each.reason, each.page_id, each.title) for each in rejects] == [("page-too-large", 7, "Page 7")]
    assert rejects[0].text.startswith(f"a record of more than {enough.count(b'<')} tags: ")


def test_a_last_record_that_is_too_large_ends_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enterprise, "MAX_RECORD_BYTES", 2000)
    large = record(7, "Large", "x" * 5000)
    names, rejects = read(made(tmp_path, ndjson(RECORDS[0], large)[:-1]))
    assert names == ["Page 1"]
    assert [(each.reason, each.page_id, each.title) for each in rejects] == [("page-too-large", 7, "Large")]


@pytest.mark.parametrize(
    ("fields", "namespace"), [({"namespace": None}, 0), ({"namespace": {}}, 0), ({"namespace": {"identifier": 10}}, 10)]
)
def test_a_record_without_its_namespace_is_an_article(fields: dict[str, Any], namespace: int) -> None:
    line = ndjson(record(1, "Template:A", "a", **fields))
    read_page = read_record(line, SITE)
    assert isinstance(read_page, Record) and read_page.page.namespace == namespace
    assert record_ids(line, SITE) == (1, 101)


def test_the_prefix_of_a_namespace_is_not_counted_in_the_length_of_a_title() -> None:
    """An article of the same name has too many bytes."""
    name = "Template:" + "x" * 250
    of_namespace, of_article = (ndjson(record(1, name, "a", namespace={"identifier": number})) for number in (10, 0))
    assert isinstance(read_record(of_namespace, SITE), Record)
    assert record_ids(of_namespace, SITE) == (1, 101)
    assert isinstance(read_record(of_article, SITE), Reject)
    assert record_ids(of_article, SITE) is None


@pytest.mark.parametrize(
    ("change", "reason", "message"),
    [
        ({"name": None}, "malformed-page", "no name"),
        ({"name": ""}, "malformed-page", "empty title"),
        ({"name": "x" * 300}, "malformed-page", "has 300 bytes"),
        ({"identifier": "12"}, "malformed-page", "the id of the page is"),
        ({"identifier": 1 << 63}, "malformed-page", "the id of the page is"),
        ({"version": {}}, "malformed-page", "the id of the revision is"),
        ({"version": None}, "malformed-page", "the id of the revision is"),
        ({"namespace": {"identifier": "x"}}, "malformed-page", "namespace or wikitext"),
        ({"article_body": {"wikitext": "x"}}, "missing-text", "no article_body.html"),
        ({"article_body": None}, "missing-text", "no article_body.html"),
        ({"article_body": {"html": None}}, "missing-text", "no article_body.html"),
        ({"article_body": {"html": ""}}, "missing-text", "no article_body.html"),
        ({"article_body": {"html": "a\x01b"}}, "malformed-page", "a control character in the text"),
        ({"article_body": {"html": "a", "wikitext": "\x1fb"}}, "malformed-page", "a control character in the text"),
        ({"name": "A\ud800"}, "malformed-page", "surrogates not allowed"),
    ],
)
def test_records_that_are_none(change: dict[str, Any], reason: str, message: str) -> None:
    (line,) = ndjson({**RECORDS[0], **change}).splitlines()
    rejected = read_record(line, SITE)
    assert isinstance(rejected, Reject)
    assert rejected.reason == reason
    assert message in rejected.text
    assert record_ids(line, SITE) is None


def test_what_is_told_of_a_name_that_is_no_text_can_be_written() -> None:
    (line,) = ndjson({**RECORDS[0], "name": "A\ud800"}).splitlines()
    rejected = read_record(line, SITE)
    assert isinstance(rejected, Reject) and rejected.title == "A\ufffd"


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"article_body": {"html": "<p>x"}},
        {"article_body": {"html": "a\tb", "wikitext": None}},
        {"article_body": {"html": r"a \u0001 b"}},
        {"article_body": {"html": "half a pair: \ud800"}},
        {"namespace": None},
        {"namespace": {}},
    ],
)
def test_the_ids_of_a_record(change: dict[str, Any]) -> None:
    (line,) = ndjson({**RECORDS[0], **change}).splitlines()
    assert isinstance(read_record(line, SITE), Record)
    assert record_ids(line, SITE) == (1, 101)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "malformed-page"),
        (b"[]", "malformed-page"),
        (b"{}", "malformed-page"),
        (b'{"name": "\xff"}', "invalid-utf8"),
        (ndjson(RECORDS[0]).replace(b'"url": "', b'"url": "\xff'), "invalid-utf8"),
        (b'{"a":' * 100_000, "malformed-page"),
    ],
)
def test_lines_that_are_no_record(line: bytes, reason: str) -> None:
    rejected = read_record(line, SITE)
    assert isinstance(rejected, Reject) and rejected.reason == reason
    assert record_ids(line, SITE) is None


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.dictionaries(
                st.sampled_from(
                    [
                        "name",
                        "identifier",
                        "version",
                        "namespace",
                        "article_body",
                        "html",
                        "wikitext",
                        "redirects",
                        "main_entity",
                    ]
                ),
                inner,
            )
            | st.lists(inner, max_size=2)
        ),
        max_leaves=12,
    )
)
def test_any_json_is_a_record_with_ids_or_a_reject_without(document: Any) -> None:
    line = json.dumps(document).encode()
    read = read_record(line, SITE)
    assert isinstance(read, Record | Reject)
    assert record_ids(line, SITE) == ((read.page.page_id, read.page.rev_id) if isinstance(read, Record) else None)


def test_what_a_record_holds() -> None:
    made = record(
        5,
        "Ada Lovelace",
        "<p>x</p>",
        main_entity={"identifier": "Q7259"},
        redirects=[{"name": "Ada"}, {"name": "Wikipedia:Ada"}, {"name": ""}, {}, {"name": "A\udc00"}],
    )
    (line,) = ndjson(made).splitlines()
    found = read_record(line, SITE)
    assert isinstance(found, Record)
    html = "<html><body><p>x</p></body></html>"
    page = Page(5, 105, 0, "Ada Lovelace", None, "wikitext", "Ada Lovelace", html)
    assert found == Record(page, "Q7259", ["Ada", "Wikipedia:Ada"])
    assert list(pages_of(found, SITE)) == [
        page,
        Page(-1, -1, 0, "Ada", "Ada Lovelace", "wikitext", ""),
        Page(-1, -1, 4, "Wikipedia:Ada", "Ada Lovelace", "wikitext", ""),
    ]


def test_an_item_that_is_none_is_left_out() -> None:
    (line,) = ndjson({**RECORDS[0], "main_entity": {"identifier": "P31"}}).splitlines()
    found = read_record(line, SITE)
    assert isinstance(found, Record) and found.qid is None


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 3)), max_size=12))
def test_of_the_records_of_a_page_the_greatest_revision_counts(rows: list[tuple[int, int]]) -> None:
    ids, revisions = (np.array([row[column] for row in rows], np.int64) for column in (0, 1))
    best: dict[int, int] = {}
    for place, (page_id, rev_id) in enumerate(rows):
        if page_id not in best or rev_id > rows[best[page_id]][1]:
            best[page_id] = place
    assert superseded(ids, revisions).tolist() == sorted(set(range(len(rows))) - set(best.values()))
