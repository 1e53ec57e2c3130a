"""A folder for a dataset hub, of other datasets: the function behind the step `hub_dataset`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from corpora.hub.card import folder_card
from corpora.hub.croissant import CROISSANT, croissant
from corpora.hub.folder import HUB, DataFile, read_corpora
from schemas.arrow_tables import plain_schema
from schemas.catalog.index import DATASETS
from schemas.datasets.dataset import open_part
from schemas.datasets.part_writers import ROW_GROUP_BYTES, repeating_columns
from schemas.datasets.shards import Shard


def write_hub_dataset(payload: DataFile | Mapping[str, str], shard: Shard) -> None:
    """Write a data file of the folder; or, given the locations of its datasets by prefix, all that describes them."""
    if isinstance(payload, DataFile):
        _write_data(payload, shard)
    else:
        corpora = read_corpora(payload)
        licence = files("corpora.hub").joinpath("cc-by-sa-4.0.txt").read_text(encoding="utf-8")
        _write_text("README.md", folder_card(corpora), shard)
        _write_text("LICENSE", licence, shard)
        _write_text(CROISSANT, json.dumps(croissant(corpora), indent=1, ensure_ascii=False) + "\n", shard)


def _write_text(name: str, text: str, shard: Shard) -> None:
    def write(path: Path) -> None:
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8", newline="\n")

    shard.attach("hub_dataset", f"{HUB}/{name}", write)


def _write_data(file: DataFile, shard: Shard) -> None:
    schema = DATASETS[file.dataset].schema
    plain = plain_schema(schema)

    def write(path: Path) -> None:
        path.parent.mkdir(parents=True)
        columns = repeating_columns(schema)
        with pq.ParquetWriter(path, plain, compression="zstd", use_dictionary=columns, write_page_index=True) as writer:
            pending, size = [], 0
            for table in _tables(file, shard):
                pending.append(table.cast(plain))
                size += pending[-1].nbytes
                if size >= ROW_GROUP_BYTES:
                    writer.write_table(pa.concat_tables(pending), row_group_size=file.rows)
                    pending, size = [], 0
            if pending:
                writer.write_table(pa.concat_tables(pending), row_group_size=file.rows)

    shard.attach("hub_dataset", f"{HUB}/{file.name}", write)
    shard.seen += file.rows
    row = {"file": f"{HUB}/{file.name}", "config": file.config, "split": file.split, "rows": file.rows}
    shard.write_rows("hub_dataset", [row])
    shard.count("rows", f"{file.config}/{file.split}", file.rows)


def _tables(file: DataFile, shard: Shard) -> Iterator[pa.Table]:
    done = 0
    for group in file.row_groups:
        with open_part(group.uri) as parquet:
            for batch in parquet.iter_batches(row_groups=[group.number]):
                yield pa.Table.from_batches([batch])
        done += group.bytes
        shard.advance(done)
