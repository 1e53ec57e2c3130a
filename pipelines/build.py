"""Wrapper tasks: what a build consists of."""

from __future__ import annotations

from collections.abc import Iterator

import luigi

from tasks.corpora import NerCorpus
from tasks.dapt import DaptCorpus, DaptReport
from tasks.domains import BuildDomains
from tasks.evaluation import EvaluationReport
from tasks.label_sets import BuiltLabelSets
from tasks.report import BuildReport, Report
from tasks.settings.quality import Profiles
from tasks.settings.shared import Wikipedia
from tasks.settings.syntax import items
from tasks.step.base import WrapperTask
from tasks.wikipedia import Completeness


class BuildCorpora(WrapperTask):
    """The data: the NER corpus in each profile and label set asked for, the corpora of the domains, and the reports.

    Where a table of the wiki's pages is given, the pages that were read are compared with it.
    """

    profiles = Profiles()
    label_sets = BuiltLabelSets()

    def requires(self) -> Iterator[luigi.Task]:
        for profile in items(self.profiles):
            for name in items(self.label_sets):
                yield NerCorpus(profile=profile, label_set=name)
        yield Report(profiles=self.profiles, label_sets=self.label_sets)
        if Wikipedia().page_table:
            yield Completeness()
        if BuildDomains().domains:
            for profile in items(self.profiles):
                yield DaptCorpus(profile=profile)
            yield BuildDomains()
            yield DaptReport(profiles=self.profiles)
        yield BuildReport(profiles=self.profiles, label_sets=self.label_sets)


class BuildModels(WrapperTask):
    """The models: pre-training on the corpora, fine-tuning on annotated data, and the report on how they do."""

    def requires(self) -> Iterator[luigi.Task]:
        yield EvaluationReport()


class BuildAll(WrapperTask):
    """Everything: the corpora, and the models trained on them."""

    def requires(self) -> Iterator[luigi.Task]:
        corpora = BuildCorpora()
        yield corpora
        yield BuildModels()
        yield BuildReport(profiles=corpora.profiles, label_sets=corpora.label_sets, models=True)
