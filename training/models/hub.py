"""Whether the Hugging Face hub can be reached: its libraries ask for each file six times, which takes up to minutes."""

from __future__ import annotations

import errno
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Final
from urllib.error import URLError

from huggingface_hub import constants

_TRIES: Final = 2
_SECONDS: Final = 5.0
_AWAY: Final = frozenset({errno.ECONNREFUSED, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ETIMEDOUT})
"""With a name that is not known, what only the network is at fault for. Of certificates, and of answers that are none,
the libraries may know more."""


@contextmanager
def asking_hub() -> Iterator[str]:
    """A context for loading by a name of the hub, with the reason why the hub cannot be reached, empty where it can.

    Where it cannot, the libraries look into the cache of this machine alone, at once.
    """
    before = constants.HF_HUB_OFFLINE
    away = "" if before else _why_away()
    constants.HF_HUB_OFFLINE = before or bool(away)
    try:
        yield away
    finally:
        constants.HF_HUB_OFFLINE = before


def _why_away() -> str:
    """Why the hub does not answer; empty where it does, and where only its own libraries can tell."""
    if urllib.request.getproxies().keys() - {"no"}:
        return ""
    why = ""
    for _ in range(_TRIES):
        try:
            request = urllib.request.Request(constants.ENDPOINT, method="HEAD")
            urllib.request.urlopen(request, timeout=_SECONDS).close()
            return ""
        except (OSError, HTTPException) as error:
            cause = error.reason if isinstance(error, URLError) else error
            if not _is_away(cause):
                return ""
            why = f"{constants.ENDPOINT} does not answer: {getattr(cause, 'strerror', '') or cause}"
    return why


def _is_away(cause: object) -> bool:
    return isinstance(cause, (TimeoutError, socket.gaierror)) or getattr(cause, "errno", None) in _AWAY
