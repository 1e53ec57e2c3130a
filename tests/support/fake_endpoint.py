"""A SPARQL endpoint on this machine whose answers the test decides; it keeps what it was asked."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from dbpedia.sources.endpoint import Endpoint
from dbpedia.sources.sparql import SparqlCounts, TypeCache, fetch_types

PREFIX = "http://dbpedia.org/resource/"
ONTOLOGY = "http://dbpedia.org/ontology/"

Reply = tuple[int, dict[str, str], bytes]


@dataclass
class Fake:
    """An endpoint whose answers the test decides; it keeps what it was asked."""

    types: dict[str, list[str]]
    """Classes by the name in the IRI."""
    url: str = ""
    asked: list[list[str]] = field(default_factory=list)
    """The names of each query."""
    forms: list[dict[str, list[str]]] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    trap: Callable[[list[str], int], Reply | None] = lambda _names, _number: None
    """A reply instead of the true one, for the names of a query and its number from 0."""

    def reply(self, names: list[str]) -> Reply:
        self.asked.append(names)
        return self.trap(names, len(self.asked) - 1) or result(self.rows(names))

    def rows(self, names: list[str]) -> list[dict[str, Any]]:
        found = [
            {"s": {"type": "uri", "value": PREFIX + name}, "t": {"type": "uri", "value": ONTOLOGY + cls}}
            for name in names
            for cls in self.types.get(name, [])
        ]
        return [{"n": {"type": "typed-literal", "value": str(len(found))}}, *found]


def result(rows: list[dict[str, Any]], **headers: str) -> Reply:
    body = json.dumps({"head": {}, "results": {"bindings": rows}}).encode()
    return 200, {name.replace("_", "-"): value for name, value in headers.items()}, body


@contextmanager
def fake_endpoint() -> Iterator[Fake]:
    endpoint = Fake({})

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            endpoint.agents.append(self.headers["User-Agent"])
            endpoint.forms.append(parse_qs(body, strict_parsing=True))
            query = endpoint.forms[-1]["query"][0]
            status, headers, answer = endpoint.reply(re.findall(rf"<{PREFIX}([^>]*)>", query.split("UNION")[1]))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(answer)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer)

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>a form</html>")

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        endpoint.url = f"http://127.0.0.1:{server.server_port}/sparql"
        yield endpoint
        server.shutdown()
        thread.join()


@dataclass
class Run:
    types: dict[str, list[str]]
    counts: SparqlCounts
    pauses: list[float]


def run(fake: Fake, titles: list[str], cache: Path, *, batch: int = 4, graph: str = "http://dbpedia.org") -> Run:
    """Titles asked for at the endpoint, with the pauses noted down instead of waited for."""
    endpoint = Endpoint(fake.url, graph, PREFIX, "someone@example.org")
    known = TypeCache(str(cache), endpoint)
    counts = SparqlCounts()
    pauses: list[float] = []
    try:
        batches = list(fetch_types(titles, endpoint, known, counts, batch_size=batch, pause=pauses.append))
    finally:
        known.close()
    return Run(dict(pair for pairs in batches for pair in pairs), counts, pauses)


TITLES = [f"Title {number:02}" for number in range(10)]
TYPES = {f"Title_{number:02}": ["City", "Place"] for number in range(0, 10, 2)}
EXPECTED = {f"Title {number:02}": ["City", "Place"] for number in range(0, 10, 2)}


def cut_rows(fake: Fake, names: list[str], rows: int, **headers: str) -> Reply | None:
    true = fake.rows(names)
    return result(true[:rows], **headers) if len(true) > rows else None
