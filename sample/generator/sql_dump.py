"""A SQL table as mysqldump writes it, compressed."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable

from sample.generator.snapshot import DAY, WIKI

Cell = int | float | bytes | None
Row = tuple[Cell, ...]

_ROWS_PER_INSERT = 400
_ESCAPES = {0: b"\\0", 10: b"\\n", 13: b"\\r", 26: b"\\Z", 34: b'\\"', 39: b"\\'", 92: b"\\\\"}


def sql_dump(table: str, definition: str, rows: Iterable[Row]) -> bytes:
    """The compressed dump of a table. `definition` is what stands in the parentheses of `CREATE TABLE`."""
    sandbox = "/*M!999999\\- enable the sandbox mode */ "
    head = f"""{sandbox}
-- MariaDB dump 10.19  Distrib 10.11.14-MariaDB, for debian-linux-gnu (x86_64)
--
-- Host: sample    Database: {WIKI}
-- ------------------------------------------------------
-- Server version\t10.11.14-MariaDB-log

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;

--
-- Table structure for table `{table}`
--

DROP TABLE IF EXISTS `{table}`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `{table}` (
{definition}
) ENGINE=InnoDB DEFAULT CHARSET=binary;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `{table}`
--

LOCK TABLES `{table}` WRITE;
/*!40000 ALTER TABLE `{table}` DISABLE KEYS */;
"""
    tail = f"""/*!40000 ALTER TABLE `{table}` ENABLE KEYS */;
UNLOCK TABLES;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;

-- Dump completed on {DAY}  0:00:00
"""
    tuples = [b"(" + b",".join(map(sql_value, row)) + b")" for row in rows]
    inserts = [
        f"INSERT INTO `{table}` VALUES ".encode() + b",".join(tuples[first : first + _ROWS_PER_INSERT]) + b";\n"
        for first in range(0, len(tuples), _ROWS_PER_INSERT)
    ]
    return _gzipped(b"".join([head.encode(), *inserts, tail.encode()]))


def sql_value(cell: Cell) -> bytes:
    """The value as it stands in an INSERT."""
    if cell is None:
        return b"NULL"
    if isinstance(cell, bytes):
        return b"'" + b"".join(_ESCAPES.get(byte, bytes([byte])) for byte in cell) + b"'"
    return str(cell).encode()


def _gzipped(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, buffer, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()
