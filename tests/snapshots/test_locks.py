"""Snapshots that are fetched by a lock, their own or one from elsewhere."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock, read_lock, write_lock
from schemas.errors import InputError
from snapshots import fetch as fetching
from snapshots.client import Client
from snapshots.fetch import adopt, fetch
from tests.support.fetched import FIRST, LOCK, NAME, WHOLE, give, names
from tests.support.publisher import DATE, SHARDS, STATUS, WIKI, Publisher


def test_locks_of_other_wikis_need_not_be_readable(publisher: Publisher, tmp_path: Path) -> None:
    (tmp_path / "yywiki-20260901.lock.json").write_text("{")
    assert give(publisher, tmp_path, WIKI) == 0


def test_a_snapshot_is_fetched_again_from_its_lock(publisher: Publisher, tmp_path: Path) -> None:
    assert give(publisher, tmp_path / "one", WIKI, DATE) == 0
    publisher.publish_dump(date="20261001")
    publisher.asked.clear()
    assert give(publisher, tmp_path / "two", "--lock", str(tmp_path / "one" / LOCK)) == 0
    assert names(tmp_path / "two") == WHOLE
    assert (tmp_path / "two" / LOCK).read_bytes() == (tmp_path / "one" / LOCK).read_bytes()
    assert len(publisher.asked) == 9 and STATUS not in publisher.paths()


@pytest.mark.parametrize("with_lock", [False, True], ids=["files alone", "files and lock"])
def test_files_that_are_there_are_taken_for_those_of_a_lock_by_their_content(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str], with_lock: bool
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert give(publisher, one, WIKI, DATE) == 0
    publisher.asked.clear()
    two.mkdir()
    (two / SHARDS[0]).write_bytes(publisher.files[FIRST][::-1])
    if with_lock:
        (two / LOCK).write_bytes((one / LOCK).read_bytes())
    before = names(two)
    assert give(publisher, two, "--lock", str(one / LOCK)) == 40
    told = capsys.readouterr().err
    assert f"{two / SHARDS[0]}: its SHA-256 is " in told
    assert told.endswith("it is not the file of the snapshot: delete it, or fetch to another directory\n")
    assert (names(two), publisher.asked) == (before, [])
    (two / SHARDS[0]).write_bytes(publisher.files[FIRST])
    assert give(publisher, two, "--lock", str(one / LOCK)) == 0
    assert FIRST not in publisher.paths() and names(two) == WHOLE


def test_a_lock_does_not_take_the_place_of_another(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert give(publisher, one, WIKI, DATE) == 0
    publisher.files["/ontology.owl"] = b"<RDF/>"
    assert give(publisher, two, WIKI, DATE) == 0
    pinned = (two / LOCK).read_bytes()
    capsys.readouterr()
    assert give(publisher, two, "--lock", str(one / LOCK)) == 40
    told = f"{two / LOCK}: pins other files of {NAME}; delete it, or fetch to another directory\n"
    assert capsys.readouterr().err == f"wiki-ner: {told}"
    document = json.loads((two / LOCK).read_text())
    document["files"].pop()
    (tmp_path / LOCK).write_text(json.dumps(document))
    assert give(publisher, two, "--lock", str(tmp_path / LOCK)) == 40
    assert (two / LOCK).read_bytes() == pinned


def test_a_lock_with_other_addresses_takes_the_place_of_one_of_the_same_files(
    publisher: Publisher, tmp_path: Path
) -> None:
    folder, mirrored = tmp_path / "dumps", tmp_path / LOCK
    assert give(publisher, folder, WIKI, DATE) == 0
    document = json.loads((folder / LOCK).read_text())
    for file in document["files"]:
        file.update(address=f"{publisher.address}/mirror/{file['name']}", sha256="")
    mirrored.write_text(json.dumps(document))
    (folder / SHARDS[0]).unlink()
    publisher.files[f"/mirror/{SHARDS[0]}"] = publisher.files[FIRST]
    publisher.asked.clear()
    assert give(publisher, folder, "--lock", str(mirrored)) == 0
    assert publisher.paths() == [f"/mirror/{SHARDS[0]}"]
    assert read_lock(str(folder / LOCK)).is_whole


def test_a_lock_from_elsewhere_knows_what_either_lock_knows_of_a_file(tmp_path: Path) -> None:
    given = (LockedFile("a", "pages", "http://b", None, ""), LockedFile("b", "page", "http://b", 2, "", "bb"))
    known = (LockedFile("a", "pages", "http://a", 1, "", "aa"), LockedFile("b", "page", "http://a", None, ""))
    write_lock(str(tmp_path / LOCK), SnapshotLock(WIKI, DATE, known))
    found = adopt(SnapshotLock(WIKI, DATE, given), tmp_path)
    assert found.files == (replace(given[0], size=1, sha256="aa"), given[1])


def test_a_lock_of_a_file_that_has_changed_is_not_fulfilled(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(publisher, tmp_path / "one", WIKI, DATE) == 0
    publisher.files["/ontology.owl"] = b"<RDF/>"
    assert give(publisher, tmp_path / "two", "--lock", str(tmp_path / "one" / LOCK)) == 40
    assert "/ontology.owl: its SHA-256 is " in capsys.readouterr().err
    assert "ontology.owl" not in names(tmp_path / "two")


def test_the_checksums_of_files_that_were_there_before_stand_in_the_lock(client: Client, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"content")
    whole = fetch(SnapshotLock(WIKI, DATE, (LockedFile("a", "pages", "http://x/a", None, ""),)), tmp_path, client)
    assert [(file.size, file.sha256) for file in whole.files] == [(7, hashlib.sha256(b"content").hexdigest())]
    assert read_lock(str(tmp_path / LOCK)) == whole


def test_a_file_with_the_size_and_a_checksum_of_its_lock_is_not_read_again(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have a hundred gigabytes."""
    (tmp_path / "a").write_bytes(b"content")
    monkeypatch.setattr(fetching, "verified", None)
    lock = SnapshotLock(WIKI, DATE, (LockedFile("a", "pages", "http://x/a", 7, "", "aa"),))
    assert fetch(lock, tmp_path, client) == lock


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        ({}, False),
        ({"address": "http://mirror", "size": None, "published": "", "sha256": ""}, False),
        ({"size": 6}, True),
        ({"published": "sha1:bb"}, True),
        ({"sha256": "bb"}, True),
    ],
)
def test_a_lock_from_elsewhere_is_refused_where_both_say_of_a_file_that_it_is_another(
    other: dict[str, Any], differs: bool, tmp_path: Path
) -> None:
    one = LockedFile("a", "pages", "http://a", 5, "sha1:aa", "aa")
    for here, there in ((one, replace(one, **other)), (replace(one, **other), one)):
        write_lock(str(tmp_path / LOCK), SnapshotLock(WIKI, DATE, (here,)))
        with pytest.raises(InputError, match="pins other files of") if differs else nullcontext():
            adopt(SnapshotLock(WIKI, DATE, (there,)), tmp_path)


@pytest.mark.parametrize(
    "text", ["[]", "{", '{"format": 2}', '{"format": 1, "wiki": "x", "date": "y", "files": [{"name": "a"}]}']
)
def test_what_is_no_lock_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(text)
    with pytest.raises(InputError, match=r"\.lock\.json: not "):
        read_lock(str(tmp_path / LOCK))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "it is empty: the disk was full, or the machine went down"),
        ("\0" * 512, "it is empty: the disk was full, or the machine went down"),
        ('{"format": 1,\n "wi', "Unterminated string starting at: line 2 column 2 (char 15)"),
    ],
)
def test_a_lock_that_is_not_whole_is_told_with_the_way_out(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / LOCK
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_lock(str(path))
    assert str(error.value) == f"{path}: not a whole snapshot lock ({told}); delete it, and fetch again"


def test_nobody_is_told_to_delete_a_file_that_was_named_for_a_lock_by_mistake(tmp_path: Path) -> None:
    path = tmp_path / "ontology.owl"
    path.write_text("<rdf:RDF>")
    with pytest.raises(InputError) as error:
        read_lock(str(path))
    told = "not a whole snapshot lock (Expecting value: line 1 column 1 (char 0)); name the file <snapshot>.lock.json"
    assert str(error.value) == f"{path}: {told}"


@pytest.mark.parametrize("name", ["../x", "", "..", "/etc/x"])
def test_a_lock_names_files_of_its_directory_only(
    name: str, publisher: Publisher, client: Client, tmp_path: Path
) -> None:
    fetch(SnapshotLock(WIKI, DATE, ()), tmp_path, client)
    document = json.loads((tmp_path / LOCK).read_text())
    document["files"] = [vars(LockedFile(name, "pages", publisher.address, None, ""))]
    (tmp_path / LOCK).write_text(json.dumps(document))
    with pytest.raises(InputError, match="is no name of a file"):
        read_lock(str(tmp_path / LOCK))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"wiki": "../x"}, "'../x' is no wiki"),
        ({"date": "2026/09"}, "'2026/09' is no date"),
        ({"date": ""}, "'' is no date"),
        ({"published": "crc32:1"}, "'crc32:1' is no checksum of md5, sha1, sha256"),
        ({"published": None}, "None is no checksum of md5, sha1, sha256"),
    ],
)
def test_a_lock_from_elsewhere_names_nothing_that_cannot_be_written_or_verified(
    change: dict[str, str | None], told: str, tmp_path: Path
) -> None:
    file = {"name": "a", "role": "pages", "address": "http://x/a", "size": 1, "published": change.pop("published", "")}
    path = tmp_path / LOCK
    path.write_text(json.dumps({"format": 1, "wiki": WIKI, "date": DATE, "files": [file], **change}))
    said = f"{path}: not a whole snapshot lock ({told}); delete it, and fetch again"
    with pytest.raises(InputError, match=f"^{re.escape(said)}$"):
        read_lock(str(path))


def test_a_lock_knows_what_it_was_told() -> None:
    one = LockedFile("a", "pages", "http://a", None, "")
    lock = SnapshotLock(WIKI, DATE, (one, replace(one, name="b")))
    found = lock.with_file(replace(one, size=1, sha256="aa"))
    assert [file.sha256 for file in found.files] == ["aa", ""] and not found.is_whole
