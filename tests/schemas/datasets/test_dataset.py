from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pyarrow as pa
import pytest

from schemas.catalog.index import DATASETS
from schemas.datasets import part_writers
from schemas.datasets.dataset import (
    MANIFEST,
    Manifest,
    Part,
    Provenance,
    Source,
    Wiki,
    identity_of,
    is_attachment,
    merge_counts,
    parquet_parts,
    part_uris,
    partition_of,
    parts_in,
    ranked,
    read_batches,
    read_dataset,
    read_manifest,
    reading_part,
)
from schemas.datasets.snapshot_lock import LockedFile
from schemas.errors import InputError
from tests.support.datasets import write_dataset
from tests.support.some_rows import some_rows
from tests.support.toy_step import build


def test_the_keys_of_a_group_are_ranked_by_their_counts_and_then_by_name() -> None:
    assert ranked({"City": 3, "Person": 7, "Album": 3, "Ship": 0}) == [
        ("Person", 7),
        ("Album", 3),
        ("City", 3),
        ("Ship", 0),
    ]


@pytest.mark.parametrize(
    ("name", "partition"),
    [
        ("domain=ai/level=task/part-00000.parquet", {"domain": "ai", "level": "task"}),
        ("split=a%20b=c/part-00000.parquet", {"split": "a b=c"}),
        ("part-00000.parquet", {}),
    ],
)
def test_the_name_of_a_part_says_its_partition(name: str, partition: dict[str, str]) -> None:
    assert partition_of(Part(name, 1, 1, "")) == partition


def test_parts_are_found_by_their_partition(tmp_path: Path) -> None:
    folders = ["domain=ai/level=domain", "domain=ai/level=task", "domain=ai2/level=task"]
    rows = some_rows("dapt_corpus", 0)
    location = write_dataset(str(tmp_path), "wiki-1/dapt_corpus", "1", dict.fromkeys(folders, rows))
    manifest = read_manifest(location)
    ai, ai_task, ai2 = [f"{folder}/part-00000.parquet" for folder in folders]
    assert [part.name for part in parts_in(manifest, domain="ai")] == [ai, ai_task]
    assert [part.name for part in parts_in(manifest, level="task")] == [ai_task, ai2]
    assert [part.name for part in parts_in(manifest, domain="ai", level="task")] == [ai_task]
    assert parts_in(manifest, split="train") == []
    assert [part.name for part in parts_in(manifest)] == [ai, ai_task, ai2]
    assert part_uris(location, domain="ai") == [f"{location}/{ai}", f"{location}/{ai_task}"]
    assert part_uris(location, split="train") == []


def test_the_rows_of_a_partition_are_read_in_the_order_of_the_manifest(tmp_path: Path) -> None:
    rows = {name: some_rows("category_edges", 5 * number) for number, name in enumerate(("type=page", "type=subcat"))}
    location = write_dataset(str(tmp_path), "wiki-1/category_edges", "1", rows)
    wanted = {name: [row["title"] for row in each] for name, each in rows.items()}
    for partition, titles in (
        ({"type": "subcat"}, wanted["type=subcat"]),
        ({}, wanted["type=page"] + wanted["type=subcat"]),
    ):
        batches = read_dataset(location, ["title"], **partition)
        assert [title for batch in batches for title in batch["title"].to_pylist()] == titles


def test_a_dataset_without_rows_has_a_part_in_no_partition(tmp_path: Path) -> None:
    manifest = read_manifest(write_dataset(str(tmp_path), "wiki-1/ner_benchmark", "1", {}))
    assert [(part.name, partition_of(part)) for part in manifest.parts] == [("part-00000.parquet", {})]
    assert parts_in(manifest, split="train") == []


def test_counts_are_added_up_and_sorted() -> None:
    merged = merge_counts([{"b": {"y": 1, "x": 2}}, {}, {"b": {"x": 3, "w": 0}, "a": {"z": 4}}])
    assert [(group, list(counts.items())) for group, counts in merged.items()] == [
        ("a", [("z", 4)]),
        ("b", [("w", 0), ("x", 5), ("y", 1)]),
    ]
    assert merge_counts([]) == {}


PROVENANCE = Provenance(
    "0" * 64,
    "punkt",
    3,
    "0.1",
    {"b": 1, "a": ["x"]},
    [Source("pages", "/dump/pages.bz2", "f" * 64)],
    Wiki("enwiki", "en", "https://en.wikipedia.org/?oldid={rev_id}"),
    [LockedFile("pages.bz2", "pages", "https://example.org/pages.bz2", 9, "sha1:1", "f" * 64)],
)


def test_a_manifest_is_read_as_it_was_written() -> None:
    parts = [Part("part-00000.parquet", 2, 30, "e" * 64), Part("_report/a.svg", 0, 5, "d" * 64)]
    for provenance in (PROVENANCE, replace(PROVENANCE, wiki=None, snapshot=[], inputs=[])):
        written = Manifest("punkt", provenance, "s", 2, 35, 4, 1, {"a": {"b": 1}}, parts, {"tags": ["O", "B-x"]})
        assert Manifest.from_json(json.loads(json.dumps(asdict(written)))) == written
    # As those before there were snapshots, wikis and classes are.
    document = asdict(written)
    del document["classes"], document["provenance"]["wiki"], document["provenance"]["snapshot"]
    assert Manifest.from_json(document) == replace(written, classes={})
    assert parquet_parts(written) == parts[:1]
    assert (written.title, replace(written, dataset="rejects").title) == ("punkt", "rejects of punkt")


def test_only_what_decides_the_content_decides_the_identity() -> None:
    (source,) = PROVENANCE.inputs
    known = identity_of(PROVENANCE)
    for same in (
        replace(PROVENANCE, identity="1", code_version="0.2", wiki=None, snapshot=[]),
        replace(PROVENANCE, parameters={"a": ["x"], "b": 1}),
        replace(PROVENANCE, inputs=[replace(source, location="/elsewhere")]),
    ):
        assert identity_of(same) == known
    others = [
        replace(PROVENANCE, step="other"),
        replace(PROVENANCE, step_version=4),
        replace(PROVENANCE, parameters={"a": ["x"], "b": 2}),
        replace(PROVENANCE, inputs=[replace(source, identity="e" * 64)]),
        replace(PROVENANCE, inputs=[replace(source, name="page")]),
        replace(PROVENANCE, inputs=[source, source]),
    ]
    assert len({known, *map(identity_of, others)}) == 7


def test_an_attachment_is_no_parquet_or_lies_aside() -> None:
    names = ("part-00000.parquet", "split=train/part-00000.parquet", "model.bin", "_runs/a.parquet", "_runs/a.json")
    assert [name for name in names if is_attachment(name)] == ["model.bin", "_runs/a.parquet", "_runs/a.json"]


def test_a_location_without_manifest_is_no_dataset(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no dataset here \(_manifest.json is missing\)"):
        read_manifest(str(tmp_path))
    (tmp_path / MANIFEST).write_text("{}")
    with pytest.raises(InputError, match="not a manifest of this version"):
        read_manifest(str(tmp_path))


def test_read_batches_gives_the_rows_in_order(tmp_path: Path) -> None:
    main, _ = build(tmp_path)
    rows = [r for b in read_batches(f"{main.location}/part-00002.parquet", ["page_id"]) for r in b.to_pylist()]
    assert rows == [{"page_id": 6}, {"page_id": 7}, {"page_id": 8}]


@pytest.mark.parametrize("size", [0, 100])
def test_a_part_that_was_cut_short_is_named(tmp_path: Path, size: int) -> None:
    main, _ = build(tmp_path)
    part = Path(main.location) / "part-00001.parquet"
    part.write_bytes(part.read_bytes()[:size])
    with pytest.raises(InputError, match=f"^{part}: cannot be read .*; compare it with its checksum in _manifest.json"):
        list(read_batches(str(part)))


def test_a_part_on_a_store_may_be_readable_the_next_time() -> None:
    with pytest.raises(InputError) as raised, reading_part("s3://bucket/part-00000.parquet"):
        raise OSError("AWS Error\nNETWORK_CONNECTION")
    assert str(raised.value) == (
        "s3://bucket/part-00000.parquet: cannot be read (AWS Error NETWORK_CONNECTION); run the same command again; if "
        "it ends so again, compare it with its checksum in _manifest.json, and fetch or build it again"
    )


def test_batches_are_read_from_a_part_of_several_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrow reads no batch with dictionaries inside lists from two row groups at once."""
    monkeypatch.setattr(part_writers, "ROW_GROUP_BYTES", 1)
    schema = DATASETS["ner_corpus"].schema.empty_table().select(["page_id", "types"]).schema
    writer = part_writers.ParquetWriter(str(tmp_path), "part.parquet", schema)
    for number in range(3):
        writer.write(pa.Table.from_pylist([{"page_id": number, "types": [f"label {number}"]}], schema=schema))
    writer.close()
    rows = [row for batch in read_batches(str(tmp_path / "part.parquet")) for row in batch.to_pylist()]
    assert rows == [{"page_id": number, "types": [f"label {number}"]} for number in range(3)]
