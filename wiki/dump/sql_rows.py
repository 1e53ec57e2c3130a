"""Tables of a dump (`*.sql.gz`): what may stand in mysqldump's text, and its rows read one by one.

`wiki.dump.sql_columns` reads the usual text faster and leaves the rest to `read_rows`, so that what a row is, and what
is wrong with one that is none, is said here only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

import pyarrow as pa

from schemas.errors import InputError, quoted
from schemas.files.storage import open_input
from wiki.dump.compressed import file_end, file_kind, read_pieces

_BATCH_BYTES = 1 << 20
_MAX_HEAD = 1 << 20
_MAX_ROW = 16 << 20
_MAX_COLUMNS = 4096
"""As many as MySQL allows."""
_MAX_DIGITS = 18
"""Of a whole number: these always fit into 64 bits."""
_SHOWN = 20
"""Names of columns in a message."""

_KINDS: dict[bytes, Literal["integer", "number"]] = {
    **dict.fromkeys((b"tinyint", b"smallint", b"mediumint", b"int", b"bigint"), "integer"),
    **dict.fromkeys((b"decimal", b"numeric", b"float", b"double", b"real"), "number"),
}
_MAX_COMMENTS = 1 << 12
"""Bytes within which a dump says which database it is of."""
_database = re.compile(rb"^-- Host: .*?\bDatabase: (\S+)", re.MULTILINE)
_MAX_TAIL = 1 << 16
"""Bytes at the end of a dump within which it says that it is whole."""
_locked = re.compile(rb"^LOCK TABLES ", re.MULTILINE)
_commented = re.compile(rb"^-- (?:MySQL|MariaDB) dump ", re.MULTILINE)
_create = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?`([^`\r\n]+)` \((\r?\n)")
_definition = re.compile(rb"^[ \t]*`([^`\n]+)` (\w+)(.*)$", re.MULTILINE)
_BETWEEN_ROWS = (
    rb"[\s;]++|--[^\n]*+\n|/\*.*?\*/|(?:UN)?LOCK TABLES[^;]*+;|(?:SET|START|COMMIT|ALTER)\b[^;]*+;"
    rb"|(?P<values>(?:INSERT|REPLACE)(?: IGNORE)? INTO `%s`(?:\s*+\(\s*+%s\s*+\))? VALUES)"
)
_insert = re.compile(rb"(?:INSERT|REPLACE)(?: IGNORE)? INTO `([^`]+)`(?:\s*+\(([^)]*+)\))? VALUES", re.IGNORECASE)
_escape = re.compile(rb"\\(.)|''", re.DOTALL)
_ESCAPED = {b"0": b"\0", b"b": b"\b", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"Z": b"\x1a"}


class Definition(NamedTuple):
    """A column as CREATE TABLE has it."""

    name: str
    kind: Literal["integer", "number", "string"]
    nullable: bool
    unsigned: bool


class Head(NamedTuple):
    """What stands before the rows."""

    table: str
    definitions: list[Definition]
    newline: bytes
    """How the lines of the file end."""
    line: int
    """Number of the line at which `rest` begins, from 1."""
    rest: bytes
    """What was read beyond CREATE TABLE."""
    ending: bytes = b""
    """How a line after the rows begins where the table is whole; empty where nothing before them says that one does."""


def table_columns(path: str) -> list[str]:
    """Names of the table's columns. Raises InputError where the file is not the dump of a table."""
    return [definition.name for definition in read_head(read_text(path), path).definitions]


def check_table(path: str, schema: pa.Schema) -> None:
    """Raise InputError where the file is not the dump of a table with the columns of the schema: rows are not read."""
    check_columns(read_head(read_text(path), path), schema, path)


def table_database(path: str) -> str:
    """Name of the database that the table is of (`enwiki`), as mysqldump's comments say it; empty where they do not.

    Raises InputError where the file is damaged.
    """
    found = _database.search(next(read_text(path), b""), 0, _MAX_COMMENTS)
    return found[1].decode(errors="backslashreplace") if found else ""


def read_text(path: str, advance: Callable[[int], None] | None = None) -> Iterator[bytes]:
    """The text of the file, in pieces. Raises InputError where it is damaged."""
    with open_input(path) as file:
        kind = file_kind(file)
        for piece in read_pieces(file, kind, 0, file_end(file, kind)):
            if piece.problem:
                raise InputError(f"{path}: {piece.problem} at byte {piece.offset}; fetch the file again")
            if advance:
                advance(piece.offset)
            yield piece.data


def read_head(text: Iterator[bytes], path: str) -> Head:
    """The table's name and columns. Raises InputError where the text does not begin as mysqldump's does."""
    marker = b"INSERT INTO"
    read = bytearray()
    for data in text:
        read += data
        if read.find(marker, max(0, len(read) - len(data) - len(marker))) >= 0 or len(read) > _MAX_HEAD:
            break
    head = bytes(read)
    create = _create.search(head)
    body_end = head.find(b"\n)", create.end() - 1) if create else -1
    end = head.find(b";", body_end) + 1 if body_end >= 0 else 0
    if create is None or not end:
        raise InputError(f"{path}: no CREATE TABLE before the rows; give a table as mysqldump writes it")
    table = create[1].decode(errors="backslashreplace")
    definitions = [
        Definition(
            name.decode(errors="backslashreplace"),
            _KINDS.get(kind.lower(), "string"),
            b"NOT NULL" not in rest,
            b"unsigned" in rest,
        )
        for name, kind, rest in _definition.findall(head, create.end(), body_end + 1)
    ]
    names = {definition.name for definition in definitions}
    if not len(definitions) == len(names) <= _MAX_COLUMNS or not names:
        raise InputError(
            f"{path}: CREATE TABLE of {quoted(table)} has {len(definitions):,} columns of {len(names):,} names; a "
            f"table has 1 to {_MAX_COLUMNS:,}, each of its own name"
        )
    ending = _ending(head[: create.start()], head[end:])
    return Head(table, definitions, create[2], 1 + head.count(b"\n", 0, end), head[end:], ending)


def _ending(before: bytes, after: bytes) -> bytes:
    """How a line begins that stands after the rows of a whole table, by the text around CREATE TABLE.

    mysqldump unlocks what it has locked, and ends with a comment where it begins with one. Options leave out both.
    """
    if _locked.search(after):
        return b"UNLOCK TABLES;"
    return b"-- Dump completed" if _commented.search(before) else b""


def check_columns(head: Head, schema: pa.Schema, path: str) -> None:
    """Raise InputError where the table lacks a column of the schema, or has strings where the schema has numbers."""
    kinds = {definition.name: definition.kind for definition in head.definitions}
    for field in schema:
        if field.name not in kinds:
            raise InputError(f"{path}: table {head.table} has no column {field.name}; it has {_names(list(kinds))}")
        if field.type == pa.int64() and kinds[field.name] != "integer":
            raise InputError(f"{path}: the column {field.name} does not hold whole numbers; give the wiki's own table")


def read_rows(text: Iterable[bytes], head: Head, schema: pa.Schema, path: str, line: int) -> Iterator[pa.Table]:
    """The columns of the schema, of every row in the text after CREATE TABLE, or from the start of any later statement.

    They come in the order of the file, in tables of about a megabyte of SQL. `line` is the number of the text's first
    line in the file.

    A column is `int64`, for whole numbers of at most 18 digits, or `binary`: the bytes in the database, without quotes
    and escapes, or the digits of a number. NULL is taken where both the schema and CREATE TABLE allow it. Raises
    InputError where the text is damaged or cut short, or has a row that is not as CREATE TABLE says.
    """
    values = r"\s*+,\s*+".join(_row(head.definitions, schema, _value))
    pattern = re.compile(rf"\s*+\(\s*+{values}\s*+\)\s*+[,;]".encode(), re.DOTALL)
    between = statement_pattern(head)
    buffer = b""
    tail = b"\n"
    in_rows = False
    wanted = 0
    for sql in chain(_batches(text), [None]):
        tail = (tail + (sql or b"")[-_MAX_TAIL:])[-_MAX_TAIL:]
        # A comment at the end of the file may have no line end.
        buffer += b"\n" if sql is None else sql
        if len(buffer) < wanted and sql is not None:
            continue
        position = 0
        rows: list[tuple[bytes | None, ...]] = []
        while True:
            if not in_rows:
                position, in_rows = skip_statements(buffer, position, between)
                if not in_rows:
                    break
            while in_rows and (row := pattern.match(buffer, position)):
                position = row.end()
                rows.append(row.groups())
                in_rows = buffer[position - 1 : position] == b","
            if in_rows:
                break
        if rows:
            yield _table(rows, head.definitions, schema)
        line += buffer.count(b"\n", 0, position)
        # What is left of a batch is a row cut short, or what is none.
        buffer = buffer[position:]
        # Twice as much each time, so that a long row is not looked at again for each of its batches.
        wanted = 2 * len(buffer)
        if len(buffer) > _MAX_ROW:
            break
    strange = buffer.strip()
    if strange or in_rows:
        line += buffer.count(b"\n", 0, buffer.find(strange))
        raise InputError(f"{path}, line {line}: {_problem(strange, head)}")
    if head.ending and b"\n" + head.ending not in tail:
        raise InputError(
            f"{path}: ends before the line {head.ending.decode()!r}, so rows may be missing; fetch the table again"
        )


def statement_pattern(head: Head) -> re.Pattern[bytes]:
    """What may stand between rows, piece by piece; the group `values` is the beginning of an INSERT."""
    names = rb"\s*+,\s*+".join(rb"`?+%s`?+" % re.escape(definition.name.encode()) for definition in head.definitions)
    return re.compile(_BETWEEN_ROWS % (re.escape(head.table.encode()), names), re.DOTALL | re.IGNORECASE)


def skip_statements(sql: bytes, position: int, pattern: re.Pattern[bytes]) -> tuple[int, bool]:
    """The place after all that stands between rows, and whether the rows of an INSERT follow there."""
    while piece := pattern.match(sql, position):
        position = piece.end()
        if piece["values"]:
            return position, True
    return position, False


def plain_rows(definitions: list[Definition], schema: pa.Schema, separator: str) -> str:
    """The pattern, for RE2, of rows up to the end of their statement that a reader of CSV takes for the same values.

    Between two rows stands a comma, then `separator`. No string has a line break in it, and none that is asked for an
    escaped control character.
    """
    row = rf"\({','.join(_row(definitions, schema, _plain_value))}\)"
    return rf"\A(?:{row},{separator})*{row};\r?\n\z"


def _batches(text: Iterable[bytes]) -> Iterator[bytes]:
    pieces: list[bytes] = []
    size = 0
    for data in text:
        for start in range(0, len(data), _BATCH_BYTES):
            pieces.append(data[start : start + _BATCH_BYTES])
            size += len(pieces[-1])
            if size >= _BATCH_BYTES:
                yield b"".join(pieces)
                pieces, size = [], 0
    yield b"".join(pieces)


def _problem(strange: bytes, head: Head) -> str:
    order = [definition.name for definition in head.definitions]
    insert = _insert.match(strange)
    if insert is None:
        return (
            f"ends within a statement, or has a row that is not of {len(order)} values as CREATE TABLE says: "
            f"{quoted(strange)}; fetch the table again"
        )
    table = insert[1].decode(errors="backslashreplace")
    if table != head.table:
        return f"INSERT INTO {quoted(table)}, but CREATE TABLE of {quoted(head.table)}; give a file of one table"
    columns = re.findall(r"\w+", (insert[2] or b"").decode(errors="backslashreplace"))
    return f"INSERT names the columns {_names(columns)}; CREATE TABLE {_names(order)}"


def _names(names: Sequence[str]) -> str:
    return ", ".join(name[:80] for name in names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")


def _row(definitions: list[Definition], schema: pa.Schema, value: Callable[[Definition, bool], str]) -> list[str]:
    """The pattern of each value of a row, from those of values that are not NULL."""
    asked = {field.name: field for field in schema}
    values = []
    for definition in definitions:
        field = asked.get(definition.name)
        nullable = definition.nullable and (field is None or field.nullable)
        values.append(f"(?:{'NULL|' if nullable else ''}{value(definition, field is not None)})")
    return values


def _number(definition: Definition, asked: bool) -> str:
    if definition.kind == "number":
        return "[0-9.eE+-]+"
    return ("" if definition.unsigned else "-?") + (f"[0-9]{{1,{_MAX_DIGITS}}}" if asked else "[0-9]+")


def _value(definition: Definition, asked: bool) -> str:
    """A value, with groups where it is asked for: the digits of a number; a string's text, or its hexadecimal digits.

    mysqldump writes strings as hexadecimal numbers with an option, and newer versions mark them `_binary`; other tools
    double quotes.
    """
    if definition.kind != "string":
        return f"({_number(definition, asked)})" if asked else _number(definition, asked)
    text, digits = r"[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*+", "(?:[0-9A-Fa-f]{2})++"
    return f"(?:_binary )?'({text})'|0x({digits})" if asked else f"(?:_binary )?'{text}'|0x{digits}"


def _plain_value(definition: Definition, asked: bool) -> str:
    if definition.kind != "string":
        return _number(definition, asked)
    escaped = r"[^0bnrtZ\r\n]" if asked else r"[^\r\n]"
    return rf"'(?:[^'\\\r\n]|\\{escaped})*'"


def _table(rows: list[tuple[bytes | None, ...]], definitions: list[Definition], schema: pa.Schema) -> pa.Table:
    groups = iter(zip(*rows, strict=True))
    columns = {}
    for definition in definitions:
        if definition.name not in schema.names:
            continue
        values: Iterable[bytes | None] = next(groups)
        if definition.kind == "string":
            values = map(_string, values, next(groups))
        kind = schema.field(definition.name).type
        if kind == pa.int64():
            columns[definition.name] = pa.array([None if digits is None else int(digits) for digits in values], kind)
        else:
            columns[definition.name] = pa.array(list(values), kind)
    return pa.table([columns[name] for name in schema.names], schema=schema)


def _string(text: bytes | None, digits: bytes | None) -> bytes | None:
    if digits is not None:
        return bytes.fromhex(digits.decode())
    return _escape.sub(_character, text) if text and (b"\\" in text or b"'" in text) else text


def _character(escape: re.Match[bytes]) -> bytes:
    return _ESCAPED.get(escape[1], escape[1]) if escape[1] else b"'"
