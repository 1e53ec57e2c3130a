"""Fetching a snapshot by the command, from publishers on this machine."""

from __future__ import annotations

import hashlib
import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock, read_lock
from schemas.errors import InputError
from snapshots import fetch as fetching
from snapshots.client import Client
from snapshots.fetch import adopt, describe, fetch
from tests.support.fetched import FIRST, LOCK, NAME, WHOLE, give, names, options
from tests.support.publisher import DATE, SHARDS, WIKI, Publisher
from tests.support.terminal import Terminal
from wiki_ner.__main__ import main


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
