from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas import part_writers
from schemas.part_writers import ParquetWriter, copy_part


def test_a_row_group_ends_with_the_table_that_fills_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_writers, "ROW_GROUP_BYTES", 80)
    five = pa.table({"page_id": pa.array(range(5), pa.int64())})
    writer = ParquetWriter(str(tmp_path), "part-00000.parquet", five.schema)
    for table in (five, five, five.slice(0, 0), five, five.slice(0, 1)):
        writer.write(table)
    part = writer.close()
    metadata = pq.read_metadata(tmp_path / "part-00000.parquet")
    assert [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)] == [10, 6]
    assert (part.name, part.rows) == ("part-00000.parquet", 16)


def test_a_file_that_is_no_parquet_has_no_rows(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"weights")
    part = copy_part(str(tmp_path / "dataset"), "encoder/model.bin", tmp_path / "model.bin")
    assert (part.name, part.rows, part.bytes) == ("encoder/model.bin", 0, 7)
    assert part.sha256 == hashlib.sha256(b"weights").hexdigest()
    assert (tmp_path / "dataset" / "encoder" / "model.bin").read_bytes() == b"weights"
