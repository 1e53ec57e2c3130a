"""A Hugging Face hub on loopback, with the part of the protocol that fetching a model needs."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

COMMIT = "86b5e0934494bd15c9632b12f734a8a67f723594"


@contextmanager
def serve(models: dict[str, Path]) -> Iterator[str]:
    """The address of a hub with these models: the files of a folder each, at one commit, which is also `main`."""

    class Hub(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.do_GET()

        def do_GET(self) -> None:
            path = self.path.partition("?")[0].strip("/")
            for name, folder in models.items():
                if path in {f"api/models/{name}/revision/{revision}" for revision in ("main", COMMIT)}:
                    files = [{"rfilename": file.name} for file in sorted(folder.iterdir())]
                    self._answer(
                        json.dumps({"id": name, "sha": COMMIT, "siblings": files}).encode(), "application/json"
                    )
                    return
                if path == f"api/models/{name}/tree/{COMMIT}":
                    tree = [
                        {"type": "file", "path": file.name, "size": file.stat().st_size, "oid": "0" * 40}
                        for file in sorted(folder.iterdir())
                    ]
                    self._answer(json.dumps(tree).encode(), "application/json")
                    return
                for revision in ("main", COMMIT):
                    file = folder / path.removeprefix(f"{name}/resolve/{revision}/")
                    if path.startswith(f"{name}/resolve/{revision}/") and file.is_file():
                        self._answer(file.read_bytes(), "application/octet-stream")
                        return
            known = any(name in path for name in models)
            self.send_response(404)
            self.send_header("X-Error-Code", "EntryNotFound" if known else "RepoNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _answer(self, content: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
            self.send_header("X-Repo-Commit", COMMIT)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
