"""What a step gives its job, and what it says of it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from corpora.reports.profiles import ProfileDomains
from pipelines import DaptCorpus, DomainPages, DomainVocabulary, EvaluationReport, NerBert, Punkt
from schemas.datasets.dataset import MANIFEST, Manifest
from schemas.files import storage
from tasks.dapt import profile_domains
from tasks.report import domains_shown
from tasks.step import beam, training
from tasks.step.base import DatasetTask
from tests.support.configured import Configure

Show = Callable[[str, float], None]


def write_manifests(task: DatasetTask, rejected: int = 0) -> None:
    counts = {"rejected": {"broken": rejected}} if rejected else {}
    for dataset in task.datasets:
        manifest = Manifest(dataset, task.provenance, "", 1234, 1500, 1300, rejected, counts, [])
        storage.write_json(storage.join(task.location(dataset), MANIFEST), asdict(manifest))


@pytest.fixture(autouse=True)
def inputs(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda _file, _memory: "0" * 64)
    monkeypatch.setattr("tasks.step.training.check_installed", lambda: None)
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    caplog.set_level(logging.INFO, "luigi-interface")


@pytest.mark.parametrize("rejected", [0, 1200])
def test_a_beam_step_gives_its_job_what_it_needs_and_says_what_came_of_it(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, rejected: int
) -> None:
    configure(Beam={"runner": "PortableRunner", "workers": 3, "options": "--a=b --c"}, Build={"max_reject_share": 0.5})
    step = Punkt()
    given: list[dict[str, Any]] = []
    clock = [10.0]

    def run_job(specification: dict[str, Any], show: Show, may_go_on: Callable[[], bool]) -> None:
        given.append(specification)
        assert (show, may_go_on) == (step.show, step.is_held)
        write_manifests(step, rejected)
        clock[0] += 62.0

    monkeypatch.setattr(beam, "run_job", run_job)
    monkeypatch.setattr("tasks.step.beam.time.monotonic", lambda: clock[0])
    step.build()
    assert given == [
        {
            **asdict(step.build_target()),
            "run": given[0]["run"],
            "local_below_mb": 64.0,
            "transform": "wiki.transforms:TrainPunkt",
            "configuration": step.configuration(),
            "runner": "PortableRunner",
            "workers": 3,
            "options": ["--a=b", "--c"],
        }
    ]
    assert given[0]["max_reject_share"] == 0.5
    assert re.fullmatch("[0-9a-f]{16}", given[0]["run"])
    said = [
        f"punkt: building {step.location()}",
        f"punkt: built, 1,234 rows of 1,300 records, {rejected:,} rejected, in 62.0 s",
    ]
    if rejected:
        said.append(f"punkt: rejected broken 1,200; they are in {step.location('rejects')}")
    assert caplog.messages == said


@pytest.mark.parametrize(("processes", "launched"), [(1, False), (2, True)])
def test_a_training_step_gives_its_job_what_it_needs(
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    processes: int,
    launched: bool,
) -> None:
    settings = {"device": "cpu", "precision": "bf16", "compile": "true", "threads": 5, "processes": processes}
    configure(Training={**settings, "scratch": tmp_path / "scratch"})
    step = NerBert(label_set="4")
    given: list[tuple[Any, ...]] = []

    def run_process(*arguments: Any) -> None:
        given.append(arguments)
        write_manifests(step)

    monkeypatch.setattr(training, "run_process", run_process)
    step.build()
    [(program, specification, show, may_go_on)] = given
    assert (program.module, program.imports) == ("training.job", "training.jobs.ner_bert")
    assert (show, may_go_on) == (step.show, step.is_held)
    assert program.progress({"line": "epoch 2", "share": 0.5}, 10.0) == ("epoch 2", 0.5)
    assert specification == {
        **asdict(step.build_target()),
        "job": "training.jobs.ner_bert:NerBert",
        "configuration": step.configuration(),
        "scratch": f"{tmp_path}/scratch/jobs/{step.provenance.identity[:16]}",
        "cache": f"{tmp_path}/scratch/cache",
        **{"device": "cpu", "precision": "bf16", "compile": True, "threads": 5},
    }
    assert program.launcher == (
        ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"] if launched else []
    )
    assert caplog.messages == [f"ner_bert: training {step.location()}", "ner_bert: done, 1,234 rows"]


def test_the_report_on_the_models_is_put_where_people_look(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    configure()
    step = EvaluationReport()
    built: list[str] = []

    def build(task: EvaluationReport) -> None:
        built.append(task.step)
        for name in ("evaluation.md", "figures/a.svg", "z.svg"):
            storage.write_text(f"{task.location()}/_report/{name}", f"the new {name}")
        write_manifests(task)

    monkeypatch.setattr(EvaluationReport, "build", build)
    published = tmp_path / "data" / "samplewiki-20260901" / "evaluation_report"
    for name in ("evaluation.md", "of_another_build.svg"):
        storage.write_text(str(published / name), "old")
    written: list[str] = []
    copy = storage.copy

    def note(source: str, destination: str) -> None:
        written.append(destination)
        copy(source, destination)

    monkeypatch.setattr(storage, "copy", note)
    for _ in range(2):
        # The second time it is there, and a person has changed the copy.
        step.run()
        assert {str(path.relative_to(published)): path.read_text() for path in published.rglob("*.*")} == {
            name: f"the new {name}" for name in ("evaluation.md", "figures/a.svg", "z.svg")
        }
        assert all(target.exists() for target in step.output())
        (published / "evaluation.md").write_text("changed")
        assert not all(target.exists() for target in step.output())
    assert built == ["evaluation"]
    storage.remove_file(f"{step.location('rejects')}/{MANIFEST}")
    step.run()
    assert built == ["evaluation"] * 2
    # Where the report is, its pictures are.
    assert [Path(uri).name for uri in written] == ["a.svg", "z.svg", "evaluation.md"] * 3
    assert caplog.messages == [f"evaluation: see {published}/evaluation.md"] * 3


def test_the_report_on_the_domains_reads_what_is_built(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(BuildDomains={"domains": "ai"})
    corpus, pages = DaptCorpus(profile="paper"), DomainPages(domain="ai")
    for step in (corpus, pages):
        write_manifests(step)
    monkeypatch.setattr("tasks.dapt.read_vocabulary", lambda location: {"ai": [location]})
    words = {"ai": [DomainVocabulary(profile="paper").location()]}
    assert profile_domains("paper") == ProfileDomains(corpus.manifest(), {"ai": pages.manifest()}, words)


@pytest.mark.parametrize(("profiles", "crawled"), [(("names", "paper"), "paper"), (("names",), "names")])
def test_the_drift_is_read_from_the_corpus_of_the_whole_crawl(
    configure: Configure, profiles: tuple[str, ...], crawled: str
) -> None:
    configure(BuildDomains={"domains": "ai"})
    steps = {name: DaptCorpus(profile=name) for name in profiles}
    for step in (*steps.values(), DomainPages(domain="ai")):
        write_manifests(step)
    found = domains_shown({name: ProfileDomains(step.manifest(), {}, {}) for name, step in steps.items()})
    assert found.corpus.provenance.parameters["profile"] == "names"
    assert (found.crawled, found.crawled_location) == (steps[crawled].manifest(), steps[crawled].location())
