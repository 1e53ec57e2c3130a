"""The description of a folder for a dataset hub in Croissant, MLCommons' vocabulary for datasets (version 1.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from corpora.hub.card import folder_title
from corpora.hub.folder import Corpus
from schemas.catalog.definition import CC_BY_SA
from schemas.datasets.hugging_face import Config

CROISSANT = "croissant.json"

_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The context that the specification gives."""


def croissant(corpora: Sequence[Corpus]) -> dict[str, Any]:
    """The Croissant document: a set of files and one of records for each split of each config."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": folder_title(corpora),
        "description": " ".join(dict.fromkeys(corpus.definition.about for corpus in corpora)),
        "license": CC_BY_SA,
        "distribution": [
            {
                "@type": "cr:FileSet",
                "@id": f"files-{config.name}-{split.name}",
                "name": f"files-{config.name}-{split.name}",
                "description": f"Files of the split {split.name} of {config.name}.",
                "encodingFormat": "application/x-parquet",
                "includes": list(split.paths),
            }
            for corpus in corpora
            for config in corpus.configs
            for split in config.splits
        ],
        "recordSet": [record for corpus in corpora for config in corpus.configs for record in _records(corpus, config)],
    }


def _records(corpus: Corpus, config: Config) -> Iterator[dict[str, Any]]:
    for split in config.splits:
        name = f"{config.name}-{split.name}"
        yield {
            "@type": "cr:RecordSet",
            "@id": name,
            "name": name,
            "description": f"{split.rows:,} rows; each is {corpus.definition.row}.",
            "field": [_field(name, column) for column in corpus.definition.schema],
        }


def _field(records: str, column: pa.Field) -> dict[str, Any]:
    repeated = pa.types.is_list(column.type)
    return {
        "@type": "cr:Field",
        "@id": f"{records}/{column.name}",
        "name": column.name,
        "description": column.metadata[b"description"].decode(),
        "dataType": _data_type(column.type.value_type if repeated else column.type),
        "source": {"fileSet": {"@id": f"files-{records}"}, "extract": {"column": column.name}},
        **({"repeated": True} if repeated else {}),
    }


def _data_type(kind: pa.DataType) -> str:
    return f"cr:{str(kind).capitalize()}" if pa.types.is_integer(kind) else "sc:Text"
