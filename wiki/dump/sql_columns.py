"""Tables of a dump as Arrow columns: twice as fast as the rows of `wiki.dump.sql_rows`, for ids and titles.

A mysqldump string never has a line break in it (it is written `\\n`), so when the `),(` between rows is made a line
break, an INSERT statement is a CSV file with quotes and escapes, which Arrow reads in C++. A `),(` inside a string
becomes a line break too, and is put back afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv

from schemas.errors import InputError
from wiki.dump.sql_rows import Definition, read_head, read_rows, read_text, values_start

_END = b");\n"
_BATCH_BYTES = 1 << 22
_MAX_STATEMENT = 1 << 28
_BETWEEN = b"),("


def read_columns(
    path: str, columns: Mapping[str, pa.DataType], advance: Callable[[int], None] | None = None
) -> Iterator[pa.Table]:
    """The columns asked for, of every row in the order of the file, a table for each INSERT statement.

    Types are `int64` for numbers and `binary` for strings, which are the bytes in the database, except that control
    characters lose their escape: titles and names have none. `advance` is called with the bytes read so far. Raises
    InputError as `wiki.dump.sql_rows.read_table` does.
    """
    text = read_text(path, advance)
    table, definitions, rest = read_head(text, path)
    order = [definition.name for definition in definitions]
    for column in columns:
        if column not in order:
            raise InputError(f"{path}: table {table} has no column {column}; it has {', '.join(order)}")
    for statement in _statements(rest, text, path):
        start = values_start(statement, order, path)
        if start < len(statement):
            yield _read_statement(statement, start, definitions, columns, path)


def _statements(rest: bytes, text: Iterator[bytes], path: str) -> Iterator[bytes]:
    """The text cut after each statement that ends with a row; last the rest."""
    pieces, size = [rest], len(rest)
    for data in text:
        pieces.append(data)
        size += len(data)
        if size < _BATCH_BYTES:
            continue
        *whole, rest = b"".join(pieces).split(_END)
        yield from (statement + _END for statement in whole)
        if len(rest) > _MAX_STATEMENT:
            raise InputError(f"{path}: a statement of more than {_MAX_STATEMENT >> 20} MB; is it mysqldump's text?")
        pieces, size = [rest], len(rest)
    *whole, rest = (b"".join(pieces) + b"\n").split(_END)
    yield from (statement + _END for statement in whole)
    yield rest


def _read_statement(
    statement: bytes, start: int, definitions: Sequence[Definition], columns: Mapping[str, pa.DataType], path: str
) -> pa.Table:
    if not statement.startswith(b"(", start) or not statement.endswith(_END):
        raise InputError(f"{path}: ends within a statement, or has no rows in one: {statement[start : start + 80]!r}")
    rows = statement[start + 1 : -len(_END)].replace(b"),\n(", b"\n").replace(_BETWEEN, b"\n")
    try:
        table = csv.read_csv(
            pa.BufferReader(rows),
            csv.ReadOptions(
                column_names=[definition.name for definition in definitions],
                block_size=len(rows) + 1,
                use_threads=False,
            ),
            csv.ParseOptions(quote_char="'", escape_char="\\", double_quote=True, newlines_in_values=True),
            csv.ConvertOptions(
                include_columns=list(columns),
                column_types=dict(columns),
                null_values=["NULL"],
                strings_can_be_null=True,
                quoted_strings_can_be_null=False,
            ),
        )
    except pa.ArrowInvalid:
        # Strings in a form that CSV does not have, or a broken statement: the slow reader says what is wrong with it.
        return _read_by_rows(statement, definitions, columns, path)
    strings = [name for name, kind in columns.items() if kind == pa.binary()]
    if any(_are_coded(table[name]) for name in strings):
        return _read_by_rows(statement, definitions, columns, path)
    for name in strings:
        if pc.any(pc.match_substring(table[name], "\n")).as_py():
            whole = pc.replace_substring(table[name], "\n", _BETWEEN)
            table = table.set_column(table.column_names.index(name), name, whole)
    return table


def _are_coded(values: pa.ChunkedArray) -> bool:
    """Whether a string may be written as a hexadecimal number, or marked as binary."""
    coded = pc.or_(pc.starts_with(values, b"0x"), pc.starts_with(values, b"_binary "))
    return bool(pc.any(coded).as_py())


def _read_by_rows(
    statement: bytes, definitions: Sequence[Definition], columns: Mapping[str, pa.DataType], path: str
) -> pa.Table:
    """The rows of a statement with strings in a form that CSV does not have: hexadecimal numbers, or marked binary."""
    batches = [
        pa.table(
            [
                pa.array(column, pa.string()).cast(kind) if kind == pa.int64() else pa.array(column, kind)
                for column, kind in zip(batch, columns.values(), strict=True)
            ],
            names=list(columns),
        )
        for batch in read_rows(iter([statement]), list(definitions), list(columns), path)
    ]
    return pa.concat_tables(batches)
