"""A step is built once, under its lock."""

from __future__ import annotations

import logging
import threading
from itertools import permutations
from pathlib import Path

import luigi
import pytest

from pipelines import BuildCorpora
from pipelines.plan import plan
from schemas.datasets.run_record import RunRecord, read_run_record
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.locks import lock
from tasks.logs import BEGUN, SHARE
from tasks.step.base import DatasetTask, Turn
from tasks.wikipedia import Punkt, Sentences
from tests.support.configured import Configure
from tests.support.manifests import commit
from tests.support.processes import wait_for
from tests.tasks.step.small_steps import Step, StepReport


def test_luigi_schedules_no_step_below_a_root_that_cannot_be_written(configure: Configure, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    configure(Build={"root": tmp_path / "file" / "data"})
    with pytest.raises(InputError) as error:
        Punkt().deps()
    assert str(error.value) == (
        f"root in [Build] = {tmp_path}/file/data: {tmp_path}/file is not a directory; name another place"
    )


def test_luigi_schedules_no_step_whose_snapshot_is_on_another_disk(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*place: str) -> None:
        raise InputError(f"{place} are two disks")

    configure(Build={"root": tmp_path, "snapshot": "elsewhere"})
    monkeypatch.setattr("tasks.step.base.on_one_disk", refuse)
    with pytest.raises(InputError) as error:
        Punkt().deps()
    assert str(error.value) == f"{(str(tmp_path), 'elsewhere')} are two disks"


def test_a_step_is_built_under_the_lock_of_its_identity(step: Step) -> None:
    step.run()
    assert step.built == [[f"_locks/punkt-{step.provenance.identity[:16]}"]]
    root = step.location().partition("/samplewiki")[0]
    assert storage.list_files(f"{root}/_locks") == []
    assert step.shown == []


def test_what_a_step_took_is_recorded_beside_its_dataset(step: Step) -> None:
    step.run()
    record = read_run_record(step.location())
    assert record is not None and record.seconds >= 0 and record.memory > 0


def test_a_step_whose_record_cannot_be_written_is_built(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_location: str, _record: RunRecord) -> None:
        raise InputError("the disk is full")

    monkeypatch.setattr("tasks.step.base.write_run_record", fail)
    step.run()
    assert step.complete() and read_run_record(step.location()) is None


def test_a_step_gives_its_job_the_stamps_of_its_input_files_before_their_checksums(
    step: Step, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dump = tmp_path / "dump.xml"
    dump.write_text("one")

    def fingerprint(file: storage.Stamp, _memory: str) -> str:
        dump.write_text("another")
        return file.uri.rpartition("/")[2]

    monkeypatch.setattr("tasks.step.decided.fingerprint", fingerprint)
    monkeypatch.setattr(Step, "files", lambda _step: {"pages": [str(dump)]})
    monkeypatch.setattr(Step, "wiki", None)
    before = storage.stamp(str(dump))
    assert [source.identity for source in step.provenance.inputs] == ["dump.xml"]
    assert step.build_target().files == [before]
    assert storage.stamp(str(dump)) != before


def test_a_step_that_another_build_has_built_is_not_built_again(step: Step) -> None:
    step.run()
    step.run()
    assert len(step.built) == 1


def test_a_step_of_which_a_dataset_is_missing_is_built(step: Step) -> None:
    step.run()
    storage.remove_file(f"{step.location('rejects')}/_manifest.json")
    step.run()
    assert len(step.built) == 2


def test_a_step_that_fails_gives_its_lock_back(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Step) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Step, "build", fail)
        with pytest.raises(ZeroDivisionError):
            step.run()
    step.run()
    assert len(step.built) == 1 and step.shown == []


def test_a_step_waits_for_the_build_that_is_at_it_and_then_has_its_datasets(step: Step) -> None:
    with lock(step._lock(), lambda holder: pytest.fail(f"{holder} has it")):
        waiting = threading.Thread(target=step.run)
        waiting.start()
        wait_for(lambda: bool(step.shown))
        step.build()
    waiting.join()
    assert len(step.built) == 1


def test_people_are_told_once_for_whom_a_step_waits(step: Step) -> None:
    for holder in ("process 1 on a", "process 1 on a", "process 2 on b"):
        step._wait(holder)
    assert step.shown == [
        ("waiting for process 1 on a, which builds the same", 0.0),
        ("waiting for process 2 on b, which builds the same", 0.0),
    ]


def test_a_step_whose_luigi_is_gone_waits_no_longer(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.step.base.is_orphan", lambda: True)
    with (
        lock(step._lock(), lambda _: None),
        pytest.raises(InputError, match="^punkt: the build that this step belonged to has ended"),
    ):
        step.run()
    assert step.built == []


# The current build.


@pytest.mark.usefixtures("step")
@pytest.mark.parametrize("kind", [Step, StepReport])
def test_a_worker_that_is_interrupted_ends_without_a_word(
    kind: type[DatasetTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_task: DatasetTask) -> None:
        raise KeyboardInterrupt

    def end(status: int) -> None:
        raise SystemExit(status)

    monkeypatch.setattr("multiprocessing.parent_process", object)
    monkeypatch.setattr("tasks.jobs.process.exit_now", end)
    monkeypatch.setattr(Step, "build", interrupt)
    monkeypatch.setattr(StepReport, "text", interrupt)
    with pytest.raises(SystemExit, match="^130$"):
        kind().run()


def test_a_tighter_failure_budget_holds_for_what_is_built_already(configure: Configure) -> None:
    """Luigi asks no further than a step that is complete: what it was made of is asked with it."""
    configure(Build={"max_reject_share": 0.15})
    commit(Punkt(), rejected=1, counts={"rejected": {"cut-page": 1}})
    commit(Sentences())
    assert Punkt().is_built() and Sentences().complete()
    rejects = Punkt().location("rejects")
    configure(Build={"max_reject_share": 0.14})
    for ask in (Punkt().is_built, Sentences().complete, lambda: plan(Sentences())):
        with pytest.raises(InputError) as error:
            ask()
        assert str(error.value) == (
            "1 of 7 records were rejected (cut-page 1), more than the failure budget of 14.00%; they are in "
            f"{rejects}. Fix the input, or raise max_reject_share in [Build]"
        )


@pytest.mark.parametrize(
    ("turn", "elapsed", "share", "line"),
    [
        (Turn(), 10, 0.5, "punkt: half"),
        (Turn("step 2 of 9, "), 10, 0.5, "step 2 of 9, punkt: half"),
        # Twice as fast as was expected.
        (Turn("step 2 of 9, ", 40.0, 100.0), 10, 0.5, "step 2 of 9, punkt: half; 0:01:50 left for the build"),
        (Turn("step 2 of 9, ", 40.0, 100.0), 10, 0.0, "step 2 of 9, punkt: half; 0:02:10 left for the build"),
        (Turn("step 2 of 9, ", 40.0, 100.0), 10, 0.009, "step 2 of 9, punkt: half; 0:02:10 left for the build"),
        (Turn("step 2 of 9, ", 40.0, 100.0), 10, 0.01, "step 2 of 9, punkt: half; 0:18:10 left for the build"),
        (Turn("step 2 of 9, ", 40.0, 100.0), 50, 0.0, "step 2 of 9, punkt: half; 0:01:40 left for the build"),
        (Turn("step 2 of 9, ", 40.0), 10, 0.5, "step 2 of 9, punkt: half"),
        (Turn(), 10, 1.0, "punkt: half"),
    ],
)
def test_a_line_of_progress_has_the_turn_and_the_time_left(
    step: Step,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    turn: Turn,
    elapsed: float,
    share: float,
    line: str,
) -> None:
    told: list[object] = []
    step._turn = turn
    step.set_status_message = step.set_progress_percentage = told.append
    monkeypatch.setattr("tasks.step.base.time.monotonic", lambda: 1000.0)
    step.say_begun("begun")
    caplog.clear()
    monkeypatch.setattr("tasks.step.base.time.monotonic", lambda: 1000.0 + elapsed)
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    with caplog.at_level(logging.INFO, "luigi-interface"):
        Punkt.show(step, "half", share)
    assert caplog.messages == [line]
    assert [getattr(record, SHARE) for record in caplog.records] == [share]
    # The scheduler's page shows them.
    assert told == ["half", round(100 * share)]


def test_the_first_line_of_a_step_says_that_it_begins(
    step: Step, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    step._turn = Turn("step 2 of 9, ", 40.0, 100.0)
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    with caplog.at_level(logging.INFO, "luigi-interface"):
        step.say_begun("building here")
    assert caplog.messages == ["step 2 of 9, punkt: building here; 0:02:20 left for the build"]
    assert getattr(caplog.records[0], SHARE) == BEGUN


def test_a_step_says_where_another_run_has_built_it(
    step: Step, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    step.run()
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    with caplog.at_level(logging.INFO, "luigi-interface"):
        step.run()
    assert caplog.messages == [f"punkt: was built by another run, at {step.location()}"]


def test_a_step_tells_that_it_was_built_where_this_run_has_built_it(step: Step) -> None:
    told: list[bool] = []
    step.tell_end = told.append
    step.run()
    step.run()
    assert told == [True]


def test_a_report_tells_that_it_was_written(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    configure()
    told: list[bool] = []
    monkeypatch.setattr(StepReport, "tell_end", told.append)
    StepReport().run()
    assert told == [True]


@pytest.mark.parametrize("event", [luigi.Event.FAILURE, luigi.Event.PROCESS_FAILURE])
def test_a_step_that_luigi_calls_failed_tells_it(step: Step, event: str) -> None:
    told: list[bool] = []
    step.tell_end = told.append
    step.trigger_event(event, step, RuntimeError("killed"))
    assert told == [False]


def test_a_step_warns_of_its_doubts_before_and_after_it_is_built(
    step: Step, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(step, "doubts", lambda: iter([f"{len(step.built)} are built"]))
    monkeypatch.setattr(step, "doubts_when_built", lambda: iter([f"{len(step.built)} is built"]))
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    for _ in range(2):
        step.run()
    warned = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert warned == ["punkt: 0 are built", "punkt: 1 is built"]


def test_a_step_says_which_build_it_replaces_and_why(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Of several that which differs least."""
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda _file, _memory: "0" * 64)
    for version, megabytes in ((9, 2), (8, 3)):
        monkeypatch.setattr(Punkt, "step_version", version)
        configure(Punkt={"train_mb": megabytes})
        commit(Punkt())
    nearest = Punkt().location()
    configure(Punkt={"train_mb": 4})
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    with caplog.at_level(logging.WARNING, "luigi-interface"):
        Punkt().announce()
    assert caplog.messages == [
        f"punkt: {nearest} (and 1 more) is stale: train_mb was 3.0, is 4.0; the old build stays until `wiki-ner prune` "
        "deletes it"
    ]


@pytest.mark.parametrize("told", [*permutations(["a; b", "a long parameter", "seeds"])])
def test_the_build_with_the_fewest_differences_is_told_and_of_these_the_one_that_is_told_soonest(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, told: tuple[str, ...]
) -> None:
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda _file, _memory: "0" * 64)
    differences = dict(zip((1.0, 2.0, 3.0), told, strict=True))
    for megabytes in differences:
        configure(Punkt={"train_mb": megabytes})
        commit(Punkt())
    configure(Punkt={"train_mb": 4})
    monkeypatch.setattr("tasks.step.base.difference", lambda old, _new: differences[old.parameters["train_mb"]])
    assert Punkt().why_not_built().endswith(" (and 2 more) is stale: seeds")


def test_a_shared_scheduler_knows_the_steps_of_two_builds_apart(
    configure: Configure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Luigi names a step by its parameters, and where it is built is none: another wiki's would be taken for it."""

    def names(root: str, snapshot: str = "dewiki") -> list[str]:
        configure(Build={"root": root, "snapshot": snapshot})
        return [task.task_id for task in (Punkt(), BuildCorpora())]

    here = names(str(tmp_path / "data"))
    others = [names("/elsewhere"), names("s3://data/"), names(str(tmp_path / "data"), "ruwiki")]
    for place in range(2):
        assert len({each[place] for each in (here, *others)}) == 4
    monkeypatch.chdir(tmp_path)
    assert names("data") == here == names(f"{tmp_path}/data/")
