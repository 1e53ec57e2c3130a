"""Answers of a MediaWiki API, kept on disk, so that a crawl that was killed goes on without asking twice.

One row of an SQLite database for each finished request, committed before the answer is used. Several processes may
share the file, which must be on a local disk (SQLite's write-ahead log does not work over a network).
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
import zlib
from typing import Any

from schemas.errors import InputError
from schemas.sources.request_cache import open_cache

Answer = dict[str, Any]
"""An answer of the API, as its JSON."""

_FORMAT = 1
_TABLE = (
    "CREATE TABLE IF NOT EXISTS answers (endpoint TEXT, query TEXT, fetched REAL NOT NULL, "
    "answer BLOB NOT NULL, PRIMARY KEY (endpoint, query)) WITHOUT ROWID"
)


class AnswerCache:
    """The answers of one API in the file `path`.

    Answers that are older than `max_age` seconds when the cache is opened are ignored: all with 0, none with None. The
    file and its directory are made where they are missing. All methods raise InputError where the file is something
    else or cannot be read or written.
    """

    def __init__(self, path: str, endpoint: str, max_age: float | None) -> None:
        self._path = path
        self._endpoint = endpoint
        self._oldest = 0.0 if max_age is None else time.time() - max_age
        self._lock = threading.Lock()
        self._database = open_cache(path, _TABLE, _FORMAT)

    def get(self, query: str) -> Answer | None:
        """The answer to a query, or None where there is none or only one that is too old."""
        rows = self._execute(
            "SELECT answer FROM answers WHERE endpoint = ? AND query = ? AND fetched >= ?",
            (self._endpoint, query, self._oldest),
        )
        if not rows:
            return None
        answer: Answer = json.loads(zlib.decompress(rows[0][0]))
        return answer

    def put(self, query: str, answer: Answer) -> None:
        """Keep an answer, in place of an older one to the same query."""
        data = zlib.compress(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())
        self._execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", (self._endpoint, query, time.time(), data))

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _execute(self, statement: str, values: tuple[object, ...]) -> list[tuple[bytes]]:
        try:
            with self._lock:
                return self._database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise InputError(f"{self._path}: the cache of API answers fails ({error})") from error
