"""Fetches that are killed, interrupted or meet an error."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock, read_lock
from schemas.errors import InputError
from schemas.root.locks import lock as hold
from snapshots.client import Client
from snapshots.fetch import fetch
from tests.support.build import environment
from tests.support.fetched import FIRST, LOCK, WHOLE, give, names, options
from tests.support.paths import PROJECT
from tests.support.publisher import DATE, SHARDS, TYPES, WIKI, Publisher, Trouble


def test_after_an_error_no_other_file_is_begun(publisher: Publisher, client: Client, tmp_path: Path) -> None:
    files = [LockedFile(f"{n}", "pages", f"{publisher.address}/no", None, "") for n in range(20)]
    with pytest.raises(InputError, match="/no: the server says 404"):
        fetch(SnapshotLock(WIKI, DATE, tuple(files)), tmp_path, client)
    assert len(publisher.asked) < 20


def test_a_directory_is_fetched_to_by_one_at_a_time(client: Client, tmp_path: Path) -> None:
    lock = SnapshotLock(WIKI, DATE, ())
    with (
        hold(str(tmp_path / ".fetch.lock"), lambda _: None),
        pytest.raises(InputError, match="is fetching there"),
    ):
        fetch(lock, tmp_path, client)


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
