"""How a dataset is described to the library `datasets` and to Hugging Face's hub: configs, splits and features."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from schemas.catalog.definition import CC_BY_SA, NER, Definition, Licence
from schemas.catalog.index import DATASETS
from schemas.datasets.dataset import Manifest, Part, Wiki, parquet_parts, partition_of

LOADER = ".huggingface.yaml"
"""Name of the file from which `datasets` learns how to read a directory; readers of Parquet pass over it."""

_SPLIT = "split"
_SPLIT_NAMES = {"dev": "validation"}
"""Splits whose name on hubs is not ours."""
_DTYPES = {"double": "float64", "float": "float32"}
"""Types whose name in `datasets` is not Arrow's."""


@dataclass(frozen=True)
class Split:
    """A split of a config."""

    name: str
    paths: Sequence[str]
    """Its files, or patterns of them, below the directory."""
    rows: int
    bytes: int
    """Size of its files."""


@dataclass(frozen=True)
class Config:
    """What a user of `datasets` loads by name."""

    name: str
    splits: Sequence[Split]
    features: Sequence[Mapping[str, Any]]
    """Its columns: see `features`."""
    default: bool = False
    """Whether it is loaded where none is named; where there is one alone it is loaded anyway."""


def dataset_configs(manifest: Manifest) -> list[Config]:
    """The configs of a dataset in its own directory.

    A dataset that is partitioned by `split` has its splits, one that is partitioned otherwise a config for each
    partition (`music-task`), and all others are one split, `train`.
    """
    definition = DATASETS[manifest.dataset]
    columns = features(definition.schema, manifest.classes)
    configs: dict[str, list[Split]] = {}
    for folder, parts in _by_folder(manifest).items():
        name, split = _names(definition, list(partition_of(parts[0]).values()))
        pattern = f"{folder}/*.parquet" if folder else "*.parquet"
        rows, size = sum(part.rows for part in parts), sum(part.bytes for part in parts)
        configs.setdefault(name, []).append(Split(split, [pattern], rows, size))
    return [Config(name, splits, columns) for name, splits in configs.items()]


def _by_folder(manifest: Manifest) -> dict[str, list[Part]]:
    """The parts of each partition; partitions in order, splits in the order in which they are used."""
    found: dict[str, list[Part]] = {}
    for part in parquet_parts(manifest):
        found.setdefault(part.name.rpartition("/")[0], []).append(part)
    order = {f"{_SPLIT}={name}": number for number, name in enumerate(("train", "validation", "dev", "test"))}
    return dict(sorted(found.items(), key=lambda item: (order.get(item[0], 0), item[0])))


def _names(definition: Definition, values: Sequence[str]) -> tuple[str, str]:
    """Names of the config and the split that a partition, given by its values, is."""
    if values and list(definition.partitions) == [_SPLIT]:
        return "default", _SPLIT_NAMES.get(values[0], values[0])
    return "-".join(values) or "default", "train"


_LICENCES: Mapping[Licence, Mapping[str, str]] = {
    Licence.WIKIPEDIA: {"license": "cc-by-sa-4.0"},
    Licence.WIKIDATA: {"license": "cc0-1.0"},
    Licence.ANNOTATED: {
        "license": "other",
        "license_name": "of-the-annotated-files",
        "license_link": "_README.md#licence",
    },
    Licence.TRAINED: {
        "license": "other",
        "license_name": "of-the-encoder-and-cc-by-sa-4.0",
        "license_link": CC_BY_SA,
    },
}
_ORIGINS: Mapping[Licence, Mapping[str, list[str]]] = {
    Licence.WIKIPEDIA: {"language_creators": ["found"], "source_datasets": ["extended|wikipedia"]},
    Licence.WIKIDATA: {"language_creators": ["found"], "source_datasets": ["original"]},
    Licence.ANNOTATED: {"annotations_creators": ["found"], "source_datasets": ["original"]},
    Licence.TRAINED: {"annotations_creators": ["machine-generated"]},
}


def metadata(
    title: str, definitions: Sequence[Definition], wiki: Wiki | None, configs: Sequence[Config]
) -> dict[str, Any]:
    """The front matter of a card for datasets of one licence: what hubs show and search, and what `loading` says."""
    (licence,) = {definition.licence for definition in definitions}
    tasks = list(dict.fromkeys(definition.task for definition in definitions if definition.task))
    annotated = {"machine-generated" if task == NER else "no-annotation" for task in tasks}
    return {
        "pretty_name": title,
        **({"language": [wiki.language.partition("-")[0]]} if wiki else {}),
        **_LICENCES[licence],
        **({"annotations_creators": sorted(annotated)} if annotated else {}),
        **_ORIGINS[licence],
        "size_categories": [size_category(sum(split.rows for config in configs for split in config.splits))],
        **({"task_categories": [task.category for task in tasks]} if tasks else {}),
        **({"task_ids": [task.id for task in tasks]} if tasks else {}),
        **loading(configs),
    }


def size_category(rows: int) -> str:
    """The class of sizes that hubs have for a number of rows: `1K<n<10K`."""
    bounds = [10**power for power in range(3, 13)]
    position = bisect_right(bounds, rows)
    if position == 0:
        return "n<1K"
    if position == len(bounds):
        return "n>1T"
    return f"{_short(bounds[position - 1])}<n<{_short(bounds[position])}"


def _short(number: int) -> str:
    for unit, letter in ((10**12, "T"), (10**9, "B"), (10**6, "M")):
        if number >= unit:
            return f"{number // unit}{letter}"
    return f"{number // 1000}K"


def loading(configs: Sequence[Config]) -> dict[str, Any]:
    """What `datasets` reads from a card or from `LOADER`: the files, features and sizes of the configs."""
    return {
        "configs": [
            {
                "config_name": config.name,
                **({"default": True} if config.default else {}),
                "data_files": [
                    {"split": split.name, "path": split.paths[0] if len(split.paths) == 1 else list(split.paths)}
                    for split in config.splits
                ],
            }
            for config in configs
        ],
        "dataset_info": [
            {
                "config_name": config.name,
                "features": list(config.features),
                "splits": [
                    {"name": split.name, "num_bytes": split.bytes, "num_examples": split.rows}
                    for split in config.splits
                ],
                "download_size": sum(split.bytes for split in config.splits),
                "dataset_size": sum(split.bytes for split in config.splits),
            }
            for config in configs
        ],
    }


def features(schema: pa.Schema, classes: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """The columns of a schema in the form that `datasets` has for cards.

    `classes` has the names of the classes of columns that hold numbers of classes, by column.
    """
    return [{"name": each.name, **_feature(each.type, classes.get(each.name))} for each in schema]


def _feature(kind: pa.DataType, classes: Sequence[str] | None) -> dict[str, Any]:
    if pa.types.is_list(kind):
        inner = _feature(kind.value_type, classes)
        # A list of values or structs has a short form, which is the one that the library writes.
        return {"list": inner.get("dtype") or inner.get("struct") or inner}
    if pa.types.is_struct(kind):
        return {"struct": [{"name": each.name, **_feature(each.type, None)} for each in kind]}
    if classes is not None:
        return {"dtype": {"class_label": {"names": {str(number): name for number, name in enumerate(classes)}}}}
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    return {"dtype": _DTYPES.get(str(value), str(value))}
