"""A dataset hub on loopback: what huggingface_hub asks of the real one when it uploads a folder."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOKEN = "hf_right"


class FakeHub:
    """The repositories of the hub, of the user `me`, and what was asked."""

    def __init__(self) -> None:
        self.repos: dict[str, dict[str, bytes]] = {}
        """Files by repository and path."""
        self.visibility: dict[str, str] = {}
        self.objects: dict[str, bytes] = {}
        """Large files by SHA-256."""
        self.cards: list[str] = []
        """Cards that the client let check."""
        self.messages: list[str] = []
        """What the client said of its commits."""
        self.clients: set[str] = set()
        """Programs that asked, as they named themselves."""
        self.address = ""

    def answer(self, method: str, path: str, body: bytes, token: str | None) -> tuple[int, Any]:
        """Status and JSON document for a request."""
        if path.startswith("/objects/"):
            return self._store(path.rpartition("/")[2], body)
        if token != TOKEN:
            return 401, {"error": "Invalid username or password."}
        acts: tuple[tuple[str, str, Callable[..., tuple[int, Any]]], ...] = (
            ("POST", r"/api/repos/create", self._create),
            ("POST", r"/api/validate-yaml", self._validate),
            ("GET", r"/api/datasets/([^/]+/[^/]+)/tree/main", self._tree),
            ("POST", r"/api/datasets/([^/]+/[^/]+)/preupload/main", self._preupload),
            ("POST", r"/datasets/([^/]+/[^/]+)\.git/info/lfs/objects/batch", self._batch),
            ("POST", r"/api/datasets/([^/]+/[^/]+)/commit/main", self._commit),
        )
        for verb, pattern, act in acts:
            found = re.fullmatch(pattern, path.partition("?")[0])
            if found and verb == method and all(repo in self.repos for repo in found.groups()):
                return act(*found.groups(), body)
        return 404, {"error": "Repository not found"}

    def _create(self, body: bytes) -> tuple[int, Any]:
        asked = json.loads(body)
        repo = f"{asked['organization'] or 'me'}/{asked['name']}"
        if not repo.startswith("me/"):
            return 403, {"error": f"You don't have the rights to create a dataset under {asked['organization']}"}
        if repo in self.repos:
            return 409, {"error": "You already created this dataset repo", "url": f"{self.address}/datasets/{repo}"}
        self.repos[repo], self.visibility[repo] = {".gitattributes": b""}, asked["visibility"]
        return 200, {"url": f"{self.address}/datasets/{repo}", "name": repo, "id": "0"}

    def _validate(self, body: bytes) -> tuple[int, Any]:
        self.cards.append(json.loads(body)["content"])
        return 200, {"errors": [], "warnings": []}

    def _tree(self, repo: str, _body: bytes) -> tuple[int, Any]:
        return 200, [
            {"type": "file", "path": name, "size": len(content), "oid": hashlib.sha1(content).hexdigest()}
            for name, content in self.repos[repo].items()
        ]

    def _preupload(self, _repo: str, body: bytes) -> tuple[int, Any]:
        modes = [
            {
                "path": file["path"],
                "uploadMode": "lfs" if file["path"].endswith(".parquet") else "regular",
                "shouldIgnore": False,
            }
            for file in json.loads(body)["files"]
        ]
        return 200, {"files": modes}

    def _batch(self, _repo: str, body: bytes) -> tuple[int, Any]:
        objects = json.loads(body)["objects"]
        for each in objects:
            if each["oid"] not in self.objects:
                each["actions"] = {"upload": {"href": f"{self.address}/objects/{each['oid']}"}}
        return 200, {"transfer": "basic", "objects": objects}

    def _store(self, name: str, body: bytes) -> tuple[int, Any]:
        if hashlib.sha256(body).hexdigest() != name:
            return 400, {"error": "another checksum"}
        self.objects[name] = body
        return 200, {}

    def _commit(self, repo: str, body: bytes) -> tuple[int, Any]:
        files = self.repos[repo]
        for line in body.splitlines():
            operation = json.loads(line)
            value = operation["value"]
            if operation["key"] == "header":
                self.messages.append(value["summary"])
            elif operation["key"] == "file":
                files[value["path"]] = base64.b64decode(value["content"])
            elif operation["key"] == "lfsFile":
                files[value["path"]] = self.objects[value["oid"]]
            elif operation["key"] == "deletedFile":
                del files[value["path"]]
        return 200, {"commitUrl": f"{self.address}/datasets/{repo}/commit/{'0' * 40}", "commitOid": "0" * 40}


@contextmanager
def fake_hub() -> Iterator[FakeHub]:
    """A hub that answers on loopback, at its `address`."""
    hub = FakeHub()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            hub.clients.add((self.headers.get("User-Agent") or "").partition("/")[0])
            token = (self.headers.get("Authorization") or "").removeprefix("Bearer ") or None
            status, document = hub.answer(self.command, self.path, body, token)
            content = json.dumps(document).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            if "error" in document:
                self.send_header("X-Error-Message", document["error"])
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = _answer  # noqa: N815 (the names of the library)

        def log_message(self, *_arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        hub.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield hub
        finally:
            server.shutdown()
            thread.join()
