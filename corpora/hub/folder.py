"""What a folder for a dataset hub consists of: configs and splits, and the files that hold them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

import pyarrow.parquet as pq

from schemas.catalog.definition import Definition
from schemas.catalog.index import DATASETS
from schemas.datasets.dataset import Manifest, Part, parquet_parts, read_manifest
from schemas.datasets.hugging_face import Config, Split, dataset_configs
from schemas.errors import InputError
from schemas.files import storage

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
    location: str
    manifest: Manifest
    sources: Sequence[Config]
    """Its configs as they are in its own directory, without splits that have no rows: `datasets` cannot load those."""

    @property
    def definition(self) -> Definition:
        return DATASETS[self.manifest.dataset]

    @property
    def configs(self) -> list[Config]:
        """Its configs as they are in the folder."""
        found = []
        for config in self.sources:
            name = self.prefix if config.name == "default" else f"{self.prefix}-{config.name}"
            splits = [replace(split, paths=[f"data/{name}/{split.name}-*.parquet"]) for split in config.splits]
            found.append(replace(config, name=name, splits=splits))
        return found

    def parts(self, split: Split) -> list[Part]:
        """The parts of a split of `sources`."""
        folders = {path.rpartition("/")[0] for path in split.paths}
        return [part for part in parquet_parts(self.manifest) if part.name.rpartition("/")[0] in folders]


def read_corpora(locations: Mapping[str, str]) -> list[Corpus]:
    """The datasets at some locations, given by prefix. Raises InputError where none of them has rows."""
    found = []
    for prefix, location in locations.items():
        manifest = read_manifest(location)
        configs = [
            replace(config, splits=[split for split in config.splits if split.rows])
            for config in dataset_configs(manifest)
        ]
        found.append(Corpus(prefix, location, manifest, [config for config in configs if config.splits]))
    if not any(corpus.sources for corpus in found):
        raise InputError(f"{', '.join(locations.values())}: no rows, so there is nothing to publish")
    return found


def data_files(corpora: Sequence[Corpus], file_bytes: int) -> list[DataFile]:
    """The files of the folder, of about the same size within a split and of `file_bytes` at most.

    A row group is never cut, so a file may be larger by one.
    """
    return [
        file
        for corpus in corpora
        for source, config in zip(corpus.sources, corpus.configs, strict=True)
        for split in source.splits
        for file in split_files(
            corpus.manifest.dataset, config.name, split.name, _row_groups(corpus, split), file_bytes
        )
    ]


def _row_groups(corpus: Corpus, split: Split) -> list[RowGroup]:
    groups = []
    for part in corpus.parts(split):
        uri = storage.join(corpus.location, part.name)
        with storage.open_input(uri) as source:
            metadata = pq.read_metadata(source)
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            size = sum(group.column(column).total_compressed_size for column in range(group.num_columns))
            groups.append(RowGroup(uri, number, group.num_rows, size))
    return groups


def split_files(dataset: str, config: str, split: str, groups: Sequence[RowGroup], file_bytes: int) -> list[DataFile]:
    """The files of one split: as few as the size allows, and a row group in the file in whose share it begins."""
    total = sum(group.bytes for group in groups)
    number = math.ceil(total / file_bytes)
    starts = accumulate((group.bytes for group in groups), initial=0)
    share = {group: start * number // max(1, total) for group, start in zip(groups, starts, strict=False)}
    pieces = [list(members) for _, members in groupby(groups, share.__getitem__)]
    return [
        DataFile(f"data/{config}/{split}-{index:05d}-of-{len(pieces):05d}.parquet", dataset, config, split, piece)
        for index, piece in enumerate(pieces)
    ]
