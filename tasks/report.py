"""The reports on a build."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from corpora.reports.build import build_report
from corpora.reports.page.build import AccountedPages, Domains, Evaluation, Step
from corpora.reports.page.build import Build as BuiltCorpora
from corpora.reports.profiles import ProfileCorpora, ProfileDomains
from schemas.datasets.run_record import read_run_record
from schemas.files import storage
from tasks.corpora import ENTITY_CATEGORIES, FilteredSentences, NerCorpus
from tasks.dapt import DaptCorpus, DaptReport, profile_domains
from tasks.dbpedia import TypeIndex
from tasks.domains import BuildDomains
from tasks.evaluation import PUBLISHED, EvaluationReport
from tasks.label_sets import ReportedLabelSets, is_published, named_label_set
from tasks.linking import TypedSentences
from tasks.settings.parameters import Bool
from tasks.settings.quality import ReportedProfiles
from tasks.settings.shared import Build, Wikipedia
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTarget, ReportTask, made_of, upstream
from tasks.wikipedia import Completeness, Sentences


class Report(ReportTask):
    """What came in, what each step kept and why, from the manifests: `report.md`."""

    datasets = ("report",)
    step_version = 3
    file = "report.md"

    profiles = ReportedProfiles()
    label_sets = ReportedLabelSets()

    def requires(self) -> dict[str, DatasetTask]:
        return _ner_steps(self.profiles, self.label_sets)

    def text(self) -> str:
        return build_report(
            Build().snapshot,
            Sentences().manifest(),
            TypeIndex().manifest(),
            {name: _ner_corpora(name, self.label_sets) for name in items(self.profiles)},
            made_of(self),
            balanced_by=_balanced_by(self.label_sets),
            entity_categories=_entity_categories(self.label_sets),
        )


def _ner_steps(profiles: str, label_sets: str) -> dict[str, DatasetTask]:
    """The last steps of the corpora for NER, by profile and label set."""
    return {
        f"ner_corpus {profile} {name}": NerCorpus(profile=profile, label_set=name)
        for profile in items(profiles)
        for name in items(label_sets)
    }


def _balanced_by(label_sets: str) -> str:
    """The label set that filters and balancing go by: that of the published ones, where there are none the first."""
    names = items(label_sets)
    return ENTITY_CATEGORIES if any(map(is_published, names)) else names[0]


def _entity_categories(label_sets: str) -> Mapping[str, str]:
    """The label of each DBpedia class in the label set that filters and balancing go by."""
    return named_label_set(_balanced_by(label_sets)).classes


def _ner_corpora(profile: str, label_sets: str) -> ProfileCorpora:
    """The corpora for NER of a profile, which are built."""
    return ProfileCorpora(
        TypedSentences(profile=profile).manifest(),
        FilteredSentences(profile=profile, label_set=_balanced_by(label_sets)).manifest(),
        {name: NerCorpus(profile=profile, label_set=name).manifest() for name in items(label_sets)},
    )


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
    step_version = 2
    # Both may belong to one build, so both are current.
    path_parameters = ("models",)
    file = "report.html"
    # The line that names it is the last of a build.
    priority = -1

    profiles = ReportedProfiles()
    label_sets = ReportedLabelSets()
    models = Bool(default=False, description="also the evaluation of the models")

    def requires(self) -> dict[str, DatasetTask]:
        domains: dict[str, DatasetTask] = {}
        if BuildDomains().domains:
            domains = DaptReport(profiles=self.profiles).requires()
        models: dict[str, DatasetTask] = {}
        if self.models:
            # The page without models first: they share the place where people look.
            models = {"page of the corpora": self._without_models(), "evaluation": EvaluationReport()}
        completeness = {"completeness": Completeness()} if Wikipedia().page_table else {}
        return {**_ner_steps(self.profiles, self.label_sets), **completeness, **domains, **models}

    def _without_models(self) -> BuildReport:
        return BuildReport(profiles=self.profiles, label_sets=self.label_sets, models=False)

    def _corpora_identity(self) -> str:
        return self._without_models().provenance.identity

    def output(self) -> ReportTarget:
        target = super().output()
        return target if self.models else PageTarget(target.path, target.latest, self._corpora_identity())

    def text(self) -> str:
        # It brings Altair and Jinja, which only the process that writes a page needs.
        from corpora.reports.page.render import build_page

        names, label_sets = items(self.profiles), items(self.label_sets)
        profiles = {name: _ner_corpora(name, self.label_sets) for name in names}
        shown = profiles[names[0]]
        examples_of = ENTITY_CATEGORIES if ENTITY_CATEGORIES in label_sets else label_sets[0]
        domains = {name: profile_domains(name) for name in names} if BuildDomains().domains else {}
        return build_page(
            BuiltCorpora(
                snapshot=Build().snapshot,
                corpora_identity=self._corpora_identity(),
                steps=[_step(task) for task in upstream(self.requires().values()) if not isinstance(task, ReportTask)],
                sentences=Sentences().manifest(),
                type_index=TypeIndex().manifest(),
                profile=names[0],
                typed=shown.typed,
                filtered=shown.filtered,
                corpora=shown.corpora,
                balanced_by=_balanced_by(self.label_sets),
                entity_categories=_entity_categories(self.label_sets),
                examples_of=examples_of,
                examples_location=NerCorpus(profile=names[0], label_set=examples_of).location(),
                seed=Build().seed,
                profiles=profiles if len(names) > 1 else {},
                profile_domains=domains if len(names) > 1 else {},
                completeness=_completeness(self.requires().get("completeness")),
                domains=domains_shown(domains) if domains else None,
                evaluation=Evaluation(EvaluationReport().location(), PUBLISHED) if self.models else None,
            ),
            tell_examples(self.show),
        )


_SHOW_SECONDS = 10.0


def tell_examples(show: Callable[[str, float], None]) -> Callable[[float], None]:
    """The function that takes which share of the corpus examples were drawn from, and tells it every ten seconds."""
    last = time.monotonic()

    def tell(share: float) -> None:
        nonlocal last
        if time.monotonic() - last >= _SHOW_SECONDS:
            last = time.monotonic()
            show(f"drew examples from {share:.0%} of the corpus", share)

    return tell


def _place(task: DatasetTask) -> str:
    """Directory of a step's main dataset, relative to the page."""
    return task.location().removeprefix(f"{storage.join(Build().root, Build().snapshot)}/")


def _step(task: DatasetTask) -> Step:
    return Step(_place(task), task.manifest(), read_run_record(task.location()))


def _completeness(task: DatasetTask | None) -> AccountedPages | None:
    return AccountedPages(task.manifest(), task.location(), _place(task)) if task else None


def domains_shown(profiles: Mapping[str, ProfileDomains]) -> Domains:
    """The corpora of the domains of the first profile; the drift is read from one that has all of the crawl, if any."""
    shown = next(iter(profiles))
    crawled = next((name for name in profiles if DaptCorpus(profile=name).selection == "crawl"), shown)
    return Domains(
        corpus=profiles[shown].corpus,
        crawled=profiles[crawled].corpus,
        crawled_location=DaptCorpus(profile=crawled).location(),
        pages=profiles[shown].pages,
        page_locations={name: task.location() for name, task in DaptCorpus(profile=shown).pages().items()},
        vocabulary=profiles[shown].vocabulary,
    )
