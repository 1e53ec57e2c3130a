"""The dataset card: what a reader of the Parquet needs to know, in a README beside it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pyarrow as pa

from schemas.catalog.definition import CC_BY_SA, TOKENS, Definition, Licence
from schemas.catalog.index import DATASETS
from schemas.catalog.rejects import REJECTS
from schemas.datasets.dataset import Manifest, Provenance, Wiki, ranked
from schemas.datasets.hugging_face import dataset_configs, metadata
from schemas.datasets.snapshot_lock import LockedFile
from schemas.datasets.yaml_text import yaml_text
from schemas.markdown import bullets
from schemas.sources.language_facts import has_names_within_words, has_spaces, has_spaces_behind_names

CARD = "_README.md"

_ACRONYMS = {"bert", "dapt", "ner", "sparql"}
_HOW_TO_LOAD = """\
## How to load

```python
import datasets, pandas, polars

data = datasets.load_dataset("THIS_DIRECTORY"{name})
frame = pandas.read_parquet("THIS_DIRECTORY")
frame = polars.read_parquet("THIS_DIRECTORY/{files}"{hive})
```

```sql
SELECT * FROM read_parquet('THIS_DIRECTORY/{files}');  -- DuckDB
```"""
_OFFSETS = "Offsets count Unicode code points from 0, half open: `text[start:end]` is the surface."
_CHARACTERS = (
    "The language of the wiki writes no spaces between words, and the text is not cut into words: each character is "
    "one of the `tokens`, with the signs on it. Words in Latin letters and figures are one token each."
)
_SYLLABLES = (
    "The language of the wiki writes particles behind a name without a space, and the text is not cut into words: each "
    "character is one of the `tokens`. Words in Latin letters and figures are one token each. The spaces are in `text`."
)
_WHOLE_WORDS = (
    "In the language of the wiki a name is often a part of a written word, with small words before it or endings "
    "behind it. The `tokens` of a mention are whole words all the same, and so may be more than the name."
)
_REVISION = " `page_id` and `rev_id` name the revision that each row was taken from."
_SHOWN = 400
"""Longest list of counts that a card prints; longer ones are in the manifest alone."""


def dataset_card(manifest: Manifest) -> str:
    """The card of a dataset in Markdown, with the front matter that dataset hubs read."""
    provenance = manifest.provenance
    definition = DATASETS[manifest.dataset]
    if definition is REJECTS and (kept := DATASETS.get(provenance.step)):
        # What a step refuses is of the same origin as what it keeps.
        definition = replace(definition, licence=kept.licence)
    # Models may be of the wiki; the data that they were scored on is not.
    wiki = None if definition.licence is Licence.ANNOTATED else provenance.wiki
    files = "**/*.parquet" if definition.partitions else "*.parquet"
    configs = dataset_configs(manifest)
    blocks = [
        front_matter(metadata(_pretty_name(manifest.title, provenance, wiki), [definition], wiki, configs)),
        f"# {manifest.title}",
        definition.about,
        f"{manifest.rows:,} rows, {manifest.bytes:,} bytes. Built by step `{provenance.step}` version "
        f"{provenance.step_version} of wiki-ner-corpora {provenance.code_version}; build `{provenance.identity[:8]}`."
        f"{_profile(provenance)}",
        "## Columns\n\n" + describe_columns(definition.schema),
        *about_tokens(definition, wiki),
    ]
    if definition.partitions:
        named = " and ".join(f"`{key}`" for key in definition.partitions)
        blocks.append(f"Partitioned by {named}, Hive style: a reader of the directory sees them as further columns.")
    blocks += [
        _HOW_TO_LOAD.format(
            files=files,
            name=f', "{configs[0].name}"' if len(configs) > 1 else "",
            hive=", hive_partitioning=True" if definition.partitions else "",
        ),
        *([_OFFSETS] if "start" in str(definition.schema) else []),
        "## Parameters\n\n```json\n" + json.dumps(provenance.parameters, indent=1, ensure_ascii=False) + "\n```",
        "## Sources\n\n" + bullets(f"{s.name}: `{s.location}` (`{s.identity[:16]}`)" for s in provenance.inputs),
        *(["## Snapshot\n\n" + _snapshot(provenance.snapshot)] if provenance.snapshot else []),
        "## Counts\n\n" + _counts(manifest),
        "## Licence\n\n" + _licence(definition, wiki),
    ]
    return "\n\n".join(blocks) + "\n"


def front_matter(document: dict[str, Any]) -> str:
    """The header of a card, which hubs and their libraries read."""
    return f"---\n{yaml_text(document)}---"


def _pretty_name(title: str, provenance: Provenance, wiki: Wiki | None) -> str:
    words = [word.upper() if word in _ACRONYMS else word for word in title.split("_")]
    name = " ".join([words[0][0].upper() + words[0][1:], *words[1:]])
    parameters = provenance.parameters
    origin = wiki.name if wiki else parameters.get("target") or parameters.get("dataset")
    source = f" of {origin}" if origin else ""
    profile = parameters.get("profile")
    return f"{name}{source} ({profile})" if profile else f"{name}{source}"


def _profile(provenance: Provenance) -> str:
    name = provenance.parameters.get("profile")
    return f" Profile `{name}`." if name else ""


def _licence(definition: Definition, wiki: Wiki | None) -> str:
    terms: str = definition.licence.value
    if definition.licence is not Licence.WIKIPEDIA:
        return terms
    revisions = _REVISION if "rev_id" in definition.schema.names else ""
    return f"{terms}{revisions}\n\n{attribution(wiki)}"


def attribution(wiki: Wiki | None) -> str:
    """What CC BY-SA 4.0, section 3(a), wants said: who made it, where it is from, its licence, that it was changed."""
    by = f"the contributors of {wiki.name} and DBpedia" if wiki else "the contributors of Wikipedia and DBpedia"
    where = [f"- Source: each revision, with its authors, is at `{wiki.revision_url}`."] if wiki else []
    lines = [
        f"- By {by}.",
        *where,
        f"- Licence: [CC BY-SA 4.0]({CC_BY_SA}), also for what you make of it.",
        "- Changed: the markup was removed, and the text was cut, selected and annotated as this card says.",
    ]
    return "\n".join(lines)


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


def about_tokens(definition: Definition, wiki: Wiki | None) -> list[str]:
    """A paragraph for the tokens of a wiki that are no words, or words with names in them; none for the others."""
    schema = definition.schema
    has_tokens = "tokens" in schema.names and schema.field("tokens").type == TOKENS
    if not has_tokens or not wiki:
        return []
    if has_names_within_words(wiki.language):
        return [_WHOLE_WORDS]
    if has_spaces_behind_names(wiki.language):
        return []
    return [_SYLLABLES if has_spaces(wiki.language) else _CHARACTERS]


def _type_name(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return f"list of {_type_name(kind.value_type)}"
    if pa.types.is_dictionary(kind):
        return f"{kind.value_type}, dictionary"
    return "struct" if pa.types.is_struct(kind) else str(kind)


def _snapshot(files: list[LockedFile]) -> str:
    listed = bullets(f"{file.address} ({file.size or 0:,} bytes, SHA-256 `{file.sha256}`)" for file in files)
    return f"The files that it was made of, directly or through other datasets:\n\n{listed}"


def _counts(manifest: Manifest) -> str:
    if not manifest.counts:
        return "None."
    blocks = []
    for group, values in manifest.counts.items():
        if len(values) <= _SHOWN:
            blocks.append(f"### {group}\n\n" + bullets(f"{key}: {number:,}" for key, number in ranked(values)))
        else:
            blocks.append(f"### {group}\n\n{len(values):,} keys, in `_manifest.json`.")
    return "\n\n".join(blocks)
