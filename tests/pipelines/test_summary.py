"""What a person is told at the end of a build."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import luigi

from pipelines.plan import Ends, Step, not_built
from pipelines.summary import summary
from schemas.datasets.run_record import RunRecord, write_run_record
from tasks.evaluation import EvaluationReport
from tasks.hub import HubDataset
from tasks.report import BuildReport
from tasks.wikipedia import Completeness, Punkt, Redirects, Sentences
from tests.support.configured import Configure
from tests.support.manifests import commit


def told(task: luigi.Task, steps: list[Step], seconds: float, log: Path | None) -> str:
    """What the end of a run says that has built all that was not there, as far as it is there now."""
    return summary(task, steps, not_built(steps), seconds, log, ends(built=[each for each in steps if not each.built]))


def ends(built: Iterable[Step] = (), failed: Iterable[Step] = ()) -> Ends:
    """The ends that steps of a run have told of."""
    return Ends(*(frozenset(each.task.task_id for each in steps) for steps in (built, failed)))


def test_the_end_tells_what_was_built_and_where(configure: Configure, tmp_path: Path) -> None:
    configure()
    task = Punkt()
    commit(task)
    place = f"{tmp_path}/data/samplewiki-20260901"
    write_run_record(task.location(), RunRecord("2026-01-01T00:00:00+00:00", 62.1, 10**9))
    folder = f"punkt/build={task.provenance.identity[:8]}"
    built = told(task, [Step(task, False, "not built yet")], 83, tmp_path / "a.log")
    assert built.splitlines() == [
        f"Punkt is built: 1 step in 0:01:23; below {place}",
        "",
        "dataset  rows    size     time  directory",
        f"punkt       7  1.5 kB  0:01:02  {folder}",
        "",
        "settings: luigi.cfg",
        f"log: {tmp_path}/a.log",
    ]
    there = told(task, [Step(task, True, "")], 1, None)
    assert there.splitlines() == [
        f"Punkt is built already: the step was there; below {place}",
        "",
        "dataset  rows    size       time  directory",
        f"punkt       7  1.5 kB  was there  {folder}",
        "",
        "settings: luigi.cfg",
    ]


def test_the_end_tells_how_much_was_rejected(configure: Configure) -> None:
    configure(Build={"max_reject_share": 1})
    task = Punkt()
    commit(task, rejected=7)
    lines = told(task, [Step(task, True, "")], 1, None).splitlines()
    assert lines[-3] == "rejected: 7 of punkt; the datasets below rejects/ say what and why"


def test_the_end_names_a_report_once(configure: Configure) -> None:
    """The page with models stands where the one without stood."""
    configure()
    pages = [Step(BuildReport(label_sets="4", models=models), True, "") for models in (False, True)]
    lines = summary(Punkt(), pages, [], 1, None, ends()).splitlines()
    assert lines[1:] == ["", f"report: {BuildReport().output().latest}", "settings: luigi.cfg"]


def test_the_end_names_the_report_on_the_models(configure: Configure, tmp_path: Path) -> None:
    """It lies beside a dataset, unlike the reports on the corpora."""
    configure(EvaluationReport={"targets": "ai", "encoders": "plain", "models": "tagger"})
    task = EvaluationReport()
    commit(task)
    lines = summary(task, [Step(task, True, "")], [], 1, None, ends()).splitlines()
    report = f"{tmp_path}/data/samplewiki-20260901/evaluation_report/evaluation.md"
    assert lines[-2:] == [f"report: {report}", "settings: luigi.cfg"]


def test_the_end_names_the_folder_for_a_hub(configure: Configure) -> None:
    """Also where it was there: the log of the build that made it may be gone."""
    configure(HubDataset={"label_sets": "4", "dapt": False})
    task = HubDataset()
    commit(task)
    lines = told(task, [Step(task, True, "")], 1, None).splitlines()
    assert lines[-2:] == [f"folder for a hub: {task.location()}/_hub", "settings: luigi.cfg"]
    assert "folder for a hub" not in summary(task, steps := [Step(task, False, "")], steps, 1, None, ends())


def test_the_end_tells_what_is_missing(configure: Configure, tmp_path: Path) -> None:
    configure()
    task = Punkt()
    failed = told(task, [Step(task, False, "not built yet")], 3, tmp_path / "a.log").splitlines()
    assert failed[0].startswith("Punkt is not finished: 0 steps built in 0:00:03, 1 left; below ")
    assert failed[2:] == [
        "not built: punkt",
        "",
        "settings: luigi.cfg",
        f"log: {tmp_path}/a.log",
        "give the same command again when the cause is gone: it continues where it was",
    ]


def test_the_end_does_not_call_a_comparison_built_that_found_too_much(configure: Configure) -> None:
    configure()
    task = Completeness()
    commit(task, counts={"pages": {"in the table": 7, "missing": 1, "unexpected": 1}})
    lines = told(task, [Step(task, False, "not built yet")], 3, None).splitlines()
    assert lines[0].startswith("Completeness is not finished: 0 steps built in 0:00:03, 1 left; below ")
    assert lines[2] == "not built: unaccounted_pages"


def test_the_end_tells_the_steps_that_failed_from_those_that_never_began(configure: Configure) -> None:
    """Other steps go on after them, so their messages are far above."""
    configure()
    steps = [Step(each, False, "not built yet") for each in (Punkt(), Sentences(), Redirects(), Completeness())]
    lines = summary(Completeness(), steps, steps, 3, None, ends(failed=steps[:1])).splitlines()
    assert lines[2] == "failed: punkt; the log above says why, after ERROR"
    # One that awaits none of them too, as where the scheduler has no room for it.
    assert lines[4] == "not built: sentences splitter=punkt, redirects, unaccounted_pages"
    commit(Punkt())
    commit(Sentences())
    lines = summary(Completeness(), steps, steps[2:], 3, None, ends(steps[:2], steps[2:])).splitlines()
    assert lines[-4] == "failed: redirects, unaccounted_pages; the log above says why, after ERROR"
    assert not [line for line in lines if line.startswith("not built")]


def test_a_step_that_failed_here_and_was_built_by_another_run_is_not_called_failed(configure: Configure) -> None:
    configure()
    step = Step(Punkt(), False, "not built yet")
    commit(Punkt())
    lines = summary(Punkt(), [step], [], 3, None, ends(failed=[step])).splitlines()
    assert lines[0].startswith("Punkt is built: 0 steps in 0:00:03, 1 by another run; below ")
    assert not [line for line in lines if line.startswith("failed")]


def test_the_end_tells_what_another_run_has_built(configure: Configure) -> None:
    configure()
    steps = [Step(Punkt(), False, ""), Step(Sentences(), False, ""), Step(Redirects(), True, "")]
    for each in steps:
        commit(each.task)
        write_run_record(each.task.location(), RunRecord("2026-01-01T00:00:00+00:00", 62.1, 10**9))
    lines = summary(Sentences(), steps, [], 3, None, ends(steps[:1])).splitlines()
    assert lines[0].startswith("Sentences is built: 1 step in 0:00:03, 1 by another run, 1 was there; below ")
    assert [line.split("  ")[-2].strip() for line in lines[2:6]] == ["time", "0:01:02", "by another run", "was there"]
    lines = summary(Sentences(), steps[:2], [], 3, None, ends()).splitlines()
    assert lines[0].startswith("Sentences is built: 0 steps in 0:00:03, 2 by another run; below ")
    lines = summary(Sentences(), steps, steps[1:2], 3, None, ends()).splitlines()
    assert lines[0].startswith(
        "Sentences is not finished: 0 steps built in 0:00:03, 1 by another run, 1 left, 1 was there; below "
    )


def test_the_end_of_a_build_says_when_to_give_it_again(configure: Configure) -> None:
    configure()
    task = Punkt()
    commit(Completeness())
    steps = [Step(task, False, "not built yet"), Step(Completeness(), True, ""), Step(BuildReport(), True, "")]
    lines = summary(task, steps, steps[:1], 3, None, ends(), status=130).splitlines()
    assert lines[0].startswith("Punkt was interrupted: 0 steps built in 0:00:03, 1 left, 2 were there; below ")
    assert lines[-1] == "give the same command again: it continues where it was"
    lines = summary(task, steps, steps[:1], 3, None, ends(), status=10).splitlines()
    assert lines[0].startswith("Punkt is not finished: ")
    assert lines[-1] == (
        "give the same command again when the other worker of the scheduler has built its step: it continues where it "
        "was"
    )
    assert summary(task, steps, steps[:1], 3, None, ends(), status=25).splitlines()[-1] == (
        "give the same command again when the scheduler lets its steps run; other builds may hold what its [resources] "
        "allow: it continues where it was"
    )
    commit(task)
    lines = summary(task, steps, [], 3, None, ends(steps[:1])).splitlines()
    assert lines[0].startswith("Punkt is built: 1 step in 0:00:03, 2 were there; below ")
    lines = summary(task, steps[1:], [], 3, None, ends()).splitlines()
    assert lines[0].startswith("Punkt is built already: all 2 steps were there; below ")
