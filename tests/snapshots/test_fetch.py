"""Fetching a snapshot by the command, from publishers on this machine."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from configparser import ConfigParser
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from luigi.configuration.cfg_parser import LuigiConfigParser

from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock, read_lock, write_lock
from schemas.errors import InputError
from schemas.root.locks import lock as hold
from snapshots import fetch as fetching
from snapshots.client import Client
from snapshots.fetch import adopt, describe, fetch, write_settings
from snapshots.publishers import language_of
from snapshots.resolve import Wanted
from tasks.settings.inputs import input_files
from tests.support.build import environment
from tests.support.paths import PROJECT
from tests.support.publisher import DATE, SHARDS, STATUS, TABLES, TYPES, WIKI, Publisher, Trouble
from wiki.sentences.conventions import splitter_doubt
from wiki_ner.__main__ import main

NAME = f"{WIKI}-{DATE}"
LOCK = f"{NAME}.lock.json"
FIRST = f"/{WIKI}/{DATE}/{SHARDS[0]}"


def options(publisher: Publisher, folder: Path) -> list[str]:
    address = publisher.address
    places = ["--wikimedia", f"{address}/", "--dbpedia", address, "--ontology", f"{address}/ontology.owl"]
    return ["--to", str(folder), "--contact", "tests@example.org", *places]


def give(publisher: Publisher, folder: Path, *arguments: str) -> int:
    """Exit status of the command."""
    with pytest.raises(SystemExit) as ended:
        main(["fetch", *arguments, *options(publisher, folder)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


WHOLE = {*SHARDS, *TABLES, TYPES, "ontology.owl", LOCK, f"{NAME}.cfg", f"{WIKI}-latest.cfg"}


def test_all_that_a_build_needs_is_fetched_pinned_and_named_in_a_settings_file(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "dumps"
    assert give(publisher, folder, WIKI, DATE, "--dry-run") == 0
    assert not folder.exists()
    told = capsys.readouterr().out
    assert f"{publisher.address}{FIRST}" in told and f"\n\n{NAME}: 9 files, " in told
    assert give(publisher, folder, WIKI, DATE) == 0
    assert capsys.readouterr().out.endswith(f"all there; next: wiki-ner preview --settings {folder}/{NAME}.cfg\n")
    assert names(folder) == WHOLE
    assert (folder / SHARDS[0]).read_bytes() == publisher.files[FIRST]
    lock = read_lock(str(folder / LOCK))
    assert lock.is_whole
    for file in lock.files:
        content = (folder / file.name).read_bytes()
        assert (file.size, file.sha256) == (len(content), hashlib.sha256(content).hexdigest())


def test_three_files_come_at_a_time(publisher: Publisher, client: Client, tmp_path: Path) -> None:
    publisher.gate = threading.Barrier(3)
    address = f"{publisher.address}/ontology.owl"
    files = [LockedFile(f"{n}", "pages", address, 6, "") for n in range(9)]
    fetch(SnapshotLock(WIKI, DATE, tuple(files)), tmp_path, client)
    assert publisher.most_waiting == 3


def test_the_settings_name_the_files_and_the_lock(publisher: Publisher, tmp_path: Path) -> None:
    assert give(publisher, tmp_path, WIKI) == 0
    settings = ConfigParser()
    settings.read(tmp_path / f"{WIKI}-latest.cfg")
    assert settings["Build"]["snapshot"] == NAME
    assert settings["Build"]["lock"] == f"{tmp_path}/{LOCK}"
    assert settings["Wikipedia"]["pages"] == f"{tmp_path}/{SHARDS[0]},\n{tmp_path}/{SHARDS[1]}"
    assert settings["CategoryEdges"]["categorylinks_table"] == f"{tmp_path}/{TABLES[1]}"
    assert settings["BuildDomains"]["domains"] == ""
    text = (tmp_path / f"{WIKI}-latest.cfg").read_text(encoding="utf-8")
    assert (
        "\n[BuildDomains]\n# The domain files that come with the project have the category titles of the English "
        in text
    )
    assert "sources" not in settings["TypeIndex"]


def test_the_settings_can_be_used_whatever_the_name_of_the_directory(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "50% [1] $HOME *"
    assert give(publisher, folder, WIKI, DATE) == 0
    told = capsys.readouterr().out
    assert told.endswith(f"all there; next: wiki-ner preview --settings '{folder}/{NAME}.cfg'\n")
    parser = LuigiConfigParser()
    parser.read(folder / f"{NAME}.cfg")
    assert parser.get("Build", "lock") == f"{folder}/{LOCK}"
    pages = parser.get("Wikipedia", "pages")
    assert input_files("pages", pages) == [f"{folder}/{name}" for name in SHARDS]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a,b", "has ',' in its name, and in a settings file commas separate files"),
        ("${HOME}", "has '${' in its name, and in a settings file ${NAME} is a variable of the environment"),
    ],
)
def test_a_directory_that_no_settings_file_can_name_is_refused_before_anything_is_fetched(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    assert give(publisher, tmp_path / name, WIKI, DATE) == 40
    assert capsys.readouterr().err == f"wiki-ner: {tmp_path}/{name}: {why}; fetch to another directory\n"
    assert publisher.asked == [] and not (tmp_path / name).exists()


def test_what_is_whole_is_not_fetched_again(publisher: Publisher, tmp_path: Path) -> None:
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    (tmp_path / f"{NAME}.cfg").write_text("mine")
    publisher.asked.clear()
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    assert publisher.asked == []
    assert (tmp_path / f"{NAME}.cfg").read_text() == "mine"


def test_a_file_that_has_lost_its_end_since_is_told(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    size = len(publisher.files[FIRST])
    (tmp_path / SHARDS[0]).write_bytes(publisher.files[FIRST][:-1])
    capsys.readouterr()
    assert give(publisher, tmp_path, WIKI, DATE) == 40
    assert capsys.readouterr().err == (
        f"wiki-ner: {tmp_path / SHARDS[0]}: it has {size - 1:,} bytes, and should have {size:,}; it is not the file of "
        "the snapshot: delete it, or fetch to another directory\n"
    )


def test_a_latest_that_is_whole_stays_as_it_is_pinned_while_nothing_newer_is_there(
    publisher: Publisher, tmp_path: Path
) -> None:
    assert give(publisher, tmp_path, WIKI) == 0
    pinned = (tmp_path / LOCK).read_bytes()
    publisher.asked.clear()
    sha1 = hashlib.sha1(publisher.files[FIRST]).hexdigest()
    publisher.files[STATUS] = publisher.files[STATUS].replace(sha1.encode(), b"0" * 40)
    assert give(publisher, tmp_path, WIKI) == 0
    assert publisher.paths() == [f"/{WIKI}/", STATUS]
    assert (tmp_path / LOCK).read_bytes() == pinned


@pytest.mark.parametrize(
    "option",
    [
        ("--publication", "content"),
        ("--release", "2021.12.01"),
        ("--wikidata", "latest"),
        ("--wikidata", "20260831"),
        ("--ontology", "http://mirror.example/ontology.owl"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("date", [DATE, "latest"])
def test_other_files_than_those_that_are_pinned_are_not_passed_over(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str], date: str, option: tuple[str, str]
) -> None:
    publisher.trouble[FIRST] = [Trouble(status=418)]
    assert give(publisher, tmp_path, WIKI, DATE) == 40
    pinned = (tmp_path / LOCK).read_bytes()
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["fetch", WIKI, date, *options(publisher, tmp_path), *option])
    assert ended.value.code == 40
    told = f"{' '.join(option)}: {NAME} is pinned with other files by {tmp_path / LOCK}; delete it, or fetch to another"
    assert capsys.readouterr().err.startswith(f"wiki-ner: {told} directory\n")
    assert (tmp_path / LOCK).read_bytes() == pinned


def test_a_named_default_is_what_is_pinned(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(publisher, tmp_path, WIKI) == 0
    decides = f"{NAME} is pinned by {tmp_path / LOCK}, which decides; delete it to choose anew\n"
    assert decides not in capsys.readouterr().out
    for date in (DATE, "latest"):
        assert give(publisher, tmp_path, WIKI, date, "--publication", "multistream", "--release", "2022.12.01") == 0
        assert capsys.readouterr().out.startswith(decides)
    assert give(publisher, tmp_path / "two", "--lock", str(tmp_path / LOCK)) == 0
    assert capsys.readouterr().out.startswith(f"{NAME} is pinned by {tmp_path / LOCK}, which decides\n")


@pytest.mark.parametrize("wikidata", ["latest", "20260831"])
def test_the_dump_of_wikidata_that_is_pinned_is_the_one_asked_for(wikidata: str) -> None:
    lock = SnapshotLock(WIKI, DATE, (LockedFile("wikidata-20260831-all.json.bz2", "wikidata", "", 1, ""),))
    assert Wanted(wikidata=wikidata).not_in(lock) == []
    assert Wanted(wikidata="20260807", release="2022.12.01").not_in(lock) == [
        "--release 2022.12.01",
        "--wikidata 20260807",
    ]


def test_a_latest_that_was_begun_is_finished_first(publisher: Publisher, tmp_path: Path) -> None:
    """It was resolved once; what is published meanwhile comes with the next command."""
    publisher.trouble[FIRST] = [Trouble(status=418)]
    assert give(publisher, tmp_path, WIKI) == 40
    assert not read_lock(str(tmp_path / LOCK)).is_whole
    publisher.publish_dump(date="20261001")
    publisher.asked.clear()
    assert give(publisher, tmp_path, WIKI) == 0
    assert names(tmp_path) == WHOLE and STATUS not in publisher.paths()
    assert give(publisher, tmp_path, WIKI) == 0
    assert (tmp_path / f"{WIKI}-latest.cfg").readlink() == Path(f"{WIKI}-20261001.cfg")
    # An older one does not become the latest.
    (tmp_path / LOCK).unlink()
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    assert (tmp_path / f"{WIKI}-latest.cfg").readlink() == Path(f"{WIKI}-20261001.cfg")


def test_an_unfinished_snapshot_older_than_a_whole_one_is_not_the_latest(publisher: Publisher, tmp_path: Path) -> None:
    """Its dump may be deleted by now, and then nothing newer would ever be fetched."""
    publisher.trouble[FIRST] = [Trouble(status=418)]
    assert give(publisher, tmp_path, WIKI, DATE) == 40
    publisher.publish_dump(date="20261001")
    assert give(publisher, tmp_path, WIKI, "20261001") == 0
    publisher.publish_dump(date="20261101")
    assert give(publisher, tmp_path, WIKI) == 0
    assert (tmp_path / f"{WIKI}-latest.cfg").readlink() == Path(f"{WIKI}-20261101.cfg")
    assert not read_lock(str(tmp_path / LOCK)).is_whole


def test_a_latest_whose_dump_was_deleted_meanwhile_says_how_to_go_on(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publisher.trouble[FIRST] = [Trouble(status=404)]
    assert give(publisher, tmp_path, WIKI) == 40
    told = capsys.readouterr().err
    assert f"{publisher.address}{FIRST}: the server says 404" in told
    assert told.endswith(
        f"the server says 404 'Not Found'; it was there when {tmp_path / LOCK} was written, and Wikimedia deletes its "
        "dumps after some weeks: take another date, or a mirror that keeps it; delete the lock to have latest be "
        "chosen anew\n"
    )


def test_a_wiki_or_a_release_that_is_not_there_is_not_taken_for_a_dump_that_was_deleted(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(publisher, tmp_path, "xxxwiki") == 40
    assert capsys.readouterr().err == (
        f"wiki-ner: {publisher.address}/xxxwiki/: the server says 404 'Not Found'; it has no dumps of xxxwiki: see to "
        "the name\n"
    )
    assert give(publisher, tmp_path, WIKI, "--release", "2020.01.01") == 40
    assert capsys.readouterr().err == (
        f"wiki-ner: {publisher.address}/mappings/instance-types/2020.01.01/{TYPES}: the server says 404 'Not Found'; "
        "name another release by --release, or take the types from Wikidata by --wikidata\n"
    )


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


def test_files_that_were_fetched_by_hand_are_taken_if_they_are_the_publishers(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / SHARDS[0]).write_bytes(publisher.files[FIRST])
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    assert FIRST not in publisher.paths()
    (tmp_path / LOCK).unlink()
    (tmp_path / SHARDS[0]).write_bytes(publisher.files[FIRST][::-1])
    assert give(publisher, tmp_path, WIKI, DATE) == 40
    told = capsys.readouterr().err
    assert f"{tmp_path / SHARDS[0]}: its SHA1 is " in told
    assert told.endswith("it is not the file of the snapshot: delete it, or fetch to another directory\n")
    assert (tmp_path / SHARDS[0]).read_bytes() == publisher.files[FIRST][::-1]


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


def test_a_directory_that_cannot_be_made_is_named(client: Client, tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(InputError, match=rf"^{tmp_path}/a/b: cannot be written \(.*Not a directory"):
        fetch(SnapshotLock(WIKI, DATE, ()), tmp_path / "a" / "b", client)


def test_files_that_do_not_fit_are_not_begun(publisher: Publisher, client: Client, tmp_path: Path) -> None:
    file = LockedFile("a", "pages", f"{publisher.address}/ontology.owl", 10**18, "")
    with pytest.raises(InputError, match=r"1,000,000\.0 TB are to be fetched and .* are free$"):
        fetch(SnapshotLock(WIKI, DATE, (file,)), tmp_path, client)
    assert publisher.asked == []


def test_what_is_there_of_a_file_needs_no_room(
    publisher: Publisher, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = 3
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    address = f"{publisher.address}/ontology.owl"
    # Of six bytes two are there. What is shorter than what is there needs no room, nor what nobody knows the size of.
    files = tuple(LockedFile(name, "pages", address, size, "") for name, size in (("a", 6), ("b", 1), ("c", None)))
    for name in ("a", "b"):
        (tmp_path / f"{name}.part").write_bytes(b"<r")
    with pytest.raises(InputError, match=rf"^{tmp_path}: 4 bytes are to be fetched and 3 bytes are free$"):
        fetch(SnapshotLock(WIKI, DATE, files), tmp_path, client)
    assert publisher.asked == []
    free = 4
    fetch(SnapshotLock(WIKI, DATE, (files[0], files[2])), tmp_path, client)
    assert [(tmp_path / name).read_bytes() for name in ("a", "c")] == [b"<rdf/>"] * 2


@pytest.mark.parametrize(
    ("size", "done", "seconds", "expected"),
    [
        (10_000, 2_000, 4.0, "2 files: 3.0 kB of 10.0 kB (30%), 500 bytes/s, 0:00:14 left"),
        (10_000, 9_000, 4.0, "2 files: 10.0 kB of 10.0 kB (100%), 2.2 kB/s"),
        (10_000, 0, 4.0, "2 files: 1.0 kB of 10.0 kB (10%), 0 bytes/s"),
        (10_000, 1, 0.0, "2 files: 1.0 kB of 10.0 kB (10%), 1.0 kB/s, 0:00:09 left"),
        (None, 2_000, 4.0, "2 files: 3.0 kB, 500 bytes/s"),
    ],
)
def test_how_far_a_fetch_is(
    size: int | None, done: int, seconds: float, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def display(describe: Callable[[int, float], str]) -> Callable[..., None]:
        return lambda line, newly_done: told.append(line + describe(newly_done, seconds))

    monkeypatch.setattr(fetching, "progress_display", display)
    (tmp_path / "a.part").write_bytes(bytes(1000))
    files = [LockedFile("a", "pages", "", size, ""), LockedFile("b", "pages", "", None, "")]
    fetching.progress(files, tmp_path)(done)
    assert told == [expected]


def test_on_a_terminal_the_line_of_the_progress_goes(
    publisher: Publisher, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    file = LockedFile("a", "pages", f"{publisher.address}/ontology.owl", 6, "")
    fetch(SnapshotLock(WIKI, DATE, (file,)), tmp_path, client)
    assert terminal.getvalue() == "\r\x1b[K"


def test_a_large_file_whose_checksum_is_taken_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fetching, "_LARGE", 10)
    for size, told in ((10, ""), (11, f"taking the checksum of {tmp_path / 'a'}, once\n")):
        (tmp_path / "a").write_bytes(bytes(size))
        adopt(SnapshotLock(WIKI, DATE, (LockedFile("a", "pages", "", None, ""),)), tmp_path)
        assert capsys.readouterr().err == told


def test_the_files_of_a_snapshot_are_described_with_what_is_known_of_their_sizes() -> None:
    files = (LockedFile("a", "pages", "http://a", 2000, ""), LockedFile("longer", "page", "http://b", 500, ""))
    assert describe(SnapshotLock(WIKI, DATE, files)) == (
        "file         size  from\n"
        "a          2.0 kB  http://a\n"
        "longer  500 bytes  http://b\n"
        "\n"
        "xxwiki-20260901: 2 files, 2.5 kB"
    )
    unknown = describe(SnapshotLock(WIKI, DATE, (files[0], replace(files[1], size=None))))
    assert unknown.endswith("\nlonger          http://b\n\nxxwiki-20260901: 2 files, 2.0 kB and more")


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


def test_a_directory_is_fetched_to_by_one_at_a_time(client: Client, tmp_path: Path) -> None:
    lock = SnapshotLock(WIKI, DATE, ())
    with (
        hold(str(tmp_path / ".fetch.lock"), lambda _: None),
        pytest.raises(InputError, match="is fetching there"),
    ):
        fetch(lock, tmp_path, client)


def test_after_an_error_no_other_file_is_begun(publisher: Publisher, client: Client, tmp_path: Path) -> None:
    files = [LockedFile(f"{n}", "pages", f"{publisher.address}/no", None, "") for n in range(20)]
    with pytest.raises(InputError, match="/no: the server says 404"):
        fetch(SnapshotLock(WIKI, DATE, tuple(files)), tmp_path, client)
    assert len(publisher.asked) < 20


def test_a_fetch_that_is_killed_goes_on_where_it_was(publisher: Publisher, tmp_path: Path) -> None:
    publisher.trouble[FIRST] = [Trouble(cut=100, stalls=True)]
    command = [sys.executable, "-m", "wiki_ner", "fetch", WIKI, DATE, *options(publisher, tmp_path)]
    running = subprocess.Popen(command, cwd=PROJECT, env=environment(), stdout=subprocess.DEVNULL)
    part = tmp_path / f"{SHARDS[0]}.part"
    while running.poll() is None and not (part.exists() and part.stat().st_size == 100):
        time.sleep(0.05)
    running.send_signal(signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    assert part.read_bytes() == publisher.files[FIRST][:100]
    publisher.asked.clear()
    done = subprocess.run(command, cwd=PROJECT, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert names(tmp_path) == WHOLE
    tag = f'"{hashlib.sha1(publisher.files[FIRST]).hexdigest()}"'
    assert [each for each in publisher.asked if each.path == FIRST] == [(FIRST, "bytes=100-", tag)]


def test_a_fetch_that_is_killed_while_it_writes_the_lock_leaves_nothing(publisher: Publisher, tmp_path: Path) -> None:
    half = "import os, sys; from schemas.files import storage; file = storage.NewFile(sys.argv[1]); os._exit(0)"
    subprocess.run([sys.executable, "-c", half, str(tmp_path / LOCK)], cwd=PROJECT, env=environment(), check=True)
    assert len(names(tmp_path)) == 1
    assert give(publisher, tmp_path, WIKI, DATE) == 0
    assert names(tmp_path) == WHOLE


def test_a_fetch_that_is_killed_when_a_file_gets_its_name_leaves_nothing(
    publisher: Publisher, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    rename = Path.rename

    def killed(path: Path, target: Path) -> Path:
        rename(path, target)
        raise Killed

    assert give(publisher, tmp_path, WIKI, DATE) == 0
    lock = read_lock(str(tmp_path / LOCK))
    (tmp_path / TYPES).unlink()
    monkeypatch.setattr(Path, "rename", killed)
    with pytest.raises(Killed):
        fetch(lock, tmp_path, client)
    monkeypatch.undo()
    assert names(tmp_path) == WHOLE


def test_ctrl_c_does_not_wait_for_a_publisher_that_stalls(publisher: Publisher, tmp_path: Path) -> None:
    publisher.trouble[FIRST] = [Trouble(cut=100, stalls=True)]
    command = [sys.executable, "-m", "wiki_ner", "fetch", WIKI, DATE, *options(publisher, tmp_path)]
    running = subprocess.Popen(
        command, cwd=PROJECT, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    part = tmp_path / f"{SHARDS[0]}.part"
    while running.poll() is None and not (part.exists() and part.stat().st_size == 100):
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    # The client itself would wait for a minute.
    _, messages = running.communicate(timeout=45)
    assert (running.returncode, messages) == (
        130,
        "wiki-ner: interrupted; give the same command again: it goes on where it was\n",
    )
    assert part.stat().st_size == 100


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "name a wiki, as simplewiki, or give the lock of a snapshot by --lock"),
        ([WIKI, "--lock", "x"], 2, "name a wiki, as simplewiki, or give the lock of a snapshot by --lock"),
        ([WIKI, "--publication", "paper"], 2, "--publication paper: must be multistream or content"),
        ([WIKI, "--to", "s3://bucket/dumps"], 2, "--to 's3://bucket/dumps': name a directory of this machine"),
        ([WIKI, "--to", ""], 2, "--to '': name a directory of this machine"),
        (["/wiki"], 40, "/wiki: name a wiki by its database, as enwiki"),
        ([WIKI, "--contact", ""], 40, "contact '': give a mail or web address"),
    ],
)
def test_a_command_that_cannot_be_meant_is_refused(
    arguments: list[str], status: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["fetch", "--to", str(tmp_path), "--contact", "tests@example.org", *arguments])
    assert ended.value.code == status
    assert capsys.readouterr().err.startswith(f"wiki-ner: {message}")


def test_the_contact_may_come_from_the_environment(
    publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIKI_NER_CONTACT", "https://example.org/us")
    with pytest.raises(SystemExit) as ended:
        main(["fetch", WIKI, DATE, "--to", str(tmp_path), "--dry-run", *options(publisher, tmp_path)[4:]])
    assert ended.value.code == 0
    [agent] = publisher.agents
    assert "(https://example.org/us)" in agent


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


def test_settings_of_yours_by_the_name_of_the_latest_are_not_replaced(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / f"{WIKI}-latest.cfg"
    mine.write_text("mine")
    assert give(publisher, tmp_path, WIKI) == 40
    told = f"wiki-ner: {mine}: not the link that fetch makes there; rename it, and give the same command again\n"
    assert capsys.readouterr().err.endswith(told)
    assert mine.read_text() == "mine" and not mine.is_symlink()
    mine.rename(tmp_path / "mine.cfg")
    assert give(publisher, tmp_path, WIKI) == 0
    assert mine.readlink() == Path(f"{NAME}.cfg")


def test_a_link_to_the_settings_that_a_killed_fetch_has_half_made_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / f".{WIKI}-latest.cfg").symlink_to("gone.cfg")
    path = write_settings(SnapshotLock(WIKI, DATE, (LockedFile("a.bz2", "pages", "", 1, "", "aa"),)), tmp_path)
    assert names(tmp_path) == {f"{NAME}.cfg", f"{WIKI}-latest.cfg"}
    assert (tmp_path / f"{WIKI}-latest.cfg").resolve() == path


def test_types_from_wikidata_are_named_in_the_settings(tmp_path: Path) -> None:
    files = (
        LockedFile("a.bz2", "pages", "", 1, "", "aa"),
        LockedFile("wikidata-20260831-all.json.bz2", "wikidata", "", 1, "", "aa"),
    )
    path = write_settings(SnapshotLock("enwiki", DATE, files), tmp_path)
    text = path.read_text()
    assert f"[WikidataStatements]\ndump = {tmp_path}/wikidata-20260831-all.json.bz2\n" in text
    assert "[TypeIndex]\nsources = wikidata\nwikidata_ids = tables\n" in text
    assert "\ninstance_types =\n" in text and "[BuildDomains]" not in text


def test_the_settings_name_what_the_sample_has_otherwise(tmp_path: Path) -> None:
    """In the checkout what they leave out is that of luigi.cfg, whose splits are of 30 kB."""
    path = write_settings(SnapshotLock(WIKI, DATE, (LockedFile("a.bz2", "pages", "", 1, "", "aa"),)), tmp_path)
    assert "\nsplit_mb = 32\n" in path.read_text()


@pytest.mark.parametrize(
    ("wiki", "named"),
    [
        ("jawiki", True),
        ("zh_yuewiki", True),
        ("hiwiki", True),
        ("kowiki", True),
        ("dewiki", False),
        ("simplewiki", False),
        # No splitter finds the sentences of these, and punkt learns abbreviations at least.
        ("thwiki", False),
        ("kmwiki", False),
    ],
)
def test_the_settings_name_a_splitter_where_the_default_finds_hardly_a_sentence(
    wiki: str, named: bool, tmp_path: Path
) -> None:
    path = write_settings(SnapshotLock(wiki, DATE, (LockedFile("a.bz2", "pages", "", 1, "", "aa"),)), tmp_path)
    assert ("\nsplitter = sentencex\n" in path.read_text()) == named
    written = ConfigParser()
    written.read(path)
    splitter = written.get("Sentences", "splitter", fallback="punkt")
    assert "set splitter" not in splitter_doubt(splitter, language_of(wiki))


def test_a_lock_knows_what_it_was_told() -> None:
    one = LockedFile("a", "pages", "http://a", None, "")
    lock = SnapshotLock(WIKI, DATE, (one, replace(one, name="b")))
    found = lock.with_file(replace(one, size=1, sha256="aa"))
    assert [file.sha256 for file in found.files] == ["aa", ""] and not found.is_whole
