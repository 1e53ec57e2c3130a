"""A server forks jobs that are what a new process would be, and its end is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import connection
from pathlib import Path

import psutil
import pytest

from schemas.errors import InputError
from tasks.jobs import fork_server
from tasks.jobs.fork_server import ForkedProcess, fork, fork_servers, server_pids
from tests.support.paths import PROJECT
from tests.support.processes import is_gone, wait_for

TOLD = "tests.support.told_process"


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    with fork_servers([TOLD]):
        (pid,) = server_pids()
        yield pid


def forked(argument: str, log: Path, imports: str = "colorsys") -> ForkedProcess:
    with log.open("w") as file:
        process = fork(TOLD, imports, argument, log.parent, file.fileno())
    assert process
    return process


def test_a_job_is_in_a_session_of_its_own_and_has_its_temporary_folder(tmp_path: Path, server: int) -> None:
    process = forked("0", tmp_path / "log")
    assert process.stdout.read() == f"{process.pid} {process.pid} {server} {tmp_path} 0 colorsys imported: True\n"
    assert process.wait() == 0
    assert process.poll() == 0
    assert (tmp_path / "log").read_text() == "said aside\n"


def test_what_one_job_does_no_other_sees(tmp_path: Path) -> None:
    for _ in range(2):
        assert forked("mark", tmp_path / "log").stdout.read() == "first\n"


@pytest.mark.parametrize(
    ("argument", "status"), [("0", 0), ("3", 3), ("-9", -signal.SIGKILL), ("-15", -signal.SIGTERM)]
)
def test_a_job_ends_with_its_status(tmp_path: Path, argument: str, status: int) -> None:
    assert forked(argument, tmp_path / "log").wait() == status


def test_what_a_job_prints_may_be_in_any_encoding(tmp_path: Path) -> None:
    assert forked("bytes", tmp_path / "log").stdout.read() == "M\ufffdnchen\n"


def test_a_server_sleeps_while_nothing_happens(tmp_path: Path, server: int) -> None:
    """Also after a job has ended; one that wakes without end never sleeps."""
    assert forked("0", tmp_path / "log").wait() == 0
    wait_for(lambda: psutil.Process(server).status() == psutil.STATUS_SLEEPING)


def test_a_bug_is_told_in_the_log(tmp_path: Path) -> None:
    assert forked("bug", tmp_path / "log").wait() == 1
    assert (tmp_path / "log").read_text().endswith("ValueError: invalid literal for int() with base 10: 'bug'\n")


def test_a_module_that_cannot_be_imported_ends_no_server(tmp_path: Path) -> None:
    """The job fails to import it again, and tells."""
    process = forked("0", tmp_path / "log", imports="no.such.module")
    assert process.stdout.read().endswith("imported: False\n")
    assert forked("0", tmp_path / "log").wait() == 0


def test_jobs_at_the_same_time_end_each_with_its_own_status(tmp_path: Path) -> None:
    processes = [forked("input", tmp_path / f"log{number}") for number in range(3)]
    assert [process.poll() for process in processes] == [None] * 3
    for number in (1, 0, 2):
        processes[number].stdin.write(f"{number}\n")
        processes[number].stdin.close()
        assert processes[number].wait() == number


@pytest.mark.parametrize(
    ("told", "message"),
    [(("status", 1), r"ended before it began \(1\)"), (("error", "no memory"), r"could not be forked \(no memory\)")],
)
def test_a_process_that_never_began_has_no_number(told: tuple[str, object], message: str) -> None:
    """It would be killed by it, with its group."""
    (_, stdin), (stdout, _) = os.pipe(), os.pipe()
    news, its_news = connection.Pipe(duplex=False)
    its_news.send(told)
    with pytest.raises(InputError, match=f"the step's process {message}, most likely .* memory. Run the same command"):
        ForkedProcess(stdin, stdout, news)


def test_a_server_that_ends_before_it_has_forked_is_told() -> None:
    (_, stdin), (stdout, _) = os.pipe(), os.pipe()
    news, its_news = connection.Pipe(duplex=False)
    its_news.close()
    told = (
        "^the process that starts the steps' processes has ended, most likely because the machine ran out of memory. "
        "Run the same command again: it continues with what is not done yet$"
    )
    with pytest.raises(InputError, match=told):
        ForkedProcess(stdin, stdout, news)


def test_a_server_that_cannot_fork_tells_it_and_goes_on(tmp_path: Path, server: int) -> None:
    """And keeps no files of jobs that are over, or were none."""
    assert forked("0", tmp_path / "log").wait() == 0
    wait_for(lambda: psutil.Process(server).status() == psutil.STATUS_SLEEPING)
    files = psutil.Process(server).num_fds()
    message = r"^the step's process could not be forked \(\[Errno 12\] Cannot allocate memory\), most likely"
    with pytest.raises(InputError, match=message):
        forked("0", tmp_path / "log", imports="tests.support.fork_that_fails")
    assert forked("0", tmp_path / "log").wait() == 0
    wait_for(lambda: psutil.Process(server).num_fds() == files)


def test_a_server_that_cannot_fork_goes_on_where_the_task_is_gone(
    tmp_path: Path, server: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.kill(server, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr(fork_server, "ForkedProcess", lambda stdin, stdout, news: (stdin, stdout, news.close()))
        fork(TOLD, "tests.support.fork_that_fails", "0", tmp_path, 1)
    os.kill(server, signal.SIGCONT)
    assert forked("0", tmp_path / "log").wait() == 0


def test_another_module_has_no_server(tmp_path: Path) -> None:
    assert fork("tests.support.toy_process", "", "", tmp_path, 1) is None


def test_a_server_ends_with_its_context(server: int) -> None:
    with fork_servers(["another"]):
        (another,) = server_pids() - {server}
        assert not is_gone(another)
    assert is_gone(another)
    assert server_pids() == {server}


def test_a_server_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch, server: int) -> None:
    monkeypatch.setattr(fork_server, "_END_SECONDS", 0.1)
    with fork_servers(["another"]):
        (another,) = server_pids() - {server}
        os.kill(another, signal.SIGSTOP)
    assert is_gone(another)


def test_a_server_ends_with_the_process_that_has_started_it() -> None:
    code = f"import time; from tasks.jobs.fork_server import *; c = fork_servers([{TOLD!r}]); c.__enter__()\n"
    code += "print(*server_pids(), flush=True); time.sleep(600)"
    luigi = subprocess.Popen([sys.executable, "-c", code], cwd=PROJECT, stdout=subprocess.PIPE, text=True)
    assert luigi.stdout
    pid = int(luigi.stdout.readline())
    assert not is_gone(pid)
    luigi.kill()
    luigi.wait()
    wait_for(lambda: is_gone(pid))


def test_a_server_that_is_killed_is_told(tmp_path: Path, server: int) -> None:
    process = forked("input", tmp_path / "log")
    os.kill(server, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    process.stdin.close()
    with pytest.raises(InputError, match="has ended, most likely because the machine ran out of memory"):
        forked("0", tmp_path / "log")


def test_a_server_runs_no_threads_of_python(server: int, tmp_path: Path) -> None:
    """A fork would lose them, with whatever they hold."""
    forked("0", tmp_path / "log", imports=fork_server.__name__).wait()
    assert len(psutil.Process(server).threads()) == 1


NO_GPU_IS_ASKED = """
import importlib, pkgutil
from unittest import mock
import torch.cuda
with mock.patch.multiple("torch.cuda", is_available=None, device_count=None, _lazy_init=None):
    import training.job, training.jobs
    for module in pkgutil.iter_modules(training.jobs.__path__):
        importlib.import_module(f"training.jobs.{module.name}")
"""


def test_what_trainings_import_asks_for_no_gpu() -> None:
    """CUDA cannot be used in the fork of a process that has used it."""
    subprocess.run([sys.executable, "-c", NO_GPU_IS_ASKED], cwd=PROJECT, check=True)
