"""A step whose processes are killed ends with a message, and its next run goes on."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from schemas.datasets.shards import specification_file
from schemas.errors import InputError
from tasks.jobs.fork_server import fork_servers
from tasks.jobs.process import temporary_folder
from tasks.step.beam import JOB, run_job
from tests.support.paths import PROJECT
from tests.support.processes import wait_for
from tests.support.toy_job import quiet, specification
from tests.support.toy_step import files, outputs


@pytest.fixture(autouse=True, scope="module")
def importable() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(PROJECT))
        yield


@pytest.fixture(params=["started", "forked"], scope="module")
def ways(request: pytest.FixtureRequest, importable: None) -> Iterator[None]:  # noqa: ARG001
    """Jobs are started anew, and forked by a server."""
    with fork_servers([JOB] * (request.param == "forked")):
        yield


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, importable: None) -> dict[str, bytes]:  # noqa: ARG001
    """What a job writes that nobody kills."""
    folder = tmp_path_factory.mktemp("undisturbed")
    run_job(specification(folder), quiet)
    return files(folder / "redirects")


@pytest.mark.usefixtures("ways")
@pytest.mark.parametrize(
    ("workers", "who", "name"), [(1, "tasks.jobs.beam_job", "SIGSEGV"), (2, "a worker of the job", "SIGKILL")]
)
def test_a_killed_process_ends_the_step_and_the_next_run_goes_on(
    tmp_path: Path, undisturbed: dict[str, bytes], workers: int, who: str, name: str
) -> None:
    behaviour = f"die:{int(signal.Signals[name])}"
    with pytest.raises(InputError, match=rf"^{who} was killed by {name}") as told:
        run_job(specification(tmp_path, workers=workers, configuration={"behaviour": behaviour}), quiet)
    assert ("out of memory" in str(told.value)) == (name == "SIGKILL")
    run_job(specification(tmp_path), quiet)
    assert files(tmp_path / "redirects") == undisturbed
    assert not [path for path in (tmp_path / "_staging").rglob("*") if path.is_file()]


def test_a_worker_that_ends_by_itself_shows_the_end_of_the_log(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"^tasks.jobs.beam_job ended with status 1; the end of its log:"):
        run_job(specification(tmp_path, workers=2, configuration={"behaviour": "exit:3"}), quiet)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_job_ends_at_once(tmp_path: Path, workers: int) -> None:
    """Whatever its threads wait for."""
    job = at_work(tmp_path, workers)
    job.send_signal(signal.SIGINT)
    assert job.wait(300) == -signal.SIGINT
    # Its workers end with the task, which kills the group.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(job.pid, signal.SIGKILL)


def test_an_interrupted_worker_ends_its_job_at_once(tmp_path: Path) -> None:
    """Whatever the worker is at: the system ends it, no handler of Python's."""
    job = at_work(tmp_path, workers=2)
    workers = psutil.Process(job.pid).children(recursive=True)
    # No shell stands between the job and a worker.
    assert len(workers) == 2
    for worker in workers:
        assert not catches(worker.pid, signal.SIGINT)
    os.kill(int((tmp_path / "mark").read_text()), signal.SIGINT)
    assert job.wait(300) == -signal.SIGKILL
    assert job.stdout is not None
    assert "a worker of the job was killed by SIGINT. Run the same command again" in job.stdout.read()


def catches(pid: int, number: int) -> bool:
    """Whether a process has a handler for a signal."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (caught,) = (int(line.split()[1], 16) for line in lines if line.startswith("SigCgt:"))
    return bool(caught >> (number - 1) & 1)


def at_work(folder: Path, workers: int) -> subprocess.Popen[str]:
    """A job in the middle of a unit that takes ten minutes."""
    mark = folder / "mark"
    path = folder / "job.json"
    path.write_text(json.dumps(specification(folder, workers=workers, configuration={"behaviour": f"hang:{mark}"})))
    job = subprocess.Popen(
        [sys.executable, "-m", "tasks.jobs.beam_job", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    wait_for(lambda: mark.exists() and mark.read_text() != "")
    return job


@pytest.mark.usefixtures("ways")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_job_leaves_nothing_in_the_temporary_folder(
    tmp_path: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    with pytest.raises(InputError, match="was killed by SIGKILL"):
        run_job(specification(tmp_path, workers=workers, configuration={"behaviour": "die-temporary"}), quiet)
    assert list((tmp_path / "tmp").iterdir()) == []


def test_what_a_killed_task_left_in_the_temporary_folder_goes_with_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    left = temporary_folder(specification_file(outputs(tmp_path))) / "lookup.arrow"
    left.parent.mkdir()
    left.write_text("half")
    run_job(specification(tmp_path), quiet)
    assert list((tmp_path / "tmp").iterdir()) == []


def test_builds_in_two_directories_have_temporary_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = []
    for name in ("a", "b", "a"):
        (tmp_path / name).mkdir(exist_ok=True)
        monkeypatch.chdir(tmp_path / name)
        folders.append(temporary_folder("data/_staging/_shards-x/job.json"))
    assert folders[0] == folders[2] != folders[1]


def test_builds_of_two_users_have_temporary_folders_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = []
    for user in (1000, 1001, 1000):
        monkeypatch.setattr(os, "getuid", lambda user=user: user)
        folders.append(temporary_folder("/data/_staging/_shards-x/job.json"))
    assert folders[0] == folders[2] != folders[1]
