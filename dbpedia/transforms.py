"""The Beam jobs that type titles and anchors: wiring only."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dbpedia.steps import LOOKUP, write_type_index, write_typed
from schemas.dataset import read_manifest
from schemas.shards import Shard, Unit, part_units
from schemas.storage import join, size
from schemas.transforms import BuildDatasets


@dataclass
class BuildTypeIndex(BuildDatasets):
    """Instance types and redirects → type_index; one unit, since it is a join."""

    ontology: str
    instance_types: list[str]
    dbpedia_redirects: list[str]
    redirects: str
    """Location of the dataset of the wiki's redirects."""

    def units(self) -> list[Unit]:
        files = [*self.instance_types, *self.dbpedia_redirects]
        return [Unit(0, sum(map(size, files)) + read_manifest(self.redirects).bytes, tuple(files))]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(
            write_type_index,
            ontology=self.ontology,
            instance_types=self.instance_types,
            dbpedia_redirects=self.dbpedia_redirects,
            redirects=self.redirects,
        )


@dataclass
class LinkSentences(BuildDatasets):
    """sentences → typed_sentences; a unit is a part."""

    sentences: str
    """Location of the dataset."""
    type_index: str
    """Location of the dataset."""

    def units(self) -> list[Unit]:
        return part_units(self.sentences)

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_typed, index=join(self.type_index, LOOKUP))
