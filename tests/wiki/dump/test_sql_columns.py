from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as csv
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checks
from hypothesis import strategies as st

import wiki.dump.sql_columns
from schemas.errors import InputError
from tests.support.tables import read_table, write_table
from wiki.dump.sql_columns import read_columns, row_schema


def by_rows(path: str, columns: Sequence[str]) -> list[tuple[bytes | None, ...]]:
    schema = pa.schema({column: pa.binary() for column in columns})
    return [row for batch in read_table(path, schema) for row in zip(*batch.to_pydict().values(), strict=True)]


def by_columns(path: str) -> list[tuple[bytes | None, ...]]:
    schema = pa.schema({"b": pa.binary(), "n": pa.int64()})
    return [(row["b"], str(row["n"]).encode()) for table in read_columns(path, schema) for row in table.to_pylist()]


strings = st.one_of(
    st.binary(max_size=12),
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
        (b"('a\\nb\\0',1)", [(b"a\nb\0", b"1")]),
        (b"('a\nb',1)", [(b"a\nb", b"1")]),
        (b"('a\r\nb',1)", [(b"a\r\nb", b"1")]),
        (b"('a);\nINSERT INTO `t` VALUES (\\'b',1)", [(b"a);\nINSERT INTO `t` VALUES ('b", b"1")]),
        (b"('a),\n(b',1),\n('c',2)", [(b"a),\n(b", b"1"), (b"c", b"2")]),
        (b"\r\n('a',1),\r\n('b),(',2)", [(b"a", b"1"), (b"b),(", b"2")]),
    ],
)
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_columns_in_every_form_a_dump_has(
    tmp_path: Path, values: bytes, found: list[tuple[bytes, bytes]], newline: bytes
) -> None:
    head = b"CREATE TABLE `t` (\n  `b` varbinary(9) DEFAULT NULL,\n  `n` int NOT NULL\n) ENGINE=x;\n"
    path = tmp_path / "t.sql.gz"
    # The lines of the file end in its own way; a line break inside a string is part of the string.
    text = head.replace(b"\n", newline) + b"INSERT INTO `t` VALUES " + values + b";\nUNLOCK TABLES;\n-- done"
    path.write_bytes(gzip.compress(text))
    assert by_columns(str(path)) == by_rows(str(path), ["b", "n"]) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"INSERT INTO `t` VALUES ('a',1),('b'", "ends within a statement"),
        (b"INSERT INTO `t` VALUES ('a',1,2);\n", "a row that is not of 2 values as CREATE TABLE says: b\"\\('a',1,2"),
        (b"INSERT INTO `t` VALUES ('a','x');\n", "a row that is not of 2 values"),
        (b"INSERT INTO `t` (`n`, `b`) VALUES (1,'x');\n", "INSERT names the columns"),
        (b"DELETE FROM `t`;\n", "ends within a statement, or has a row"),
    ],
)
def test_what_is_not_a_table_is_refused(tmp_path: Path, text: bytes, message: str) -> None:
    head = b"CREATE TABLE `t` (\n  `b` varbinary(9) DEFAULT NULL,\n  `n` int NOT NULL\n) ENGINE=x;\n"
    path = tmp_path / "t.sql.gz"
    path.write_bytes(gzip.compress(head + text))
    with pytest.raises(InputError, match=message):
        by_columns(str(path))
    with pytest.raises(InputError, match="no column x"):
        list(read_columns(str(path), pa.schema({"x": pa.int64()})))


HEAD = (
    b"CREATE TABLE `t` (\n  `b` varbinary(9) NOT NULL,\n  `n` int unsigned DEFAULT NULL,\n  `x` double\n) ENGINE=x;\n"
)
SCHEMA = pa.schema([pa.field("b", pa.binary(), nullable=False), pa.field("n", pa.int64(), nullable=False)])


def test_a_schema_says_which_columns_may_be_null() -> None:
    assert row_schema({"b": pa.binary(), "n": pa.int64()}) == SCHEMA
    assert row_schema({"b": pa.binary(), "n": pa.int64()}, ["n"]) == SCHEMA.set(1, pa.field("n", pa.int64()))


@pytest.mark.parametrize(
    "row",
    [
        b"(NULL,1,0.5)",  # where CREATE TABLE has NOT NULL
        b"('a',NULL,0.5)",  # where the reader does
        b"('a','1',0.5)",
        b"('a',x,0.5)",
        b"('a',1.5,0.5)",
        b"('a',-1,0.5)",
        b"('a',0x1F,0.5)",
        b"('a',,0.5)",
        b"('a',1234567890123456789,0.5)",
        b"(a,1,0.5)",
        b"('a'b,1,0.5)",
        b"(0x414,1,0.5)",
        b"('a',1,'b')",
        b"('a',1,0.5,2)",
        b"('a',1\\,0.5)",
    ],
)
def test_a_value_of_another_kind_is_refused_by_its_line(tmp_path: Path, row: bytes) -> None:
    path = tmp_path / "t.sql"
    before = b"INSERT INTO `t` VALUES ('a',1,0.5),('b',123456789012345678,NULL);\n"
    path.write_bytes(HEAD + before + b"INSERT INTO `t` VALUES ('c',2,1e-05),\n" + row + b";\n")
    for read in (read_columns, read_table):
        found = []
        with pytest.raises(InputError) as error:
            for table in read(str(path), SCHEMA):
                found += table["n"].to_pylist()
        problem = f"has a row that is not of 3 values as CREATE TABLE says: {row + b';'!r}; fetch the table again"
        assert str(error.value) == f"{path}, line 8: ends within a statement, or {problem}"
        assert found == [1, 123456789012345678, 2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD.replace(b"`x`", b"`n`"), "CREATE TABLE of 't' has 3 columns of 2 names; a table has 1 to 4,096, each"),
        (HEAD.replace(b"`n` int", b"`n` blob"), "the column n does not hold whole numbers"),
        (HEAD.replace(b"`n` int", b"`n\xff\x1b` int"), r"has no column n; it has b, n\\xff\\x1b, x"),
        (HEAD + b"INSERT INTO `u` VALUES ('a',1,1);", "line 6: INSERT INTO 'u', but CREATE TABLE of 't'; give a file"),
        (b"CREATE TABLE `t` (\n" * 60_000, "no CREATE TABLE before the rows"),
        (b"CREATE TABLE `t` (\n" + b"\n)" * 600_000, "no CREATE TABLE before the rows"),
        (b"CREATE TABLE `" * 100_000, "no CREATE TABLE before the rows"),
        (b"CREATE TABLE `t` (\n" + b"".join(b" `c%d` int\n" % i for i in range(60_000)) + b"\n);", "60,000 columns"),
    ],
)
def test_a_head_that_is_none(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "t.sql"
    path.write_bytes(text)
    for read in (read_columns, read_table):
        with pytest.raises(InputError, match=message):
            list(read(str(path), SCHEMA))


def test_plain_statements_are_a_table_each(tmp_path: Path) -> None:
    path = write_table(tmp_path / "t.sql.gz", {"b": bytes, "n": int}, [(b"x", n) for n in range(5)], each=2)
    schema = row_schema({"b": pa.binary(), "n": pa.int64()})
    assert [table["n"].to_pylist() for table in read_columns(path, schema)] == [[0, 1], [2, 3], [4]]


def test_a_plain_row_may_be_longer_than_what_arrow_reads_of_a_csv_file_at_once(tmp_path: Path) -> None:
    long = csv.ReadOptions().block_size * 2
    path = write_table(tmp_path / "t.sql.gz", {"b": bytes, "n": int}, [(b"x" * long, 1), (b"", 2)])
    assert by_columns(path) == [(b"x" * long, b"1"), (b"", b"2")]


def test_a_statement_without_end_is_read_by_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.dump.sql_columns, "_BATCH_BYTES", 10)
    monkeypatch.setattr(wiki.dump.sql_columns, "_MAX_STATEMENT", 200)
    path = tmp_path / "t.sql"
    path.write_bytes(HEAD + b"INSERT INTO `t` VALUES " + b",".join(b"('a',%d,0)" % n for n in range(99)) + b";")
    assert [n for table in read_columns(str(path), SCHEMA) for n in table["n"].to_pylist()] == list(range(99))
