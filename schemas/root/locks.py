"""Locks between builds that share a root: two that want the same dataset must not both write it.

On a local file system a lock is the operating system's own (`flock`): it is free when its holder is gone, in whatever
way. An object store cannot be asked to decide who was first, but it shows at once what was written. That is enough for
Lamport's bakery algorithm (A New Solution of Dijkstra's Concurrent Programming Problem, 1974): each candidate draws a
ticket that is higher than all it sees, and waits for those with lower ones. However slow the store is and whoever comes
when, there is one holder.

A candidate whose process is known to be gone, or that is not renewed for some time, is passed over. How long it has not
been renewed the store's own clock tells, which dates the objects of all. One that finds that it could not renew itself
in time, since it was stopped or the store did not answer, begins again with a new ticket.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from schemas.errors import InputError
from schemas.files import processes, storage

_FOLDER = "_locks"
"""Directory of the locks, below the root."""
_POLL_SECONDS = 1.0
_RENEW_SECONDS = 15.0
_LEASE_SECONDS = 120.0
"""Age at which a candidate that was not renewed is passed over: long enough for one that was stopped for a while."""

_NAME = r"\d{8}\.[0-9a-f]{32}"


def step_lock(root: str, step: str, identity: str) -> str:
    """Name of the lock of a step's build below a root."""
    return storage.join(root, _FOLDER, f"{step}-{identity[:16]}")


def known_locks(root: str) -> list[str]:
    """Names of the locks below a root that builds hold, or that killed ones have left."""
    # Of an object's name the ticket and the token are cut off; a step's name has no point.
    names = {name.partition(".")[0] for name in storage.list_names(storage.join(root, _FOLDER))}
    return [storage.join(root, _FOLDER, name) for name in sorted(names)]


@contextmanager
def lock(uri: str, wait: Callable[[str], None]) -> Iterator[Callable[[], bool]]:
    """Hold the lock of this name while the context lasts; where another holds it, wait until that one is done.

    `wait` is told who holds it, once a second. The context gives a function that says whether the lock is still held: a
    holder that was stopped for longer than a lease lasts has lost it. The file or object of the lock is deleted at the
    end. Raises InputError where there can be no lock.
    """
    with _local_lock(uri, wait) if storage.is_local(uri) else _lease(uri, wait) as is_held:
        yield is_held


def _holder() -> dict[str, Any]:
    return {"host": socket.gethostname(), "pid": os.getpid(), "system": processes.system()}


def _is_gone(text: str) -> bool:
    """Whether the holder that a lock names was a process of this system and is none any more."""
    try:
        holder = json.loads(text)
        return processes.is_gone(holder["system"], holder["pid"])
    except (ValueError, KeyError, TypeError):
        return False


def _name(text: str) -> str:
    """The holder that a lock names, for a person."""
    try:
        holder = json.loads(text)
        return f"process {holder['pid']} on {holder['host']}"
    except (ValueError, KeyError, TypeError):
        return "another process"


@contextmanager
def _local_lock(uri: str, wait: Callable[[str], None]) -> Iterator[Callable[[], bool]]:
    path = Path(storage.resolve(uri)[1])
    with storage.writing(uri):
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _take(path)
    while file is None:
        with contextlib.suppress(OSError):
            wait(_name(path.read_text("utf-8")))
        time.sleep(_POLL_SECONDS)
        with storage.writing(uri):
            file = _take(path)
    try:
        with storage.writing(uri):
            os.truncate(file, 0)
            os.write(file, json.dumps(_holder()).encode())
        yield lambda: True
    finally:
        # While it is still held: who waits for it sees that it is another file, and takes a new one.
        path.unlink(missing_ok=True)
        os.close(file)


def _take(path: Path) -> int | None:
    """The file of a lock, open and held; None where another process holds it."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    except OSError as error:
        os.close(file)
        raise InputError(f"{path}: this file system has no locks ({error}); build below a root that has") from error
    # The holder before may have deleted the file since it was opened, and another may have made a new one.
    with contextlib.suppress(FileNotFoundError):
        if os.path.samestat(os.fstat(file), path.stat()):
            return file
    os.close(file)
    return None


@contextmanager
def _lease(uri: str, wait: Callable[[str], None]) -> Iterator[Callable[[], bool]]:
    candidate = _Candidate(uri)
    try:
        candidate.wait_for_turn(wait)
        stop = threading.Event()
        renewing = threading.Thread(target=candidate.keep, args=(stop,), daemon=True)
        renewing.start()
        try:
            yield lambda: not candidate.is_late()
        finally:
            stop.set()
            renewing.join()
    finally:
        candidate.leave()


class _Candidate:
    """One of those who want a lease.

    It has an object `<uri>.<ticket>.<token>`, and one with ticket 0 while it draws its ticket. An object says who it is
    and how often it was renewed.
    """

    def __init__(self, uri: str) -> None:
        self._uri = uri
        self._seen: dict[str, tuple[str, float]] = {}
        """The objects of the others, and since when they have not changed, on this machine's clock."""
        self._enter()

    def _enter(self) -> None:
        self._token = uuid.uuid4().hex
        self._ticket = 0
        self._renewals = 0
        self._renewed = _now()
        """When the last write that was successful began."""
        self._was_late = False

    def wait_for_turn(self, wait: Callable[[str], None]) -> None:
        """Draw a ticket and wait until nobody is before it; `wait` is told who is."""
        while not self._has_its_turn(wait):
            # The others may have passed over the ticket.
            self.leave()
            self._enter()

    def _has_its_turn(self, wait: Callable[[str], None]) -> bool:
        self._draw()
        while (first := self._first()) is not None and not self.is_late():
            wait(_name(first))
            time.sleep(_POLL_SECONDS)
            if _now() - self._renewed >= _RENEW_SECONDS:
                self.renew()
        return not self.is_late()

    def _draw(self) -> None:
        self._write()
        self._ticket = 1 + max((_ticket(name) for name in self._others()), default=0)
        self._write()
        # Only now: who does not see the ticket yet sees that one is being drawn.
        storage.remove_file(self._object(self._name(0)))

    def _first(self) -> str | None:
        """The content of the object of one that is before this candidate, or may be; None where nobody is."""
        alive = {name: text for name, text in self._others().items() if not self._is_dead(name)}
        before = [name for name in alive if name < self._name(self._ticket)]
        # Who has a ticket is named rather than who draws one.
        return alive[min(before, key=lambda name: (_ticket(name) == 0, name))] if before else None

    def _others(self) -> dict[str, str]:
        """The content of the objects of the other candidates by their names, whose order is that of their turns.

        Stores list in this order. So a list that is made while a candidate gets its ticket has one of its objects.
        """
        folder, _, lock_name = self._uri.rpartition("/")
        is_object = re.compile(rf"{re.escape(lock_name)}\.({_NAME})").fullmatch
        files = storage.scan_files(folder)
        written = {match[1]: file.modified for file in files if (match := is_object(file.name))}
        own = [written.pop(name) for name in list(written) if name.endswith(self._token)]
        found = {name: self._content(name) for name in written}
        for name, text in found.items():
            if name not in self._seen:
                # It may have been dead for long: by the store's clock it is so much older than this candidate's own.
                ages = [(each - written[name]).total_seconds() for each in own]
                self._seen[name] = text, _now() - max([0.0, *ages])
            elif self._seen[name][0] != text:
                self._seen[name] = text, _now()
        return found

    def _content(self, name: str) -> str:
        try:
            return storage.read_text(self._object(name))
        except (InputError, OSError):
            # It was deleted or renewed just now, or cannot be read: where it is listed, it is there.
            return ""

    def _is_dead(self, name: str) -> bool:
        text, since = self._seen[name]
        return _now() - since > _LEASE_SECONDS or _is_gone(text)

    def is_late(self) -> bool:
        """Whether the others may have taken this candidate for dead: they look from when they have seen it."""
        return self._was_late or _now() - self._renewed > _LEASE_SECONDS / 2

    def renew(self) -> None:
        """Write the object anew; a store that does not answer once is asked again before the lease is old."""
        with contextlib.suppress(InputError, OSError):
            self._write()

    def _write(self) -> None:
        began = _now()
        self._renewals += 1
        storage.put_text(self._object(self._name(self._ticket)), json.dumps({**_holder(), "renewed": self._renewals}))
        self._was_late = self.is_late()
        self._renewed = began

    def keep(self, stop: threading.Event) -> None:
        """Renew the object until it is to be given back, or is another's by now."""
        while not stop.wait(_RENEW_SECONDS) and not self.is_late():
            self.renew()

    def leave(self) -> None:
        """Delete the candidate's objects, and those of the dead; what cannot be deleted now is dead for the others."""
        with contextlib.suppress(InputError, OSError):
            for name in filter(self._is_dead, self._others()):
                storage.remove_file(self._object(name))
        for ticket in {0, self._ticket}:
            with contextlib.suppress(InputError, OSError):
                storage.remove_file(self._object(self._name(ticket)))

    def _name(self, ticket: int) -> str:
        return f"{ticket:08d}.{self._token}"

    def _object(self, name: str) -> str:
        return f"{self._uri}.{name}"


def _ticket(name: str) -> int:
    return int(name.partition(".")[0])


def _now() -> float:
    """Seconds on a clock that also counts while the machine sleeps, where there is one."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
