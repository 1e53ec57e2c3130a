from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checks
from hypothesis import strategies as st

from schemas.errors import InputError
from tests.support.tables import write_table
from wiki.dump.sql_columns import read_columns
from wiki.dump.sql_rows import read_table


def by_rows(path: str, columns: Sequence[str]) -> list[tuple[bytes | None, ...]]:
    return [row for batch in read_table(path, columns) for row in zip(*batch, strict=True)]


def by_columns(path: str) -> list[tuple[bytes | None, ...]]:
    types = {"b": pa.binary(), "n": pa.int64()}
    return [(row["b"], str(row["n"]).encode()) for table in read_columns(path, types) for row in table.to_pylist()]


# Titles have no control characters: the fast reader does not undo their escapes.
strings = st.one_of(
    st.binary(max_size=12).map(lambda data: bytes(byte for byte in data if byte >= 32)),
    st.lists(st.sampled_from([b"),(", b"'", b"\\", b",", b"(1,'x'),", b"NULL", b");", b'"']), max_size=5).map(b"".join),
)


@given(st.lists(st.tuples(strings, strings, st.integers(-5, 1 << 40)), max_size=9), st.integers(1, 4))
@checks(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_columns_and_rows_agree(tmp_path: Path, rows: list[tuple[bytes, bytes, int]], each: int) -> None:
    path = write_table(tmp_path / "t.sql.gz", {"a": bytes, "b": bytes, "n": int}, rows, each)
    assert by_columns(path) == by_rows(path, ["b", "n"]) == [(b, str(n).encode()) for _, b, n in rows]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (b"('NULL',1),(NULL,2)", [(b"NULL", b"1"), (None, b"2")]),
        (b"(0x414a,1),('b',2)", [(b"AJ", b"1"), (b"b", b"2")]),
        (b"(_binary 'a\\'',1)", [(b"a'", b"1")]),
        (b"('it''s',1)", [(b"it's", b"1")]),
        (b"\n('a',1),\n('b),(',2)", [(b"a", b"1"), (b"b),(", b"2")]),
    ],
)
def test_columns_in_every_form_a_dump_has(tmp_path: Path, values: bytes, found: list[tuple[bytes, bytes]]) -> None:
    head = b"CREATE TABLE `t` (\n  `b` varbinary(9) DEFAULT NULL,\n  `n` int NOT NULL\n) ENGINE=x;\n"
    path = tmp_path / "t.sql.gz"
    path.write_bytes(gzip.compress(head + b"INSERT INTO `t` VALUES " + values + b";\nUNLOCK TABLES;\n-- done"))
    assert by_columns(str(path)) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"INSERT INTO `t` VALUES ('a',1),('b'", "ends within a statement"),
        (b"INSERT INTO `t` VALUES ('a',1,2);\n", "a row that is not of 2 values: b\"\\('a',1,2"),
        (b"INSERT INTO `t` VALUES ('a','x');\n", "a row that is not of 2 values"),
        (b"INSERT INTO `t` (`n`, `b`) VALUES (1,'x');\n", "INSERT names the columns"),
        (b"DELETE FROM `t`;\n", "ends within a statement, or has no rows"),
    ],
)
def test_what_is_not_a_table_is_refused(tmp_path: Path, text: bytes, message: str) -> None:
    head = b"CREATE TABLE `t` (\n  `b` varbinary(9) DEFAULT NULL,\n  `n` int NOT NULL\n) ENGINE=x;\n"
    path = tmp_path / "t.sql.gz"
    path.write_bytes(gzip.compress(head + text))
    with pytest.raises(InputError, match=message):
        by_columns(str(path))
    with pytest.raises(InputError, match="no column x"):
        list(read_columns(str(path), {"x": pa.int64()}))
