"""An S3 server on loopback, for tests."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_SECONDS = 120.0
_SERVER = (sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p")


@contextmanager
def s3_server(bucket: str, command: Sequence[str] = _SERVER, seconds: float = _SECONDS) -> Iterator[str]:
    """The endpoint of a server that has a bucket of this name, and is gone after the context.

    `command` starts the server; the port is appended. Raises RuntimeError, with what the server printed, where it ends
    or does not answer for as many seconds.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen([*command, str(port)], stdout=log, stderr=subprocess.STDOUT)
        try:
            endpoint = f"http://127.0.0.1:{port}"
            end = time.monotonic() + seconds
            while not _has_made(f"{endpoint}/{bucket}"):
                if server.poll() is not None or time.monotonic() > end:
                    log.seek(0)
                    how = "did not answer" if server.returncode is None else f"ended with {server.returncode}"
                    raise RuntimeError(f"the S3 server of the tests {how}; it printed:\n{log.read()}")
                time.sleep(0.1)
            yield endpoint
        finally:
            server.kill()
            server.wait()


def _has_made(bucket: str) -> bool:
    try:
        urllib.request.urlopen(urllib.request.Request(bucket, method="PUT"), timeout=60).close()
    except OSError:
        return False
    return True
