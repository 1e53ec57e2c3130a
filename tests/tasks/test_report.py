from __future__ import annotations

from pathlib import Path

import pytest

from corpora.reports.page.build import Build as BuiltCorpora
from pipelines import BuildAll, BuildCorpora, BuildReport, DaptReport, HubDataset, NerCorpus, Report
from schemas.files import storage
from tasks.report import PageTarget, _balanced_by, tell_examples
from tasks.step.report import ReportTarget, upstream
from tests.support.configured import Configure
from tests.support.manifests import commit


@pytest.fixture(autouse=True)
def sample(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda file, _memory: Path(file.uri).name)
    configure()


def test_steps_come_after_those_that_they_are_made_of() -> None:
    tasks = upstream([BuildReport(profiles="paper", label_sets="4,212")])
    places = {task: place for place, task in enumerate(tasks)}
    assert len(places) == len({task.task_id for task in tasks}) == len(tasks)
    for task in tasks:
        assert all(places[made_of] < places[task] for made_of in task.requires().values())
    names = [task.step for task in tasks]
    assert names[0] == "punkt" and names[-1] == "build_report"
    assert names.count("ner_corpus") == 2 and names.count("domain_pages") == 5 and "category_edges" in names


def test_a_build_without_domains_has_a_page(configure: Configure) -> None:
    configure(BuildDomains={"domains": ""})
    assert {task.step for task in upstream([BuildReport(profiles="paper", label_sets="4")])} == {
        *("punkt", "sentences", "unaccounted_pages", "wikidata_ids", "type_index", "typed_sentences"),
        *("filtered_sentences", "ner_corpus", "build_report"),
    }


def test_both_builds_have_the_page_of_their_label_sets() -> None:
    def pages(build: BuildAll | BuildCorpora) -> list[tuple[str, str, bool]]:
        return [
            (task.profiles, task.label_sets, task.models) for task in build.requires() if isinstance(task, BuildReport)
        ]

    assert pages(BuildCorpora(label_sets="4")) == [("names,paper", "4", False)]
    assert pages(BuildAll()) == [("names,paper", "315,212,4", True)]


def test_a_report_alone_is_on_the_corpora_of_the_build(configure: Configure) -> None:
    report = Report()
    assert (report.profiles, report.label_sets) == ("names,paper", "315,212,4")
    configure(BuildCorpora={"profiles": "names", "label_sets": "4"})
    for step in (Report(), BuildReport()):
        assert (step.profiles, step.label_sets) == ("names", "4")
    assert DaptReport().profiles == "names" and HubDataset().label_sets == "4"
    configure(BuildCorpora={"label_sets": "4"}, HubDataset={"label_sets": "212"})
    assert HubDataset().label_sets == "212"


def test_the_report_needs_nothing_that_its_label_sets_are_not_made_of() -> None:
    report = Report(profiles="paper", label_sets="music")
    for task in upstream([report])[:-1]:
        commit(task)
    headings = [line for line in report.text().splitlines() if line.startswith("## ")]
    assert headings[-3:] == ["## Types", "## Filters", "## Corpus with music categories"]


@pytest.mark.parametrize(
    ("label_sets", "expected"),
    [("4", "315"), ("music,212", "315"), ("music", "music"), ("music,ai", "music"), ("ai,music", "ai")],
)
def test_corpora_are_balanced_by_the_published_categories_if_one_of_them_is(label_sets: str, expected: str) -> None:
    assert _balanced_by(label_sets) == expected


@pytest.mark.parametrize(("label_sets", "shown"), [("music,315", "315"), ("music,4", "music")])
def test_examples_are_of_a_corpus_that_is_built(label_sets: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[BuiltCorpora] = []
    monkeypatch.setattr("corpora.reports.page.render.build_page", lambda built, _tell: pages.append(built))
    report = BuildReport(profiles="paper", label_sets=label_sets)
    for task in upstream([report])[:-1]:
        commit(task)
    report.text()
    [built] = pages
    corpora = {str(task.label_set): task.location() for task in upstream([report]) if isinstance(task, NerCorpus)}
    assert (built.examples_of, built.examples_location) == (shown, corpora[shown])


def test_a_report_of_another_build_is_not_left_in_its_place(tmp_path: Path) -> None:
    target = ReportTarget(str(tmp_path / "own.md"), str(tmp_path / "latest.md"))
    storage.write_text(target.path, "own")
    assert not target.exists()
    storage.write_text(target.latest, "another's")
    assert not target.exists()
    storage.write_text(target.latest, "own")
    assert target.exists()
    storage.remove_file(target.path)
    assert not target.exists()


def test_a_page_with_models_also_stands_for_the_one_without(tmp_path: Path) -> None:
    target = PageTarget(str(tmp_path / "own.html"), str(tmp_path / "latest.html"), "c0ffee")
    storage.write_text(target.path, 'own <meta name="corpora" content="c0ffee">')
    assert not target.exists()
    storage.write_text(target.latest, '<meta name="corpora" content="c0ffee"> and models')
    assert target.exists()
    storage.write_text(target.latest, '<meta name="corpora" content="other"> and models')
    assert not target.exists()
    storage.write_text(target.latest, 'own <meta name="corpora" content="c0ffee">')
    assert target.exists()
    storage.remove_file(target.path)
    assert not target.exists()


def test_the_page_is_the_last_that_is_made() -> None:
    others = [task for task in BuildCorpora().requires() if not isinstance(task, BuildReport)]
    assert others and BuildReport().priority < min(task.priority for task in others)


def test_the_page_with_models_comes_after_the_one_without() -> None:
    """They share a place, and the one with models stays there."""
    required = BuildReport(label_sets="4", models=True).requires().values()
    assert [each for each in required if isinstance(each, BuildReport)] == [BuildReport(label_sets="4")]


def test_only_the_page_of_the_models_asks_for_models() -> None:
    assert "evaluation" not in BuildReport().requires()
    assert isinstance(BuildReport().output(), PageTarget)
    assert not isinstance(BuildReport(models=True).output(), PageTarget)


def test_how_far_the_examples_are_is_told_every_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("tasks.report.time.monotonic", lambda: clock[0])
    told: list[tuple[str, float]] = []
    tell = tell_examples(lambda text, share: told.append((text, share)))
    for moment, share in ((9.9, 0.1), (10.0, 0.25), (19.9, 0.5), (20.0, 0.75)):
        clock[0] = 100 + moment
        tell(share)
    assert told == [("drew examples from 25% of the corpus", 0.25), ("drew examples from 75% of the corpus", 0.75)]
