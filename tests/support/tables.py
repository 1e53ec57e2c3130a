"""Tables of a dump for the tests, as mysqldump writes them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import pyarrow as pa

from wiki.dump.sql_rows import check_columns, read_head, read_rows, read_text

PAGE = {"page_id": int, "page_namespace": int, "page_title": bytes, "page_is_redirect": int}
"""The columns of the table `page` that are read."""
_TYPES = {int: "int(11)", bytes: "varbinary(255)"}


def write_table(
    path: Path, columns: dict[str, type], rows: Iterable[Iterable[int | bytes | None]], each: int = 3
) -> str:
    """Write a table, `each` rows to an INSERT statement; the path as a string."""
    name = path.name.split(".")[0]
    rows = list(rows)
    nullable = [any(row[place] is None for row in map(list, rows)) for place in range(len(columns))]
    fields = ",\n".join(
        f"  `{column}` {_TYPES[kind]} {'DEFAULT NULL' if null else 'NOT NULL'}"
        for (column, kind), null in zip(columns.items(), nullable, strict=True)
    )
    values = [b"(" + b",".join(map(_literal, row)) + b")" for row in rows]
    inserts = [
        f"INSERT INTO `{name}` VALUES ".encode() + b",".join(values[start : start + each]) + b";\n"
        for start in range(0, len(values), each)
    ]
    path.write_bytes(
        gzip.compress(f"CREATE TABLE `{name}` (\n{fields}\n) ENGINE=InnoDB;\n".encode() + b"".join(inserts))
    )
    return str(path)


def _literal(value: int | bytes | None) -> bytes:
    if value is None:
        return b"NULL"
    if isinstance(value, int):
        return str(value).encode()
    for plain, escaped in ((b"\\", b"\\\\"), (b"'", b"\\'"), (b'"', b'\\"'), (b"\n", b"\\n"), (b"\0", b"\\0")):
        value = value.replace(plain, escaped)
    return b"'" + value + b"'"


def read_table(path: str, schema: pa.Schema) -> Iterator[pa.Table]:
    """A whole table by `read_rows`, to which `read_columns` leaves what is not mysqldump's usual text."""
    text = read_text(path)
    head = read_head(text, path)
    check_columns(head, schema, path)
    yield from read_rows(chain([head.rest], text), head, schema, path, head.line)
