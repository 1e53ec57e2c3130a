"""Every dataset is loaded from its directory by the libraries that people use, in its splits and configs."""

from __future__ import annotations

import json
from pathlib import Path

import datasets
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pytest

from schemas.catalog.index import DATASETS
from schemas.datasets.commits import commit
from schemas.datasets.dataset import MANIFEST, Manifest, Part, Provenance, Wiki, read_manifest
from schemas.datasets.hugging_face import dataset_configs, features
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from tests.support.some_rows import TAGS, some_rows, write_dataset

pytestmark = pytest.mark.usefixtures("offline_datasets")

PARTITIONS = {
    "ner_corpus": ["split=train", "split=validation"],
    "ner_benchmark": ["split=train", "split=dev", "split=test"],
    "dapt_corpus": ["domain=ai/level=entity", "domain=ai/level=task", "domain=music/level=task"],
    "domain_vocabulary": ["domain=ai", "domain=music"],
    "domain_passages": ["domain=ai", "domain=music"],
    "domain_terms": ["domain=ai", "domain=music"],
    "category_edges": ["type=page", "type=subcat"],
}
LOADED = {
    "ner_corpus": {("default", "train"): 0, ("default", "validation"): 1},
    "ner_benchmark": {("default", "train"): 0, ("default", "validation"): 1, ("default", "test"): 2},
    "dapt_corpus": {("ai-entity", "train"): 0, ("ai-task", "train"): 1, ("music-task", "train"): 2},
    "domain_vocabulary": {("ai", "train"): 0, ("music", "train"): 1},
    "domain_passages": {("ai", "train"): 0, ("music", "train"): 1},
    "domain_terms": {("ai", "train"): 0, ("music", "train"): 1},
    "category_edges": {("page", "train"): 0, ("subcat", "train"): 1},
}
"""Which of the partitions each config and split is."""


def load(folder: Path) -> dict[tuple[str, str], datasets.Dataset]:
    """Every split of every config."""
    return {
        (config, split): data
        for config in datasets.get_dataset_config_names(str(folder))
        for split, data in datasets.load_dataset(str(folder), config).items()
    }


@pytest.mark.parametrize("dataset", DATASETS)
def test_features_are_those_that_the_library_makes_of_the_schema(dataset: str) -> None:
    def without_dictionaries(kind: pa.DataType) -> pa.DataType:
        if pa.types.is_list(kind):
            return pa.list_(without_dictionaries(kind.value_type))
        if pa.types.is_struct(kind):
            return pa.struct([(field.name, without_dictionaries(field.type)) for field in kind])
        return kind.value_type if pa.types.is_dictionary(kind) else kind

    schema = DATASETS[dataset].schema
    plain = pa.schema([(field.name, without_dictionaries(field.type)) for field in schema])
    assert features(schema, {}) == datasets.Features.from_arrow_schema(plain)._to_yaml_list()


@pytest.mark.parametrize("dataset", DATASETS)
def test_a_directory_is_loaded_in_its_splits_and_configs(dataset: str, tmp_path: Path) -> None:
    partitions = PARTITIONS.get(dataset, [""])
    given = {partition: some_rows(dataset, 10 * number) for number, partition in enumerate(partitions)}
    folder = write_dataset(tmp_path, dataset, given)
    found = load(folder)
    wanted = LOADED.get(dataset, {("default", "train"): 0})
    assert {place: data.to_list() for place, data in found.items()} == {
        place: given[partitions[number]] for place, number in wanted.items()
    }
    for data in found.values():
        assert data.features._to_yaml_list() == features(
            DATASETS[dataset].schema, {"ner_tags": TAGS} if "ner_tags" in data.column_names else {}
        )


@pytest.mark.parametrize("dataset", ["ner_corpus", "dapt_corpus", "sentences"])
def test_other_readers_find_the_rows_and_nothing_else(dataset: str, tmp_path: Path) -> None:
    partitions = PARTITIONS.get(dataset, [""])
    folder = write_dataset(tmp_path, dataset, {partition: some_rows(dataset, 0) for partition in partitions})
    ids = sorted([0, 1, 2, 3, 4] * len(partitions))
    keys = DATASETS[dataset].partitions
    frame = pd.read_parquet(folder)
    assert sorted(frame["page_id"]) == ids and set(keys) <= set(frame.columns)
    assert sorted(ds.dataset(folder, partitioning="hive").to_table()["page_id"].to_pylist()) == ids
    with duckdb.connect() as database:
        database.execute(f"SELECT page_id FROM read_parquet('{folder}/**/*.parquet') ORDER BY 1")
        assert [row[0] for row in database.fetchall()] == ids
    table = pl.read_parquet(folder / "**/*.parquet", hive_partitioning=True)
    assert sorted(table["page_id"]) == ids and set(keys) <= set(table.columns)


@pytest.mark.parametrize("dataset", ["ner_corpus", "sentences"])
def test_a_dataset_without_rows_is_streamed_too(dataset: str, tmp_path: Path) -> None:
    """The library loads no split without rows, but it streams one."""
    folder = write_dataset(tmp_path, dataset, {})
    data = datasets.load_dataset(str(folder), streaming=True)
    assert list(data) == ["train"] and list(data["train"]) == []
    assert data["train"].column_names == DATASETS[dataset].schema.names


def test_the_labels_are_found_as_training_scripts_look_for_them(tmp_path: Path) -> None:
    """`run_ner.py` of transformers takes the column `ner_tags` of the features of `train`, and its class names."""
    rows = [
        {
            **some_rows("ner_corpus", 0)[0],
            "tokens": ["Ann", "Lee", "sings"],
            "tags": ["B-person", "I-person", "O"],
            "ner_tags": [1, 2, 0],
        }
    ]
    folder = write_dataset(tmp_path, "ner_corpus", {"split=train": rows, "split=validation": rows})
    raw_datasets = datasets.load_dataset(str(folder))
    column_names, columns = raw_datasets["train"].column_names, raw_datasets["train"].features
    assert {"tokens", "ner_tags"} <= set(column_names)
    assert isinstance(columns["ner_tags"].feature, datasets.ClassLabel)
    label_list = columns["ner_tags"].feature.names
    assert label_list == TAGS
    (example,) = raw_datasets["validation"].to_list()
    assert [label_list[number] for number in example["ner_tags"]] == example["tags"] == ["B-person", "I-person", "O"]


def test_a_manifest_keeps_classes_and_wiki_and_older_ones_have_none(tmp_path: Path) -> None:
    wiki = Wiki("samplewiki", "en", "https://sample.example/?oldid={rev_id}")
    folder = write_dataset(tmp_path, "ner_corpus", {"split=train": some_rows("ner_corpus", 0)}, wiki)
    manifest = read_manifest(str(folder))
    assert (manifest.classes, manifest.provenance.wiki) == ({"ner_tags": TAGS}, wiki)
    document = json.loads((folder / MANIFEST).read_text())
    del document["classes"], document["provenance"]["wiki"]
    (folder / MANIFEST).write_text(json.dumps(document))
    older = read_manifest(str(folder))
    assert (older.classes, older.provenance.wiki) == ({}, None)


def test_splits_come_in_the_order_of_their_use_and_other_partitions_by_name() -> None:
    def configs(dataset: str, *names: str) -> list[tuple[str, list[tuple[str, list[str], int, int]]]]:
        parts = [Part(f"{name}.parquet", 10 + number, number, "") for number, name in enumerate(names)]
        manifest = Manifest(dataset, Provenance("0", dataset, 1, "0", {}, []), "", 1, 1, 1, 0, {}, parts)
        return [
            (each.name, [(split.name, list(split.paths), split.rows, split.bytes) for split in each.splits])
            for each in dataset_configs(manifest)
        ]

    splits = [f"split={name}/a" for name in ("test", "dev", "validation", "train")]
    assert configs("ner_benchmark", *splits, "split=train/b", "_a/c") == [
        (
            "default",
            [
                ("train", ["split=train/*.parquet"], 13 + 14, 3 + 4),
                ("validation", ["split=validation/*.parquet"], 12, 2),
                ("validation", ["split=dev/*.parquet"], 11, 1),
                ("test", ["split=test/*.parquet"], 10, 0),
            ],
        )
    ]
    assert configs("dapt_corpus", "domain=b/level=x/a", "domain=a/level=y/a", "domain=a/level=x/a") == [
        ("a-x", [("train", ["domain=a/level=x/*.parquet"], 12, 2)]),
        ("a-y", [("train", ["domain=a/level=y/*.parquet"], 11, 1)]),
        ("b-x", [("train", ["domain=b/level=x/*.parquet"], 10, 0)]),
    ]
    assert configs("punkt", "a", "b") == [("default", [("train", ["*.parquet"], 21, 1)])]


def test_units_must_agree_on_the_classes(tmp_path: Path) -> None:
    outputs = [Destination("ner_corpus", str(tmp_path / "there"), str(tmp_path / "staging"))]

    def process(number: int, shard: Shard) -> None:
        shard.name_classes("ner_corpus", "ner_tags", TAGS[: 2 + number])

    shards = [write_shard(Unit(number, 1, number), process=process, outputs=outputs) for number in range(2)]
    with pytest.raises(RuntimeError, match="the classes of the column ner_tags differently"):
        commit(shards, outputs, Provenance("0", "x", 1, "0", {}, []), units=2, max_reject_share=0)
