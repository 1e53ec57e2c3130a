"""Locks between builds that share a root: two that want the same dataset must not both write it.

On a local file system a lock is the operating system's own (`flock`): it is free when its holder is gone, in whatever
way. On an object store it is a lease: an object that its holder renews, and that others take over when it has not been
renewed for some time, or at once when its process is known to be gone. Stores are not asked to decide who was first;
whoever wants the lease writes its name, waits, and has it where the name is still its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from schemas import storage
from schemas.errors import InputError

_POLL_SECONDS = 1.0
_RENEW_SECONDS = 15.0
_LEASE_SECONDS = 120.0
"""Age at which a lease that was not renewed is taken over: long enough for a holder that was stopped for a while."""
_ATTEMPTS = 5
"""How often a lease is read that cannot be read."""
_SETTLE_SECONDS = 3.0
"""How long a new holder waits before it looks whether another one came at the same moment."""


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
    return {"host": socket.gethostname(), "pid": os.getpid(), "system": _system()}


def _system() -> str:
    """The running system in which this process's number means it, empty where that is not known."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"  # noqa: PTH115 (no path, a name)
    except OSError:
        return ""


def _is_gone(text: str) -> bool:
    """Whether the holder that a lock names was a process of this system and is none any more."""
    try:
        holder = json.loads(text)
        if not _system() or holder["system"] != _system():
            return False
        os.kill(holder["pid"], 0)
    except ProcessLookupError:
        return True
    except (ValueError, KeyError, TypeError, OSError):
        return False
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
        if path.exists() and os.path.samestat(os.fstat(file), path.stat()):
            return file
    except BlockingIOError:
        pass
    except OSError as error:
        os.close(file)
        raise InputError(f"{path}: this file system has no locks ({error}); build below a root that has") from error
    os.close(file)
    return None


@contextmanager
def _lease(uri: str, wait: Callable[[str], None]) -> Iterator[Callable[[], bool]]:
    token = uuid.uuid4().hex
    seen: tuple[str, float] = ("", time.monotonic())
    while True:
        text = _read(uri)
        if text != seen[0]:
            seen = (text, time.monotonic())
        # By this machine's clock alone: a lease is old when it has not changed for a while.
        if not text or time.monotonic() - seen[1] > _LEASE_SECONDS or _is_gone(text):
            _renew(uri, token, 0)
            time.sleep(_SETTLE_SECONDS)
            if _is_ours(uri, token):
                break
            continue
        wait(_name(text))
        time.sleep(_POLL_SECONDS)
    stop, lost = threading.Event(), threading.Event()
    renewing = threading.Thread(target=_keep, args=(uri, token, stop, lost), daemon=True)
    renewing.start()
    try:
        yield lambda: not lost.is_set()
    finally:
        stop.set()
        renewing.join()
        if _is_ours(uri, token):
            storage.remove_file(uri)


def _keep(uri: str, token: str, stop: threading.Event, lost: threading.Event) -> None:
    number = 0
    while not stop.wait(_RENEW_SECONDS):
        number += 1
        # A store that does not answer once is asked again before the lease is old.
        with contextlib.suppress(InputError):
            if (text := _read(uri)) and token not in text:
                lost.set()
                return
            _renew(uri, token, number)


def _renew(uri: str, token: str, number: int) -> None:
    storage.write_json(uri, {**_holder(), "token": token, "renewed": number})


def _read(uri: str) -> str:
    """The text of a lease, empty where there is none. Raises InputError where the store does not answer for long."""
    for attempt in range(_ATTEMPTS):
        try:
            return storage.read_text(uri) if storage.exists(uri) else ""
        except InputError:
            # It may have been renewed or deleted meanwhile. What cannot be read must not be taken for free.
            if attempt == _ATTEMPTS - 1:
                raise
            time.sleep(_POLL_SECONDS)
    raise AssertionError("unreachable")


def _is_ours(uri: str, token: str) -> bool:
    try:
        return bool(json.loads(_read(uri))["token"] == token)
    except (ValueError, KeyError, TypeError):
        return False
