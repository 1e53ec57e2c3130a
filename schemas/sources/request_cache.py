"""Databases of answers that servers gave, so that work that was killed continues without asking twice.

SQLite files on a local disk (its write-ahead log does not work over a network), shared by the processes of a machine.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from schemas.errors import InputError

_BUSY_SECONDS = 60


def open_cache(path: str, table: str, version: int) -> sqlite3.Connection:
    """The database in a file, which is made where it is missing; every statement outside a BEGIN is a transaction.

    `table` is the SQL that makes its tables (`CREATE TABLE IF NOT EXISTS`), `version` a number above 0 that changes
    with them. Raises InputError where the file is something else or cannot be written.
    """
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            database.execute("PRAGMA journal_mode = WAL")
            # With the log, NORMAL loses nothing when the process is killed.
            database.execute("PRAGMA synchronous = NORMAL")
            found = database.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, version):
                raise sqlite3.DatabaseError(f"format {found}, this program reads {version}")
            database.execute(table)
            database.execute(f"PRAGMA user_version = {version}")
        except sqlite3.Error:
            database.close()
            raise
    except (sqlite3.Error, OSError) as error:
        raise InputError(f"{path}: cannot be used as a cache of answers ({error}); name another file") from error
    return database
