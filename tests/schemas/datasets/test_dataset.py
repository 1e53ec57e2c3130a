from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from schemas.datasets.dataset import (
    Manifest,
    Part,
    Provenance,
    Source,
    Wiki,
    identity_of,
    merge_counts,
    parquet_parts,
    partition_of,
    parts_in,
    ranked,
    read_manifest,
)
from schemas.datasets.snapshot_lock import LockedFile
from tests.support.datasets import write_dataset
from tests.support.some_rows import some_rows


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
