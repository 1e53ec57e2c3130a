"""The Beam jobs that make the training corpora and read the benchmark data: wiring only."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from corpora.annotation.doubts import read_ranks
from corpora.annotation.former import read_former
from corpora.annotation.sampling import Place
from corpora.balancing import copy_rates
from corpora.filters import filter_rules
from corpora.gazetteer.surface_forms import SurfaceRules
from corpora.hub.folder import data_files, read_corpora
from corpora.language import dataset_language
from corpora.levels import LEVELS
from corpora.paired_parts import group_pairs, part_pairs
from corpora.steps.dapt_corpus import DomainRules, write_dapt_corpus
from corpora.steps.dapt_text import write_dapt_text
from corpora.steps.domain_passages import DomainCrawl, WikiSample, write_domain_passages
from corpora.steps.domain_vocabulary import write_domain_vocabulary
from corpora.steps.filtered_sentences import Filters, GazetteerNames, label_counts, write_filtered_sentences
from corpora.steps.gazetteer import write_gazetteer
from corpora.steps.hub_dataset import write_hub_dataset
from corpora.steps.ner_benchmark import write_ner_benchmark
from corpora.steps.ner_corpus import Sampling, Tagging, write_ner_corpus
from corpora.steps.pre_annotations import Domain, Drawing, write_pre_annotations
from schemas.catalog.corpora import BENCHMARK_SPLITS
from schemas.datasets.dataset import parts_in, read_manifest
from schemas.datasets.page_samples import page_rate
from schemas.datasets.shards import Shard, Unit, part_units
from schemas.datasets.transforms import BuildDatasets
from schemas.files.storage import join, size
from schemas.labels import ENTITY, LabelSet
from schemas.vocabulary import read_stop_words

_UNIT_BYTES = 256 << 20
"""Bytes of `sentences` that one worker turns into parts of all domains and levels, some twenty small files; with less
they would be smaller still. Does not change rows."""


@dataclass
class FilterSentences(BuildDatasets):
    """typed_sentences → filtered_sentences; a unit is a part."""

    typed_sentences: str
    """Location of the dataset."""
    labels: dict[str, str]
    """Entity category of each DBpedia class."""
    seed: int
    min_mentions: int
    top_frequent: int
    leave_out: list[str]
    """Codes of problems whose sentences are dropped."""
    keep_filtered: bool
    gazetteer: str | None
    """Location of the dataset whose names are looked for as well, if any."""
    nameless: list[str]
    """DBpedia classes of kinds: what the gazetteer has of them is no name."""
    places: list[str]
    """The classes that names of the gazetteer are given; those of others are shared by several things."""
    domain_pages: str | None
    """Location of the pages whose sentences alone are taken, if not all are."""

    def units(self) -> list[Unit]:
        return part_units(self.typed_sentences)

    def process(self) -> Callable[[Any, Shard], None]:
        counts = label_counts(read_manifest(self.typed_sentences).counts.get("mentions", {}), self.labels)
        rules = filter_rules(counts, seed=self.seed, min_mentions=self.min_mentions, top_frequent=self.top_frequent)
        names = None
        if self.gazetteer:
            lang = dataset_language(self.typed_sentences)
            names = GazetteerNames(self.gazetteer, lang, frozenset(self.nameless), frozenset(self.places))
        return functools.partial(
            write_filtered_sentences,
            filters=Filters(self.labels, rules, self.leave_out, self.domain_pages),
            keep_filtered=self.keep_filtered,
            names=names,
        )


@dataclass
class BalanceCorpus(BuildDatasets):
    """filtered_sentences → ner_corpus; a unit is a part."""

    filtered_sentences: str
    """Location of the dataset."""
    categories: dict[str, str]
    """Entity category that each DBpedia class is balanced by."""
    labels: dict[str, str]
    """Label that each DBpedia class is tagged with."""
    label_set: str
    """Name of the label set."""
    label_names: list[str]
    """Its labels in their order, by which `ner_tags` are numbered. Without ENTITY, nothing is balanced by it either."""
    alpha: float
    target_size: int
    """Sentences after sampling, 0 for as many as before."""
    validation_share: float
    seed: int
    url: str
    """Address of a revision, with `{rev_id}` in place of its number."""

    def units(self) -> list[Unit]:
        return part_units(self.filtered_sentences)

    def process(self) -> Callable[[Any, Shard], None]:
        before = read_manifest(self.filtered_sentences)
        mentions = dict(before.counts.get("mentions", {}))
        if ENTITY not in self.label_names:
            mentions.pop(ENTITY, None)
        rates = copy_rates(
            mentions, before.counts.get("sentences_with", {}), self.target_size or before.rows, alpha=self.alpha
        )
        return functools.partial(
            write_ner_corpus,
            sampling=Sampling(rates, self.categories, self.seed, self.validation_share),
            tagging=Tagging(
                self.labels,
                LabelSet(self.label_set, tuple(self.label_names)),
                dataset_language(self.filtered_sentences),
            ),
            url=self.url,
        )


def _one_unit(sentences: str, typed_sentences: str) -> list[Unit]:
    """All parts of the datasets at two locations, in pairs, for a step that is one piece of work."""
    pairs = part_pairs(sentences, typed_sentences)
    return [Unit(0, sum(pair.bytes for pair in pairs), pairs)]


@dataclass
class CollectSurfaces(BuildDatasets):
    """type_index, sentences, typed_sentences → gazetteer; one unit, since it is a join."""

    type_index: str
    """Location of the dataset."""
    sentences: str
    """Location of the dataset."""
    typed_sentences: str
    """Location of the dataset."""
    sample_sentences: int
    """Sentences of the sample, 0 for all."""
    min_link_share: float
    anchor_surfaces: bool
    seed: int

    def units(self) -> list[Unit]:
        return _one_unit(self.sentences, self.typed_sentences)

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(
            write_gazetteer,
            type_index=self.type_index,
            rules=SurfaceRules(self.min_link_share, self.anchor_surfaces),
            rate=page_rate(self.sentences, self.sample_sentences),
            seed=self.seed,
            lang=dataset_language(self.sentences),
        )


@dataclass
class ScorePassages(BuildDatasets):
    """sentences, typed_sentences, domain_pages of every domain → domain_passages, domain_terms; one unit, since scores
    need all pages."""

    sentences: str
    """Location of the dataset."""
    typed_sentences: str
    """Location of the dataset."""
    domain_pages: dict[str, str]
    """Location of the pages of each domain."""
    specialised: dict[str, list[str]]
    """The DBpedia classes of each domain's specialised types."""
    min_score: float
    sample_sentences: int
    """Sentences of the wiki that the domains are compared with."""
    seed: int

    def units(self) -> list[Unit]:
        return _one_unit(self.sentences, self.typed_sentences)

    def process(self) -> Callable[[Any, Shard], None]:
        domains = {
            name: DomainCrawl(pages, frozenset(self.specialised[name])) for name, pages in self.domain_pages.items()
        }
        return functools.partial(
            write_domain_passages,
            domains=domains,
            sample=WikiSample(page_rate(self.sentences, self.sample_sentences), self.seed),
            min_score=self.min_score,
            lang=dataset_language(self.sentences),
        )


@dataclass
class BuildDapt(BuildDatasets):
    """sentences, typed_sentences, domain_pages of every domain → dapt_corpus; a unit is some parts of sentences."""

    sentences: str
    """Location of the dataset."""
    typed_sentences: str
    """Location of the dataset."""
    domain_pages: dict[str, str]
    """Location of the pages of each domain."""
    specialised: dict[str, list[str]]
    """The DBpedia classes of each domain's specialised types."""
    domain_passages: str | None
    """Location of the dataset, where only what belongs to the domains is taken."""
    domain_terms: str | None
    """Location of the dataset, where the entity level asks for typical classes."""
    min_entities: int
    gazetteer: str | None
    """Location of the dataset, where its names count as entities."""

    def units(self) -> list[Unit]:
        groups = group_pairs(part_pairs(self.sentences, self.typed_sentences), _UNIT_BYTES)
        return [Unit(index, sum(pair.bytes for pair in group), group) for index, group in enumerate(groups)]

    def process(self) -> Callable[[Any, Shard], None]:
        domains = {
            name: DomainRules(
                pages,
                frozenset(self.specialised[name]),
                self.domain_passages,
                self.domain_terms,
            )
            for name, pages in self.domain_pages.items()
        }
        return functools.partial(
            write_dapt_corpus,
            domains=domains,
            min_entities=self.min_entities,
            gazetteer=self.gazetteer,
            lang=dataset_language(self.sentences),
        )


def _level_parts(dapt_corpus: str, domain: str, level: str) -> tuple[int, list[str]]:
    """The bytes and the files of a level of a domain."""
    parts = parts_in(read_manifest(dapt_corpus), domain=domain, level=level)
    return sum(part.bytes for part in parts), [join(dapt_corpus, part.name) for part in parts]


@dataclass
class CountVocabulary(BuildDatasets):
    """dapt_corpus → domain_vocabulary; a unit is a domain."""

    dapt_corpus: str
    """Location of the dataset."""
    domains: list[str]
    size: int
    """Words of each domain."""
    stop_words: str
    """File with the words that do not count."""

    def units(self) -> list[Unit]:
        found = [(name, *_level_parts(self.dapt_corpus, name, "domain")) for name in self.domains]
        return [Unit(index, size, (name, uris)) for index, (name, size, uris) in enumerate(found)]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(
            write_domain_vocabulary,
            size=self.size,
            stop_words=read_stop_words(self.stop_words),
            lang=dataset_language(self.dapt_corpus),
        )


@dataclass
class ExportText(BuildDatasets):
    """dapt_corpus → dapt_text; a unit is a level of a domain."""

    dapt_corpus: str
    """Location of the dataset."""
    domains: list[str]

    def units(self) -> list[Unit]:
        names = product(self.domains, LEVELS)
        found = [(domain, level, *_level_parts(self.dapt_corpus, domain, level)) for domain, level in names]
        return [Unit(index, size, (domain, level, uris)) for index, (domain, level, size, uris) in enumerate(found)]

    def process(self) -> Callable[[Any, Shard], None]:
        return write_dapt_text


@dataclass
class PublishCorpora(BuildDatasets):
    """ner_corpus, dapt_corpus → hub_dataset; a unit is a file of the folder, or all that describes them."""

    corpora: dict[str, str]
    """Location of each dataset by the prefix of its configs' names."""
    file_bytes: int
    """Largest size of a data file."""

    def units(self) -> list[Unit]:
        files = data_files(read_corpora(self.corpora), self.file_bytes)
        payloads: list[tuple[int, Any]] = [(1, self.corpora), *((file.bytes, file) for file in files)]
        return [Unit(index, size, payload) for index, (size, payload) in enumerate(payloads)]

    def process(self) -> Callable[[Any, Shard], None]:
        return write_hub_dataset


@dataclass
class PreAnnotate(BuildDatasets):
    """sentences, typed_sentences, gazetteer, dapt_corpus → pre_annotations; one unit, since it is one sample."""

    sentences: str
    """Location of the dataset."""
    typed_sentences: str
    """Location of the dataset whose mentions are suggested."""
    links: str
    """Location of the `typed_sentences` that have all links with their flags."""
    gazetteer: str
    """Location of the dataset."""
    dapt_corpus: str
    """Location of the dataset with the domain."""
    domain: str
    labels: list[tuple[str, list[str]]]
    """Labels of the domain in their order, with the DBpedia classes that its file names."""
    label_of: dict[str, str]
    """The label of each DBpedia class that has one."""
    persons: list[str]
    """The DBpedia classes of persons."""
    level: str
    size: int
    """Sentences of the sample."""
    of_each_label: int
    """Sentences with each label at least, where there are as many."""
    annotators: list[str]
    shared: float
    """Share of the sentences that all annotators get."""
    seed: int
    choose: str
    """`chance`, or a measure of doubt."""
    sentence_scores: str | None
    """Location of the dataset with the measure."""
    ner_benchmark: str | None
    """Location of what is annotated already, where sentences are chosen by a measure."""
    former: list[str]
    """The Parquet parts of the `pre_annotations` of former rounds."""
    annotated_scores: str | None
    """Location of the dataset with what the model doubts of the former rounds."""
    again: int
    """Sentences of the former rounds that are annotated again, at most."""

    def units(self) -> list[Unit]:
        return _one_unit(self.sentences, self.typed_sentences)

    def process(self) -> Callable[[Any, Shard], None]:
        former = read_former(self.former) if self.former else None
        again = former.again(self.annotated_scores, self.again) if former and self.annotated_scores else []
        return functools.partial(
            write_pre_annotations,
            domain=Domain(self.domain, dict(self.labels), self.label_of, frozenset(self.persons)),
            drawing=Drawing(
                self.level,
                self.size,
                self.of_each_label,
                self.annotators,
                self.shared,
                self.seed,
                self._ranks(),
                former,
            ),
            dapt_corpus=self.dapt_corpus,
            links=self.links,
            gazetteer=self.gazetteer,
            lang=dataset_language(self.sentences),
            again=again,
        )

    def _ranks(self) -> dict[Place, float] | None:
        if self.sentence_scores is None or self.ner_benchmark is None:
            return None
        return read_ranks(self.sentence_scores, self.choose, self.ner_benchmark)


@dataclass
class ReadBenchmark(BuildDatasets):
    """The files of an annotated dataset → ner_benchmark; one unit, since its splits are compared."""

    files: dict[str, str]
    """File of each split that there is: train, dev, test."""
    dev_share: float
    """Share of the train split that becomes the dev split where there is a test split and no dev split."""
    seed: int

    def units(self) -> list[Unit]:
        files = [(split, self.files[split]) for split in BENCHMARK_SPLITS if split in self.files]
        return [Unit(0, sum(size(uri) for _, uri in files), files)]

    def process(self) -> Callable[[Any, Shard], None]:
        return functools.partial(write_ner_benchmark, dev_share=self.dev_share, seed=self.seed)
