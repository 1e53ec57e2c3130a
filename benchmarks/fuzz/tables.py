"""Mutated SQL tables: the readers by row and by column must agree, in rows or in the error; no step may fail otherwise.

    python -m benchmarks.fuzz.tables --number 100000 [--seed S] [--first N] [--jobs 2]

The tables are the first rows of those of the sample wiki, in all schemas that are read, with titles that are hard to
read added. Each case mutates one of them, reads it by both readers in batches of odd sizes, then reads the redirects or
the category graph with it. Then the time for texts that are hard to read is compared with that for four times as much.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pyarrow as pa

import wiki.dump.compressed
import wiki.dump.sql_columns
import wiki.dump.sql_rows
from benchmarks.fuzz.harness import growths, run
from benchmarks.fuzz.mutations import mutated
from schemas.errors import InputError
from tests.support.tables import read_table
from wiki.categories.from_tables import CategoryTables, edges_from_tables
from wiki.dump.redirect_table import redirects_from_tables
from wiki.dump.sql_columns import read_columns, row_schema
from wiki.site.siteinfo import SiteInfo

SAMPLE = Path(__file__).parents[2] / "sample" / "wiki"
_ROWS = 12
_SITE = SiteInfo("enwiki", "en", True, ((6, "File"), (14, "Category")))
_STRINGS = {"page_title", "cl_type", "cl_to", "lt_title", "pp_propname", "rd_title", "rd_interwiki"}
_READ = {
    "page": ("page_id", "page_namespace", "page_title", "page_is_redirect"),
    "redirect": ("rd_from", "rd_namespace", "rd_title", "rd_interwiki"),
    "page_props": ("pp_page", "pp_propname"),
    "linktarget": ("lt_id", "lt_namespace", "lt_title"),
    "categorylinks": ("cl_from", "cl_type", "cl_target_id"),
    "categorylinks-2024": ("cl_from", "cl_type", "cl_to"),
    "categorylinks-2025": ("cl_from", "cl_type", "cl_target_id", "cl_to"),
}
"""The columns that are read of each table."""
_HARD = (b"O\\'Brien_\\\\", b"a),(b", b'\\"x\\"', b"\\\\\\'", b"(1,\\'x\\'),", b"\xc3\xa9\xff", b"\\0\\n\\Z", b"NULL")
TOKENS = (
    *(b"'", b"\\", b"''", b"\\'", b"),(", b");\n", b");\r\n", b"),\n(", b",", b"(", b")", b";", b"\n", b"\r\n", b"\0"),
    *(b"NULL", b"0x41", b"0x414", b"0x", b"_binary ", b"_binary 'x'", b"'NULL'", b"''''", b"\\n", b"\\0", b"\\%"),
    *(
        b"-1",
        b"1.5",
        b"1e5",
        b"'5'",
        b"99999999999999999999",
        b"123456789012345678",
        b"0",
        b" ",
        b"\t",
        b"\xff",
        b"\x1b",
    ),
    *(b"-- x\n", b"/* x */", b"/*", b"*/", b"-- ", b"INSERT INTO `page` VALUES ", b" VALUES ", b"CREATE TABLE", b"`"),
    *(b"INSERT INTO `", b"NOT NULL", b"unsigned", b"int", b"varbinary", b"DEFAULT NULL", b"page", b"UNLOCK TABLES;\n"),
)


class _Seed(NamedTuple):
    name: str
    sql: bytes
    schema: pa.Schema


def seeds() -> list[_Seed]:
    """Small tables of every kind and schema that is read."""
    tables = {}
    for name in ("page", "redirect", "page_props", "linktarget", "categorylinks"):
        sql = gzip.decompress(next(SAMPLE.glob(f"*-{name}.sql.gz")).read_bytes())
        start = sql.index(b"VALUES ") + len(b"VALUES ")
        stop = sql.index(b";\n", start)
        rows = sql[start + 1 : stop - 1].split(b"),(")[:_ROWS]
        if name in ("page", "linktarget"):
            fields = rows[-1].split(b",")
            rows += [
                b",".join([b"%d" % (900_000 + n), b"14", b"'" + text + b"'", *fields[3:]])
                for n, text in enumerate(_HARD)
            ]
        half = len(rows) // 2
        statements = [
            b"INSERT INTO `%s` VALUES (%s);\n" % (name.encode(), b"),(".join(part))
            for part in (rows[:half], rows[half:])
        ]
        tables[name] = (
            sql[: sql.index(b"INSERT INTO")] + b"".join(statements) + sql[sql.rindex(b";\n", 0, sql.index(b"UNLOCK")) :]
        )
    links = tables["categorylinks"]
    # Before 2025 the category stood in `cl_to`, and in between in both.
    column = b"`cl_target_id` bigint(20) unsigned NOT NULL"
    tables["categorylinks-2024"] = _target_as(
        links.replace(column, b"`cl_to` varbinary(255) NOT NULL DEFAULT ''"), b"'Jazz'"
    )
    both = links.replace(column, b"`cl_target_id` bigint(20) unsigned DEFAULT NULL,\n  `cl_to` varbinary(255) NOT NULL")
    tables["categorylinks-2025"] = _target_as(both, b"NULL,'Jazz'")
    return [_Seed(name, sql, _schema(_READ[name])) for name, sql in tables.items()]


def _target_as(sql: bytes, value: bytes) -> bytes:
    """The links with another last value."""
    head, *statements = sql.split(b"INSERT INTO")
    return b"INSERT INTO".join([head, *(_last_values(statement, value) for statement in statements)])


def _last_values(statement: bytes, value: bytes) -> bytes:
    rows, end, tail = statement.partition(b");\n")
    return b"),(".join(row.rpartition(b",")[0] + b"," + value for row in rows.split(b"),(")) + end + tail


def _schema(columns: tuple[str, ...]) -> pa.Schema:
    kinds = {name: pa.binary() if name in _STRINGS else pa.int64() for name in columns}
    return row_schema(kinds, nullable=("rd_interwiki", "cl_target_id", "cl_to"))


_cached_seeds = cache(seeds)


def read_both(path: Path, schema: pa.Schema) -> list[tuple[list[dict[str, object]], str]]:
    """Rows and error of each reader."""
    found = []
    for read in (read_table, read_columns):
        rows: list[dict[str, object]] = []
        error = ""
        try:
            for table in read(str(path), schema):
                rows += table.to_pylist()
        except InputError as raised:
            error = str(raised)
        found.append((rows, error))
    return found


def check_table(chance: Random) -> str:
    """Draw a table, change it and check what is read; returns the outcome. AssertionError where the readers differ."""
    table = chance.choice(_cached_seeds())
    sql = mutated(table.sql, chance, TOKENS)
    if chance.random() < 0.1:
        sql = sql.replace(b"\n", b"\r\n")
    with tempfile.TemporaryDirectory() as folder, _sizes(chance):
        path = Path(folder) / "t.sql"
        path.write_bytes(sql)
        by_row, by_column = read_both(path, table.schema)
        assert by_row == by_column, (by_row[1] or len(by_row[0]), by_column[1] or len(by_column[0]))
        _use(table.name, path)
    return "refused" if by_row[1] else "read"


@cache
def _genuine() -> tuple[tempfile.TemporaryDirectory[str], dict[str, str]]:
    """Files of the tables as they are, by name; the folder lives as long as the process."""
    folder = tempfile.TemporaryDirectory()
    paths = {seed.name: str(Path(folder.name) / f"{seed.name}.sql") for seed in _cached_seeds()}
    for seed in _cached_seeds():
        Path(paths[seed.name]).write_bytes(seed.sql)
    return folder, paths


def _use(name: str, path: Path) -> None:
    """Read the redirects or the category graph with a mutated table among genuine ones."""
    paths = _genuine()[1] | {name: str(path)}
    links = paths[name if name.startswith("categorylinks") else "categorylinks"]
    try:
        if name in ("page", "redirect"):
            list(redirects_from_tables(paths["page"], paths["redirect"], _SITE, Counter()))
        if name != "redirect":
            tables = CategoryTables(paths["page"], links, paths["linktarget"], paths["page_props"])
            list(edges_from_tables(tables, Counter()))
    except InputError as error:
        assert "\n" not in str(error), str(error)


@contextmanager
def _sizes(random: Random) -> Iterator[None]:
    """Read in pieces of some size, so that rows and statements are cut anywhere."""
    places = (
        (wiki.dump.compressed, "_READ_BYTES"),
        (wiki.dump.sql_rows, "_BATCH_BYTES"),
        (wiki.dump.sql_columns, "_BATCH_BYTES"),
    )
    before = [getattr(module, name) for module, name in places]
    try:
        for module, name in places:
            setattr(module, name, random.choice((97, 500, 1 << 20)))
        yield
    finally:
        for (module, name), size in zip(places, before, strict=True):
            setattr(module, name, size)


_HEAD = b"CREATE TABLE `t` (\n  `b` varbinary(9) DEFAULT NULL,\n  `n` int DEFAULT NULL\n) ENGINE=x;\n"
_INSERT = _HEAD + b"INSERT INTO `t` VALUES "
SHAPES: dict[str, Callable[[int], bytes]] = {
    "plain rows": lambda n: _INSERT + b"('abc',1)," * (n // 10) + b"('x',2);\n",
    "hexadecimal rows": lambda n: _INSERT + b"(0x414243,1)," * (n // 13) + b"('x',2);\n",
    "small statements": lambda n: _HEAD + b"INSERT INTO `t` VALUES ('a',1);\n" * (n // 32),
    "a long string": lambda n: _INSERT + b"('" + b"a" * n + b"',1);\n",
    "a string of escapes": lambda n: _INSERT + b"('" + b"\\'" * (n // 2) + b"',1);\n",
    "a string of quotes": lambda n: _INSERT + b"('" + b"''" * (n // 2) + b"',1);\n",
    "a string of ends": lambda n: _INSERT + b"('" + b");\n" * (n // 3) + b"',1);\n",
    "a string of rows": lambda n: _INSERT + b"('" + b"),(" * (n // 3) + b"',1);\n",
    "an open string": lambda n: _INSERT + b"('" + b"a" * n,
    "parentheses": lambda n: _INSERT + b"(" * n,
    "open strings": lambda n: _INSERT + b"('a" * (n // 3),
    "open escapes": lambda n: _INSERT + b"('\\'" * (n // 4),
    "digits": lambda n: _INSERT + b"('a'," + b"1" * n,
    "blanks": lambda n: _INSERT + b"(" + b" " * n,
    "open comments": lambda n: _HEAD + b"/*" * (n // 2),
    "comments": lambda n: _HEAD + b"/**/" * (n // 4),
    "lines": lambda n: _HEAD + b"-- x\n" * (n // 5),
    "line ends": lambda n: _HEAD + b"\n" * n,
    "inserts": lambda n: _HEAD + b"INSERT INTO `t` VALUES " * (n // 23),
    "locks": lambda n: _HEAD + b"LOCK TABLES" * (n // 11),
    "sets": lambda n: _HEAD + b"SET x" * (n // 5),
}
"""Texts of about so many bytes that a careless reader goes through again and again."""


def read_shape(sql: bytes) -> None:
    """Read a text by both readers."""
    schema = pa.schema({"b": pa.binary(), "n": pa.int64()})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.sql"
        path.write_bytes(sql)
        read_both(path, schema)


def main() -> int:
    """Run the command; returns 1 where there were faults."""
    return run(__doc__, {"tables": check_table}, 1_000, growths(read_shape, SHAPES))


if __name__ == "__main__":
    sys.exit(main())
