"""Locks between builds: one holder at a time, and none that outlives its process."""

from __future__ import annotations

import fcntl
import functools
import json
import os
import re
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import psutil
import pytest

from schemas.files import storage
from schemas.root import locks
from schemas.root.locks import lock
from tests.support.paths import PROJECT
from tests.support.processes import wait_for

TOKEN = "0123456789abcdef" * 2
POLL_SECONDS = locks._POLL_SECONDS


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """How old leases are does not depend on how fast this machine is."""
    found = Clock()
    monkeypatch.setattr(locks, "_now", found)
    monkeypatch.setattr(locks, "_POLL_SECONDS", 0.02)
    return found


def never(holder: str) -> None:
    raise AssertionError(f"nobody else holds it, but {holder}")


def names(place: str) -> list[str]:
    """What lies at a place, tokens left out."""
    return [re.sub(r"[0-9a-f]{32}$", "token", name) for name in storage.list_files(place)]


def test_a_lock_leaves_no_file_open(tmp_path: Path) -> None:
    before = psutil.Process().num_fds()
    with lock(f"{tmp_path}/a", never):
        assert psutil.Process().num_fds() == before + 1
    assert psutil.Process().num_fds() == before


def test_a_free_lock_is_taken_and_leaves_nothing(place: str) -> None:
    for _ in range(2):
        with lock(f"{place}/_locks/a", never):
            assert names(place) == ["_locks/a" if storage.is_local(place) else "_locks/a.00000001.token"]
            (name,) = storage.list_files(place)
            assert json.loads(storage.read_text(f"{place}/{name}"))["pid"] == os.getpid()
        assert storage.list_files(place) == []


def test_a_lock_is_given_back_where_its_holder_fails(place: str) -> None:
    with pytest.raises(ZeroDivisionError), lock(f"{place}/a", never):
        raise ZeroDivisionError
    assert storage.list_files(place) == []


def test_who_waits_no_longer_leaves_nothing(place: str) -> None:
    def interrupted(_holder: str) -> None:
        raise KeyboardInterrupt

    with lock(f"{place}/a", never):
        held = storage.list_files(place)
        with pytest.raises(KeyboardInterrupt), lock(f"{place}/a", interrupted):
            pytest.fail("it is held")
        assert storage.list_files(place) == held


def test_who_waits_looks_once_a_second(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slept = []

    def interrupted(seconds: float) -> None:
        slept.append(seconds)
        raise KeyboardInterrupt

    monkeypatch.setattr(locks, "_POLL_SECONDS", POLL_SECONDS)
    with lock(f"{place}/a", never), monkeypatch.context() as patched:
        patched.setattr("schemas.root.locks.time.sleep", interrupted)
        with pytest.raises(KeyboardInterrupt), lock(f"{place}/a", lambda _holder: None):
            pytest.fail("it is held")
    assert slept == [1.0]


def test_locks_of_other_names_are_free(place: str) -> None:
    with lock(f"{place}/a", never), lock(f"{place}/b", never), lock(f"{place}/a-b", never), lock(f"{place}/a.b", never):
        assert len(storage.list_files(place)) == 4


def test_one_holder_at_a_time(place: str) -> None:
    """Threads stand for processes: a lock on a local file is of the file that was opened, not of the process."""
    inside: list[int] = []
    most = []
    waited: set[str] = set()
    everyone = threading.Barrier(3)

    def hold(number: int) -> None:
        everyone.wait()
        with lock(f"{place}/a", waited.add):
            inside.append(number)
            threading.Event().wait(0.1)
            most.append(len(inside))
            inside.remove(number)

    threads = [threading.Thread(target=hold, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1, 1]
    assert any(name.startswith(f"process {os.getpid()} on ") for name in waited)
    assert storage.list_files(place) == []


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
def test_the_lock_of_a_killed_process_is_free(place: str, name: str) -> None:
    code = f"""
import time
from schemas.root import locks
with locks.lock({place + "/a"!r}, print):
    print("held", flush=True)
    time.sleep(600)
"""
    holder = subprocess.Popen([sys.executable, "-c", code], cwd=PROJECT, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    waiting: list[str] = []
    taken = threading.Event()

    def take() -> None:
        with lock(f"{place}/a", waiting.append):
            taken.set()

    thread = threading.Thread(target=take)
    thread.start()
    wait_for(lambda: len(waiting) > 2)
    assert set(waiting) == {f"process {holder.pid} on {os.uname().nodename}"}
    assert not taken.is_set()
    holder.send_signal(signal.Signals[name])
    holder.wait()
    thread.join()
    assert taken.is_set()
    assert storage.list_files(place) == []


def test_a_holder_keeps_its_lease_for_as_long_as_it_renews_it(
    bucket: str, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "_RENEW_SECONDS", 0.02)
    place = f"{bucket}/{tmp_path.name}"
    taken: list[str] = []
    waited: list[str] = []

    def take() -> None:
        with lock(f"{place}/a", waited.append):
            taken.append("second")

    def renewals(ticket: int) -> int:
        (name,) = [name for name in storage.list_files(place) if name.startswith(f"a.{ticket:08d}")]
        try:
            return int(json.loads(storage.read_text(f"{place}/{name}"))["renewed"])
        except (OSError, ValueError):
            # It was renewed while it was read.
            return renewals(ticket)

    def has_renewed(first: int, second: int) -> bool:
        return renewals(1) > first + 1 and renewals(2) > second

    with lock(f"{place}/a", never):
        thread = threading.Thread(target=take)
        thread.start()
        wait_for(lambda: bool(waited))
        for _ in range(4):
            before = renewals(1), renewals(2)
            clock.seconds += locks._LEASE_SECONDS / 3
            wait_for(functools.partial(has_renewed, *before))
        taken.append("first")
    thread.join()
    assert taken == ["first", "second"]
    assert storage.list_files(place) == []


def test_what_is_no_lock_is_waited_for_and_then_taken_over(place: str, clock: Clock) -> None:
    waited: list[str] = []

    def wait(holder: str) -> None:
        waited.append(holder)
        clock.seconds += locks._LEASE_SECONDS / 3

    storage.write_text(f"{place}/{'a' if storage.is_local(place) else f'a.00000007.{TOKEN}'}", "not JSON")
    with lock(f"{place}/a", wait):
        assert names(place)[-1] == ("a" if storage.is_local(place) else "a.00000008.token")
    assert storage.list_files(place) == []
    assert set(waited) == (set() if storage.is_local(place) else {"another process"})


@pytest.mark.parametrize(
    ("holder", "is_waited_for"),
    [({}, False), ({"system": "another boot"}, True), ({"system": None}, True), ({"pid": os.getpid()}, True)],
)
def test_only_a_holder_that_is_known_to_be_gone_is_not_waited_for(
    bucket: str, tmp_path: Path, clock: Clock, holder: dict[str, object], is_waited_for: bool
) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    waited: list[str] = []

    def wait(name: str) -> None:
        waited.append(name)
        clock.seconds += locks._LEASE_SECONDS / 3

    place = f"{bucket}/{tmp_path.name}"
    storage.write_json(f"{place}/a.00000007.{TOKEN}", {**locks._holder(), "pid": gone.pid, **holder})
    with lock(f"{place}/a", wait):
        assert names(place)[-1] == "a.00000008.token"
    assert bool(waited) == is_waited_for
    assert storage.list_files(place) == []


@pytest.mark.parametrize(("age", "is_waited_for"), [(119, True), (121, False)])
def test_a_lease_that_has_run_out_before_it_is_seen_is_not_waited_for(
    bucket: str, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, age: int, is_waited_for: bool
) -> None:
    """By the store's clock, which writes the time on its own objects and on the others'."""
    scan_files, waited = storage.scan_files, []
    place = f"{bucket}/{tmp_path.name}"
    storage.write_json(f"{place}/a.00000007.{TOKEN}", {**locks._holder(), "system": "another machine"})
    (written,) = (file.modified for file in scan_files(place))

    def scan(uri: str) -> list[storage.StoredFile]:
        return [
            file._replace(modified=written if TOKEN in file.name else written + timedelta(seconds=age))
            for file in scan_files(uri)
        ]

    def wait(name: str) -> None:
        waited.append(name)
        clock.seconds += locks._LEASE_SECONDS / 3

    monkeypatch.setattr(storage, "scan_files", scan)
    with lock(f"{place}/a", wait):
        assert names(place)[-1] == "a.00000008.token"
    assert bool(waited) == is_waited_for
    assert storage.list_files(place) == []


def test_who_has_a_ticket_is_named_before_who_draws_one(bucket: str, tmp_path: Path) -> None:
    place = f"{bucket}/{tmp_path.name}"
    tickets = {"00000000": "drawing", "00000001": "holding"}
    for ticket, host in tickets.items():
        storage.write_json(f"{place}/a.{ticket}.{TOKEN}", {"host": host, "pid": 7, "system": "another machine"})
    told = []

    def wait(name: str) -> None:
        told.append(name)
        for ticket in tickets:
            storage.remove_file(f"{place}/a.{ticket}.{TOKEN}")

    with lock(f"{place}/a", wait):
        pass
    assert told == ["process 7 on holding"]


def test_a_holder_that_was_stopped_for_too_long_knows_it(place: str, clock: Clock) -> None:
    with lock(f"{place}/a", never) as is_held:
        assert is_held()
        clock.seconds += locks._LEASE_SECONDS
        assert is_held() == storage.is_local(place)


@pytest.mark.parametrize("slow", [1, 2])
def test_who_was_too_slow_draws_another_ticket(
    bucket: str, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, slow: int
) -> None:
    """The others may have passed over the object before it was renewed."""
    put, tokens = storage.put_text, []

    def late(uri: str, text: str) -> None:
        tokens.append(uri.rpartition(".")[2])
        put(uri, text)
        if len(tokens) == slow:
            clock.seconds += locks._LEASE_SECONDS / 2 + 1

    monkeypatch.setattr(storage, "put_text", late)
    place = f"{bucket}/{tmp_path.name}"
    with lock(f"{place}/a", never):
        assert storage.list_files(place) == [f"a.00000001.{tokens[-1]}"]
        assert tokens == [tokens[0]] * 2 + [tokens[-1]] * 2
        assert tokens[0] != tokens[-1]
    assert storage.list_files(place) == []


def test_objects_of_other_names_are_no_leases(bucket: str, tmp_path: Path) -> None:
    place = f"{bucket}/{tmp_path.name}"
    others = ["a", f"a.{TOKEN}.tmp", f"b.00000001.{TOKEN}", f"xa.00000001.{TOKEN}", "a.00000001.7"]
    for name in others:
        storage.write_text(f"{place}/{name}", "")
    with lock(f"{place}/a", never):
        assert len(storage.list_files(place)) == 6
    assert storage.list_files(place) == sorted(others)


def test_a_file_that_its_holder_deletes_meanwhile_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    flock, tries = fcntl.flock, []

    def late(file: int, operation: int) -> None:
        flock(file, operation)
        tries.append(file)
        if len(tries) == 1:
            path.unlink()
        if len(tries) == 2:
            path.unlink()
            path.touch()

    monkeypatch.setattr(fcntl, "flock", late)
    with lock(str(path), lambda _: None):
        assert len(tries) == 3
        assert json.loads(path.read_text())["pid"] == os.getpid()
    assert not path.exists()
