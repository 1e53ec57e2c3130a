"""Tables of a dump as Arrow columns, several times as fast as by the rows of `wiki.dump.sql_rows`.

A mysqldump string never has a line break in it (it is written `\\n`), so when the `),(` between rows is made a line
break, an INSERT statement is a CSV file with quotes and escapes, which Arrow reads in C++. A `),(` inside a string
becomes a line break too, and is put back afterwards.

CSV is not as strict as SQL. So Arrow's regular expressions (RE2, which is linear) first tell whether a statement has
plain rows only, for which both are the same; from the first statement that has others all is read by rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv

from schemas.errors import InputError
from wiki.dump.sql_rows import (
    Head,
    check_columns,
    plain_rows,
    read_head,
    read_rows,
    read_text,
    skip_statements,
    statement_pattern,
)

_BATCH_BYTES = 1 << 22
_MAX_STATEMENT = 1 << 25


def row_schema(columns: Mapping[str, pa.DataType], nullable: Collection[str] = ()) -> pa.Schema:
    """The columns to read of a table, by name; NULL in one that is not nullable is an error of the row."""
    return pa.schema([pa.field(name, kind, nullable=name in nullable) for name, kind in columns.items()])


def read_columns(path: str, schema: pa.Schema, advance: Callable[[int], None] | None = None) -> Iterator[pa.Table]:
    """The columns of the schema, of every row in the order of the file, a table for each INSERT statement.

    Values are those of `wiki.dump.sql_rows.read_rows`. `advance` is called with the bytes of the file read so far.
    Raises InputError as that does, and where the file is not the dump of a table or lacks a column.
    """
    text = read_text(path, advance)
    head = read_head(text, path)
    check_columns(head, schema, path)
    read_statement = _statement_reader(head, schema)
    end = b");" + head.newline
    line, rest, ended = head.line, head.rest, False
    while not ended and len(rest) <= _MAX_STATEMENT:
        pieces, size = [rest], len(rest)
        for data in text:
            pieces.append(data)
            size += len(data)
            if size >= len(rest) + _BATCH_BYTES:
                break
        else:
            ended = True
        sql = b"".join(pieces)
        start = 0
        while (found := sql.find(end, start)) >= 0:
            stop = found + len(end)
            rows = read_statement(sql, start, stop)
            if rows is None:
                yield from read_rows(chain([sql[start:]], text), head, schema, path, line)
                return
            if rows.num_rows:
                yield rows
            line += sql.count(b"\n", start, stop)
            start = stop
        rest = sql[start:]
    yield from read_rows(chain([rest], text), head, schema, path, line)


def check_primary_key(ids: np.ndarray, path: str, column: str) -> None:
    """Raise InputError where one of the ids, which are in ascending order, is there twice."""
    twice = np.flatnonzero(ids[1:] == ids[:-1])
    if len(twice):
        raise InputError(f"{path}: {column} {ids[twice[0]]} is given twice; fetch the table again")


def _statement_reader(head: Head, schema: pa.Schema) -> Callable[[bytes, int, int], pa.Table | None]:
    """A function that gives the rows of the statement between two places of a text; None where they are not plain."""
    between = statement_pattern(head)
    layouts = [
        # What stands between rows, and the pattern of them.
        (b"),(", plain_rows(head.definitions, schema, "")),
        (b")," + head.newline + b"(", plain_rows(head.definitions, schema, head.newline.decode())),
    ]
    names = [definition.name for definition in head.definitions]
    strings = [field.name for field in schema if field.type == pa.binary()]
    convert = csv.ConvertOptions(
        include_columns=schema.names,
        column_types=schema,
        null_values=["NULL"],
        strings_can_be_null=True,
        quoted_strings_can_be_null=False,
    )
    parse = csv.ParseOptions(quote_char="'", escape_char="\\", double_quote=False, newlines_in_values=True)
    end = len(b");" + head.newline)

    def read_statement(sql: bytes, start: int, stop: int) -> pa.Table | None:
        position, has_rows = skip_statements(sql, start, between)
        if not has_rows or position > stop:
            return schema.empty_table() if position == stop else None
        values = sql[position:stop].lstrip()
        separator, pattern = layouts[b"\n" in values[:-end]]
        offsets = pa.py_buffer(np.array([0, len(values)]))
        text = pa.LargeBinaryArray.from_buffers(pa.large_binary(), 1, [None, offsets, pa.py_buffer(values)])
        if not pc.match_substring_regex(text, pattern)[0].as_py():
            return None
        rows = values.replace(separator, b"\n")
        read = csv.ReadOptions(column_names=names, block_size=len(rows) + 1, use_threads=False)
        table = csv.read_csv(pa.py_buffer(rows)[1:-end], read, parse, convert)
        for name in strings:
            if pc.any(pc.match_substring(table[name], "\n")).as_py():
                whole = pc.replace_substring(table[name], "\n", separator)
                table = table.set_column(table.column_names.index(name), name, whole)
        return table.cast(schema)

    return read_statement
