from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from schemas.datasets.commits import prepare
from schemas.datasets.dataset import is_committed, read_manifest
from schemas.datasets.shards import Target, write_shard
from schemas.datasets.step_progress import Progress
from schemas.errors import InputError
from schemas.job_protocol import read_events
from tasks.jobs import beam_job
from tasks.jobs.beam_options import unknown_options
from tasks.jobs.engines import check_engine
from tasks.step.beam import progress_line, run_job
from tests.support.processes import group_is_gone, wait_for
from tests.support.toy_job import quiet, specification
from tests.support.toy_step import PROVENANCE, files, outputs, units, write_three

pytestmark = pytest.mark.usefixtures("beam_server")


def test_one_worker_and_two_write_the_same_bytes(tmp_path: Path) -> None:
    for workers in (1, 2):
        run_job(specification(tmp_path / str(workers), workers=workers), quiet)
    one, two = (tmp_path / str(workers) / "redirects" for workers in (1, 2))
    assert files(one) == files(two)
    assert sorted(pq.read_table(one / "build=abc")["page_id"].to_pylist()) == list(range(20))
    assert not [path for path in (tmp_path / "1" / "_staging").rglob("*") if path.is_file()]


@pytest.mark.parametrize(("number", "in_workers"), [(1, False), (2, True)])
def test_a_step_of_one_unit_starts_no_workers(tmp_path: Path, number: int, in_workers: bool) -> None:
    told = tmp_path / "told"
    told.mkdir()
    run_job(specification(tmp_path, workers=2, configuration={"number": number, "behaviour": f"tell:{told}"}), quiet)
    assert [path.name for path in sorted(told.iterdir())] == [str(unit) for unit in range(number)]
    assert all(("tasks.jobs.beam_worker" in path.read_text()) == in_workers for path in told.iterdir())


def test_a_step_of_which_one_unit_is_left_starts_no_workers(tmp_path: Path) -> None:
    told = tmp_path / "told"
    told.mkdir()
    prepare(units(2), outputs(tmp_path), PROVENANCE.identity)
    write_shard(units(2)[0], process=write_three, outputs=outputs(tmp_path))
    run_job(specification(tmp_path, workers=2, configuration={"number": 2, "behaviour": f"tell:{told}"}), quiet)
    assert [path.name for path in told.iterdir()] == ["1"]
    assert "tasks.jobs.beam_worker" not in (told / "1").read_text()


@pytest.mark.parametrize("workers", [1, 2])
def test_bad_input_ends_the_job_with_its_message(tmp_path: Path, workers: int) -> None:
    with pytest.raises(InputError, match=r"^dump.xml, page 7: this cannot be read; fetch the dump again$"):
        run_job(specification(tmp_path, workers=workers, configuration={"behaviour": "bad-input"}), quiet)
    assert not is_committed(outputs(tmp_path)[0].location)


@pytest.mark.parametrize("workers", [1, 2])
def test_where_memory_runs_out_the_job_says_so(tmp_path: Path, workers: int) -> None:
    with pytest.raises(InputError, match=r"^the job ran out of memory \(MemoryError\): .*lower `workers` in \[Beam\]"):
        run_job(specification(tmp_path, workers=workers, configuration={"behaviour": "memory"}), quiet)
    assert not is_committed(outputs(tmp_path)[0].location)


def test_where_memory_runs_out_before_the_first_unit_the_job_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^the job ran out of memory \(MemoryError\): .*lower `workers` in \[Beam\]"):
        run_job(specification(tmp_path, configuration={"behaviour": "memory-for-units"}), quiet)


def test_what_the_job_tells_is_what_a_person_reads(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = Target.from_json(specification(tmp_path, max_reject_share=0.5))
    plan = units(4)
    prepare(plan, target.outputs, target.provenance.identity)
    watcher = beam_job._Watcher(plan, {0}, target)
    for unit in plan:
        write_shard(unit, process=write_three, outputs=target.outputs)
        assert watcher._look() == (unit.index == 3)
    *_, event, last = read_events(capfd.readouterr().out.split("\n"))
    assert event == {"bytes": 30, "total": 40, "seen": 12, "rejected": 1, "resumed": 10}
    told = "30.0 of 40.0 bytes (75%), 2.00 bytes/s, 0:00:05 left; 12 records, 1 rejected"
    assert progress_line(event, 10.0) == (told, 0.75)
    assert progress_line(last, 10.0)[1] == 1.0


@pytest.mark.parametrize("error", [InputError("s3://corpora: cannot be reached"), FileNotFoundError()])
def test_a_store_that_does_not_answer_does_not_end_the_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], error: Exception
) -> None:
    """Nobody would see any more that too many records are rejected."""
    answers: Iterator[Exception | Progress] = iter([error, Progress(units=1, bytes=10, seen=4, rejected=0)])

    def ask(*_: object) -> Progress:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(beam_job, "progress", ask)
    watcher = beam_job._Watcher(units(2), set(), Target.from_json(specification(tmp_path)))
    assert watcher._look() is False
    assert watcher._look() is False
    (event,) = read_events(capfd.readouterr().out.split("\n"))
    assert event == {"bytes": 10, "total": 20, "seen": 4, "rejected": 0, "resumed": 0}


def test_a_thread_that_cannot_start_another_ends_the_job(tmp_path: Path) -> None:
    """gRPC's servers start threads in threads of their own, and would wait for ever for those that did not start."""
    with pytest.raises(InputError, match=r"^the job ran out of memory \(can't start new thread\): "):
        run_job(specification(tmp_path, configuration={"behaviour": "thread"}), quiet)


def test_an_empty_input_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="redirects: the input is empty"):
        run_job(specification(tmp_path, configuration={"number": 0}), quiet)


def test_too_many_rejects_end_the_job(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"of 20 records were rejected \(broken 4\).*max_reject_share in \[Build\]$"):
        run_job(specification(tmp_path, configuration={"behaviour": "reject"}), quiet)
    assert not is_committed(outputs(tmp_path)[0].location)


@pytest.mark.parametrize("workers", [1, 2])
def test_too_many_rejects_end_the_job_before_the_rest_is_done(tmp_path: Path, workers: int) -> None:
    """The first unit spends the budget, the others would take ten minutes."""
    configuration = {"number": 3, "behaviour": f"reject-early:{tmp_path / 'mark'}"}
    with pytest.raises(InputError, match=r"5 of 5 records were rejected \(broken 5\).*max_reject_share in \[Build\]"):
        run_job(specification(tmp_path, workers=workers, configuration=configuration), quiet)
    assert not is_committed(outputs(tmp_path)[0].location)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_that_may_not_write_says_why(tmp_path: Path, workers: int) -> None:
    configuration = {"number": 2, "behaviour": f"forget:{workers}:{tmp_path / '_staging'}"}
    message = r"^the worker on \S+ does not see \S+: root in \[Build\] must be a URI, or on a disk that all workers"
    with pytest.raises(InputError, match=message):
        run_job(specification(tmp_path, workers=workers, run="mine", configuration=configuration), quiet)


def test_a_bug_shows_the_end_of_the_log(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        run_job(specification(tmp_path, configuration={"behaviour": "bug"}), quiet)


def test_after_a_failure_the_next_run_goes_on(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        run_job(specification(tmp_path / "a", configuration={"behaviour": "bug"}), quiet)
    run_job(specification(tmp_path / "a"), quiet)
    run_job(specification(tmp_path / "b"), quiet)
    assert files(tmp_path / "a" / "redirects") == files(tmp_path / "b" / "redirects")


@pytest.mark.parametrize("workers", [1, 2])
def test_the_job_dies_with_all_its_workers_when_its_input_ends(tmp_path: Path, workers: int) -> None:
    mark = tmp_path / "mark"
    path = tmp_path / "job.json"
    path.write_text(json.dumps(specification(tmp_path, workers=workers, configuration={"behaviour": f"hang:{mark}"})))
    job = subprocess.Popen(
        [sys.executable, "-m", "tasks.jobs.beam_job", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    wait_for(mark.exists)
    assert job.stdin is not None
    job.stdin.close()
    assert job.wait(300) == -signal.SIGKILL
    wait_for(lambda: group_is_gone(job.pid))
    assert not is_committed(outputs(tmp_path)[0].location)
    run_job(specification(tmp_path), quiet)
    assert read_manifest(outputs(tmp_path)[0].location).rows == 20


def test_the_same_graph_runs_on_a_portable_job_service(tmp_path: Path) -> None:
    """The stand-in for Flink, Spark and Dataflow: a real job service and workers in processes of their own."""
    run_job(specification(tmp_path / "local"), quiet)
    options = ["--job_endpoint=embed", "--environment_type=LOOPBACK"]
    run_job(specification(tmp_path / "portable", runner="PortableRunner", options=options), quiet)
    assert files(tmp_path / "local" / "redirects") == files(tmp_path / "portable" / "redirects")


def test_a_small_step_stays_on_this_machine_whatever_the_runner(tmp_path: Path) -> None:
    """Its four units have 40 bytes; the other machine would be asked for more than half a minute."""
    options = ["--job_endpoint=127.0.0.1:9"]
    run_job(specification(tmp_path, runner="PortableRunner", options=options, local_below_mb=0.000041), quiet)
    assert read_manifest(outputs(tmp_path)[0].location).rows == 20


@pytest.mark.parametrize(
    ("options", "unknown"),
    [
        ("--streaming --direct_num_workers=2", []),
        ("--direct_num_worker=2", ["--direct_num_worker=2"]),
        ("--streaming stray", ["stray"]),
        ("--help", ["--help"]),
        ("--runner=FlinkRunner", ["--runner, which is a setting"]),
    ],
)
def test_options_that_beam_would_drop_are_found(options: str, unknown: list[str]) -> None:
    assert unknown_options(options.split()) == unknown


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--streaming stray", "no option of Beam is stray"),
        ("--direct_num_workers=two", "argument --direct_num_workers: invalid int value: 'two'"),
    ],
)
def test_options_that_beam_would_drop_are_refused(options: str, message: str) -> None:
    expected = f"options in [Beam] = {options}: must be options of the runner local; {message}"
    with pytest.raises(InputError) as refused:
        check_engine("local", options)
    assert str(refused.value) == expected


def test_options_that_only_the_job_service_knows_are_taken() -> None:
    check_engine("PortableRunner", "--of_the_service=3")


def test_an_engine_without_java_is_refused(monkeypatch: pytest.MonkeyPatch, listener: str) -> None:
    monkeypatch.setenv("PATH", "")
    check_engine("FlinkRunner", f"--job_endpoint={listener}")
    with pytest.raises(InputError, match=r"^runner in \[Beam\] = FlinkRunner: needs java to start its job server"):
        check_engine("FlinkRunner", "")


def test_an_engine_whose_server_cannot_be_fetched_is_refused(tmp_path: Path) -> None:
    options = ["--flink_job_server_jar=http://127.0.0.1:9/server.jar", f"--jar_cache_dir={tmp_path}"]
    with pytest.raises(InputError, match=r"^runner in \[Beam\] = FlinkRunner: Beam cannot start it \(Unable to fetch"):
        run_job(specification(tmp_path, runner="FlinkRunner", options=options), quiet)
