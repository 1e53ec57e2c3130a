"""The definitions of the datasets: complete, and read by the card."""

from __future__ import annotations

import hashlib

import pyarrow as pa
import pytest

from schemas.card import dataset_card
from schemas.catalog.definition import Definition
from schemas.catalog.index import DATASETS
from schemas.dataset import Manifest, Part, Provenance, Source, schema_fingerprint


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
        == "71ef72f9c1015047899bfa7c7aaeb4c5afac10229b1c83ef289bfb079c7a3e5b"
    )


def test_the_card_is_made_of_the_definition_and_the_manifest() -> None:
    provenance = Provenance(
        "abc" * 20, "ner_benchmark", 3, "0.1", {"dataset": "ai"}, [Source("train", "a.txt", "f" * 64)]
    )
    part = Part("split=train/part-00000.parquet", 2, 1234, "0" * 64)
    manifest = Manifest("ner_benchmark", provenance, "", 2, 1234, 2, 0, {"sentences": {"train": 2}}, [part])
    assert dataset_card(manifest) == CARD


CARD = """\
---
license: other
---

# ner_benchmark

Sentences that people annotated, or that stand for such, to fine-tune and score models on.

2 rows, 1,234 bytes. Built by step `ner_benchmark` version 3 of wiki-ner-corpora 0.1; build `abcabcab`.

## Columns

- `sentence` (int32): number of the sentence in its split, from 0, in the order of the file
- `tokens` (list of string): words and punctuation of the sentence
- `tags` (list of string, dictionary): BIO tag of each token
- `ner_tags` (list of int64): number of the tag of each token; the manifest has the names under `classes`

Partitioned by `split`, Hive style: a reader of the directory sees them as further columns.

## How to load

```python
import pandas

frame = pandas.read_parquet("THIS_DIRECTORY")
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

That of the annotated files named under Sources: their publisher says which it is.
"""
