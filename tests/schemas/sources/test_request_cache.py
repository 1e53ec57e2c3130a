"""A cache of answers is the file of one format, or a message."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.sources.request_cache import open_cache

TABLE = "CREATE TABLE IF NOT EXISTS answers (question TEXT PRIMARY KEY, answer TEXT)"


def test_what_is_kept_is_there_for_the_next_and_for_others_at_once(tmp_path: Path) -> None:
    path = str(tmp_path / "new" / "folder" / "cache.sqlite")
    with open_cache(path, TABLE, 3) as first, ThreadPoolExecutor(1) as threads:
        threads.submit(first.execute, "INSERT INTO answers VALUES ('a', 'b')").result()
        assert [first.execute(f"PRAGMA {name}").fetchone() for name in ("synchronous", "busy_timeout")] == [
            (1,),
            (60_000,),
        ]
        other = open_cache(path, TABLE, 3)
        assert other.execute("SELECT * FROM answers").fetchall() == [("a", "b")]
        assert other.execute("PRAGMA user_version").fetchone() == (3,)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        other.close()
    first.close()


def test_a_file_of_another_format_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = str(tmp_path / "cache.sqlite")
    open_cache(path, TABLE, 2).close()
    with pytest.raises(InputError) as raised:
        open_cache(path, TABLE, 3)
    assert str(raised.value) == (
        f"{path}: cannot be used as a cache of answers (format 2, this program reads 3); name another file"
    )
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (2,)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database " * 100)
    (tmp_path / "file").touch()
    for place in ("notes.txt", "file/cache.sqlite"):
        with pytest.raises(InputError, match=f"{place}: cannot be used as a cache of answers"):
            open_cache(str(tmp_path / place), TABLE, 1)
