"""One holder of a lease at a time, whatever the order in which a store serves its candidates."""

from __future__ import annotations

import contextlib
import functools
import random
import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from schemas.errors import InputError
from schemas.files.storage import StoredFile
from schemas.root import locks


class Killed(BaseException):
    """Stands for the end of a process."""


class Store:
    """A store in memory that serves one request at a time, in an order that chance decides.

    A list is several requests, since a store makes it page by page, in the order of the names.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.objects: dict[str, str] = {}
        self.written: dict[str, float] = {}
        """When each object was written, by the store's clock."""
        self.inside: list[int] = []
        self.most = 0
        self.clock = 0.0
        self._changed = threading.Condition()
        self._waiting: set[int] = set()
        self._next: int | None = None
        self._doomed: int | None = None
        self._me = threading.local()
        self._alive: set[int] = set()

    def is_local(self, _uri: str) -> bool:
        return False

    def scan_files(self, folder: str) -> Iterator[StoredFile]:
        last = ""
        while True:
            self._request()
            later = [name for name in self.objects if name > last and name.startswith(f"{folder}/")]
            if not later:
                return
            last = min(later)
            written = datetime.fromtimestamp(self.written[last], UTC)
            yield StoredFile(last.removeprefix(f"{folder}/"), len(self.objects[last]), written)

    def read_text(self, uri: str) -> str:
        self._request()
        if uri not in self.objects:
            raise InputError(f"{uri}: no such file")
        if self.random.random() < 0.1:
            raise OSError("the object has changed while it was read")
        return self.objects[uri]

    def put_text(self, uri: str, text: str) -> None:
        self._request()
        self.objects[uri], self.written[uri] = text, self.clock
        # The answer may be late.
        self._request()

    def remove_file(self, uri: str) -> None:
        self._request()
        self.objects.pop(uri, None)

    def _request(self) -> None:
        with self._changed:
            self._waiting.add(self._me.number)
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._next == self._me.number)
            self._next = None
            self._waiting.discard(self._me.number)
            if self._doomed == self._me.number:
                raise Killed

    def _hold(self, number: int) -> None:
        self._me.number = number
        with contextlib.suppress(Killed), locks.lock("root/a", lambda _: None):
            self.inside.append(number)
            self.most = max(self.most, len(self.inside))
            try:
                for _ in range(3):
                    self._request()
            finally:
                self.inside.remove(number)
        with self._changed:
            self._alive.discard(number)
            self._changed.notify_all()

    def run(self, candidates: int, deaths: int) -> None:
        """Let so many candidates hold the lock once, but for some that are killed on the way."""
        self._alive = set(range(candidates))
        threads = [threading.Thread(target=self._hold, args=(number,), daemon=True) for number in range(candidates)]
        for thread in threads:
            thread.start()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._next is None and self._waiting >= self._alive)
                if not self._alive:
                    break
                self._next = self.random.choice(sorted(self._waiting & self._alive))
                if deaths and self._doomed is None and self.random.random() < 0.02:
                    deaths -= 1
                    self._doomed = self._next
                # A lease is lost by a holder that stands still; between candidates time may go on.
                if not self.inside and self.random.random() < 0.03:
                    self.clock += self.random.choice([0.2, 0.6, 1.1]) * locks._LEASE_SECONDS
                self._changed.notify_all()
        for thread in threads:
            thread.join()


def schedules(monkeypatch: pytest.MonkeyPatch, number: int, deaths: int) -> list[Store]:
    stores = []
    monkeypatch.setattr(locks, "_POLL_SECONDS", 0.0)
    for seed in range(number):
        store = Store(seed)
        monkeypatch.setattr(locks, "storage", store)
        monkeypatch.setattr(locks, "_now", functools.partial(getattr, store, "clock"))
        store.run(3, deaths)
        stores.append(store)
    return stores


@pytest.mark.parametrize("deaths", [0, 1])
def test_there_is_never_more_than_one_holder(monkeypatch: pytest.MonkeyPatch, deaths: int) -> None:
    found = schedules(monkeypatch, 100, deaths)
    assert {store.most for store in found} == {1}
    if not deaths:
        assert all(store.objects == {} for store in found)
