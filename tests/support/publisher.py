"""A publisher of files on this machine that also does what publishers on the web do when they are not well."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

WIKI, DATE = "xxwiki", "20260901"
START = f"{WIKI}-{DATE}-"
SHARDS = [f"{START}pages-articles-multistream{n}.xml-p{n}p{n}9.bz2" for n in (1, 2)]
TABLES = [f"{START}{name}.sql.gz" for name in ("page", "categorylinks", "page_props", "linktarget", "redirect")]
TYPES = "instance-types_lang=xx_specific.ttl.bz2"
STATUS = f"/{WIKI}/{DATE}/dumpstatus.json"


@dataclass(frozen=True)
class Trouble:
    """What goes wrong with an answer."""

    status: int | None = None
    """Nothing but this status is sent."""
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    """After so many bytes nothing comes."""
    stalls: bool = False
    """Then the connection stays open, else it is closed."""


class Asked(NamedTuple):
    """A request."""

    path: str
    start: str
    """The Range that was asked for; empty for the whole file."""
    condition: str
    """If-Range."""


class Publisher(ThreadingHTTPServer):
    """Gives files by their paths, from where they are asked for, and keeps what was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files: dict[str, bytes] = {}
        self.trouble: dict[str, list[Trouble]] = {}
        """What goes wrong with the next answers, by path; after them nothing does."""
        self.asked: list[Asked] = []
        self.agents: set[str] = set()
        self.encodings: set[str] = set()
        self.gives_parts = True
        self.gives_tags = True
        self.heeds_tags = True
        self.refuses_head = 0
        """The status with which it does so."""
        self.gate: threading.Barrier | None = None
        """Before it the requests for files wait until as many are there."""
        self.waiting = self.most_waiting = 0
        self.counting = threading.Lock()
        self.closing = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def publish_dump(self, wiki: str = WIKI, date: str = DATE) -> None:
        """A dump in two shards with its tables, DBpedia's files, and the list of the wiki's dumps."""
        names = [name.replace(f"{WIKI}-{DATE}", f"{wiki}-{date}") for name in (*SHARDS, *TABLES)]
        names += [f"{wiki}-{date}-pages-articles-multistream.xml.bz2", f"{wiki}-{date}-stub-articles.xml.gz"]
        entries = {}
        for name in names:
            path, content = f"/{wiki}/{date}/{name}", (name * 10).encode()
            self.files[path] = content
            entries[name] = {"size": len(content), "url": path, "sha1": hashlib.sha1(content).hexdigest()}
        self.publish_status({"one": {"status": "done", "files": entries}, "two": {"status": "waiting"}}, wiki, date)
        dates = sorted({path.split("/")[2] for path in self.files if path.startswith(f"/{wiki}/") and path[-1] != "/"})
        self.files[f"/{wiki}/"] = "".join(f'<a href="{each}/">{each}/</a>\n' for each in [*dates, "latest"]).encode()
        self.files["/ontology.owl"] = b"<rdf/>"
        self.files[f"/mappings/instance-types/2022.12.01/{TYPES}"] = b"types"

    def publish_status(self, jobs: Mapping[str, Any], wiki: str = WIKI, date: str = DATE) -> None:
        self.files[f"/{wiki}/{date}/dumpstatus.json"] = json.dumps({"jobs": jobs}).encode()

    def paths(self) -> list[str]:
        """The paths that were asked for."""
        return [each.path for each in self.asked]


class _Handler(BaseHTTPRequestHandler):
    server: Publisher

    def do_HEAD(self) -> None:
        content = self.server.files.get(self.path)
        if content is None or self.server.refuses_head:
            self.send_error(404 if content is None else self.server.refuses_head)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()

    def do_GET(self) -> None:
        server = self.server
        with server.counting:
            server.waiting += 1
            server.most_waiting = max(server.most_waiting, server.waiting)
        if server.gate:
            server.gate.wait(timeout=60)
        with server.counting:
            server.waiting -= 1
        wanted, condition = self.headers.get("Range", ""), self.headers.get("If-Range", "")
        server.asked.append(Asked(self.path, wanted, condition))
        server.agents.add(self.headers["User-Agent"])
        server.encodings.add(self.headers["Accept-Encoding"])
        waiting = server.trouble.get(self.path, [])
        trouble = waiting.pop(0) if waiting else Trouble()
        content = server.files.get(self.path)
        if trouble.status or content is None:
            self.send_response(trouble.status or 404)
            for name, value in trouble.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        tag = f'"{hashlib.sha1(content).hexdigest()}"'
        same = not condition or condition == tag or not server.heeds_tags
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and server.gives_parts and same else 0
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        if server.gives_tags:
            self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        end = len(content) if trouble.cut is None else start + trouble.cut
        self.wfile.write(content[start:end])
        self.wfile.flush()
        if trouble.stalls:
            server.closing.wait()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def publishing() -> Iterator[Publisher]:
    """A context with a publisher that has a dump."""
    server = Publisher()
    server.publish_dump()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
