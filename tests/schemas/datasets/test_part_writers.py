from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.datasets import part_writers
from schemas.datasets.part_writers import ParquetWriter, copy_part, repeating_columns


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


LABEL = pa.dictionary(pa.int16(), pa.string())
MENTION = pa.struct([("surface", pa.string()), ("label", LABEL)])
SCHEMA = pa.schema(
    [
        ("page_id", pa.int64()),
        ("text", pa.string()),
        ("tokens", pa.list_(pa.string())),
        ("others", pa.list_(pa.string())),
        ("tags", pa.list_(LABEL)),
        ("mentions", pa.list_(MENTION)),
        ("first", MENTION),
    ]
)


def test_what_repeats_is_written_by_dictionary_and_all_is_compressed(tmp_path: Path) -> None:
    repeating = ["page_id", "tokens.list.element", "tags.list.element", "mentions.list.element.label", "first.label"]
    assert repeating_columns(SCHEMA) == repeating
    mention = {"surface": "a", "label": "x"}
    row = {"page_id": 1, "text": "a", "tokens": ["a"], "others": ["a"], "tags": ["x"], "mentions": [mention]}
    writer = ParquetWriter(str(tmp_path), "part-00000.parquet", SCHEMA)
    writer.write(pa.Table.from_pylist([{**row, "first": mention}], SCHEMA))
    writer.close()
    group = pq.read_metadata(tmp_path / "part-00000.parquet").row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    assert {column.compression for column in columns} == {"ZSTD"}
    assert [column.path_in_schema for column in columns if column.has_dictionary_page] == repeating


def test_a_file_that_is_no_parquet_has_no_rows(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"weights")
    part = copy_part(str(tmp_path / "dataset"), "encoder/model.bin", tmp_path / "model.bin")
    assert (part.name, part.rows, part.bytes) == ("encoder/model.bin", 0, 7)
    assert part.sha256 == hashlib.sha256(b"weights").hexdigest()
    assert (tmp_path / "dataset" / "encoder" / "model.bin").read_bytes() == b"weights"
