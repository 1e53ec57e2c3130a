"""HTML dumps of a few records, written by the tests."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def record(page_id: int, title: str, html: str, **fields: Any) -> dict[str, Any]:
    """A record of English Wikipedia; `html` is the body. Fields replace those that it has."""
    made = {
        "name": title,
        "identifier": page_id,
        "version": {"identifier": page_id + 100},
        "url": "https://en.wikipedia.org/wiki/" + title.replace(" ", "_"),
        "namespace": {"name": "Article", "identifier": 0},
        "in_language": {"identifier": "en"},
        "is_part_of": {"identifier": "enwiki"},
        "article_body": {"html": f"<html><body>{html}</body></html>", "wikitext": title},
    }
    return {**made, **fields}


def ndjson(*records: dict[str, Any]) -> bytes:
    """Records, a line each."""
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def tar(*members: bytes) -> bytes:
    """A tar of members."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for number, content in enumerate(members):
            info = tarfile.TarInfo(f"enwiki_namespace_0_{number}.ndjson")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return made.getvalue()


def html_dump(path: Path, members: Sequence[Sequence[dict[str, Any]]]) -> Path:
    """Write an HTML dump as Wikimedia publishes it: a gzipped tar of members; returns its path."""
    path.write_bytes(gzip.compress(tar(*(ndjson(*records) for records in members)), mtime=0))
    return path
