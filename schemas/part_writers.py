"""Writing the files of a dataset: Parquet parts and attachments, with their size and checksum."""

from __future__ import annotations

import hashlib
import io
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schemas import storage
from schemas.dataset import Part

_ROW_GROUP_BYTES = 32 << 20


class _HashingSink(io.RawIOBase):
    """A stream that knows the size and SHA-256 of what went through it."""

    def __init__(self, uri: str) -> None:
        self._stream = storage.open_output(uri)
        self._digest = hashlib.sha256()
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        view = memoryview(data)
        self._stream.write(view)
        self._digest.update(view)
        self.size += view.nbytes
        return view.nbytes

    def tell(self) -> int:
        return self.size

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
        super().close()

    def sha256(self) -> str:
        return self._digest.hexdigest()


def _repeating_columns(schema: pa.Schema) -> list[str]:
    """Parquet paths of the columns worth a dictionary: labels, and what repeats along a page."""

    def leaves(path: str, kind: pa.DataType) -> Iterator[tuple[str, pa.DataType]]:
        if pa.types.is_struct(kind):
            for each in kind:
                yield from leaves(f"{path}.{each.name}", each.type)
        elif pa.types.is_list(kind):
            yield from leaves(f"{path}.list.element", kind.value_type)
        else:
            yield path, kind

    repeating = {"page_id", "rev_id", "title", "section", "url", "tokens.list.element"}
    return [
        path
        for each in schema
        for path, kind in leaves(each.name, each.type)
        if pa.types.is_dictionary(kind) or path in repeating
    ]


class PartWriter:
    """Writes one file of a dataset: under a temporary name until `close` gives it its own."""

    def __init__(self, directory: str, name: str) -> None:
        self._final = storage.join(directory, name)
        # Engines may try a unit twice at a time: each try has a name of its own until the end.
        self._temporary = f"{self._final}.{uuid.uuid4().hex}.tmp" if storage.is_local(directory) else self._final
        self._name = name
        self._sink = _HashingSink(self._temporary)

    def _commit(self, rows: int) -> Part:
        self._sink.close()
        if self._temporary != self._final:
            storage.move(self._temporary, self._final)
        return Part(self._name, rows, self._sink.size, self._sink.sha256())


class ParquetWriter(PartWriter):
    """Writes one Parquet part."""

    def __init__(self, directory: str, name: str, schema: pa.Schema) -> None:
        super().__init__(directory, name)
        self._writer = pq.ParquetWriter(
            self._sink, schema, compression="zstd", use_dictionary=_repeating_columns(schema)
        )
        self._pending: list[pa.Table] = []
        self._pending_bytes = 0
        self._rows = 0

    def write(self, table: pa.Table) -> None:
        """Add rows; a row group is flushed whenever enough have come together."""
        self._pending.append(table)
        self._pending_bytes += table.nbytes
        self._rows += table.num_rows
        if self._pending_bytes >= _ROW_GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._pending:
            self._writer.write_table(pa.concat_tables(self._pending), row_group_size=max(1, self._rows))
        self._pending, self._pending_bytes = [], 0

    def close(self) -> Part:
        """Finish the part and describe it."""
        self._flush()
        self._writer.close()
        return self._commit(self._rows)


class AttachmentWriter(PartWriter):
    """Writes a file that is not Parquet, by copying a local one."""

    def copy(self, path: Path) -> Part:
        """Copy the local file and describe the copy."""
        with path.open("rb") as source:
            while block := source.read(1 << 20):
                self._sink.write(block)
        return self._commit(0)
