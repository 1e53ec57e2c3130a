"""Tables of a dump (`*.sql.gz`): the rows of mysqldump's INSERT statements, as bytes, by column.

One compiled pattern of a whole row splits the text, so that a row is taken apart in C and the columns come out as
lists. What stands between the rows is checked, so that a row which the pattern does not match is noticed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, compress, islice
from typing import NamedTuple

from schemas.errors import InputError
from schemas.storage import open_input
from wiki.dump.compressed import file_end, file_kind, read_pieces

Column = list[bytes | None]
"""Values of a column, NULL as None."""

_BATCH_BYTES = 1 << 20
_MAX_HEAD = 1 << 20
_MAX_CUT = 1 << 16
_MAX_ROW = 16 << 20
_SAMPLE = 80

_NUMBERS = frozenset(
    (b"tinyint", b"smallint", b"mediumint", b"int", b"bigint", b"decimal", b"numeric", b"float", b"double", b"real")
)
_create = re.compile(rb"CREATE TABLE (?:IF NOT EXISTS )?`([^`]+)` \(\n(.*?)\n\)[^;]*;", re.DOTALL)
_definition = re.compile(rb"^\s*`([^`]+)` (\w+)(.*)$", re.MULTILINE)
_between_rows = re.compile(
    rb"(?:\s++|--[^\n]*+\n|/\*.*?\*/;?|(?:UN)?LOCK TABLES[^;]*+;|(?:SET|START|COMMIT|ALTER)\b[^;]*+;"
    rb"|(?:INSERT|REPLACE)(?: IGNORE)? INTO `[^`]+`(?: \((?P<columns>[^)]*+)\))? VALUES)*+",
    re.DOTALL | re.IGNORECASE,
)
_escape = re.compile(rb"\\(.)|''", re.DOTALL)
_ESCAPED = {b"0": b"\0", b"b": b"\b", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"Z": b"\x1a"}


class Definition(NamedTuple):
    """A column as CREATE TABLE has it."""

    name: str
    number: bool
    nullable: bool


class _RowPattern(NamedTuple):
    regex: re.Pattern[bytes]
    groups: list[list[int]]
    """The groups of each column asked for: its digits; or its characters to the first escape, those from there on,
    and its hexadecimal digits if it is written so."""


def read_table(
    path: str, columns: Sequence[str], advance: Callable[[int], None] | None = None
) -> Iterator[list[Column]]:
    """The columns asked for, of every row in the order of the file, in batches of about a megabyte of SQL.

    A batch is a list for each column, all of one length. Values are the bytes in the database, without quotes and
    escapes; a number is its digits. `advance` is called with the bytes of the file read so far. Raises InputError where
    the file is not the dump of a table, lacks a column, is damaged, or ends within a statement.
    """
    text = read_text(path, advance)
    table, definitions, rest = read_head(text, path)
    present = [definition.name for definition in definitions]
    for column in columns:
        if column not in present:
            raise InputError(f"{path}: table {table} has no column {column}; it has {', '.join(present)}")
    yield from read_rows(chain([rest], text), definitions, columns, path)


def table_columns(path: str) -> list[str]:
    """Names of the table's columns. Raises InputError where the file is not the dump of a table."""
    return [definition.name for definition in read_head(read_text(path), path)[1]]


def read_head(text: Iterator[bytes], path: str) -> tuple[str, list[Definition], bytes]:
    """Name and columns of the table, and what was read beyond them."""
    head = b""
    for data in text:
        head += data
        if b"INSERT INTO" in head or len(head) > _MAX_HEAD:
            break
    create = _create.search(head)
    if create is None:
        raise InputError(f"{path}: no CREATE TABLE before the rows; give a table as mysqldump writes it")
    definitions = [
        Definition(name.decode(), kind.lower() in _NUMBERS, b"NOT NULL" not in rest)
        for name, kind, rest in _definition.findall(create.group(2))
    ]
    return create.group(1).decode(), definitions, head[create.end() :]


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


def read_rows(
    text: Iterator[bytes], definitions: list[Definition], columns: Sequence[str], path: str
) -> Iterator[list[Column]]:
    """The columns asked for, of the rows in the text after CREATE TABLE, as `read_table` gives them."""
    patterns = [_row_pattern(definitions, columns, general=general) for general in (False, True)]
    order = [definition.name for definition in definitions]
    buffer = b""
    separator = b";"
    for sql in chain(_batches(text), [None]):
        buffer += sql or b""
        for pattern in patterns:
            parts, taken = _split_rows(buffer, pattern, order, path)
            if parts:
                yield _columns(parts, pattern)
                separator = buffer[taken - 1 : taken]
                buffer = buffer[taken:]
            # What is left of a batch is a row cut short, or a row that the pattern does not match.
            if len(buffer) < _MAX_CUT and sql is not None:
                break
        if len(buffer) > _MAX_ROW:
            break
    between = _between_rows.match(buffer)
    strange = buffer[between.end() if between else 0 :]
    if strange or separator != b";":
        message = f"ends within a statement, or has a row that is not of {len(order)} values"
        raise InputError(f"{path}: {message}: {strange[:_SAMPLE]!r}")


def _batches(text: Iterator[bytes]) -> Iterator[bytes]:
    pieces: list[bytes] = []
    size = 0
    for data in text:
        pieces.append(data)
        size += len(data)
        if size >= _BATCH_BYTES:
            yield b"".join(pieces)
            pieces, size = [], 0
    yield b"".join(pieces)


def _split_rows(buffer: bytes, pattern: _RowPattern, order: list[str], path: str) -> tuple[Column, int]:
    """Rows from the start of `buffer` as `re.split` gives them, and the bytes they take.

    Ends at the first place that holds neither a row nor what may stand between two.
    """
    parts = pattern.regex.split(buffer)
    width = pattern.regex.groups + 1
    between = parts[:-1:width]
    strange = {text for text in set(between) if text and not _is_between(text, order, path)}
    if not strange:
        return parts[:-1], len(buffer) - len(parts[-1])
    rows = next(row for row, text in enumerate(between) if text in strange)
    ends = [match.end() for match in islice(pattern.regex.finditer(buffer), rows)]
    return parts[: rows * width], ends[-1] if ends else 0


def values_start(statement: bytes, order: list[str], path: str) -> int:
    """Where the rows of a statement begin, after `VALUES`; its length where it has none.

    Raises InputError where it names columns in another order.
    """
    found = _between_rows.match(statement)
    start = found.end() if found else 0
    _is_between(statement[:start], order, path)
    return start


def _is_between(text: bytes, order: list[str], path: str) -> bool:
    found = _between_rows.fullmatch(text)
    if found is not None and found["columns"] is not None:
        columns = re.findall(r"\w+", found["columns"].decode())
        if columns != order:
            raise InputError(f"{path}: INSERT names the columns {columns}, CREATE TABLE {order}")
    return found is not None


def _columns(parts: Column, pattern: _RowPattern) -> list[Column]:
    width = pattern.regex.groups + 1
    return [_values(*(parts[group::width] for group in groups)) for groups in pattern.groups]


def _values(values: Column, tails: Sequence[bytes | None] = (), codes: Sequence[bytes | None] = ()) -> Column:
    """The values of a column. Few have escapes or are hexadecimal, so only those cost work."""
    for row in compress(range(len(tails)), tails):
        values[row] = _escape.sub(_character, (values[row] or b"") + (tails[row] or b""))
    for row in compress(range(len(codes)), codes):
        values[row] = bytes.fromhex((codes[row] or b"").decode())
    return values


def _character(escape: re.Match[bytes]) -> bytes:
    return _ESCAPED.get(escape[1], escape[1]) if escape[1] else b"'"


def _row_pattern(definitions: list[Definition], columns: Sequence[str], *, general: bool) -> _RowPattern:
    """The pattern of a row and what follows it, with groups for the columns asked for.

    The plain pattern knows what mysqldump writes by default. The general one also knows `_binary` strings, strings as
    hexadecimal numbers, doubled quotes, and white space between values; it takes half as long again.
    """
    number = rb"[^\s,')]++"
    prefix = rb"(?:_binary )?'" if general else b"'"
    escapes = rb"(?:(?:\\.|'')[^'\\]*+)++" if general else rb"(?:\\.[^'\\]*+)++"
    values = []
    groups: dict[str, list[int]] = {}
    count = 0
    for definition in definitions:
        wanted = definition.name in columns
        if definition.number:
            value = rb"(" + number + rb")" if wanted else number
        elif wanted:
            value = prefix + rb"([^'\\]*+)(" + escapes + rb")?+'" + (rb"|0x([0-9A-Fa-f]++)" if general else b"")
        else:
            value = prefix + rb"[^'\\]*+(?:" + escapes + rb")?+'" + (rb"|0x[0-9A-Fa-f]++" if general else b"")
        null = rb"NULL|" if definition.nullable or general else b""
        values.append(rb"(?:" + null + value + rb")")
        if wanted:
            used = 1 if definition.number else 3 if general else 2
            groups[definition.name] = list(range(count + 1, count + used + 1))
            count += used
    space = rb"\s*+" if general else b""
    row = rb"\(" + space + (space + rb"," + space).join(values) + space + rb"\)" + space + rb"[,;]"
    return _RowPattern(re.compile(row, re.DOTALL), [groups[name] for name in columns])
