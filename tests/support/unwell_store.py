"""An S3 server in the process of a test, with what befalls stores: it is away, busy, slow, or breaks off."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from moto.backends import get_backend
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

Trouble = Literal["", "busy", "breaks off", "loses its answer", "slow"]
"""What becomes of a request: nothing bad, 503, dropped, done and then dropped, done after a pause."""
_BUCKET = "corpora"
_PAUSE = 0.1
"""Seconds before a slow answer."""


class UnwellStore:
    """A store with one bucket, whose objects outlive its being stopped."""

    def __init__(self) -> None:
        self.trouble: Callable[[int, str, str], Trouble] = lambda _number, _method, _path: ""
        """Told the number of the request since the beginning, from 1, its method and its path."""
        self.asked: list[str] = []
        """The requests, each as its method and its path."""
        self._app = DomainDispatcherApplication(create_backend_app)
        self._counting = threading.Lock()
        self._server: BaseWSGIServer | None = None
        self._port = 0
        self.start()

    @property
    def root(self) -> str:
        return f"s3://{_BUCKET}"

    @property
    def environment(self) -> dict[str, str]:
        """What leads clients to the store."""
        keys = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}
        return {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{self._port}", **keys}

    def start(self) -> None:
        """Listen, from the second time on at the same port."""
        self._server = make_server("127.0.0.1", self._port, self._answer, threaded=True, request_handler=_Quiet)
        self._port = self._server.port
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Refuse connections, and break those off that there are."""
        if server := self._server:
            self._server = None
            server.shutdown()
            server.server_close()

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if self._server is None:
            return _break_off(environ)
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        with self._counting:
            self.asked.append(f"{method} {path}")
            trouble = self.trouble(len(self.asked), method, path)
        if trouble == "busy":
            start_response("503 Slow Down", [("Content-Type", "application/xml")])
            return [b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"]
        if trouble == "breaks off":
            return _break_off(environ)
        if trouble == "slow":
            time.sleep(_PAUSE)
        answer: Iterable[bytes] = self._app(environ, start_response)
        if trouble == "loses its answer":
            return _break_off(environ)
        return answer


def _break_off(environ: dict[str, Any]) -> Iterable[bytes]:
    environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    raise ConnectionAbortedError


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        pass


@contextmanager
def unwell_store() -> Iterator[UnwellStore]:
    """A context with a store that has an empty bucket, where this process and those that it starts find it."""
    store = UnwellStore()
    backend = get_backend("s3")["123456789012"]["aws"]
    try:
        backend.create_bucket(_BUCKET, "us-east-1")
        with pytest.MonkeyPatch.context() as patch:
            for name, value in store.environment.items():
                patch.setenv(name, value)
            yield store
    finally:
        store.stop()
        backend.reset()
