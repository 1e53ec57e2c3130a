"""A considerate client of servers that publish files.

It says whom to write to, holds at most three connections to a server, waits as long as it is asked to, and tries again
after growing pauses what may be better in a while.
"""

from __future__ import annotations

import contextlib
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

import urllib3

from schemas.errors import InputError, printable, quoted
from schemas.sources.web import PASSING_STATUS, connections, is_contact, seconds_to_wait

_TOLD_PAUSE: Final = 5.0
"""Seconds from which on a pause is told."""
_LONGEST_PAUSE: Final = 60.0
_LONGEST_WAIT: Final = 600.0
_REDIRECTS: Final = 5
_NO_HEAD: Final = (405, 501)
"""Statuses of servers that give files and do not tell of them."""
_REFUSED: Final = "; Wikimedia refuses those who do not say whom to write to: check the contact, or take a mirror"


_Given = TypeVar("_Given")


class NotThereError(InputError):
    """The server has no such file."""


class RefusedError(InputError):
    """The server refuses; `status` is that of its answer."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class PassingError(Exception):
    """The server does not answer, breaks off, or asks to come again; `wait` are the seconds that it asks to wait."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.wait = wait


@dataclass(frozen=True)
class Client:
    """How servers are asked."""

    contact: str
    """Mail or web address of the person who fetches; it goes into the User-Agent."""
    tries: int = 8
    """How often something is tried, with nothing of it coming, before it is given up; eight span about two minutes."""
    timeout: float = 60.0
    """Seconds to wait for a connection, and for each part of an answer."""
    stopped: threading.Event = field(default_factory=threading.Event)
    """Set where nothing more is to be fetched: pauses end. Use `stop`."""
    wait: Callable[[float], object] | None = None
    """Called with the seconds of a pause, in its place."""
    _answers: set[urllib3.BaseHTTPResponse] = field(default_factory=set)
    """Those that are being read."""

    def __post_init__(self) -> None:
        if not is_contact(self.contact):
            raise InputError(
                f"contact {quoted(self.contact)}: give a mail or web address, in ASCII without parentheses, by "
                "--contact or in WIKI_NER_CONTACT; Wikimedia refuses those who do not say whom to write to"
            )

    def stop(self) -> None:
        """Have whatever other threads ask for end soon, in an InputError."""
        self.stopped.set()
        for response in tuple(self._answers):
            # Its thread may wait for more of it until the timeout.
            with contextlib.suppress(OSError, ValueError, RuntimeError):
                response.shutdown()

    @contextmanager
    def open(
        self, address: str, headers: dict[str, str] | None = None, method: str = "GET"
    ) -> Iterator[urllib3.BaseHTTPResponse]:
        """The answer of a server; one try. What breaks off within the context becomes a PassingError too.

        Raises PassingError for what may be better in a while, NotThereError where there is no such file, and InputError
        where the server refuses.
        """
        if not address.startswith(("https://", "http://")):
            raise InputError(f"{address}: not an address of the web; begin it with https:// or http://")
        try:
            retries = urllib3.Retry(total=None, connect=0, read=0, status=0, other=0, redirect=_REDIRECTS)
            pool = connections(address, self.contact, self.timeout, encoding="identity", retries=retries)
            asked = {**pool.headers, **(headers or {})}
            with pool, pool.request(method, address, headers=asked, preload_content=False) as response:
                _check(address, response)
                self._answers.add(response)
                try:
                    yield response
                finally:
                    self._answers.discard(response)
        except (urllib3.exceptions.LocationValueError, urllib3.exceptions.URLSchemeUnknown) as error:
            raise InputError(f"{address}: not an address ({error})") from error
        except urllib3.exceptions.HTTPError as error:
            raise PassingError(printable(str(getattr(error, "reason", None) or error))) from error

    def get(self, address: str) -> bytes:
        """The content of a small file. Raises InputError where it cannot be had."""

        def read() -> bytes:
            with self.open(address) as response:
                return bytes(response.read())

        return self.insist(address, read)

    def size(self, address: str) -> int | None:
        """Bytes of a file; None where the server does not say. Raises InputError where the file cannot be asked for."""

        def ask() -> int | None:
            with self.open(address, method="HEAD") as response:
                length = response.headers.get("Content-Length", "")
                return int(length) if length.isdecimal() else None

        try:
            return self.insist(address, ask)
        except RefusedError as error:
            if error.status in _NO_HEAD:
                return None
            raise

    def insist(self, address: str, attempt: Callable[[], _Given], so_far: Callable[[], int] = lambda: 0) -> _Given:
        """What an attempt gives that is repeated, after growing pauses, for as long as its errors may pass.

        `so_far` tells how far the attempts have come; only those in a row that came no further are counted. Raises
        InputError where there were too many, or the server asks to wait for too long.
        """
        failures, furthest = 0, so_far()
        while True:
            try:
                return attempt()
            except PassingError as error:
                now = so_far()
                failures, furthest = (1, now) if now > furthest else (failures + 1, furthest)
                reason = f"{address}: {error}"
                again = "; give the same command again: it goes on where it was"
                if failures >= self.tries:
                    raise InputError(f"{reason}, {failures} times in a row{again}") from error
                if error.wait > _LONGEST_WAIT:
                    raise InputError(f"{reason}; the server asks to wait {error.wait:,.0f} s{again} then") from error
                # Full jitter: clients that failed together do not come back together.
                pause = error.wait + random.uniform(0, min(_LONGEST_PAUSE, 2.0 ** (failures - 1)))
                if pause >= _TOLD_PAUSE:
                    line = "\r\x1b[K" if sys.stderr.isatty() else ""
                    print(f"{line}{reason}; trying again in {pause:.0f} s", file=sys.stderr, flush=True)
                (self.wait or self.stopped.wait)(pause)
                if self.stopped.is_set():
                    raise InputError(f"{reason}; stopped{again}") from error


def _check(address: str, response: urllib3.BaseHTTPResponse) -> None:
    status = response.status
    # 416: nothing is left of the file after the place that was asked for.
    if status in (200, 206, 416):
        return
    said = f"the server says {status} {quoted(response.reason or '')}"
    if status in PASSING_STATUS and status not in _NO_HEAD:
        raise PassingError(said, seconds_to_wait(response.headers.get("Retry-After", "")))
    if status in (404, 410):
        raise NotThereError(f"{address}: {said}")
    raise RefusedError(f"{address}: {said}{_REFUSED if status == 403 else ''}", status)
