"""The dataset card: what a reader of the Parquet needs to know, in a README beside it."""

from __future__ import annotations

import json

import pyarrow as pa

from schemas.dataset import Manifest, parquet_parts

CARD = "_README.md"

_ABOUT = {
    "punkt": "Parameters of the Punkt sentence splitter, trained on text of the dump.",
    "sentences": "Every sentence of the articles' running text, with its internal links.",
    "redirects": "The redirect pages of the wiki and where they point.",
    "sparql_types": "The DBpedia classes that a SPARQL endpoint gave for the titles that the corpus links to.",
    "infoboxes": "The templates that articles call outside their sentences: infoboxes, navigation, stubs.",
    "template_redirects": "Redirects between templates, where the dump has the template namespace.",
    "type_index": "The DBpedia class of every typed title, redirects resolved. `_lookup.arrow` holds the same as a "
    "memory-mapped table of hashes.",
    "typed_sentences": "The sentences that have links, each link typed with the DBpedia class of its target and "
    "flagged where it may be noise; with `propagate` also mentions that nobody linked and the sentences that have "
    "them.",
    "filtered_sentences": "The typed sentences that pass the NER-BERT filters; given-up categories are ENTITY.",
    "ner_corpus": "Training examples for named entity recognition: tokens with BIO tags, filtered and balanced as for "
    "NER-BERT (Liu et al., 2021). A sentence of rare categories stands there several times (`copy` counts from 0); all "
    "its copies are in one split.",
    "category_edges": "The members of every category of the wiki: articles (redirects included) and subcategories. A "
    "table of its own for each (`type`), sorted by category.",
    "domain_pages": "The pages of a domain: those in its root categories and in the categories below, each with the "
    "way it came.",
    "gazetteer": "The names of the DBpedia entity list with what the wiki's own links say of them. `_surfaces.marisa` "
    "and `_surfaces.arrow` hold those with outcome `kept` as a memory-mapped trie.",
    "dapt_corpus": "Sentences for domain-adaptive pre-training, by domain and by the levels of CrossNER (Liu et al., "
    "2021): `domain` has all, `entity` those with several entities, `task` those with an entity of the domain's "
    "specialised types, `integrated` entity and twice task, as `copies`. Each level can be read alone; to read all "
    "sentences once, read `level=domain`.",
    "domain_vocabulary": "The most frequent words of each domain without stop words, most frequent first.",
    "dapt_text": "`dapt_corpus` as plain text, a file for each domain and level: a sentence a line, an empty line "
    "between paragraphs. Copies come in rounds, one after the other, never side by side.",
    "ner_benchmark": "Sentences that people annotated, or that stand for such, to fine-tune and score models on.",
    "encoder": "What models start from: a pre-trained encoder, or a small one from scratch with a WordPiece vocabulary "
    "of the corpus. `_best` holds it as `transformers` loads it; there are no rows.",
    "dapt_model": "A masked language model trained further on the sentences of a domain (Liu et al., 2021). `_best` "
    "(least loss on the held-out blocks, the column `validation`) and `_last` hold it as `transformers` loads it; the "
    "rows are the log of its training.",
    "ner_bert": "A tagger trained on the NER corpus (Liu et al., 2021): NER-BERT. `_best` (highest F1 on the "
    "validation split, the column `validation`) and `_last` hold it as `transformers` loads it; the rows are the "
    "log of its training.",
    "ner_runs": "Fine-tuned models: one row a run, with its scores on the test split.",
    "ner_scores": "The scores of the runs by entity type.",
    "ner_predictions": "What the models of the runs predicted for the test split.",
    "entity_representations": "What encoders make of the entities of the test split before any fine-tuning.",
    "evaluation": "Means and deviations over the seeds of all runs. `_report` holds the report for people: tables, "
    "curves and pictures.",
    "rejects": "What the step refused, with the reason.",
}

_ANNOTATED = "That of the annotated files named under Sources: their publisher says which it is."
_TRAINED = "That of the encoder that training started from, and of the text it was trained on: CC BY-SA 4.0, Wikipedia."
_OTHER_LICENCES = {
    **dict.fromkeys(("ner_benchmark", "ner_predictions", "entity_representations"), _ANNOTATED),
    **dict.fromkeys(("encoder", "dapt_model", "ner_bert"), _TRAINED),
}
"""Licences of what is not text of Wikipedia and facts of DBpedia alone."""

_OFFSETS = "Offsets count Unicode code points from 0, half open: `text[start:end]` is the surface."
_REVISION = " `page_id` and `rev_id` name the revision that each row was taken from."
_SHOWN = 400
"""Longest list of counts that a card prints; longer ones are in the manifest alone."""


def dataset_card(manifest: Manifest, schema: pa.Schema) -> str:
    """The card of a dataset in Markdown, with the front matter that dataset hubs read."""
    provenance = manifest.provenance
    keys = list(dict.fromkeys(key for part in parquet_parts(manifest) for key in _partition_keys(part.name)))
    files = "**/*.parquet" if keys else "*.parquet"
    title = manifest.dataset if manifest.dataset != "rejects" else f"rejects of {provenance.step}"
    blocks = [
        f"---\nlicense: {'other' if manifest.dataset in _OTHER_LICENCES else 'cc-by-sa-4.0'}\n---",
        f"# {title}",
        _ABOUT[manifest.dataset],
        f"{manifest.rows:,} rows, {manifest.bytes:,} bytes. Built by step `{provenance.step}` version "
        f"{provenance.step_version} of wiki-ner-corpora {provenance.code_version}; build `{provenance.identity[:8]}`.",
        "## Columns\n\n" + _columns(schema),
    ]
    if keys:
        named = " and ".join(f"`{key}`" for key in keys)
        blocks.append(f"Partitioned by {named}, Hive style: a reader of the directory sees them as further columns.")
    blocks += [
        "## How to load\n\n```python\n"
        'import pandas\n\nframe = pandas.read_parquet("THIS_DIRECTORY")\n```\n\n```sql\n'
        f"SELECT * FROM read_parquet('THIS_DIRECTORY/{files}');  -- DuckDB\n```",
        *([_OFFSETS] if "start" in str(schema) else []),
        "## Parameters\n\n```json\n" + json.dumps(provenance.parameters, indent=1, ensure_ascii=False) + "\n```",
        "## Sources\n\n" + "\n".join(f"- {s.name}: `{s.location}` (`{s.identity[:16]}`)" for s in provenance.inputs),
        "## Counts\n\n" + _counts(manifest),
        "## Licence\n\n" + _licence(manifest.dataset, schema),
    ]
    return "\n\n".join(blocks) + "\n"


def _licence(dataset: str, schema: pa.Schema) -> str:
    if dataset in _OTHER_LICENCES:
        return _OTHER_LICENCES[dataset]
    return (
        "Text of Wikipedia and facts of DBpedia: CC BY-SA 4.0 (dumps before June 2023: CC BY-SA 3.0), by their "
        f"contributors.{_REVISION if 'rev_id' in schema.names else ''}"
    )


def _partition_keys(name: str) -> list[str]:
    """Keys of the Hive-style directories in the name of a part, from the outermost."""
    return [piece.partition("=")[0] for piece in name.split("/")[:-1]]


def _columns(schema: pa.Schema) -> str:
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
