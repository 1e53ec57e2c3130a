"""The plan of a build: what is there, what is to be done in which order, and why."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from pipelines import BuildCorpora, BuildReport, FineTuning, NerCorpus
from pipelines.plan import Ends, Step, _first_of, describe, follow, not_built, nothing_written, plan, trainings
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.snapshot_diff import OF_EVERY_BUILD
from tasks.annotation import PreAnnotation
from tasks.benchmark import NerBenchmark
from tasks.encoders import base_encoder
from tasks.linking import TypedSentences
from tasks.outside import OutsideBaseline
from tasks.pretraining import DaptModel, NerBert
from tasks.report import Report
from tasks.settings.shared import Wikipedia
from tasks.step.base import DatasetTask
from tasks.wikipedia import Completeness, Punkt, Sentences
from tests.support.configured import Configure
from tests.support.manifests import commit


def test_steps_come_in_the_order_of_the_work(configure: Configure) -> None:
    configure(BuildDomains={"domains": "ai"})
    with nothing_written():
        steps = plan(BuildCorpora(profiles="paper", label_sets="4"))
    assert [step.name for step in steps] == [
        # The crawl first: a root that is misspelt is refused before the dump is worked on for hours.
        "category_edges",
        "domain_pages domain=ai",
        "wikidata_ids",
        "domain_report",
        "punkt",
        "sentences splitter=punkt",
        "type_index",
        "typed_sentences profile=paper",
        "dapt_corpus profile=paper entities=anchors",
        "domain_vocabulary profile=paper",
        "dapt_report",
        "unaccounted_pages",
        "filtered_sentences profile=paper label_set=315",
        "ner_corpus profile=paper label_set=4 alpha=0.7",
        "report",
        "build_report models=False",
    ]
    assert {step.why for step in steps} == {"not built yet", "not written yet, or of another build"}


def test_tables_are_read_before_the_dump_is_worked_on_for_hours(configure: Configure) -> None:
    """One that was cut short is found out where it is read to its end: nothing tells it before."""
    configure(BuildDomains={"domains": ""}, Wikipedia={"redirects": "tables"})
    with nothing_written():
        steps = plan(BuildCorpora(profiles="paper", label_sets="4"))
    assert [step.name for step in steps][:4] == ["wikidata_ids", "redirects", "punkt", "sentences splitter=punkt"]


def test_every_build_of_the_corpora_has_the_datasets_without_which_a_snapshot_looks_wrong(configure: Configure) -> None:
    configure(BuildDomains={"domains": ""}, Sentences={"splitter": "sentencex"})
    with nothing_written():
        steps = plan(BuildCorpora(profiles="paper", label_sets="4"))
    assert {dataset for step in steps for dataset in step.task.datasets} >= set(OF_EVERY_BUILD)


def test_steps_are_numbered_as_they_begin(configure: Configure) -> None:
    """Luigi begins those that are equal in any order."""
    configure()
    steps = [Step(Punkt(), False, ""), Step(Sentences(), False, ""), Step(TypedSentences(), False, "")]
    follow(steps, {"punkt": 10.0, "sentences splitter=punkt": 100.0, "typed_sentences profile=paper": 1000.0})
    assert Sentences().begin() == ("step 1 of 3, ", 100.0, 1010.0)
    assert Punkt().begin() == ("step 2 of 3, ", 10.0, 1000.0)
    assert TypedSentences().begin() == ("step 3 of 3, ", 1000.0, 0.0)
    # What is left for the build is known only where it is known for all.
    follow(steps, {"punkt": 10.0})
    assert Punkt().begin() == ("step 1 of 3, ", 10.0, None)
    # Nor does anybody wait for a report.
    follow([steps[0], Step(Report(profiles="paper", label_sets="4"), False, "")], {"punkt": 10.0})
    assert Punkt().begin() == ("step 1 of 2, ", 10.0, 0.0)


def test_steps_tell_their_ends_the_last_of_which_counts(configure: Configure) -> None:
    configure()
    steps = [Step(Punkt(), False, ""), Step(Sentences(), False, ""), Step(TypedSentences(), False, "")]
    ends = follow(steps)
    assert ends() == Ends()
    Punkt().tell_end(False)
    Punkt().tell_end(True)
    Sentences().tell_end(True)
    Sentences().tell_end(False)
    assert ends() == Ends(frozenset({Punkt().task_id}), frozenset({Sentences().task_id}))


def test_a_plan_tells_what_is_there_and_what_is_stale_and_writes_nothing(configure: Configure, tmp_path: Path) -> None:
    configure()
    commit(Punkt())
    built = Punkt().location().rpartition("=")[2]
    before = sorted(tmp_path.rglob("*"))
    with nothing_written():
        text = describe("Punkt", plan(Punkt()))
        assert Punkt().is_built()
    assert text.splitlines()[:2] == [
        f"Punkt: 1 step, 1 built, 0 to do; below {tmp_path}/data/samplewiki-20260901",
        "settings: luigi.cfg",
    ]
    assert text.splitlines()[-1] == f"   -  punkt    built: 7 rows, 1.5 kB, build={built}"
    configure(Punkt={"train_mb": 2})
    with nothing_written():
        text = describe("Punkt", plan(Punkt()))
    assert text.splitlines()[-1] == (
        f"   1  punkt    {tmp_path}/data/samplewiki-20260901/punkt/build={built} is stale: train_mb was 30.0, is 2.0"
    )
    assert sorted(tmp_path.rglob("*")) == before


def test_a_comparison_that_found_too_much_is_to_be_done_and_the_plan_says_why(configure: Configure) -> None:
    configure()
    step = Completeness()
    commit(step, counts={"pages": {"in the table": 7, "missing": 1, "unexpected": 1}})
    with nothing_written():
        *_, last = plan(step)
    assert (last.built, last.why) == (False, step.why_not_done())
    assert last.why.startswith("sample/wiki/samplewiki-20260901-page.sql.gz: 1 of the 7 pages in it are missing")


def test_inputs_are_told_with_their_sizes(configure: Configure) -> None:
    configure()
    with nothing_written():
        lines = describe("NerCorpus", plan(NerCorpus(label_set="4"))).splitlines()
    table = lines[3 : lines.index("", 3)]
    assert [line.split()[0] for line in table] == [
        *("input", "dbpedia_redirects", "instance_types", "ontology", "page_props_table", "page_table", "pages")
    ]
    assert table[-1].split() == [
        "pages",
        "sample/wiki/samplewiki-20260901-pages-articles-multistream.xml.bz2",
        "291",
        "kB",
    ]


def test_all_files_of_an_input_are_told_whichever_step_reads_some_of_them(configure: Configure, tmp_path: Path) -> None:
    dump = tmp_path / "b.xml"
    dump.write_bytes(b"<mediawiki></mediawiki>")
    configure(Wikipedia={"pages": f"{Wikipedia().pages},{dump}"})
    steps = [Step(step, False, "not built yet") for step in (Sentences(), Completeness(), *NerBenchmark.all().values())]
    lines = describe("BuildCorpora", steps).splitlines()
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines[3 : lines.index("", 3)]}
    pages = "sample/wiki/samplewiki-20260901-pages-articles-multistream.xml.bz2"
    assert told["pages"].startswith(f"{pages} and 1 more  ")
    assert told["train"].startswith("sample/ner/ai/train.txt and 2 more  ")


def test_an_input_without_files_is_not_told(configure: Configure) -> None:
    configure()
    lines = describe("PreAnnotation", [Step(PreAnnotation(domain="music"), False, "not built yet")]).splitlines()
    assert [line.split()[0] for line in lines[3 : lines.index("", 3)]] == ["input", "ontology"]


@pytest.mark.parametrize(("seeds", "number"), [("1", 1), ("1,2,3", 3)])
def test_trainings_are_counted(configure: Configure, seeds: str, number: int) -> None:
    configure()
    task = FineTuning(target="ai", encoder="plain", model="tagger", settings="direct", seeds=seeds, few_shot="0")
    assert task.trained_models() == number
    assert trainings([Step(task, False, "")] * 2) == 2 * number
    assert trainings([Step(Punkt(), False, "")]) == 0


def test_trainings_of_every_kind_are_counted(configure: Configure) -> None:
    configure(FineTuning={"seeds": "1,2,3"}, OutsideBaseline={"weights": "gliner=sample/ner,flair=sample/ner"})
    baselines = [OutsideBaseline(target="ai", model=name) for name in ("flair", "transformers", "gliner")]
    # Zero-shot: nothing is trained.
    assert [trainings([Step(each, False, "")]) for each in baselines] == [3, 3, 0]
    assert trainings([Step(DaptModel(domain="ai"), False, ""), Step(NerBert(label_set="4"), False, "")]) == 2
    assert trainings([Step(base_encoder(), False, "")]) == 0


def test_a_plan_names_the_dataset_of_a_step_that_is_gone(configure: Configure) -> None:
    configure()
    commit(Punkt())
    task = Punkt()
    gone = task.output()[1].location
    storage.remove_directory(gone)
    with nothing_written():
        [step] = plan(task)
    assert (step.built, step.why) == (False, f"{gone}: not there")


def test_a_plan_names_the_report_that_is_there(configure: Configure, tmp_path: Path) -> None:
    configure()
    text = describe("BuildReport", [Step(BuildReport(label_sets="4"), True, "")])
    latest = f"{tmp_path}/data/samplewiki-20260901/report.html"
    assert text.splitlines()[-1].split(maxsplit=1) == ["-", f"build_report models=False  there: {latest}"]


def test_several_files_of_an_input_are_told_by_the_first() -> None:
    here, there = f"{Path.cwd()}/sample/a", "/elsewhere/b"
    assert _first_of([here]) == "sample/a"
    assert _first_of([there, here]) == "/elsewhere/b and 1 more"
    assert _first_of([here] * 1002) == "sample/a and 1,001 more"


def test_a_step_that_cannot_be_looked_at_is_not_done(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    configure()

    def fail(_task: Sentences) -> bool:
        raise InputError("the dump is gone")

    monkeypatch.setattr(Sentences, "is_built", fail)
    commit(Punkt())
    steps = [Step(Sentences(), True, ""), Step(Punkt(), False, "")]
    assert not_built(steps) == steps[:1]


def test_after_a_plan_the_checksums_of_inputs_are_remembered_again() -> None:
    for error in (None, InputError("refused")):
        with contextlib.suppress(InputError), nothing_written():
            assert not DatasetTask.remembers_checksums
            if error:
                raise error
        assert DatasetTask.remembers_checksums


@pytest.mark.parametrize("table", ["", "sample/wiki/samplewiki-20260901-page.sql.gz"])
def test_the_pages_are_compared_where_a_table_of_them_is_given(configure: Configure, table: str) -> None:
    configure(BuildDomains={"domains": ""}, Wikipedia={"page_table": table})
    built = [type(task) for task in BuildCorpora(profiles="paper", label_sets="4").requires()]
    assert built == [NerCorpus, Report, *([Completeness] if table else []), BuildReport]
