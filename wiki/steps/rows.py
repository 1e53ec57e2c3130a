"""Rows of a dataset, collected until they become an Arrow table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from schemas.catalog.index import DATASETS
from schemas.datasets.shards import Shard

ROWS = 4096
"""Rows collected before they become an Arrow table."""
MAX_CHARACTERS = 8 << 20
"""Code points of text collected before they become an Arrow table, however few rows they are."""


@dataclass
class RowBuffer:
    """Rows of a dataset, collected column by column: what Arrow takes fastest."""

    schema: pa.Schema
    values: list[list[Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.values = [[] for _ in self.schema]

    def __len__(self) -> int:
        return len(self.values[0])

    def append(self, *row: Any) -> None:
        """Add a row."""
        for column, value in zip(self.values, row, strict=True):
            column.append(value)

    def take(self) -> pa.Table:
        """The rows so far as a table; the buffer is empty afterwards."""
        arrays = [pa.array(column, type=each.type) for column, each in zip(self.values, self.schema, strict=True)]
        self.__post_init__()
        return pa.Table.from_arrays(arrays, schema=self.schema)


class RowWriter(RowBuffer):
    """Rows of a dataset that become tables of a shard, some thousands at a time."""

    def __init__(self, shard: Shard, dataset: str) -> None:
        super().__init__(DATASETS[dataset].schema)
        self._shard, self._dataset = shard, dataset

    def append(self, *row: Any) -> None:
        """Add a row, and write those so far where there are enough."""
        super().append(*row)
        if len(self.values[0]) >= ROWS:
            self.flush()

    def flush(self) -> None:
        """Write the rows that are left. Where there was none at all, the dataset has a part without rows."""
        self._shard.write(self._dataset, self.take())
