"""Writing the files of a dataset: Parquet parts and attachments, with their size and checksum."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.datasets.dataset import Part
from schemas.files import storage

ROW_GROUP_BYTES = 32 << 20
"""Bytes in memory that make a row group."""


class _HashedFile(storage.NewFile):
    """A new file that knows the SHA-256 of what was written to it."""

    def __init__(self, uri: str) -> None:
        super().__init__(uri)
        self._digest = hashlib.sha256()

    def write(self, data: Any) -> int:
        self._digest.update(data)
        return super().write(data)

    def sha256(self) -> str:
        return self._digest.hexdigest()


def repeating_columns(schema: pa.Schema) -> list[str]:
    """Parquet paths of the columns worth a dictionary: labels, and what repeats along a page."""

    def leaves(path: str, kind: pa.DataType) -> Iterator[tuple[str, pa.DataType]]:
        if pa.types.is_struct(kind):
            for each in kind:
                yield from leaves(f"{path}.{each.name}", each.type)
        elif pa.types.is_list(kind):
            yield from leaves(f"{path}.list.element", kind.value_type)
        else:
            yield path, kind

    repeating = {"page_id", "rev_id", "title", "section", "url", "tokens.list.element", "ner_tags.list.element"}
    return [
        path
        for each in schema
        for path, kind in leaves(each.name, each.type)
        if pa.types.is_dictionary(kind) or path in repeating
    ]


class ParquetWriter:
    """Writes one Parquet part, which appears when it is complete."""

    def __init__(self, directory: str, name: str, schema: pa.Schema) -> None:
        self._name = name
        self._file = _HashedFile(storage.join(directory, name))
        self._writer = pq.ParquetWriter(
            self._file, schema, compression="zstd", use_dictionary=repeating_columns(schema)
        )
        self._pending: list[pa.Table] = []
        self._pending_bytes = 0
        self._rows = 0

    def write(self, table: pa.Table) -> None:
        """Add rows; a row group is flushed whenever enough have come together."""
        # An empty row group is read by Arrow, but not by the library `datasets`.
        if not table.num_rows:
            return
        self._pending.append(table)
        self._pending_bytes += table.nbytes
        self._rows += table.num_rows
        if self._pending_bytes >= ROW_GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._pending:
            self._writer.write_table(pa.concat_tables(self._pending), row_group_size=self._rows)
        self._pending, self._pending_bytes = [], 0

    def close(self) -> Part:
        """Finish the part and describe it."""
        self._flush()
        self._writer.close()
        self._file.commit()
        return Part(self._name, self._rows, self._file.size, self._file.sha256())

    def discard(self) -> None:
        """Throw the part away; nothing happens where it is finished."""
        self._file.discard()


def copy_part(directory: str, name: str, path: Path) -> Part:
    """Copy a local file that is not Parquet into a dataset, and describe the copy."""
    with _HashedFile(storage.join(directory, name)) as file, path.open("rb") as source:
        while block := source.read(1 << 20):
            file.write(block)
    return Part(name, 0, file.size, file.sha256())
