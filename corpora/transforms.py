"""The Beam jobs that make the NER-BERT corpus: wiring only."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from corpora.balancing import copy_rates
from corpora.filters import filter_rules
from corpora.steps import label_counts, write_examples, write_filtered
from schemas.dataset import read_manifest
from schemas.shards import Shard, Unit, part_units
from schemas.transforms import BuildDatasets


@dataclass
class FilterSentences(BuildDatasets):
    """typed_sentences → filtered_sentences; a unit is a part."""

    typed_sentences: str
    """Location of the dataset."""
    labels: dict[str, str]
    """Label of each DBpedia class."""
    label_set: str
    seed: int
    min_mentions: int
    top_frequent: int
    keep_filtered: bool

    def units(self) -> list[Unit]:
        return part_units(self.typed_sentences)

    def process(self) -> Callable[[Any, Shard], None]:
        counts = label_counts(read_manifest(self.typed_sentences).counts.get("mentions", {}), self.labels)
        rules = filter_rules(counts, seed=self.seed, min_mentions=self.min_mentions, top_frequent=self.top_frequent)
        return functools.partial(write_filtered, labels=self.labels, rules=rules, keep_filtered=self.keep_filtered)


@dataclass
class BalanceCorpus(BuildDatasets):
    """filtered_sentences → ner_corpus; a unit is a part."""

    filtered_sentences: str
    """Location of the dataset."""
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
        rates = copy_rates(
            before.counts.get("mentions", {}),
            before.counts.get("sentences_with", {}),
            self.target_size or before.rows,
            alpha=self.alpha,
        )
        return functools.partial(
            write_examples, rates=rates, seed=self.seed, validation_share=self.validation_share, url=self.url
        )
