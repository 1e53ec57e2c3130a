"""Datasets with rows of every type, committed, for tests of how they are read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from schemas.catalog.index import DATASETS
from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import Provenance, Wiki
from schemas.datasets.shards import Destination, Shard, Unit, write_shard

Rows = list[dict[str, Any]]
TAGS = ["O", "B-person", "I-person"]
"""Names of the classes of `ner_tags`."""


def value(kind: pa.DataType, number: int) -> Any:
    """Some value of a type."""
    if pa.types.is_list(kind):
        return [value(kind.value_type, each) for each in range(number % 3)]
    if pa.types.is_struct(kind):
        return {field.name: value(field.type, number) for field in kind}
    if pa.types.is_dictionary(kind) or pa.types.is_string(kind):
        return f"é{number}"
    return bool(number % 2) if pa.types.is_boolean(kind) else number


def some_rows(dataset: str, start: int) -> Rows:
    return [
        {field.name: value(field.type, number) for field in DATASETS[dataset].schema}
        for number in range(start, start + 5)
    ]


def write_dataset(root: Path, dataset: str, partitions: Mapping[str, Rows], wiki: Wiki | None = None) -> Path:
    """A committed dataset whose rows come in two parts."""
    outputs = [Destination(name, str(root / name), str(root / "staging" / name)) for name in (dataset, "rejects")]
    provenance = Provenance("0" * 64, dataset, 1, "0", {}, [], wiki)

    def process(half: int, shard: Shard) -> None:
        if "ner_tags" in DATASETS[dataset].schema.names:
            shard.name_classes(dataset, "ner_tags", TAGS)
        for partition, rows in partitions.items():
            shard.write_rows(dataset, rows[2 * half : 2 + 3 * half], partition)

    outputs = outputs[:1] if dataset == "rejects" else outputs
    prepare(units := [Unit(0, 1, 0), Unit(1, 1, 1)], outputs, "0" * 64)
    shards = [write_shard(unit, process=process, outputs=outputs) for unit in units]
    commit(shards, outputs, provenance, units=2, max_reject_share=0)
    return root / dataset
