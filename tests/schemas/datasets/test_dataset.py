from __future__ import annotations

from pathlib import Path

import pytest

from schemas.datasets.dataset import Part, partition_of, parts_in, ranked, read_manifest
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
