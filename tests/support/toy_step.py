"""A step that writes redirects, for the tests of what writes and commits datasets."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from schemas.catalog.index import DATASETS
from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import Provenance, Source
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from schemas.records import Reject

PROVENANCE = Provenance("abc" * 20, "redirects", 1, "0.1", {"a": 1}, [Source("pages", "dump.xml", "f" * 64)])


def outputs(root: Path) -> list[Destination]:
    return [
        Destination(name, str(root / name / "build=abc"), str(root / "_staging" / name / "build=abc"))
        for name in ("redirects", "rejects")
    ]


def units(number: int) -> list[Unit]:
    return [Unit(index, 10, index) for index in range(number)]


def redirects(first: int, number: int) -> pa.Table:
    ids = range(first, first + number)
    rows = [{"page_id": i, "title": f"Title {i}", "target": "Target"} for i in ids]
    return pa.Table.from_pylist(rows, schema=DATASETS["redirects"].schema)


def write_three(payload: int, shard: Shard) -> None:
    shard.seen += 4
    shard.write("redirects", redirects(payload * 3, 2))
    shard.write("redirects", redirects(payload * 3 + 2, 1))
    shard.count("kinds", "kept", 3)
    if payload == 1:
        shard.reject(Reject("broken", 7, "Bad", "x" * 5000))


def write_attachment(path: Path) -> None:
    path.write_bytes(b"123")


def files(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def build(root: Path, number: int = 3, share: float = 0.5) -> list[Destination]:
    """Build the toy step; returns where its datasets are."""
    where = outputs(root)
    prepare(units(number), where, PROVENANCE.identity)
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in units(number)]
    commit(list(reversed(shards)), where, PROVENANCE, units=number, max_reject_share=share)
    return where
