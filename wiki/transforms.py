"""The Beam jobs that read the dump: wiring only."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from schemas.datasets.dataset import read_manifest
from schemas.datasets.shards import Shard, Unit
from schemas.datasets.transforms import BuildDatasets
from schemas.domains import Domain
from schemas.files.storage import size
from wiki.categories.api_client import ApiSettings
from wiki.categories.from_tables import CategoryTables
from wiki.dump.html_pages import HtmlSplit, plan_html_splits
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.dump.splits import Split, cut_file
from wiki.sentences.split import load_splitter
from wiki.steps.category_edges import write_category_edges
from wiki.steps.category_edges_from_api import write_category_edges_from_api
from wiki.steps.category_edges_from_pages import write_category_edges_from_pages
from wiki.steps.domain_pages import write_domain_pages
from wiki.steps.html_pages import write_html_pages
from wiki.steps.infoboxes import write_infoboxes
from wiki.steps.punkt import SAMPLE_SPLIT_BYTES, in_random_order, write_punkt
from wiki.steps.redirects import write_redirects
from wiki.steps.sentences import write_sentences
from wiki.steps.unaccounted_pages import PagesRead, write_unaccounted_pages
from wiki.steps.wikidata_ids import write_wikidata_ids
from wiki.steps.wikidata_ids_from_api import write_wikidata_ids_from_api
from wiki.steps.wikidata_ids_from_html import write_wikidata_ids_from_html
from wiki.steps.wikidata_statements import write_wikidata_statements


@dataclass
class ReadHtmlDump(BuildDatasets):
    """HTML dump → html_pages; a unit is a file, since gzip cannot be cut."""

    dumps: list[str]

    def units(self) -> list[Unit]:
        return [Unit(index, size(dump), dump) for index, dump in enumerate(self.dumps)]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_html_pages, site=read_siteinfo(self.dumps[0]))


@dataclass
class ExtractSentences(BuildDatasets):
    """Dump → sentences, redirects and pages; a unit is a split."""

    dumps: list[str]
    split_bytes: int
    splitter: str
    punkt: str | None
    """Location of the dataset `punkt`, where the splitter is `punkt`; else None."""
    inline_templates: bool
    html_pages: str | None = None
    """Location of the dataset, where the dump is one of HTML; else None."""

    def units(self) -> list[Unit]:
        return _split_units(_splits(self.dumps, self.html_pages, self.split_bytes))

    def process(self) -> Callable[[Any, Shard], None]:
        site = read_siteinfo(self.dumps[0])
        return functools.partial(
            write_sentences,
            site=site,
            splitter=functools.partial(load_splitter, self.splitter, language=site.lang, punkt=self.punkt),
            inline_templates=self.inline_templates,
        )


@dataclass
class ReadInfoboxes(BuildDatasets):
    """Dump → infoboxes and template_redirects; a unit is a split."""

    dumps: list[str]
    split_bytes: int
    parameters: list[str]
    """Parameters of templates whose values are kept."""
    html_pages: str | None = None
    """Location of the dataset, where the dump is one of HTML; else None."""

    def units(self) -> list[Unit]:
        return _split_units(_splits(self.dumps, self.html_pages, self.split_bytes))

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_infoboxes, site=read_siteinfo(self.dumps[0]), parameters=self.parameters)


@dataclass
class TrainPunkt(BuildDatasets):
    """Dump → parameters of the sentence splitter; one unit, since the trainer sees all its text."""

    dumps: list[str]
    train_bytes: int
    html_pages: str | None = None
    """Location of the dataset, where the dump is one of HTML; else None."""

    def units(self) -> list[Unit]:
        # Not the splits of the other steps: their size is chosen for the machine, and the text must not depend on it.
        splits = _splits(self.dumps, self.html_pages, SAMPLE_SPLIT_BYTES)
        return [Unit(0, self.train_bytes, in_random_order(splits))]

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
        return functools.partial(write_redirects, site=read_siteinfo(self.dump))


@dataclass
class ComparePages(BuildDatasets):
    """SQL table `page`, pages and rejects → unaccounted_pages; one unit, since it is a join."""

    dump: str
    page_table: str
    pages: str
    """Location of the dataset."""
    rejects: str
    """Location of the rejects of the same step."""

    def units(self) -> list[Unit]:
        read = PagesRead(self.pages, self.rejects)
        return [Unit(0, size(self.page_table) + read_manifest(self.pages).bytes, (self.page_table, read))]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_unaccounted_pages, site=read_siteinfo(self.dump))


@dataclass
class ReadWikidataTables(BuildDatasets):
    """SQL tables `page` and `page_props` → wikidata_ids; one unit, since it is a join."""

    dump: str
    page_table: str
    page_props_table: str

    def units(self) -> list[Unit]:
        tables = (self.page_table, self.page_props_table)
        return [Unit(0, sum(map(size, tables)), tables)]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_wikidata_ids, site=read_siteinfo(self.dump))


@dataclass
class ReadWikidata(BuildDatasets):
    """Dump of Wikidata → wikidata_statements and wikidata_sitelinks; a unit is a split."""

    dump: str
    wikidata: list[str]
    """Files of the dump of Wikidata, all of one form."""
    split_bytes: int
    wikidata_ids: str
    """Location of the dataset, for the truthy form; empty for JSON."""

    def units(self) -> list[Unit]:
        return _split_units([split for path in self.wikidata for split in cut_file(path, self.split_bytes)])

    def process(self) -> Callable[[Any, Shard], None]:
        site = read_siteinfo(self.dump)
        return functools.partial(write_wikidata_statements, site=site, wikidata_ids=self.wikidata_ids)


@dataclass
class ReadWikidataHtml(BuildDatasets):
    """html_pages → wikidata_ids; a unit is a split."""

    html_pages: str
    """Location of the dataset."""
    split_bytes: int

    def units(self) -> list[Unit]:
        return _split_units(plan_html_splits(self.html_pages, self.split_bytes))

    def process(self) -> Callable[[Any, Shard], None]:
        return write_wikidata_ids_from_html


@dataclass
class AskWikidataIds(BuildDatasets):
    """Action API of a live wiki → wikidata_ids; one unit, since a live wiki is asked little at a time."""

    sentences: str
    """Location of the dataset."""
    api: dict[str, Any]
    """The fields of ApiSettings."""

    def units(self) -> list[Unit]:
        return [Unit(0, read_manifest(self.sentences).bytes, self.sentences)]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_wikidata_ids_from_api, settings=ApiSettings(**self.api))


@dataclass
class ReadCategoryTables(BuildDatasets):
    """SQL tables → category_edges; one unit, since it is a join."""

    tables: dict[str, str]
    """The fields of CategoryTables."""

    def units(self) -> list[Unit]:
        return [Unit(0, sum(map(size, filter(None, self.tables.values()))), CategoryTables(**self.tables))]

    def process(self) -> Callable[[Any, Shard], None]:
        return write_category_edges


@dataclass
class ReadPageCategories(BuildDatasets):
    """Dump → category_edges; a unit is a split."""

    dumps: list[str]
    split_bytes: int

    def units(self) -> list[Unit]:
        return _split_units(_splits(self.dumps, None, self.split_bytes))

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_category_edges_from_pages, site=read_siteinfo(self.dumps[0]))


@dataclass
class AskCategories(BuildDatasets):
    """Action API of a live wiki → category_edges; one unit, since a live wiki is asked little at a time."""

    domains: list[dict[str, Any]]
    """The fields of each Domain."""
    api: dict[str, Any]
    """The fields of ApiSettings."""

    def units(self) -> list[Unit]:
        return [Unit(0, 1, tuple(Domain(**domain) for domain in self.domains))]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_category_edges_from_api, settings=ApiSettings(**self.api))


@dataclass
class CrawlDomain(BuildDatasets):
    """category_edges → domain_pages; one unit, since each level of the walk needs all of the one before."""

    category_edges: str
    """Location of the dataset."""
    domain: dict[str, Any]
    """The fields of Domain."""
    prune_below: float
    typed_sentences: str | None
    """Location of the dataset, where categories are to be pruned."""

    def units(self) -> list[Unit]:
        return [Unit(0, read_manifest(self.category_edges).bytes, self.category_edges)]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(
            write_domain_pages,
            domain=Domain(**self.domain),
            prune_below=self.prune_below,
            typed_sentences=self.typed_sentences,
        )


def _splits(dumps: list[str], html_pages: str | None, split_bytes: int) -> Sequence[Split | HtmlSplit]:
    if html_pages is not None:
        return plan_html_splits(html_pages, split_bytes)
    return [split for dump in dumps for split in plan_splits(dump, split_bytes)]


def _split_units(splits: Sequence[Split | HtmlSplit]) -> list[Unit]:
    return [Unit(index, split.size, split) for index, split in enumerate(splits)]
