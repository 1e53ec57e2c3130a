"""What a folder for a dataset hub consists of: configs and splits, and the files that hold them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import pyarrow.parquet as pq

from schemas import storage
from schemas.catalog.definition import Definition
from schemas.catalog.index import DATASETS
from schemas.dataset import Manifest, Part, parquet_parts, read_manifest
from schemas.errors import InputError
from schemas.hugging_face import Config, Split, dataset_configs

HUB = "_hub"
"""The folder in the directory of its dataset."""


@dataclass(frozen=True)
class RowGroup:
    """A row group of a Parquet part."""

    uri: str
    number: int
    rows: int
    bytes: int
    """Compressed."""


@dataclass(frozen=True)
class DataFile:
    """A Parquet file of the folder."""

    name: str
    """Its path in the folder, `data/ner-315/train-00000-of-00012.parquet`."""
    dataset: str
    config: str
    split: str
    row_groups: Sequence[RowGroup]

    @property
    def rows(self) -> int:
        return sum(group.rows for group in self.row_groups)

    @property
    def bytes(self) -> int:
        """Size of what it is made of, which is about its own."""
        return sum(group.bytes for group in self.row_groups)


@dataclass(frozen=True)
class Corpus:
    """A dataset in the folder."""

    prefix: str
    """Beginning of the names of its configs, `ner-315`."""
    manifest: Manifest
    configs: Sequence[Config]

    @property
    def definition(self) -> Definition:
        return DATASETS[self.manifest.dataset]


def read_corpora(locations: Mapping[str, str]) -> list[Corpus]:
    """The datasets at some locations, given by prefix, with their configs as they are in the folder.

    Splits without rows are left out: `datasets` cannot load them. Raises InputError where nothing is left.
    """
    found = []
    for prefix, location in locations.items():
        manifest = read_manifest(location)
        configs = [_in_folder(prefix, config) for config in dataset_configs(manifest)]
        found.append(Corpus(prefix, manifest, [config for config in configs if config.splits]))
    if not any(corpus.configs for corpus in found):
        raise InputError(f"{', '.join(locations.values())}: no rows, so there is nothing to publish")
    return found


def _in_folder(prefix: str, config: Config) -> Config:
    name = prefix if config.name == "default" else f"{prefix}-{config.name}"
    splits = [replace(split, paths=[f"data/{name}/{split.name}-*.parquet"]) for split in config.splits if split.rows]
    return replace(config, name=name, splits=splits)


def data_files(locations: Mapping[str, str], file_bytes: int) -> list[DataFile]:
    """The files of the folder, of about the same size within a split and of `file_bytes` at most.

    A row group is never cut, so a file may be larger by one.
    """
    files = []
    for prefix, location in locations.items():
        manifest = read_manifest(location)
        for config in dataset_configs(manifest):
            name = _in_folder(prefix, config).name
            for split in config.splits:
                if split.rows:
                    groups = _row_groups(location, _parts(manifest, split))
                    files += _files(manifest.dataset, name, split.name, list(groups), file_bytes)
    return files


def _parts(manifest: Manifest, split: Split) -> list[Part]:
    folders = {path.rpartition("/")[0] for path in split.paths}
    return [part for part in parquet_parts(manifest) if part.name.rpartition("/")[0] in folders]


def _row_groups(location: str, parts: Iterable[Part]) -> Iterator[RowGroup]:
    for part in parts:
        uri = storage.join(location, part.name)
        with storage.open_input(uri) as source:
            metadata = pq.read_metadata(source)
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            size = sum(group.column(column).total_compressed_size for column in range(group.num_columns))
            yield RowGroup(uri, number, group.num_rows, size)


def _files(dataset: str, config: str, split: str, groups: Sequence[RowGroup], file_bytes: int) -> list[DataFile]:
    total = sum(group.bytes for group in groups)
    number = max(1, math.ceil(total / file_bytes))
    starts = [0]
    for group in groups:
        starts.append(starts[-1] + group.bytes)
    place = dict(zip(groups, (start * number // max(1, total) for start in starts), strict=False))
    pieces = [list(members) for _, members in groupby(groups, place.__getitem__)]
    return [
        DataFile(f"data/{config}/{split}-{index:05d}-of-{len(pieces):05d}.parquet", dataset, config, split, piece)
        for index, piece in enumerate(pieces)
    ]
