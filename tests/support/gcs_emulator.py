"""The emulator of Google Cloud Storage, answering several requests at a time: `python gcs_emulator.py PORT`.

By itself it answers one after the other, and waits for ever where a client asks for something while it reads an object.
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from http.server import ThreadingHTTPServer

from gcp_storage_emulator import server
from gcp_storage_emulator.storage import Storage

_lock = threading.Lock()


class _Forgetful(Storage):  # type: ignore[misc]
    """Objects in memory, of which nothing is kept for another start."""

    def _write_config_to_file(self) -> None:
        pass


def _one_at_a_time(handler: Callable[..., None]) -> Callable[..., None]:
    """What is done for a request, alone; its answer is sent afterwards, however slowly a client reads it."""

    @functools.wraps(handler)
    def alone(*arguments: object) -> None:
        with _lock:
            handler(*arguments)

    return alone


if __name__ == "__main__":
    server.HANDLERS = [
        (path, {method: _one_at_a_time(handler) for method, handler in handlers.items()})
        for path, handlers in server.HANDLERS
    ]
    answer = functools.partial(server.RequestHandler, _Forgetful(use_memory_fs=True))
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), answer).serve_forever()
