"""The folder for a hub: it loads as it is, its files have the size asked for, and its descriptions are valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import datasets
import mlcroissant
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from huggingface_hub import DatasetCard

from corpora.hub.folder import RowGroup, data_files, read_corpora, split_files
from corpora.transforms import PublishCorpora
from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import Manifest, Provenance, Wiki, parquet_parts
from schemas.datasets.shards import Destination, Target, write_shard
from schemas.errors import InputError
from tests.support.some_rows import TAGS, some_rows, write_dataset

pytestmark = pytest.mark.usefixtures("offline_datasets")

WIKI = Wiki("samplewiki", "en", "https://sample.example/w/index.php?oldid={rev_id}")
NER = {"split=train": some_rows("ner_corpus", 0), "split=validation": some_rows("ner_corpus", 5)}
DAPT = {
    "domain=ai/level=task": some_rows("dapt_corpus", 0),
    "domain=music/level=entity": some_rows("dapt_corpus", 20),
}


def publisher(root: Path, corpora: dict[str, str], file_bytes: int = 10**9) -> PublishCorpora:
    outputs = [Destination(name, str(root / name), str(root / "staging" / name)) for name in ("hub_dataset", "rejects")]
    return PublishCorpora(
        Target(outputs, Provenance("0" * 64, "hub_dataset", 1, "0", {}, []), 0.0), corpora, file_bytes
    )


def publish(root: Path, corpora: dict[str, str], file_bytes: int = 10**9) -> tuple[Path, Manifest]:
    step = publisher(root, corpora, file_bytes)
    outputs, provenance = step.target.outputs, step.target.provenance
    units = step.units()
    prepare(units, outputs, "0" * 64)
    shards = [write_shard(unit, process=step.process(), outputs=outputs) for unit in units]
    manifest = commit(shards, outputs, provenance, units=len(units), max_reject_share=0)[0]
    return root / "hub_dataset", manifest


@pytest.fixture
def corpora(tmp_path: Path) -> dict[str, str]:
    ner = write_dataset(tmp_path / "in", "ner_corpus", NER, WIKI)
    return {"ner-4": str(ner), "dapt": str(write_dataset(tmp_path / "in", "dapt_corpus", DAPT, WIKI))}


def test_the_folder_is_loaded_as_it_is(tmp_path: Path, corpora: dict[str, str]) -> None:
    place, manifest = publish(tmp_path, corpora)
    folder = place / "_hub"
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()) == [
        "LICENSE",
        "README.md",
        "croissant.json",
        "data/dapt-ai-task/train-00000-of-00001.parquet",
        "data/dapt-music-entity/train-00000-of-00001.parquet",
        "data/ner-4/train-00000-of-00001.parquet",
        "data/ner-4/validation-00000-of-00001.parquet",
    ]
    assert datasets.get_dataset_config_names(str(folder)) == ["ner-4", "dapt-ai-task", "dapt-music-entity"]
    found = datasets.load_dataset(str(folder))
    assert found["train"].to_list() == NER["split=train"]
    assert found["validation"].to_list() == NER["split=validation"]
    assert found["train"].features["ner_tags"].feature.names == TAGS
    music = datasets.load_dataset(str(folder), "dapt-music-entity")
    assert {split: data.to_list() for split, data in music.items()} == {"train": DAPT["domain=music/level=entity"]}
    # The files of the folder are no parts of the dataset, whose rows list them.
    assert [part.name for part in parquet_parts(manifest)] == [f"part-{number:05d}.parquet" for number in range(1, 5)]
    assert manifest.counts["rows"] == {
        "ner-4/train": 5, "ner-4/validation": 5, "dapt-ai-task/train": 5, "dapt-music-entity/train": 5,
    }  # fmt: skip
    listed = pq.read_table(place).to_pylist()
    assert [(row["file"], row["rows"]) for row in listed] == [
        ("_hub/data/ner-4/train-00000-of-00001.parquet", 5),
        ("_hub/data/ner-4/validation-00000-of-00001.parquet", 5),
        ("_hub/data/dapt-ai-task/train-00000-of-00001.parquet", 5),
        ("_hub/data/dapt-music-entity/train-00000-of-00001.parquet", 5),
    ]


def test_a_file_weighs_its_bytes_and_what_describes_the_folder_next_to_nothing(
    tmp_path: Path, corpora: dict[str, str]
) -> None:
    sizes = [file.bytes for file in data_files(read_corpora(corpora), 10**9)]
    assert [unit.weight for unit in publisher(tmp_path, corpora).units()] == [1, *sizes]


def test_the_files_hold_plain_strings_with_descriptions(tmp_path: Path, corpora: dict[str, str]) -> None:
    place, _ = publish(tmp_path, corpora)
    schema = pq.read_schema(place / "_hub/data/ner-4/train-00000-of-00001.parquet")
    assert schema.field("tags").type.value_type == pa.string()
    assert schema.field("tags").metadata[b"description"] == b"BIO tag of each token"


def test_two_folders_are_the_same_bytes(tmp_path: Path, corpora: dict[str, str]) -> None:
    first, second = publish(tmp_path / "a", corpora), publish(tmp_path / "b", corpora)
    assert first[1].parts == second[1].parts


def test_files_of_one_split_are_read_in_their_order(tmp_path: Path, corpora: dict[str, str]) -> None:
    # The two parts of the split come to a file each, because no row group is cut.
    assert [file.rows for file in data_files(read_corpora(corpora), 1)] == [2, 3] * 4
    place, _ = publish(tmp_path, corpora, 1)
    names = sorted(path.name for path in (place / "_hub/data/ner-4").iterdir())
    assert names == [f"{split}-0000{n}-of-00002.parquet" for split in ("train", "validation") for n in range(2)]
    assert datasets.load_dataset(str(place / "_hub"), "ner-4")["train"].to_list() == NER["split=train"]


@pytest.mark.parametrize(
    ("sizes", "limit", "wanted"),
    [
        ([10, 10, 10, 10], 20, [[10, 10], [10, 10]]),
        ([10, 10, 10], 20, [[10, 10], [10]]),
        ([5] * 9, 20, [[5, 5, 5], [5, 5, 5], [5, 5, 5]]),
        ([100, 1], 20, [[100], [1]]),
        ([7], 20, [[7]]),
        ([0, 0], 20, [[0, 0]]),
    ],
)
def test_row_groups_are_dealt_to_files_of_about_one_size(sizes: list[int], limit: int, wanted: list[Any]) -> None:
    groups = [RowGroup("part", number, 1, size) for number, size in enumerate(sizes)]
    files = split_files("ner_corpus", "ner-4", "train", groups, limit)
    assert [[group.bytes for group in file.row_groups] for file in files] == wanted
    assert [file.name for file in files] == [
        f"data/ner-4/train-{number:05d}-of-{len(wanted):05d}.parquet" for number in range(len(wanted))
    ]


def test_the_card_has_what_hubs_ask(tmp_path: Path, corpora: dict[str, str]) -> None:
    place, _ = publish(tmp_path, corpora)
    card = DatasetCard.load(place / "_hub" / "README.md")
    assert card.data.to_dict() | {"configs": [], "dataset_info": []} == {
        "pretty_name": "Corpora for named entity recognition from samplewiki",
        "language": ["en"],
        "license": "cc-by-sa-4.0",
        "annotations_creators": ["machine-generated", "no-annotation"],
        "language_creators": ["found"],
        "source_datasets": ["extended|wikipedia"],
        "size_categories": ["n<1K"],
        "task_categories": ["token-classification", "fill-mask"],
        "task_ids": ["named-entity-recognition", "masked-language-modeling"],
        "configs": [],
        "dataset_info": [],
    }
    assert "| `ner-4` | validation | 5 |\n| `dapt-ai-task` | train | 5 |" in card.text
    assert "By the contributors of samplewiki and DBpedia." in card.text
    assert (place / "_hub" / "LICENSE").read_text().startswith("Attribution-ShareAlike 4.0 International\n")


def test_the_croissant_document_is_valid_and_reads_the_records(tmp_path: Path, corpora: dict[str, str]) -> None:
    place, _ = publish(tmp_path, corpora, 1)
    described = mlcroissant.Dataset(jsonld=place / "_hub" / "croissant.json")
    assert not described.metadata.ctx.issues.errors
    records = list(described.records("ner-4-train"))
    assert [record["ner-4-train/page_id"] for record in records] == [0, 1, 2, 3, 4]
    assert records[1]["ner-4-train/title"] == "é1".encode()
    assert [record["dapt-ai-task-train/copies"] for record in described.records("dapt-ai-task-train")] == [
        0,
        1,
        2,
        3,
        4,
    ]


def test_splits_without_rows_are_left_out(tmp_path: Path) -> None:
    empty = str(write_dataset(tmp_path / "in", "dapt_corpus", {}))
    ner = str(write_dataset(tmp_path / "in", "ner_corpus", {"split=train": NER["split=train"]}))
    place, _ = publish(tmp_path, {"ner-4": ner, "dapt": empty})
    assert list(datasets.load_dataset(str(place / "_hub"))) == ["train"]
    with pytest.raises(InputError, match="dapt_corpus: no rows, so there is nothing to publish"):
        publish(tmp_path / "b", {"dapt": empty})


@pytest.mark.parametrize(("least", "groups"), [(10**9, [5]), (1, [2, 3])])
def test_a_row_group_is_written_when_it_is_large_enough(
    tmp_path: Path, corpora: dict[str, str], monkeypatch: pytest.MonkeyPatch, least: int, groups: list[int]
) -> None:
    monkeypatch.setattr("corpora.steps.hub_dataset.ROW_GROUP_BYTES", least)
    place, _ = publish(tmp_path, corpora)
    file = pq.ParquetFile(place / "_hub/data/ner-4/train-00000-of-00001.parquet")
    assert [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)] == groups
    assert file.read(["page_id"])["page_id"].to_pylist() == [0, 1, 2, 3, 4]
