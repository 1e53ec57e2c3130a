"""Which files a snapshot is made of, from publishers on this machine."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock
from schemas.errors import InputError
from snapshots.client import Client, NotThereError
from snapshots.resolve import CONTENT, Wanted, resolve
from snapshots.wikimedia import UnfinishedError, checksums, dump_files
from tests.support.publisher import DATE, SHARDS, START, STATUS, TABLES, TYPES, WIKI, Publisher, Trouble

DAY = "/other/mediawiki_content_current/xxwiki/2026-09-01/xml/bzip2"
ITEMS = "/wikidatawiki/entities"


def resolved(publisher: Publisher, client: Client, date: str = DATE, **options: str) -> SnapshotLock:
    address = publisher.address
    return resolve(WIKI, date, Wanted(address, address, ontology=f"{address}/ontology.owl", **options), client)


def test_a_snapshot_has_the_dump_its_tables_the_ontology_and_the_types(publisher: Publisher, client: Client) -> None:
    lock = resolved(publisher, client)
    assert (lock.name, lock.is_whole) == ("xxwiki-20260901", False)
    roles = ["pages", "pages", "page", "categorylinks", "page_props", "linktarget", "redirect"]
    assert [file.role for file in lock.files] == [*roles, "ontology", "instance_types"]
    assert [file.name for file in lock.files] == [*SHARDS, *TABLES, "ontology.owl", TYPES]
    content = publisher.files[f"/{WIKI}/{DATE}/{SHARDS[0]}"]
    sha1 = hashlib.sha1(content).hexdigest()
    address = f"{publisher.address}/{WIKI}/{DATE}/{SHARDS[0]}"
    assert lock.files[0] == LockedFile(SHARDS[0], "pages", address, len(content), f"sha1:{sha1}")
    place = f"{publisher.address}/mappings/instance-types/2022.12.01/{TYPES}"
    assert lock.files[-1] == LockedFile(TYPES, "instance_types", place, 5, "")


@pytest.mark.parametrize("status", [405, 501])
def test_a_publisher_that_does_not_tell_sizes_gives_files_all_the_same(
    publisher: Publisher, client: Client, status: int
) -> None:
    publisher.refuses_head = status
    assert [file.size for file in resolved(publisher, client).files[-2:]] == [None, None]
    publisher.refuses_head = 403
    with pytest.raises(InputError, match=r"_specific\.ttl\.bz2: the server says 403"):
        resolved(publisher, client)


def status(publisher: Publisher) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(publisher.files[STATUS])["jobs"]
    return document


def test_a_small_wiki_has_one_file_of_pages_and_an_old_dump_no_link_targets(
    publisher: Publisher, client: Client
) -> None:
    jobs = status(publisher)
    for name in (*SHARDS, TABLES[3]):
        del jobs["one"]["files"][name]
    publisher.publish_status(jobs)
    names = [file.name for file in dump_files(WIKI, DATE, publisher.address, client)]
    assert names == [f"{START}pages-articles-multistream.xml.bz2", *TABLES[:3], TABLES[4]]


def test_a_dump_that_is_not_finished_is_refused_by_name(publisher: Publisher, client: Client) -> None:
    jobs = status(publisher)
    jobs["pagetable"] = {"status": "in-progress", "files": {TABLES[0]: jobs["one"]["files"].pop(TABLES[0])}}
    publisher.publish_status(jobs)
    told = rf"/xxwiki/20260901: the dump is not finished, it has no {TABLES[0]} yet \(its job: in-progress\);"
    with pytest.raises(UnfinishedError, match=told):
        resolved(publisher, client)
    del jobs["pagetable"]
    publisher.publish_status(jobs)
    with pytest.raises(UnfinishedError, match=rf"it has no {TABLES[0]} yet; take an earlier date$"):
        resolved(publisher, client)


@pytest.mark.parametrize("document", ["[]", "{", '{"jobs": {"one": {"files": {"a": 1}}}}'])
def test_what_is_no_status_of_a_dump_is_refused(publisher: Publisher, client: Client, document: str) -> None:
    publisher.files[STATUS] = document.encode()
    with pytest.raises(InputError, match=r"dumpstatus\.json: not the status of a dump"):
        resolved(publisher, client)


def test_the_latest_is_the_newest_that_is_finished(publisher: Publisher, client: Client) -> None:
    publisher.publish_dump(date="20260801")
    publisher.publish_dump(date="20261001")
    publisher.publish_status({}, date="20261001")
    publisher.files[f"/{WIKI}/"] += b'<a href="20261101/">20261101/</a>'
    assert resolved(publisher, client, "latest").name == "xxwiki-20260901"
    for date in ("20260801", "20260901"):
        publisher.publish_status({}, date=date)
    with pytest.raises(InputError, match=r"/xxwiki/: no finished dump of xxwiki; of the newest: .*/20261101/"):
        resolved(publisher, client, "latest")


def test_a_server_in_trouble_does_not_make_an_older_dump_the_latest(publisher: Publisher, client: Client) -> None:
    publisher.publish_dump(date="20260801")
    publisher.trouble[STATUS] = [Trouble(status=503)] * 3
    with pytest.raises(InputError, match="the server says 503"):
        resolved(publisher, client, "latest")


@pytest.mark.parametrize(
    ("wiki", "date", "message"),
    [
        (
            WIKI,
            "20260102",
            r"/20260102/dumpstatus\.json: the server says 404 'Not Found'; Wikimedia deletes its dumps ",
        ),
        ("../x", DATE, "^../x: name a wiki by its database, as enwiki$"),
        (WIKI, "2026091", "^2026091: name the date of a dump, as 20260901, or latest$"),
        (WIKI, "20261301", "^20261301: name the date of a dump"),
    ],
)
def test_a_dump_that_is_not_there_is_named(
    publisher: Publisher, client: Client, wiki: str, date: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        dump_files(wiki, date, publisher.address, client)


def publish_export(publisher: Publisher) -> list[str]:
    names = [f"xxwiki-2026-09-01-p{n}p{n}9.xml.bz2" for n in (1, 2)]
    sums = []
    for name in names:
        publisher.files[f"{DAY}/{name}"] = content = name.encode()
        sums.append(f"{hashlib.sha256(content).hexdigest()}  {name}\n")
    publisher.files[f"{DAY}/SHA256SUMS"] = "".join(sums).encode()
    publisher.files["/other/mediawiki_content_current/xxwiki/"] = b'<a href="2026-09-01/">\n<a href="2026-10-01/">'
    return names


@pytest.mark.parametrize("date", [DATE, "latest"])
def test_the_content_file_export_stands_for_the_text_of_the_dump(
    publisher: Publisher, client: Client, date: str
) -> None:
    names = publish_export(publisher)
    lock = resolved(publisher, client, date, publication=CONTENT)
    assert (lock.name, [file.name for file in lock.files]) == (
        "xxwiki-20260901",
        [*names, *TABLES, "ontology.owl", TYPES],
    )
    sha256 = hashlib.sha256(names[0].encode()).hexdigest()
    assert lock.files[0] == LockedFile(
        names[0], "pages", f"{publisher.address}{DAY}/{names[0]}", len(names[0]), f"sha256:{sha256}"
    )


def test_an_export_without_its_checksums_is_not_finished(publisher: Publisher, client: Client) -> None:
    publish_export(publisher)
    del publisher.files[f"{DAY}/SHA256SUMS"]
    with pytest.raises(UnfinishedError, match=r"/2026-09-01/xml/bzip2/SHA256SUMS is not there: the export is not fini"):
        resolved(publisher, client, publication=CONTENT)
    publisher.files[f"{DAY}/SHA256SUMS"] = b"\n"
    with pytest.raises(InputError, match=r"SHA256SUMS: names no files of pages"):
        resolved(publisher, client, publication=CONTENT)


def publish_items(publisher: Publisher, date: str = "20260831") -> tuple[str, bytes]:
    name, content = f"wikidata-{date}-all.json.bz2", b"[]" * 100
    sums = f"{hashlib.sha1(content).hexdigest()}  {name}\n{'0' * 40}  wikidata-{date}-all.json.gz\n"
    publisher.files[f"{ITEMS}/{date}/{name}"] = content
    publisher.files[f"{ITEMS}/{date}/wikidata-{date}-sha1sums.txt"] = sums.encode()
    publisher.files[f"{ITEMS}/"] = b'<a href="20260831/">\n<a href="20260907/">\n<a href="latest-all.json.bz2">'
    return name, content


@pytest.mark.parametrize("date", ["20260831", "latest"])
def test_types_from_wikidata_need_no_release(publisher: Publisher, client: Client, date: str) -> None:
    name, content = publish_items(publisher)
    *_, ontology, items = resolved(publisher, client, wikidata=date).files
    address = f"{publisher.address}{ITEMS}/20260831/{name}"
    sha1 = hashlib.sha1(content).hexdigest()
    assert ontology.role == "ontology"
    assert items == LockedFile(name, "wikidata", address, len(content), f"sha1:{sha1}")


def test_a_dump_of_wikidata_that_is_not_there_is_named(publisher: Publisher, client: Client) -> None:
    publish_items(publisher)
    with pytest.raises(NotThereError, match=r"20260907/wikidata-20260907-sha1sums\.txt: the server says 404"):
        resolved(publisher, client, wikidata="20260907")
    publisher.files[f"{ITEMS}/20260831/wikidata-20260831-sha1sums.txt"] = b"\nnot a sum\n"
    with pytest.raises(UnfinishedError, match=r"it has no wikidata-20260831-all\.json\.bz2 yet; take an earlier date$"):
        resolved(publisher, client, wikidata="20260831")


def test_the_simple_english_wikipedia_takes_the_types_of_the_english_one(publisher: Publisher, client: Client) -> None:
    publisher.publish_dump("simplewiki")
    name = "instance-types_lang=en_specific.ttl.bz2"
    publisher.files[f"/mappings/instance-types/2022.12.01/{name}"] = b"types"
    address = publisher.address
    wanted = Wanted(address, address, ontology=f"{address}/ontology.owl")
    assert resolve("simplewiki", "latest", wanted, client).files[-1].name == name


def test_lists_of_checksums_are_read_as_their_tools_write_them() -> None:
    assert checksums(b"AB12  a\ncd34 *b.bz2\nef56  ./c\n# no sum at all\n\n") == {
        "a": "ab12",
        "b.bz2": "cd34",
        "c": "ef56",
    }
