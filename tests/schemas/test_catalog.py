"""The definitions of the datasets: complete, and read by the card."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest
from datasets.utils.metadata import known_task_ids
from huggingface_hub import DatasetCard, DatasetCardData

from schemas.catalog.definition import Definition, Licence
from schemas.catalog.index import DATASETS
from schemas.datasets.card import dataset_card
from schemas.datasets.dataset import Manifest, Part, Provenance, Source, Wiki, schema_fingerprint
from schemas.datasets.hugging_face import size_category


def fields(schema: pa.Schema) -> list[pa.Field]:
    found, todo = [], list(schema)
    while todo:
        field = todo.pop()
        found.append(field)
        inner = field.type.value_type if pa.types.is_list(field.type) else field.type
        if pa.types.is_struct(inner):
            todo += list(inner)
    return found


@pytest.mark.parametrize("definition", DATASETS.values(), ids=DATASETS.keys())
def test_a_definition_says_everything(definition: Definition) -> None:
    assert definition.about.endswith(".") and not definition.row.endswith(".")
    assert all(definition.partitions.values())
    assert not set(definition.partitions) & set(definition.schema.names), "a partition is no column of the files"
    for field in fields(definition.schema):
        assert (field.metadata or {}).get(b"description"), f"{definition.name}: {field.name} has no description"


def test_the_schemas_are_those_that_were_released() -> None:
    """A schema that changes, descriptions included, is another version of the dataset: raise its `step_version` too."""
    all_of_them = "".join(f"{name} {schema_fingerprint(DATASETS[name].schema)}\n" for name in sorted(DATASETS))
    assert (
        hashlib.sha256(all_of_them.encode()).hexdigest()
        == "4ccd68dc8032c07f2ccf6aeb367b9c9f752baf58f0b707e2d6ed71a1adb16c64"
    )


PART = Part("split=train/part-00000.parquet", 2, 1234, "0" * 64)


def manifest_of(dataset: str, wiki: Wiki | None = None, **fields: Any) -> Manifest:
    provenance = Provenance(
        "abc" * 20, dataset, 3, "0.1", {"dataset": "ai"}, [Source("train", "a.txt", "f" * 64)], wiki
    )
    return Manifest(dataset, provenance, "", 2, 1234, 2, 0, {"sentences": {"train": 2}}, [PART], **fields)


def test_the_card_is_made_of_the_definition_and_the_manifest() -> None:
    assert dataset_card(manifest_of("ner_benchmark", classes={"ner_tags": ["O", "B-x", "I-x"]})) == CARD


def test_a_card_lists_counts_from_the_largest_by_name_and_no_more_than_four_hundred() -> None:
    counts = {
        "kept": {"b": 2, "c": 1000, "a": 2},
        "at the limit": {f"{number:03}": 1 for number in range(400)},
        "above it": {f"{number:03}": 1 for number in range(401)},
    }
    card = dataset_card(replace(manifest_of("ner_benchmark"), counts=counts))
    assert "### kept\n\n- c: 1,000\n- a: 2\n- b: 2\n\n### at the limit\n\n- 000: 1\n" in card
    assert "\n- 399: 1\n\n### above it\n\n401 keys, in `_manifest.json`.\n\n## Licence" in card


def test_a_card_shows_parameters_in_their_own_letters() -> None:
    manifest = manifest_of("ner_benchmark")
    provenance = replace(manifest.provenance, parameters={"domain": "Bücher"})
    card = dataset_card(replace(manifest, provenance=provenance))
    named = dataset_card(manifest).replace("NER benchmark of ai", "NER benchmark")
    assert card == named.replace('"dataset": "ai"', '"domain": "Bücher"')


def test_a_card_gives_credit_as_the_licence_asks() -> None:
    wiki = Wiki("dewiki", "de", "https://de.wikipedia.org/w/index.php?oldid={rev_id}")
    card = DatasetCard(dataset_card(manifest_of("ner_corpus", wiki)))
    assert card.text.endswith(CREDIT)
    assert {key: card.data.get(key) for key in METADATA} == METADATA


@pytest.mark.parametrize(
    ("dataset", "language", "told"),
    [
        ("ner_corpus", "ja", True),
        ("ner_corpus", "th", True),
        ("ner_corpus", "fr", False),
        ("sentences", "ja", False),
        # Here `tokens` is how many the model was trained on.
        ("dapt_model", "ja", False),
        # Its language is that of the annotated files, which nobody says.
        ("ner_benchmark", "ja", False),
    ],
)
def test_a_card_tells_tokens_that_are_characters(dataset: str, language: str, told: bool) -> None:
    card = dataset_card(manifest_of(dataset, Wiki("wiki", language, "")))
    assert ("\n\nThe language of the wiki writes no spaces between words, " in card) == told


def test_the_card_of_a_korean_corpus_says_where_the_spaces_are() -> None:
    card = dataset_card(manifest_of("ner_corpus", Wiki("wiki", "ko", "")))
    assert "\n\nThe language of the wiki writes particles behind a name without a space, " in card


@pytest.mark.parametrize(
    ("dataset", "step", "name"),
    [
        ("ner_runs", "ner_runs", "NER runs of mine"),
        ("ner_scores", "ner_runs", "NER scores of mine"),
        ("rejects", "ner_runs", "Rejects of ner runs of mine"),
    ],
)
def test_scores_on_data_of_ones_own_are_not_said_to_be_of_the_wiki_of_the_encoder(
    dataset: str, step: str, name: str
) -> None:
    manifest = manifest_of(dataset, Wiki("dewiki", "de", "https://de.wikipedia.org/w/index.php?oldid={rev_id}"))
    provenance = replace(manifest.provenance, step=step, parameters={"target": "mine"})
    card = DatasetCard(dataset_card(replace(manifest, provenance=provenance)))
    assert card.text.endswith(
        "## Licence\n\nThat of the annotated files that it was made of, which Sources lead to: their publisher says "
        "which it is.\n"
    )
    told = {key: card.data.get(key) for key in ("pretty_name", "language", "license", "source_datasets")}
    assert told == {"pretty_name": name, "language": None, "license": "other", "source_datasets": ["original"]}


def test_a_step_that_is_no_dataset_has_a_card_of_its_rejects() -> None:
    """A job may be run without the tasks, and its provenance name whatever step it likes."""
    manifest = manifest_of("rejects", Wiki("dewiki", "de", ""))
    named = replace(manifest, provenance=replace(manifest.provenance, step="wiki.transforms:TrainPunkt"))
    assert "Built by step `wiki.transforms:TrainPunkt` version " in dataset_card(named)
    assert DatasetCard(dataset_card(named)).data.get("license") == "cc-by-sa-4.0"


def test_the_front_matter_says_what_hubs_know() -> None:
    """The options are those that huggingface_hub lists for each field."""
    options = DatasetCardData.__doc__ or ""
    for dataset in DATASETS:
        data = DatasetCard(dataset_card(manifest_of(dataset, Wiki("zhwiki", "zh-hans", "")))).data
        for field in ("annotations_creators", "language_creators", "size_categories"):
            assert all(f"'{value}'" in options for value in data.get(field) or []), (dataset, field)
        assert set(data.get("task_categories") or []) <= set(known_task_ids)
        assert data.get("language") == (None if DATASETS[dataset].licence is Licence.ANNOTATED else ["zh"])
        assert (data.get("license") == "other") == bool(data.get("license_name")) == bool(data.get("license_link"))


@pytest.mark.parametrize(
    ("dataset", "name"),
    [
        ("sparql_types", "SPARQL types"),
        ("dapt_corpus", "DAPT corpus"),
        ("ner_bert", "NER BERT"),
        ("typed_sentences", "Typed sentences"),
    ],
)
def test_a_dataset_has_a_name_for_people_with_its_profile(dataset: str, name: str) -> None:
    made = manifest_of(dataset)
    assert DatasetCard(dataset_card(made)).data.get("pretty_name") == f"{name} of ai"
    manifest = replace(made, provenance=replace(made.provenance, parameters={}))
    assert DatasetCard(dataset_card(manifest)).data.get("pretty_name") == name
    provenance = replace(manifest.provenance, parameters={"profile": "paper"}, wiki=Wiki("enwiki", "en", ""))
    card = dataset_card(replace(manifest, provenance=provenance))
    assert DatasetCard(card).data.get("pretty_name") == f"{name} of enwiki (paper)"
    assert "; build `abcabcab`. Profile `paper`.\n" in card


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (99_999, "10K<n<100K"), (100_000, "100K<n<1M"),
        (10**6, "1M<n<10M"), (10**9 - 1, "100M<n<1B"), (10**11, "100B<n<1T"), (10**12, "n>1T"),
    ],
)  # fmt: skip
def test_size_categories(rows: int, wanted: str) -> None:
    assert size_category(rows) == wanted


METADATA = {
    "pretty_name": "NER corpus of dewiki",
    "language": ["de"],
    "license": "cc-by-sa-4.0",
    "annotations_creators": ["machine-generated"],
    "language_creators": ["found"],
    "source_datasets": ["extended|wikipedia"],
    "size_categories": ["n<1K"],
    "task_categories": ["token-classification"],
    "task_ids": ["named-entity-recognition"],
    "configs": [{"config_name": "default", "data_files": [{"split": "train", "path": "split=train/*.parquet"}]}],
}

CARD = """\
---
pretty_name: NER benchmark of ai
license: other
license_name: of-the-annotated-files
license_link: "_README.md#licence"
annotations_creators:
- found
source_datasets:
- original
size_categories:
- n<1K
task_categories:
- token-classification
task_ids:
- named-entity-recognition
configs:
- config_name: default
  data_files:
  - split: train
    path: split=train/*.parquet
dataset_info:
- config_name: default
  features:
  - name: sentence
    dtype: int32
  - name: tokens
    list: string
  - name: tags
    list: string
  - name: ner_tags
    list:
      class_label:
        names:
          "0": O
          "1": B-x
          "2": I-x
  splits:
  - name: train
    num_bytes: 1234
    num_examples: 2
  download_size: 1234
  dataset_size: 1234
---

# ner_benchmark

Sentences that people annotated, or that stand for such, to fine-tune and score models on.

2 rows, 1,234 bytes. Built by step `ner_benchmark` version 3 of wiki-ner-corpora 0.1; build `abcabcab`.

## Columns

- `sentence` (int32): number of the sentence in its split, from 0, in the order of the file
- `tokens` (list of string): words and punctuation of the sentence
- `tags` (list of string, dictionary): BIO tag of each token
- `ner_tags` (list of int64): number of the tag of each token; the names are in the header of the card

Partitioned by `split`, Hive style: a reader of the directory sees them as further columns.

## How to load

```python
import datasets, pandas, polars

data = datasets.load_dataset("THIS_DIRECTORY")
frame = pandas.read_parquet("THIS_DIRECTORY")
frame = polars.read_parquet("THIS_DIRECTORY/**/*.parquet", hive_partitioning=True)
```

```sql
SELECT * FROM read_parquet('THIS_DIRECTORY/**/*.parquet');  -- DuckDB
```

## Parameters

```json
{
 "dataset": "ai"
}
```

## Sources

- train: `a.txt` (`ffffffffffffffff`)

## Counts

### sentences

- train: 2

## Licence

That of the annotated files that it was made of, which Sources lead to: their publisher says which it is.
"""

CREDIT = """\
- By the contributors of dewiki and DBpedia.
- Source: each revision, with its authors, is at `https://de.wikipedia.org/w/index.php?oldid={rev_id}`.
- Licence: [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/), also for what you make of it.
- Changed: the markup was removed, and the text was cut, selected and annotated as this card says.
"""
