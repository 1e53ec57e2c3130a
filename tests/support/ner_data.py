"""A part of typed sentences small enough to work out by hand, for the steps of the NER corpus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.catalog.index import DATASETS
from schemas.datasets.shards import Descriptor, Destination, Shard, Unit, write_shard


class Given(NamedTuple):
    """The fields of a mention that the steps go by."""

    start: int
    end: int
    type: str
    qid: str | None = None
    source: str = ""


LABELS = {"City": "city", "Town": "city", "Person": "person", "Vein": "vein"}
ROWS: list[tuple[int, str, list[Given]]] = [
    (0, "Ann lives in Rome.", [Given(0, 3, "Person", "Q1"), Given(13, 17, "City")]),
    (1, "Oz is a town.", [Given(0, 2, "Town")]),
    (2, "The aorta is not a vein.", [Given(4, 9, "Vein"), Given(0, 3, "City")]),
    (3, "A thing.", [Given(2, 7, "ENTITY")]),
]


def write_part(
    path: Path,
    dataset: str,
    sentences: list[tuple[int, str, list[Given]]],
    problems: Sequence[list[dict[str, Any]]] = (),
) -> str:
    fixed = {"page_id": 7, "rev_id": 70, "title": "Page", "section": "", "paragraph": 0}
    rows = [
        {
            **fixed,
            "sentence": number,
            "text": text,
            "mentions": [mention_row(mention) for mention in mentions],
            "problems": found,
        }
        for (number, text, mentions), found in zip(sentences, problems or [[]] * len(sentences), strict=True)
    ]
    pq.write_table(pa.Table.from_pylist(rows, schema=DATASETS[dataset].schema), path)
    return str(path)


def mention_row(mention: Given) -> dict[str, Any]:
    """A mention as its dataset has it, with empty values in the columns that no test uses."""
    fields = DATASETS["typed_sentences"].schema.field("mentions").type.value_type
    empty = {field.name: 0 if pa.types.is_integer(field.type) else "" for field in fields}
    return {**empty, **mention._asdict()}


def run_part(root: Path, dataset: str, part: str, process: Callable[[str, Shard], None]) -> tuple[Descriptor, Path]:
    outputs = [Destination(name, str(root / name), str(root / "staging" / name)) for name in (dataset, "rejects")]
    return write_shard(Unit(0, 1, part), process=process, outputs=outputs), root / "staging"
