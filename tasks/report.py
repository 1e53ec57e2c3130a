"""The reports on a build."""

from __future__ import annotations

import time
from collections.abc import Callable

from corpora.reports.build import build_report
from corpora.reports.page.build import AccountedPages, Domains, Evaluation, Step
from corpora.reports.page.build import Build as BuiltCorpora
from corpora.reports.types import type_report
from corpora.steps.domain_vocabulary import read_vocabulary
from dbpedia.label_sets import label_map
from schemas import storage
from schemas.run_record import read_run_record
from tasks.base import DatasetTask
from tasks.corpora import ENTITY_CATEGORIES, FilteredSentences, LabelSets, NerCorpus, TypedSentences
from tasks.dapt import DaptCorpus, DomainVocabulary
from tasks.dbpedia import TypeIndex, ontology
from tasks.domains import BuildDomains
from tasks.evaluation import PUBLISHED, EvaluationReport
from tasks.parameters import Bool, items
from tasks.report_task import ReportTarget, ReportTask, made_of, upstream
from tasks.settings import Build, Wikipedia
from tasks.wikipedia import Completeness, Sentences


class Report(ReportTask):
    """What came in, what each step kept and why, from the manifests: `report.md`."""

    datasets = ("report",)
    step_version = 2
    file = "report.md"

    label_sets = LabelSets(default="315", description="label sets whose corpora are reported, by commas")

    def requires(self) -> dict[str, DatasetTask]:
        corpora = {f"ner_corpus {name}": task for name, task in self._corpora().items()}
        return {"typed_sentences": TypedSentences(), **corpora}

    def _corpora(self) -> dict[str, NerCorpus]:
        return {name: NerCorpus(label_set=name) for name in items(self.label_sets)}

    def text(self) -> str:
        typed, filtered = TypedSentences().manifest(), FilteredSentences().manifest()
        manifests = {name: task.manifest() for name, task in self._corpora().items()}
        report = build_report(
            Build().snapshot,
            Sentences().manifest(),
            TypeIndex().manifest(),
            typed,
            filtered,
            manifests,
            made_of(self),
            balanced_by=ENTITY_CATEGORIES,
        )
        if ENTITY_CATEGORIES not in manifests:
            return report
        entity_categories = label_map(ontology(), ENTITY_CATEGORIES)
        types = type_report(typed, filtered, manifests[ENTITY_CATEGORIES], entity_categories)
        return f"{report}\n## Types in detail\n\n{types}"


class PageTarget(ReportTarget):
    """A page at the place its inputs decide, and at the place where people look.

    There one that says more about the same corpora may stand: what the models make of them.
    """

    def __init__(self, path: str, latest: str, corpora: str) -> None:
        super().__init__(path, latest)
        self._corpora = corpora

    def exists(self) -> bool:
        if not (storage.exists(self.path) and storage.exists(self.latest)):
            return False
        return super().exists() or f'<meta name="corpora" content="{self._corpora}">' in storage.read_text(self.latest)


class BuildReport(ReportTask):
    """The whole build on one page, with charts and examples, that needs no network: `report.html`."""

    datasets = ("build_report",)
    step_version = 1
    # Both may belong to one build, so both are current.
    path_parameters = ("models",)
    file = "report.html"
    # The line that names it is the last of a build.
    priority = -1

    label_sets = LabelSets(default="315", description="label sets whose corpora are reported, by commas")
    models = Bool(default=False, description="also the evaluation of the models")

    def requires(self) -> dict[str, DatasetTask]:
        corpora = {f"ner_corpus {name}": task for name, task in self._corpora().items()}
        domains: dict[str, DatasetTask] = {}
        if BuildDomains().domains:
            domains = {"dapt_corpus": DaptCorpus(), "domain_vocabulary": DomainVocabulary()}
        models: dict[str, DatasetTask] = {}
        if self.models:
            # The page without models first: they share the place where people look.
            corpora_alone = BuildReport(label_sets=self.label_sets, models=False)
            models = {"page of the corpora": corpora_alone, "evaluation": EvaluationReport()}
        completeness = {"completeness": Completeness()} if Wikipedia().page_table else {}
        return {"typed_sentences": TypedSentences(), **corpora, **completeness, **domains, **models}

    def _corpora(self) -> dict[str, NerCorpus]:
        return {name: NerCorpus(label_set=name) for name in items(self.label_sets)}

    def _corpora_identity(self) -> str:
        return BuildReport(label_sets=self.label_sets, models=False).provenance.identity

    def output(self) -> ReportTarget:
        target = super().output()
        return target if self.models else PageTarget(target.path, target.latest, self._corpora_identity())

    def text(self) -> str:
        # It brings Altair and Jinja, which only the process that writes a page needs.
        from corpora.reports.page.render import build_page

        corpora = self._corpora()
        examples_of = ENTITY_CATEGORIES if ENTITY_CATEGORIES in corpora else next(iter(corpora))
        return build_page(
            BuiltCorpora(
                snapshot=Build().snapshot,
                corpora_identity=self._corpora_identity(),
                steps=[_step(task) for task in upstream(self.requires().values()) if not isinstance(task, ReportTask)],
                sentences=Sentences().manifest(),
                type_index=TypeIndex().manifest(),
                typed=TypedSentences().manifest(),
                filtered=FilteredSentences().manifest(),
                corpora={name: task.manifest() for name, task in corpora.items()},
                balanced_by=ENTITY_CATEGORIES,
                entity_categories=label_map(ontology(), ENTITY_CATEGORIES),
                examples_of=examples_of,
                examples_location=corpora[examples_of].location(),
                seed=Build().seed,
                completeness=_completeness(self.requires().get("completeness")),
                domains=_domains() if BuildDomains().domains else None,
                evaluation=Evaluation(EvaluationReport().location(), PUBLISHED) if self.models else None,
            ),
            _now_and_then(lambda share: self.show(f"drew examples from {share:.0%} of the corpus", share)),
        )


_SHOW_SECONDS = 10.0


def _now_and_then(show: Callable[[float], None]) -> Callable[[float], None]:
    """The function, which does something at most every ten seconds."""
    last = time.monotonic()

    def show_some(share: float) -> None:
        nonlocal last
        if time.monotonic() - last >= _SHOW_SECONDS:
            last = time.monotonic()
            show(share)

    return show_some


def _place(task: DatasetTask) -> str:
    """Directory of a step's main dataset, relative to the page."""
    return task.location().removeprefix(f"{storage.join(Build().root, Build().snapshot)}/")


def _step(task: DatasetTask) -> Step:
    return Step(_place(task), task.manifest(), read_run_record(task.location()))


def _completeness(task: DatasetTask | None) -> AccountedPages | None:
    return AccountedPages(task.manifest(), task.location(), _place(task)) if task else None


def _domains() -> Domains:
    corpus = DaptCorpus()
    pages = corpus.pages()
    return Domains(
        corpus=corpus.manifest(),
        location=corpus.location(),
        pages={name: task.manifest() for name, task in pages.items()},
        page_locations={name: task.location() for name, task in pages.items()},
        vocabulary=read_vocabulary(DomainVocabulary().location()),
    )
