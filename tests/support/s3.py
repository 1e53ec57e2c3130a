"""An S3 server on loopback, for tests."""

from __future__ import annotations

import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.support.store_server import SECONDS, store_server

_SERVER = (sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p")


@contextmanager
def s3_server(bucket: str, command: Sequence[str] = _SERVER, seconds: float = SECONDS) -> Iterator[str]:
    """The endpoint of a server that has a bucket of this name, as `store_server` has it."""

    def made(endpoint: str) -> urllib.request.Request:
        return urllib.request.Request(f"{endpoint}/{bucket}", method="PUT")

    with store_server("S3", command, made, seconds) as endpoint:
        yield endpoint
