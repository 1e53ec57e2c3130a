from __future__ import annotations

import bz2
import gzip
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wiki.dump.compressed
import wiki.dump.sql_rows
from schemas.errors import InputError
from tests.support.tables import read_table
from wiki.dump.sql_columns import read_columns
from wiki.dump.sql_rows import table_database

CREATE = """/*M!999999\\- enable the sandbox mode */
-- MariaDB dump 10.19
DROP TABLE IF EXISTS `t`;
/*!40101 SET character_set_client = utf8 */;
CREATE TABLE `t` (
  `id` int(8) unsigned NOT NULL AUTO_INCREMENT,
  `name` varbinary(255) NOT NULL DEFAULT '',
  `weight` double DEFAULT NULL,
  `note` blob DEFAULT NULL,
  `kind` enum('page','sub(cat)','file') NOT NULL DEFAULT 'page',
  PRIMARY KEY (`id`),
  KEY `name` (`name`,`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=binary ROW_FORMAT=COMPRESSED;

LOCK TABLES `t` WRITE;
/*!40000 ALTER TABLE `t` DISABLE KEYS */;
"""
END = """/*!40000 ALTER TABLE `t` ENABLE KEYS */;
UNLOCK TABLES;
-- Dump completed on 2026-09-01  1:23:45
"""
ALL = ("id", "name", "weight", "note", "kind")

BAD_ROW = "ends within a statement, or has a row that is not of 5 values as CREATE TABLE says: "

Row = tuple[bytes | None, ...]


def rows(path: Path, columns: tuple[str, ...] = ALL) -> list[Row]:
    found: list[Row] = []
    for batch in read_table(str(path), pa.schema({column: pa.binary() for column in columns})):
        assert batch.column_names == list(columns)
        found += zip(*batch.to_pydict().values(), strict=True)
    return found


def write(path: Path, body: bytes | str) -> Path:
    path.write_bytes(CREATE.encode() + (body.encode() if isinstance(body, str) else body) + END.encode())
    return path


@pytest.mark.parametrize(
    ("text", "database"),
    [
        ("-- MariaDB dump 10.19\n--\n-- Host: db1206    Database: enwiki\n-- ---\n", "enwiki"),
        ("-- MySQL dump\r\n-- Host: localhost  Database: zh_min_nanwiki\r\n", "zh_min_nanwiki"),
        ("-- MariaDB dump 10.19\n", ""),
        ("CREATE TABLE `t` (\n  `a` int\n);\nINSERT INTO `t` VALUES ('-- Host: x Database: y');\n", ""),
        ("", ""),
    ],
)
def test_the_database_of_a_table(tmp_path: Path, text: str, database: str) -> None:
    path = tmp_path / "t.sql"
    path.write_bytes(text.encode())
    assert table_database(str(path)) == database


@pytest.mark.parametrize(
    ("before", "after", "missing"),
    [
        ("", "UNLOCK TABLES;\n-- Dump completed\n", ""),
        ("", "/*!40000 ALTER TABLE `t` ENABLE KEYS */;\r\nUNLOCK TABLES;\r\n", ""),
        ("", "UNLOCK TABLES;", ""),
        ("", "", "UNLOCK TABLES;"),
        ("", "/*!40000 ALTER TABLE `t` ENABLE KEYS */;\n", "UNLOCK TABLES;"),
        # In a string a line does not begin.
        ("", "INSERT INTO `t` VALUES (9,'\\nUNLOCK TABLES;',0,NULL,'page');\n", "UNLOCK TABLES;"),
        # Options of mysqldump leave out the lock, and the comments.
        ("-- MariaDB dump", "-- Dump completed on 2026-09-01  1:23:45\n", ""),
        ("-- MySQL dump", "", "-- Dump completed"),
        ("-- MariaDB dump", "", "-- Dump completed"),
        ("-- a table", "", ""),
    ],
)
def test_a_table_that_is_cut_between_two_statements_is_refused(
    tmp_path: Path, before: str, after: str, missing: str
) -> None:
    head = CREATE
    if before:
        head = head.replace("LOCK TABLES `t` WRITE;\n", "").replace("-- MariaDB dump", before)
    path = tmp_path / "t.sql"
    path.write_text(f"{head}INSERT INTO `t` VALUES (1,'a',0.5,'b','page');\n{after}", newline="")
    told: list[int | str] = []
    for read in (read_table, read_columns):
        try:
            told.append(sum(table.num_rows for table in read(str(path), pa.schema({"id": pa.int64()}))))
        except InputError as error:
            told.append(str(error))
    said = f"{path}: ends before the line {missing!r}, so rows may be missing; fetch the table again"
    assert told == [said if missing else 1] * 2


@pytest.mark.parametrize(
    ("sql", "row"),
    [
        ("(1,'a',0.5,'b','page')", (b"1", b"a", b"0.5", b"b", b"page")),
        ("(12,'',-1,NULL,'file')", (b"12", b"", b"-1", None, b"file")),
        ("(12,'',NULL,NULL,'file')", (b"12", b"", None, None, b"file")),
        ("(1,'O\\'Brien',1e-05,'say \\\"x\\\"','page')", (b"1", b"O'Brien", b"1e-05", b'say "x"', b"page")),
        ("(1,'\\\\',2,'\\\\\\\\','page')", (b"1", b"\\", b"2", b"\\\\", b"page")),
        ("(1,'\\0\\n\\r\\t\\Z\\b',2,'\\%','page')", (b"1", b"\0\n\r\t\x1a\b", b"2", b"%", b"page")),
        ("(1,'a),(2,\\'b\\',3',2,';\\nINSERT','page')", (b"1", b"a),(2,'b',3", b"2", b";\nINSERT", b"page")),
        ("(1,'NULL',NULL,'0x41','sub(cat)')", (b"1", b"NULL", None, b"0x41", b"sub(cat)")),
        ("(1,'a\nb',2,'c','page')", (b"1", b"a\nb", b"2", b"c", b"page")),
        # What mysqldump writes with --hex-blob, in newer versions, and other tools.
        ("(1,0x4F27C3A9,2,0x00,'page')", (b"1", b"O'\xc3\xa9", b"2", b"\0", b"page")),
        ("(1,_binary 'a\\'b',2,_binary '','page')", (b"1", b"a'b", b"2", b"", b"page")),
        ("(1,'it''s',2,'''','page')", (b"1", b"it's", b"2", b"'", b"page")),
        ("(1, 'a' , 2, NULL, 'page')", (b"1", b"a", b"2", None, b"page")),
        ("(1,'',2,'','page')", (b"1", b"", b"2", b"", b"page")),
    ],
)
def test_values(tmp_path: Path, sql: str, row: Row) -> None:
    path = write(tmp_path / "t.sql", f"INSERT INTO `t` VALUES (7,'x',1,'y','page'),{sql},(8,'x',1,'y','page');\n")
    others = [(number, b"x", b"1", b"y", b"page") for number in (b"7", b"8")]
    assert rows(path) == [others[0], row, others[1]]


def test_invalid_utf8(tmp_path: Path) -> None:
    path = write(tmp_path / "t.sql", b"INSERT INTO `t` VALUES (1,'\xff\xfe\\'\x80\n',2,NULL,'page');\n")
    assert rows(path, ("name",)) == [(b"\xff\xfe'\x80\n",)]


ROWS = [(str(i).encode(), f"name {i}'\\".encode(), b"0.5", None if i % 3 else b"note", b"page") for i in range(1, 400)]


def literal(row: Row) -> bytes:
    def value(item: bytes | None, number: bool) -> bytes:
        if item is None:
            return b"NULL"
        return item if number else b"'" + item.replace(b"\\", b"\\\\").replace(b"'", b"\\'") + b"'"

    return b"(" + b",".join(value(item, place in (0, 2)) for place, item in enumerate(row)) + b")"


LAYOUTS = {
    "one line": b"INSERT INTO `t` VALUES " + b",".join(map(literal, ROWS)) + b";\n",
    "one row a line": b"INSERT INTO `t` VALUES\n" + b",\n".join(map(literal, ROWS)) + b";\n",
    "one statement a row": b"".join(b"INSERT INTO `t` VALUES " + literal(row) + b";\n" for row in ROWS),
    "with columns": b"INSERT IGNORE INTO `t` (`id`, `name`, `weight`, `note`, `kind`) VALUES "
    + b",".join(map(literal, ROWS))
    + b";\ncommit;\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("batch", [1, 50, 1 << 20])
def test_layouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str, batch: int) -> None:
    monkeypatch.setattr(wiki.dump.sql_rows, "_BATCH_BYTES", batch)
    monkeypatch.setattr(wiki.dump.compressed, "_READ_BYTES", 333)
    path = write(tmp_path / "t.sql", LAYOUTS[layout])
    assert rows(path) == ROWS
    assert rows(path, ("kind", "id")) == [(row[4], row[0]) for row in ROWS]


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, bytes])
def test_compression_by_content(tmp_path: Path, compress: type[bytes]) -> None:
    path = tmp_path / "t.sql.gz"
    path.write_bytes(compress(CREATE.encode() + LAYOUTS["one line"] + END.encode()))
    assert rows(path) == ROWS


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.integers(0, 99).map(lambda number: str(number).encode()),
            st.lists(st.sampled_from([b"'", b"\\", b"(", b")", b",", b";", b"\n", b"1", b"NULL", b"\xff"])).map(
                b"".join
            ),
            st.none() | st.just(b"0.5"),
            st.none() | st.just(b"),("),
            st.just(b"page"),
        ),
        min_size=1,
        max_size=12,
    ),
    st.integers(1, 60),
)
def test_any_rows_in_pieces_of_any_size(tmp_path: Path, table: list[Row], piece: int) -> None:
    path = write(tmp_path / "t.sql", b"INSERT INTO `t` VALUES " + b",".join(map(literal, table)) + b";\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiki.dump.compressed, "_READ_BYTES", piece)
        patch.setattr(wiki.dump.sql_rows, "_BATCH_BYTES", piece)
        assert rows(path) == table


def test_a_cut_row_that_holds_what_looks_like_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    create = "CREATE TABLE `n` (\n  `a` int NOT NULL,\n  `b` varbinary(9) DEFAULT NULL\n) ENGINE=InnoDB;\n"
    body = "INSERT INTO `n` VALUES (1,'(2,NULL),(3,NULL),(4,NULL),'),(5,'x');\n"
    path = tmp_path / "n.sql"
    path.write_text(create + body)
    expected = [(b"1", b"(2,NULL),(3,NULL),(4,NULL),"), (b"5", b"x")]
    for piece in range(1, 60):
        monkeypatch.setattr(wiki.dump.compressed, "_READ_BYTES", piece)
        monkeypatch.setattr(wiki.dump.sql_rows, "_BATCH_BYTES", piece)
        assert rows(path, ("a", "b")) == expected


def test_empty_table(tmp_path: Path) -> None:
    assert rows(write(tmp_path / "t.sql", "")) == []


def test_real_tables(real: Path) -> None:
    counts = {}
    for table, column in (
        ("page", "page_title"),
        ("categorylinks", "cl_sortkey"),
        ("linktarget", "lt_title"),
        ("redirect", "rd_fragment"),
        ("page_props", "pp_sortkey"),
    ):
        path = real / f"enwiki-sample-{table}.sql.gz"
        counts[table] = len(rows(path, (column,)))
    assert counts == {"page": 1772, "categorylinks": 3379, "linktarget": 5003, "redirect": 100, "page_props": 20}
    titles = rows(real / "enwiki-sample-linktarget.sql.gz", ("lt_id", "lt_namespace", "lt_title"))
    assert titles[0] == (b"1000", b"0", b"Computer_accessibility")
    assert titles[1] == (b"1001", b"14", b"Anarchism")
    assert sum(1 for _, _, title in titles if title is not None and b"'" in title) == 54


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no CREATE TABLE before the rows; give a table as mysqldump writes it"),
        ("INSERT INTO `t` VALUES (1);", "no CREATE TABLE before the rows; give a table as mysqldump writes it"),
        (
            CREATE.replace("`name` varb", "`title` varb"),
            "table t has no column name; it has id, title, weight, note, kind",
        ),
        (
            CREATE + "INSERT INTO `t` VALUES (1,'a',2,'b','page'),(2,'b',3,'c",
            BAD_ROW + "b\"(2,'b',3,'c\"; fetch the table again",
        ),
        (
            CREATE + "INSERT INTO `t` VALUES (1,'a',2,'b','page'),",
            BAD_ROW + "b''; fetch the table again",
        ),
        (
            CREATE + "INSERT INTO `t` VALUES (1,'a',2,'b','page'),(2,'b'),(3,'a',2,'b','page');",
            BAD_ROW + "b\"(2,'b'),(3,'a',2,'b','page');\"; fetch the table again",
        ),
        (
            CREATE + "INSERT INTO `t` VALUES (1,'a',2,'b','page'),(2,'b','c','d','page');",
            BAD_ROW + "b\"(2,'b','c','d','page');\"; fetch the table again",
        ),
        (
            CREATE + "INSERT INTO `t` (`name`, `id`) VALUES (1,'a',2,'b','page');",
            "INSERT names the columns name, id; CREATE TABLE id, name, weight, note, kind",
        ),
    ],
)
def test_bad_files(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "t.sql"
    path.write_text(content)
    with pytest.raises(InputError) as error:
        rows(path)
    place = ", line 17" if message.startswith((BAD_ROW, "INSERT")) else ""
    assert str(error.value) == f"{path}{place}: {message}"


def test_rows_before_a_bad_one_are_given(tmp_path: Path) -> None:
    path = tmp_path / "t.sql"
    path.write_text(CREATE + "INSERT INTO `t` VALUES (1,'a',2,'b','page'),(2,'b'),(3,'a',2,'b','page');")
    batches = read_table(str(path), pa.schema({"id": pa.int64()}))
    assert next(batches).to_pydict() == {"id": [1]}
    with pytest.raises(InputError):
        next(batches)


def test_a_bad_row_is_told_by_its_own_line(tmp_path: Path) -> None:
    """Not by that of the row before it, at which reading stopped."""
    path = tmp_path / "t.sql"
    path.write_text(CREATE + "INSERT INTO `t` VALUES (1,'a',2,'b','page'),\n\n(2,'b');")
    with pytest.raises(InputError, match=r"^[^,]*, line 19: "):
        rows(path)


def test_bad_row_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiki.dump.sql_rows, "_MAX_ROW", 5_000)
    monkeypatch.setattr(wiki.dump.sql_rows, "_BATCH_BYTES", 1_000)
    monkeypatch.setattr(wiki.dump.compressed, "_READ_BYTES", 100)
    path = write(tmp_path / "t.sql", b"INSERT INTO `t` VALUES (1,'a'),\n" + LAYOUTS["one row a line"] * 100)
    with pytest.raises(
        InputError,
        match=r"line 17: .* has a row that is not of 5 values as CREATE TABLE says: b\"\(1,'a'\),",
    ):
        rows(path)


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress])
def test_cut_and_damaged_files(tmp_path: Path, compress: type[bytes]) -> None:
    path = tmp_path / "t.sql.gz"
    data = compress(CREATE.encode() + LAYOUTS["one line"] * 30 + END.encode())
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(InputError) as error:
        rows(path)
    place = len(data) // 2 if data[:2] == b"\x1f\x8b" else 4
    assert str(error.value) == f"{path}: cut short at byte {place}; fetch the file again"
    path.write_bytes(data[: len(data) // 2] + b"!!!!" + data[len(data) // 2 + 4 :])
    with pytest.raises(InputError, match=r"t\.sql\.gz: damaged at byte \d+; fetch the file again$"):
        rows(path)
