"""Wrapper tasks: what a build consists of."""

from __future__ import annotations

from collections.abc import Iterator

import luigi

from tasks.corpora import NerCorpus, label_sets
from tasks.dapt import DaptCorpus, DaptReport
from tasks.domains import BuildDomains
from tasks.report import Report
from tasks.settings import CheckedTask


class BuildCorpora(CheckedTask, luigi.WrapperTask):  # type: ignore[misc]
    """The NER-BERT corpus in each of the label sets asked for, and CrossNER's corpora of the domains."""

    label_sets = luigi.Parameter(default="315", description="label sets, separated by commas: 315, 212, 4")

    def requires(self) -> Iterator[luigi.Task]:
        for name in label_sets("label_sets in [BuildCorpora]", self.label_sets):
            yield NerCorpus(label_set=name)
        if BuildDomains().domains:
            yield DaptCorpus()


class BuildAll(CheckedTask, luigi.WrapperTask):  # type: ignore[misc]
    """Everything: the corpora and the reports on them."""

    def requires(self) -> Iterator[luigi.Task]:
        corpora = BuildCorpora()
        yield corpora
        yield Report(label_sets=corpora.label_sets)
        if BuildDomains().domains:
            yield BuildDomains()
            yield DaptReport()
