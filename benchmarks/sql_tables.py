"""How fast the tables of a dump are read, beside `gzip -dc` alone.

    python -m benchmarks.sql_tables TABLE.sql.gz COLUMN,COLUMN… [--megabytes 200]

The rows of the table are repeated until there are that many MB of SQL, in statements of about a megabyte as Wikimedia
writes them. Times are processor times, so that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import gzip
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from tests.support.tables import read_table
from wiki.dump.sql_columns import read_columns


def scale(source: Path, target: Path, megabytes: float) -> int:
    """Write a table of about this size to `target`, of the rows of `source`; the bytes of SQL in it."""
    sql = gzip.decompress(source.read_bytes())
    statement = re.compile(rb"INSERT INTO `\w+` VALUES\s*(.*?);\n", re.DOTALL)
    found = list(statement.finditer(sql))
    head, tail = sql[: found[0].start()], sql[found[-1].end() :]
    rows = b",".join(match.group(1) for match in found)
    prefix = sql[found[0].start() : found[0].start(1)]
    block = prefix + b",".join([rows] * max(1, (1 << 20) // len(rows))) + b";\n"
    size = len(head) + len(tail)
    with gzip.open(target, "wb", compresslevel=6) as file:
        file.write(head)
        while size < megabytes * 1e6:
            file.write(block)
            size += len(block)
        file.write(tail)
    return size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path)
    parser.add_argument("columns", help="columns to read, separated by commas")
    parser.add_argument("--megabytes", type=float, default=200, help="MB of SQL to read (200)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.sql.gz"
        size = scale(options.table, path, options.megabytes)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(["gzip", "-dc", str(path)], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        floor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{options.table.name}: {size / 1e6:,.0f} MB of SQL")
        print(f"gzip -dc      {floor:6.2f} s {size / 1e6 / floor:7.1f} MB/s")
        names = options.columns.split(",")
        strings = ("title", "type", "cl_to", "propname")
        schema = pa.schema({name: pa.binary() if name.endswith(strings) else pa.int64() for name in names})
        _measure("read_table", size, floor, lambda: sum(map(len, read_table(str(path), schema))))
        _measure("read_columns", size, floor, lambda: sum(map(len, read_columns(str(path), schema))))


def _measure(name: str, size: int, floor: float, read: Callable[[], int]) -> None:
    started = time.process_time()
    rows = read()
    taken = time.process_time() - started
    speed = f"{size / 1e6 / taken:7.1f} MB/s, {rows / taken:,.0f} rows/s"
    print(f"{name:12}  {taken:6.2f} s {speed}, {floor / taken:.0%} of gzip -dc")


if __name__ == "__main__":
    main()
