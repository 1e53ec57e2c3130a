"""The report on a build."""

from __future__ import annotations

import logging

import luigi

from corpora.report import CorpusManifests, build_report
from schemas import storage
from tasks.base import DatasetTask
from tasks.corpora import FilteredSentences, NerCorpus, TypedSentences, label_sets
from tasks.dbpedia import TypeIndex
from tasks.settings import Build
from tasks.wikipedia import Sentences

_logger = logging.getLogger("luigi-interface")


class ReportTarget(luigi.Target):  # type: ignore[misc]
    """A report; it is written whole."""

    def __init__(self, path: str) -> None:
        self.path = path

    def exists(self) -> bool:
        return storage.exists(self.path)


class Report(DatasetTask):
    """What came in, what each step kept and why, from the manifests: `report.md`."""

    datasets = ("report",)
    step_version = 1

    label_sets = luigi.Parameter(default="315", description="label sets whose corpora are reported, by commas")

    def requires(self) -> dict[str, DatasetTask]:
        corpora = {f"ner_corpus {name}": task for name, task in self._corpora().items()}
        return {"typed_sentences": TypedSentences(), **corpora}

    def _corpora(self) -> dict[str, NerCorpus]:
        return {name: NerCorpus(label_set=name) for name in label_sets("label_sets in [Report]", self.label_sets)}

    def output(self) -> ReportTarget:
        return ReportTarget(storage.join(self.location(), "report.md"))

    def run(self) -> None:
        corpora = self._corpora()
        locations = {
            "sentences": Sentences().location(),
            "typed sentences": TypedSentences().location(),
            **{f"corpus with {name} categories": task.location() for name, task in corpora.items()},
        }
        manifests = {
            name: CorpusManifests(FilteredSentences(label_set=name).manifest(), task.manifest())
            for name, task in corpora.items()
        }
        report = build_report(
            Build().snapshot,
            Sentences().manifest(),
            TypeIndex().manifest(),
            TypedSentences().manifest(),
            manifests,
            locations,
        )
        # The same place after every build, for people; the build's own place is what says that it is done.
        latest = storage.join(Build().root, Build().snapshot, "report.md")
        storage.write_text(latest, report)
        storage.write_text(self.output().path, report)
        _logger.info("the report is at %s", latest)
