"""What a person is told about a build that was asked for: before it, and at its end."""

from __future__ import annotations

import logging
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipelines import run
from pipelines.plan import Ends, Step
from schemas.datasets.run_record import RunRecord, write_run_record
from schemas.errors import CommandError, InputError
from schemas.files import storage
from tasks.report import BuildReport
from tasks.step.beam import JOB as BEAM_JOB
from tasks.step.training import JOB as TRAINING_JOB
from tasks.wikipedia import Punkt, Sentences
from tests.support.configured import Configure
from tests.support.manifests import commit
from tests.support.terminal import Terminal


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["NerCorpuss"], "there is no task NerCorpuss; did you mean NerCorpus?"),
        (["X\x1b[2J"], "there is no task X\\x1b[2J; `wiki-ner tasks` lists them"),
        (["NerCorpus", "--label-sett", "4"], "NerCorpus has no option --label-sett; did you mean --label-set?"),
        (
            ["BuildCorpora", "--xyz=1"],
            "BuildCorpora has no option --xyz; its own are --profiles, --label-sets; --help lists those of the command",
        ),
        (["BuildCorpora", "--setting", "x.cfg"], "BuildCorpora has no option --setting; did you mean --settings?"),
        (["NerBert", "--profile", "names"], "NerBert has no option --profile; did you mean --Quality-profile?"),
        (
            ["NerBert", "--min-mentions", "3"],
            "NerBert has no option --min-mentions; did you mean --FilteredSentences-min-mentions?",
        ),
        (["BuildCorpora", "--dryrun"], "BuildCorpora has no option --dryrun; did you mean --dry-run?"),
        (
            ["Punkt", "--dry-run"],
            "Punkt has no option --dry-run; its own are --train-mb; --help lists those of the command",
        ),
        (["NerCorpus", "--label-set"], "--label-set: expected one argument"),
        (["NerCorpus", "4"], "NerCorpus: 4 stands alone; options are written as --name value"),
    ],
)
def test_a_wrong_command_is_told_in_one_line(configure: Configure, arguments: list[str], message: str) -> None:
    configure()
    with pytest.raises(CommandError) as error:
        run.show_plan(arguments)
    assert str(error.value) == message


def test_a_report_below_a_root_that_is_not_there_is_refused_and_leaves_nothing(
    configure: Configure, tmp_path: Path
) -> None:
    configure(Build={"root": tmp_path / "dat"})
    with pytest.raises(InputError, match=r"^root in \[Build\] = \S+/dat: no such directory"):
        run.write_report(["BuildCorpora"], show=False)
    assert not (tmp_path / "dat").exists()


def test_a_report_on_what_is_not_built_is_refused_before_hours_of_work(configure: Configure, tmp_path: Path) -> None:
    configure()
    (tmp_path / "data").mkdir(exist_ok=True)
    with pytest.raises(
        InputError, match=r"^there is nothing to report on yet, \w+ is not built: give `wiki-ner build`$"
    ):
        run.write_report(["BuildCorpora"], show=True)


@pytest.mark.parametrize(
    ("show", "status", "pages", "opened"),
    [
        (True, 0, ("report.html", "report.md"), ["report.html"]),
        (True, 0, ("report.md",), ["report.md"]),
        (True, 0, (), []),
        (True, 30, ("report.html",), []),
        (False, 0, ("report.html",), []),
    ],
)
def test_a_report_is_shown_where_that_is_wanted(
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    show: bool,
    status: int,
    pages: tuple[str, ...],
    opened: list[str],
) -> None:
    configure()
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    monkeypatch.setattr(run, "build", lambda _arguments, *, agreed: status + agreed)
    monkeypatch.setattr(run, "plan", lambda _task: [Step(Punkt(), True, ""), Step(BuildReport(), False, "old")])
    (tmp_path / "data").mkdir(exist_ok=True)
    for page in pages:
        storage.write_text(f"{tmp_path}/data/samplewiki-20260901/{page}", page)
    assert run.write_report(["BuildCorpora"], show=show) == status
    assert shown == [(tmp_path / "data" / "samplewiki-20260901" / name).as_uri() for name in opened]


def test_what_stands_is_told(configure: Configure, capsys: pytest.CaptureFixture[str]) -> None:
    configure()
    commit(Punkt())
    assert run.say(["Builds"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["state", "dataset", "build", "rows", "size", "age", "version", "made", "of"]
    assert lines[1].split()[:3] == ["current", "samplewiki-20260901/punkt", Punkt().provenance.identity[:8]]


@pytest.mark.parametrize("status", [0, 20])
def test_a_build_ends_with_the_status_of_luigi_and_tells_what_it_did(
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    status: int,
) -> None:
    configure()
    given: list[list[str]] = []

    def luigis(arguments: list[str]) -> None:
        given.append(arguments)
        if status:
            sys.exit(status)
        Punkt().run()

    monkeypatch.setattr(Punkt, "build", commit)
    monkeypatch.setattr(run, "run_with_retcodes", luigis)
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    command = ["Punkt", "--Build-root", str(tmp_path / "data")]
    assert run.build(command, agreed=False) == status
    printed = capsys.readouterr().out
    assert given == [command]
    assert printed.startswith("Punkt is not finished: 0 steps built" if status else "Punkt is built: 1 step in ")
    [log] = (tmp_path / "data" / "_logs").iterdir()
    assert log.name.endswith("-Punkt.log")
    assert log.read_text().endswith(printed) and f"\nlog: {log}\n" in printed


def test_a_build_that_waited_for_another_run_does_not_call_its_steps_its_own(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def luigis(_arguments: Sequence[str]) -> None:
        commit(Punkt())
        Punkt().run()

    configure()
    monkeypatch.setattr(run, "run_with_retcodes", luigis)
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    assert run.build(["Punkt"], agreed=False) == 0
    assert ", 1 by another run; below " in capsys.readouterr().out.splitlines()[0]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_luigi_tells_which_steps_have_failed_also_of_several_workers(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], workers: str
) -> None:
    def fail(_task: Punkt) -> None:
        raise InputError("no words")

    configure()
    monkeypatch.setattr(Punkt, "build", fail)
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    command = ["Orthography", "--local-scheduler", "--no-lock", "--workers", workers]
    run.build(command, agreed=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:5] == [
        "failed: punkt; the log above says why, after ERROR",
        "",
        "not built: sentences splitter=punkt, orthography",
    ]


def test_builds_that_begin_in_the_same_second_have_a_log_each(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    configure()
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    monkeypatch.setattr(run, "run_luigi", lambda _arguments: 30)
    monkeypatch.setattr("time.strftime", lambda _form: "20261127-020000")
    for _ in range(3):
        assert run.build(["Punkt"], agreed=False) == 30
    logs = sorted(path.name for path in (tmp_path / "data" / "_logs").iterdir())
    assert logs == ["20261127-020000-Punkt-2.log", "20261127-020000-Punkt-3.log", "20261127-020000-Punkt.log"]


def test_a_build_whose_log_is_gone_has_told_its_end(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def luigis(_arguments: Sequence[str]) -> int:
        shutil.rmtree(tmp_path / "data" / "_logs")
        return 30

    configure()
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    monkeypatch.setattr(run, "run_luigi", luigis)
    assert run.build(["Punkt"], agreed=False) == 30
    assert capsys.readouterr().out.startswith("Punkt is not finished: 0 steps built")


def test_a_complete_build_is_told_without_luigi(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    configure()
    commit(Punkt())
    monkeypatch.setattr(run, "run_luigi", lambda _arguments: pytest.fail("Luigi was asked"))
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    assert run.build(["Punkt"], agreed=False) == 0
    assert capsys.readouterr().out.startswith("Punkt is built already: the step was there; below ")
    assert not (tmp_path / "data" / "_logs").exists()


def test_a_plan_ends_with_what_is_doubtful_once(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Sentences, "doubts", lambda _task: iter(["its head is another wiki's", "no full stops"]))
    configure()
    assert run.show_plan(["TypedSentences", "--profile", "names"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("\n\nsentences: its head is another wiki's\nsentences: no full stops\n")
    assert out.count("its head") == 1
    commit(Punkt(), rows=0, size=0)
    commit(Sentences(), rows=0, size=0)
    assert run.show_plan(["Sentences"]) == 0
    assert "its head" not in capsys.readouterr().out


def test_a_build_says_what_is_doubtful_of_all_its_steps_before_the_first_and_no_more_then(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Punkt, "doubts", lambda _task: iter(["few words"]))
    monkeypatch.setattr(Sentences, "doubts", lambda _task: iter(["no full stops", "no full stops"]))
    monkeypatch.setattr(Punkt, "build", commit)
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    configure()
    told: list[str] = []

    def luigis(_arguments: list[str]) -> None:
        told.extend(caplog.messages)
        Punkt().run()

    monkeypatch.setattr(run, "run_with_retcodes", luigis)
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    run.build(["Sentences"], agreed=False)
    assert told == ["punkt: few words", "sentences: no full stops"] == caplog.messages


def test_a_complete_build_that_is_asked_for_is_current_again(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure()
    first, second = Punkt(), Punkt(train_mb=20.0)
    commit(first)
    commit(second)
    current = storage.join(first.location().rpartition("/")[0], "_current.json")
    assert second.complete() and second.provenance.identity[:8] in storage.read_text(current)
    monkeypatch.setattr(run, "run_luigi", lambda _arguments: pytest.fail("Luigi was asked"))
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    assert run.build(["Punkt"], agreed=False) == 0
    assert first.provenance.identity[:8] in storage.read_text(current)


def test_what_is_built_and_yet_not_complete_is_left_to_luigi(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check whose budget is exceeded has its datasets and fails all the same."""
    configure()
    commit(Punkt())
    monkeypatch.setattr(Punkt, "complete", lambda _task: False)
    monkeypatch.setattr(run, "run_luigi", lambda _arguments: 30)
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    assert run.build(["Punkt"], agreed=False) == 30


def test_a_complete_build_that_vanishes_meanwhile_ends_with_the_status_of_what_the_end_says(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    configure()
    commit(Punkt())

    def complete(task: Punkt) -> bool:
        storage.remove_directory(task.location())
        return True

    monkeypatch.setattr(Punkt, "complete", complete)
    monkeypatch.setattr(run, "run_luigi", lambda _arguments: pytest.fail("Luigi was asked"))
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    assert run.build(["Punkt"], agreed=False) == 30
    assert capsys.readouterr().out.startswith("Punkt is not finished: 0 steps built in ")


def test_a_plan_is_printed_with_the_models_that_it_trains(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("schemas.installed.importlib.util.find_spec", lambda _name: object())
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    configure()
    assert run.show_plan(["Punkt"]) == 0
    assert "models are trained" not in capsys.readouterr().out
    configure(FineTuning={"seeds": "1,2", "few_shot": "0"})
    command = ["FineTuning", "--target", "ai", "--encoder", "plain", "--model", "tagger", "--settings", "direct"]
    assert run.show_plan(command) == 0
    assert capsys.readouterr().out.endswith("\n\n2 models are trained\n")


def test_a_command_that_makes_no_dataset_tells_no_more_than_it_said(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    configure()
    monkeypatch.setattr(run, "plan", lambda _task: [])
    monkeypatch.setattr(run, "run_luigi", lambda _arguments: 7)
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    assert run.build(["Punkt"], agreed=False) == 7
    assert capsys.readouterr().out == ""


def test_steps_learn_how_long_they_take_by_the_preview_or_else_by_an_earlier_build(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure()
    commit(Punkt())
    write_run_record(Punkt().location(), RunRecord("2026-01-01T00:00:00+00:00", 62.5, 10**9))
    configure(Punkt={"train_mb": 2})
    followed: list[Mapping[str, float | None]] = []

    def follow(_waiting: Sequence[Step], seconds: Mapping[str, float | None]) -> Callable[[], Ends]:
        followed.append(seconds)
        return Ends

    monkeypatch.setattr(run, "follow", follow)
    monkeypatch.setattr(run, "run_luigi", lambda _arguments: 0)
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    run.build(["Punkt"], agreed=False)
    run.build(["Punkt"], agreed=False, expected={"punkt": 5.0})
    assert followed == [{"punkt": 62.5}, {"punkt": 5.0}]


@pytest.mark.parametrize(
    ("ended", "status"),
    [(None, 0), (SystemExit(30), 30), (SystemExit("what went wrong"), 1), (KeyboardInterrupt(), 130)],
)
def test_the_end_of_luigi_is_a_status(
    monkeypatch: pytest.MonkeyPatch, ended: BaseException | None, status: int
) -> None:
    def luigis(arguments: list[str]) -> None:
        assert arguments == ["Punkt"]
        if ended:
            raise ended

    jobs: list[list[str]] = []

    @contextmanager
    def servers(names: list[str]) -> Iterator[None]:
        jobs.append(names)
        yield

    monkeypatch.setattr(run, "run_with_retcodes", luigis)
    monkeypatch.setattr(run, "fork_servers", servers)
    assert run.run_luigi(["Punkt"]) == status
    assert jobs == [[BEAM_JOB, TRAINING_JOB]]


def test_the_end_takes_the_line_of_a_terminal_on_which_progress_stands(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    configure()
    commit(Punkt())
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    assert run.build(["Punkt"], agreed=False) == 0
    printed, errors = capsys.readouterr()
    assert errors == ""
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    monkeypatch.setattr("sys.stdout", output := Terminal())
    assert run.build(["Punkt"], agreed=False) == 0
    assert (terminal.shown, output.shown) == ("\r\x1b[K", printed)
