"""The Beam jobs that type titles and anchors: wiring only."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.own_classes import read_ontologies
from dbpedia.sources.endpoint import Endpoint
from dbpedia.steps.orthography import write_orthography
from dbpedia.steps.sparql_types import write_sparql_types
from dbpedia.steps.type_index import Sources, Wiki, write_type_index
from dbpedia.steps.typed_sentences import Typing, write_typed_sentences
from schemas.datasets.dataset import part_uris, read_manifest
from schemas.datasets.page_samples import page_rate
from schemas.datasets.shards import Shard, Unit, part_units
from schemas.datasets.transforms import BuildDatasets
from schemas.files.storage import size


@dataclass
class BuildTypeIndex(BuildDatasets):
    """Types of all sources and redirects → type_index; one unit, since it is a join."""

    ontology: str
    own_classes: str
    """File of classes of one's own, empty for none."""
    corrections: str
    """File of classes that the sources have wrong, empty for none."""
    sources: list[str]
    """Names of the sources, the most trusted first."""
    instance_types: list[str]
    sparql_types: str
    """Location of the dataset; empty, like the five below, where its source is not used."""
    infoboxes: str
    """Location of the dataset."""
    template_redirects: str
    """Location of the dataset."""
    mappings: str
    wikidata_statements: str
    """Location of the dataset."""
    wikidata_titles: str
    """Location of a dataset with titles and their items."""
    dbpedia_redirects: list[str]
    redirects: str
    """Location of the dataset of the wiki's redirects."""
    pages: str
    """Location of the dataset of the wiki's pages, or empty."""
    wikidata_ids: str
    """Location of the dataset, or empty."""
    lang: str
    """Code of the wiki's language."""

    def units(self) -> list[Unit]:
        files = [*self.instance_types, *self.dbpedia_redirects]
        of_sources = (self.sparql_types, self.infoboxes, self.wikidata_statements, self.wikidata_titles)
        datasets = [self.redirects, *filter(None, (*of_sources, self.pages, self.wikidata_ids))]
        weight = sum(map(size, files)) + sum(read_manifest(dataset).bytes for dataset in datasets)
        return [Unit(0, weight, tuple(files))]

    def process(self) -> Callable[[Any, Shard], None]:
        sources = Sources(
            trust=tuple(self.sources),
            instance_types=tuple(self.instance_types),
            sparql_types=self.sparql_types,
            mappings=self.mappings,
            infoboxes=self.infoboxes,
            template_redirects=self.template_redirects,
            wikidata_statements=self.wikidata_statements,
            wikidata_titles=self.wikidata_titles,
        )
        return functools.partial(
            write_type_index,
            ontology=self.ontology,
            own_classes=self.own_classes,
            sources=sources,
            corrections=self.corrections,
            wiki=Wiki(lang=self.lang, redirects=self.redirects, pages=self.pages, wikidata_ids=self.wikidata_ids),
            dbpedia_redirects=self.dbpedia_redirects,
        )


@dataclass
class FetchSparqlTypes(BuildDatasets):
    """sentences and redirects → sparql_types; one unit, since an endpoint is asked one thing at a time."""

    sentences: str
    """Location of the dataset."""
    redirects: str
    """Location of the dataset."""
    endpoint: dict[str, str]
    """The fields of Endpoint."""
    cache: str
    batch: int

    def units(self) -> list[Unit]:
        return [Unit(0, read_manifest(self.sentences).bytes, (self.sentences, self.redirects))]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(
            write_sparql_types,
            endpoint=Endpoint(**self.endpoint),
            cache=self.cache,
            batch_size=self.batch,
        )


@dataclass
class LearnOrthography(BuildDatasets):
    """sentences → orthography; one unit, since a title is linked anywhere."""

    sentences: str
    """Location of the dataset."""
    sample_sentences: int
    """Sentences of the sample, 0 for all."""
    seed: int
    lang: str
    """Code of the text's language."""

    def units(self) -> list[Unit]:
        return [Unit(0, read_manifest(self.sentences).bytes, part_uris(self.sentences))]

    def process(self) -> Callable[[Any, Shard], None]:
        rate = page_rate(self.sentences, self.sample_sentences)
        return functools.partial(write_orthography, lang=self.lang, rate=rate, seed=self.seed)


@dataclass
class LinkSentences(BuildDatasets):
    """sentences → typed_sentences; a unit is a part."""

    sentences: str
    """Location of the dataset."""
    type_index: str
    """Location of the dataset."""
    ontology: str
    own_classes: str
    """File of classes of one's own, or empty."""
    lang: str
    """Code of the text's language."""
    propagate: str
    drop: list[str]
    """Flags whose mentions are left out."""
    untype: list[str]
    """Flags whose mentions are ENTITY."""
    orthography: str
    """Location of the dataset; empty where no capitalised names are looked for."""
    extend: bool
    """Whether mentions that only begin a name, or have a possessive behind it, become the whole name."""

    def units(self) -> list[Unit]:
        return part_units(self.sentences)

    def process(self) -> Callable[[Any, Shard], None]:
        rules = noise_rules(read_ontologies(self.ontology, self.own_classes), self.lang)
        capitals = capital_words(self.lang, rules.words) if self.orthography else None
        typing = Typing(
            rules,
            self.propagate,
            drop=frozenset(self.drop),
            untype=frozenset(self.untype),
            extend=self.extend,
            capitals=capitals,
            orthography=self.orthography,
        )
        return functools.partial(write_typed_sentences, type_index=self.type_index, typing=typing)
