"""Locks between builds: one holder at a time, and none that outlives its process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from schemas import locks, storage
from schemas.locks import lock
from tests.support.paths import PROJECT
from tests.support.processes import wait_for


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("_POLL", 0.05), ("_SETTLE", 0.3), ("_RENEW", 0.2), ("_LEASE", 2.0)):
        monkeypatch.setattr(locks, f"{name}_SECONDS", seconds)


def never(holder: str) -> None:
    raise AssertionError(f"nobody else holds it, but {holder}")


def test_a_free_lock_is_taken_and_leaves_nothing(place: str) -> None:
    for _ in range(2):
        with lock(f"{place}/_locks/a", never):
            assert storage.list_files(place) == ["_locks/a"]
            assert json.loads(storage.read_text(f"{place}/_locks/a"))["pid"] == os.getpid()
        assert storage.list_files(place) == []


def test_locks_of_other_names_are_free(place: str) -> None:
    with lock(f"{place}/a", never), lock(f"{place}/b", never):
        assert storage.list_files(place) == ["a", "b"]


def test_one_holder_at_a_time(place: str) -> None:
    """Threads stand for processes: a lock on a local file is of the file that was opened, not of the process."""
    inside: list[int] = []
    most = []
    waited: set[str] = set()

    def hold(number: int) -> None:
        with lock(f"{place}/a", waited.add):
            inside.append(number)
            most.append(len(inside))
            threading.Event().wait(0.5)
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
from schemas import locks
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
    wait_for(lambda: bool(waiting))
    assert waiting[0].startswith(f"process {holder.pid} on ")
    assert not taken.is_set()
    holder.send_signal(signal.Signals[name])
    holder.wait()
    assert taken.wait(60)
    thread.join()
    assert storage.list_files(place) == []


def test_a_lease_is_renewed(place: str) -> None:
    """A holder that works longer than a lease lasts keeps it."""
    taken: list[str] = []

    def take() -> None:
        with lock(f"{place}/a", lambda _: None):
            taken.append("second")

    with lock(f"{place}/a", never):
        thread = threading.Thread(target=take)
        thread.start()
        threading.Event().wait(2 * locks._LEASE_SECONDS)
        taken.append("first")
    thread.join()
    assert taken == ["first", "second"]


def test_the_lease_of_a_process_that_is_gone_is_not_waited_for(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "_LEASE_SECONDS", 3600.0)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    storage.write_json(f"{bucket}/gone", {**locks._holder(), "pid": gone.pid, "token": "other"})
    with lock(f"{bucket}/gone", never):
        assert json.loads(storage.read_text(f"{bucket}/gone"))["pid"] == os.getpid()


@pytest.mark.parametrize("holder", [{"system": "another boot"}, {"pid": os.getpid()}, {"system": None}])
def test_the_lease_of_another_system_or_a_living_process_is_waited_for(
    bucket: str, holder: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    monkeypatch.setattr(locks, "_LEASE_SECONDS", 0.2)
    storage.write_json(f"{bucket}/there", {**locks._holder(), "pid": gone.pid, "token": "other", **holder})
    waited: list[str] = []
    with lock(f"{bucket}/there", waited.append):
        assert waited


def test_a_holder_that_was_stopped_for_too_long_knows_it_and_leaves_the_lease_to_the_other(bucket: str) -> None:
    with lock(f"{bucket}/stopped", never) as is_held:
        assert is_held()
        # What is there when a process goes on that was stopped for longer than a lease lasts.
        storage.write_json(f"{bucket}/stopped", {**locks._holder(), "token": "other"})
        wait_for(lambda: not is_held())
    assert json.loads(storage.read_text(f"{bucket}/stopped"))["token"] == "other"


def test_a_lock_that_nobody_took_is_held(place: str) -> None:
    with lock(f"{place}/a", never) as is_held:
        threading.Event().wait(2 * locks._RENEW_SECONDS)
        assert is_held()


def test_what_is_no_lock_is_waited_for_and_then_taken_over(place: str) -> None:
    storage.write_text(f"{place}/a", "not JSON")
    with lock(f"{place}/a", lambda _: None):
        assert "pid" in storage.read_text(f"{place}/a")
