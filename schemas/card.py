"""The dataset card: what a reader of the Parquet needs to know, in a README beside it."""

from __future__ import annotations

import json

import pyarrow as pa

from schemas.catalog.definition import Definition, Licence
from schemas.catalog.index import DATASETS
from schemas.dataset import Manifest

CARD = "_README.md"

_OFFSETS = "Offsets count Unicode code points from 0, half open: `text[start:end]` is the surface."
_REVISION = " `page_id` and `rev_id` name the revision that each row was taken from."
_SHOWN = 400
"""Longest list of counts that a card prints; longer ones are in the manifest alone."""


def dataset_card(manifest: Manifest) -> str:
    """The card of a dataset in Markdown, with the front matter that dataset hubs read."""
    definition, provenance = DATASETS[manifest.dataset], manifest.provenance
    title = definition.name if definition.name != "rejects" else f"rejects of {provenance.step}"
    files = "**/*.parquet" if definition.partitions else "*.parquet"
    blocks = [
        f"---\nlicense: {'cc-by-sa-4.0' if definition.licence is Licence.WIKIPEDIA else 'other'}\n---",
        f"# {title}",
        definition.about,
        f"{manifest.rows:,} rows, {manifest.bytes:,} bytes. Built by step `{provenance.step}` version "
        f"{provenance.step_version} of wiki-ner-corpora {provenance.code_version}; build `{provenance.identity[:8]}`.",
        "## Columns\n\n" + describe_columns(definition.schema),
    ]
    if definition.partitions:
        named = " and ".join(f"`{key}`" for key in definition.partitions)
        blocks.append(f"Partitioned by {named}, Hive style: a reader of the directory sees them as further columns.")
    blocks += [
        "## How to load\n\n```python\n"
        'import pandas\n\nframe = pandas.read_parquet("THIS_DIRECTORY")\n```\n\n```sql\n'
        f"SELECT * FROM read_parquet('THIS_DIRECTORY/{files}');  -- DuckDB\n```",
        *([_OFFSETS] if "start" in str(definition.schema) else []),
        "## Parameters\n\n```json\n" + json.dumps(provenance.parameters, indent=1, ensure_ascii=False) + "\n```",
        "## Sources\n\n" + "\n".join(f"- {s.name}: `{s.location}` (`{s.identity[:16]}`)" for s in provenance.inputs),
        "## Counts\n\n" + _counts(manifest),
        "## Licence\n\n" + _licence(definition),
    ]
    return "\n\n".join(blocks) + "\n"


def _licence(definition: Definition) -> str:
    from_wikipedia = definition.licence is Licence.WIKIPEDIA
    return definition.licence.value + (_REVISION if from_wikipedia and "rev_id" in definition.schema.names else "")


def describe_columns(schema: pa.Schema) -> str:
    """A list of the columns with their types and descriptions, in Markdown; fields of structs below them."""

    def lines(fields: list[pa.Field], depth: int) -> list[str]:
        result = []
        for each in fields:
            description = (each.metadata or {}).get(b"description", b"").decode()
            result.append(f"{'  ' * depth}- `{each.name}` ({_type_name(each.type)}): {description}")
            inner = each.type.value_type if pa.types.is_list(each.type) else each.type
            if pa.types.is_struct(inner):
                result += lines(list(inner), depth + 1)
        return result

    return "\n".join(lines(list(schema), 0))


def _type_name(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return f"list of {_type_name(kind.value_type)}"
    if pa.types.is_dictionary(kind):
        return f"{kind.value_type}, dictionary"
    return "struct" if pa.types.is_struct(kind) else str(kind)


def _counts(manifest: Manifest) -> str:
    if not manifest.counts:
        return "None."
    blocks = []
    for group, values in manifest.counts.items():
        if len(values) <= _SHOWN:
            ordered = sorted(values.items(), key=lambda item: (-item[1], item[0]))
            blocks.append(f"### {group}\n\n" + "\n".join(f"- {key}: {number:,}" for key, number in ordered))
        else:
            blocks.append(f"### {group}\n\n{len(values):,} keys, in `_manifest.json`.")
    return "\n\n".join(blocks)
