"""An Action API on this machine whose answers the test decides; it keeps the requests."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

Query = dict[str, str]


@dataclass(frozen=True)
class Reply:
    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json; charset=utf-8"})


def good(answer: Any, **headers: str) -> Reply:
    return Reply(json.dumps(answer).encode(), headers={"Content-Type": "application/json", **headers})


def error(code: str, **headers: str) -> Reply:
    """An error of the API, which it answers with status 200."""
    answer = {"errors": [{"code": code, "text": f"The text of {code}.", "module": "main"}]}
    return good(answer, **{"MediaWiki-API-Error": code, **headers})


def html(status: int, **headers: str) -> Reply:
    """The page of a server in front of the API."""
    page = b"<html><style>p {}</style><h1>Our servers\nare <b>busy</b></h1></html>"
    return Reply(page, status, {"Content-Type": "text/html", **headers})


def members(*titles: str, place: str = "") -> Reply:
    """Pages of a category, which continue at a place."""
    pages = [{"pageid": 1000 + n, "ns": 0, "title": title} for n, title in enumerate(titles)]
    following = {"continue": {"gcmcontinue": place, "continue": "gcmcontinue||"}} if place else {}
    # Where no page is left after the filter on namespaces there is no `query`.
    return good({"batchcomplete": True, **following, **({"query": {"pages": pages}} if pages else {})})


EMPTY = good({"batchcomplete": True})
HANG_UP = Reply(b"", status=0)


@dataclass
class Request:
    method: str
    path: str
    query: Query
    headers: Message
    connection: tuple[str, int]


class FakeServer(ThreadingHTTPServer):
    """Answers with `reply(query, number of the request)` and keeps the requests."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[Request] = []
        self.reply: Callable[[Query, int], Reply] = lambda _query, _number: EMPTY
        self.lock = threading.Lock()
        self.open = 0
        self.most_open = 0

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/w/api.php"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that is killed or does not wait breaks its connection: nothing to report."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: FakeServer
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body in one packet

    def setup(self) -> None:
        super().setup()
        with self.server.lock:
            self.server.open += 1
            self.server.most_open = max(self.server.most_open, self.server.open)

    def finish(self) -> None:
        super().finish()
        with self.server.lock:
            self.server.open -= 1

    def do_GET(self) -> None:
        self._answer(urlsplit(self.path).query)

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def _answer(self, parameters: str) -> None:
        query = dict(parse_qsl(parameters))
        with self.server.lock:
            number = len(self.server.requests)
            self.server.requests.append(Request(self.command, self.path, query, self.headers, self.client_address))
        reply = self.server.reply(query, number)
        if reply is HANG_UP:
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in {"Content-Length": str(len(reply.body)), **reply.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)
        self.close_connection = self.close_connection or "Content-Length" in reply.headers

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def fake_api() -> Iterator[FakeServer]:
    """A server that runs; no proxy stands between it and this process or those that it starts."""
    with pytest.MonkeyPatch.context() as patch, FakeServer() as server:
        for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
            patch.delenv(name, raising=False)
            patch.delenv(name.upper(), raising=False)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
