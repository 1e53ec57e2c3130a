"""The report on a build."""

from __future__ import annotations

from corpora.reports.build import build_report
from corpora.reports.types import type_report
from dbpedia.label_sets import label_map
from tasks.base import DatasetTask, ReportTask
from tasks.corpora import ENTITY_CATEGORIES, FilteredSentences, LabelSets, NerCorpus, TypedSentences
from tasks.dbpedia import TypeIndex, ontology
from tasks.parameters import items
from tasks.settings import Build
from tasks.wikipedia import Sentences


class Report(ReportTask):
    """What came in, what each step kept and why, from the manifests: `report.md`."""

    datasets = ("report",)
    step_version = 1
    file = "report.md"

    label_sets = LabelSets(default="315", description="label sets whose corpora are reported, by commas")

    def requires(self) -> dict[str, DatasetTask]:
        corpora = {f"ner_corpus {name}": task for name, task in self._corpora().items()}
        return {"typed_sentences": TypedSentences(), **corpora}

    def _corpora(self) -> dict[str, NerCorpus]:
        return {name: NerCorpus(label_set=name) for name in items(self.label_sets)}

    def text(self) -> str:
        corpora = self._corpora()
        locations = {
            "sentences": Sentences().location(),
            "type index": TypeIndex().location(),
            "typed sentences": TypedSentences().location(),
            "filtered sentences": FilteredSentences().location(),
            **{f"corpus with {name} categories": task.location() for name, task in corpora.items()},
        }
        typed, filtered = TypedSentences().manifest(), FilteredSentences().manifest()
        manifests = {name: task.manifest() for name, task in corpora.items()}
        report = build_report(
            Build().snapshot,
            Sentences().manifest(),
            TypeIndex().manifest(),
            typed,
            filtered,
            manifests,
            locations,
            balanced_by=ENTITY_CATEGORIES,
        )
        if ENTITY_CATEGORIES not in manifests:
            return report
        entity_categories = label_map(ontology(), ENTITY_CATEGORIES)
        types = type_report(typed, filtered, manifests[ENTITY_CATEGORIES], entity_categories)
        return f"{report}\n## Types in detail\n\n{types}"
