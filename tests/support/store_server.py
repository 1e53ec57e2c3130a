"""The server of an object store on loopback, for tests."""

from __future__ import annotations

import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

SECONDS = 120.0
"""How long a server may take to answer."""


@contextmanager
def store_server(
    what: str, command: Sequence[str], bucket: Callable[[str], urllib.request.Request], seconds: float = SECONDS
) -> Iterator[str]:
    """The endpoint of a server that has a bucket, and is gone after the context.

    `what` names the store in messages; `command` starts the server, the port is appended; `bucket` is told the endpoint
    and gives the request that makes the bucket. Raises RuntimeError, with what the server printed, where it ends or
    does not answer for as many seconds.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen([*command, str(port)], stdout=log, stderr=subprocess.STDOUT)
        try:
            endpoint = f"http://127.0.0.1:{port}"
            end = time.monotonic() + seconds
            while not _is_done(bucket(endpoint)):
                if server.poll() is not None or time.monotonic() > end:
                    log.seek(0)
                    how = "did not answer" if server.returncode is None else f"ended with {server.returncode}"
                    raise RuntimeError(f"the {what} server of the tests {how}; it printed:\n{log.read()}")
                time.sleep(0.1)
            yield endpoint
        finally:
            server.kill()
            server.wait()


def _is_done(request: urllib.request.Request) -> bool:
    try:
        urllib.request.urlopen(request, timeout=60).close()
    except OSError:
        return False
    return True
