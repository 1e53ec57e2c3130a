"""The Beam jobs that read the dump: wiring only."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from schemas.shards import Shard, Unit
from schemas.storage import size
from schemas.transforms import BuildDatasets
from wiki.dump import Split, plan_splits, read_siteinfo
from wiki.sentences import load_splitter
from wiki.steps import in_random_order, write_punkt, write_redirect_tables, write_sentences


@dataclass
class ExtractSentences(BuildDatasets):
    """Dump → sentences and redirects; a unit is a split."""

    dumps: list[str]
    split_bytes: int
    splitter: str
    punkt: str | None
    """Location of the punkt dataset, where that is the splitter."""
    inline_templates: bool

    def units(self) -> list[Unit]:
        splits = _splits(self.dumps, self.split_bytes)
        return [Unit(index, split.size, split) for index, split in enumerate(splits)]

    def process(self) -> Callable[[Any, Shard], None]:
        site = read_siteinfo(self.dumps[0])
        return functools.partial(
            write_sentences,
            site=site,
            splitter=functools.partial(load_splitter, self.splitter, language=site.lang, punkt=self.punkt),
            inline_templates=self.inline_templates,
        )


@dataclass
class TrainPunkt(BuildDatasets):
    """Dump → parameters of the sentence splitter; one unit, since the trainer sees all its text."""

    dumps: list[str]
    split_bytes: int
    train_bytes: int

    def units(self) -> list[Unit]:
        splits = in_random_order(_splits(self.dumps, self.split_bytes))
        return [Unit(0, self.train_bytes, splits)]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_punkt, site=read_siteinfo(self.dumps[0]), train_bytes=self.train_bytes)


@dataclass
class ReadRedirectTables(BuildDatasets):
    """SQL tables `page` and `redirect` → redirects; one unit, since it is a join."""

    dump: str
    page_table: str
    redirect_table: str

    def units(self) -> list[Unit]:
        weight = size(self.page_table) + size(self.redirect_table)
        return [Unit(0, weight, (self.page_table, self.redirect_table))]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_redirect_tables, site=read_siteinfo(self.dump))


def _splits(dumps: list[str], split_bytes: int) -> list[Split]:
    return [split for dump in dumps for split in plan_splits(dump, split_bytes)]
