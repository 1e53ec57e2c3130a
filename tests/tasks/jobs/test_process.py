"""A step's process is watched, understood, and never left behind."""

from __future__ import annotations

import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from schemas.errors import InputError
from schemas.job_protocol import read_events
from tasks.jobs import process
from tasks.jobs.fork_server import fork_servers
from tasks.jobs.process import Program, killed, run_process
from tests.support.paths import PROJECT
from tests.support.processes import is_gone, wait_for
from tests.support.toy_job import quiet, specification

TOY = "tests.support.toy_process"


@pytest.fixture(autouse=True, params=["started", "forked"])
def servers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """The modules that have a server, once none and once that of the toy."""
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    monkeypatch.setattr(process, "_REPORT_SECONDS", 0.0)
    monkeypatch.setattr(process, "_WATCH_SECONDS", 0.1)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "schemas.py").touch()
    monkeypatch.chdir(tmp_path / "elsewhere")
    modules = [TOY] * (request.param == "forked")
    with fork_servers(modules):
        yield modules
    for name in ("mark", "worker"):
        if (tmp_path / name).exists():
            for pid in pids(tmp_path / name):
                if not is_gone(pid):
                    os.kill(pid, signal.SIGKILL)


def toy(root: Path, behaviour: str, lines: list[str] | None = None) -> dict[str, Any]:
    return specification(root, mark=str(root / "mark"), behaviour=behaviour, lines=lines or [])


def number(event: dict[str, Any], _seconds: float) -> tuple[str, float]:
    return f"number {event['number']}", 0.5


PROGRAM = Program(TOY, number)


def pids(mark: Path) -> list[int]:
    """The processes that have written their numbers to a file."""
    wait_for(lambda: mark.exists() and mark.read_text().endswith("\n"))
    return [int(pid) for pid in mark.read_text().split()]


def ends(mark: Path) -> None:
    """Wait until all processes of a file are gone."""
    for pid in pids(mark):
        wait_for(functools.partial(is_gone, pid))


def test_a_file_of_the_directory_of_the_command_stands_for_no_module(tmp_path: Path) -> None:
    assert Path("schemas.py").exists()
    run_process(PROGRAM, toy(tmp_path, "0"), quiet)


def test_nobody_watches_a_process_that_has_ended(tmp_path: Path) -> None:
    """Its number may be another process's by then."""
    run_process(PROGRAM, toy(tmp_path, "0"), quiet)
    wait_for(lambda: not [thread for thread in threading.enumerate() if "_watch" in thread.name])


def test_a_process_is_forked_where_its_module_has_a_server(
    tmp_path: Path, servers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And started where it has none."""
    started, start = [], subprocess.Popen

    def noted(*command: Any, **options: Any) -> subprocess.Popen[str]:
        started.append(command)
        return start(*command, **options)

    monkeypatch.setattr("tasks.jobs.process.subprocess.Popen", noted)
    run_process(replace(PROGRAM, imports="colorsys"), toy(tmp_path, "0"), quiet)
    assert len(started) == (TOY not in servers)


@pytest.mark.parametrize("error", [RuntimeError("a bug of the task"), KeyboardInterrupt()])
def test_a_task_that_raises_leaves_no_process(tmp_path: Path, error: BaseException) -> None:
    def show(_line: str, _share: float) -> None:
        raise error

    with pytest.raises(type(error)):
        run_process(PROGRAM, toy(tmp_path, "hang"), show)
    ends(tmp_path / "mark")
    assert not list(tmp_path.rglob("job.json"))


def test_what_a_process_leaves_running_ends_with_it(tmp_path: Path) -> None:
    """Although it holds the output open that the task reads."""
    run_process(PROGRAM, toy(tmp_path, "0"), quiet)
    ends(tmp_path / "mark")


def test_a_process_goes_on_while_nobody_says_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.jobs.process._WATCH_SECONDS", 0.001)
    run_process(PROGRAM, toy(tmp_path, "0"), quiet)


def test_a_process_that_may_not_go_on_is_killed(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=rf"^{TOY} was killed by SIGKILL"):
        run_process(PROGRAM, toy(tmp_path, "hang"), quiet, lambda: not (tmp_path / "mark").exists())
    ends(tmp_path / "mark")


def test_a_process_whose_directory_is_deleted_leaves_nothing_in_the_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The specification lies below the directory of the command by a relative path, which has no place then."""
    (tmp_path / "tmp").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.chdir(tmp_path / "here")
    mark = tmp_path / "mark"

    def may_go_on() -> bool:
        if mark.exists():
            shutil.rmtree(tmp_path / "here", ignore_errors=True)
        return not mark.exists()

    job = toy(Path(), "hang") | {"mark": str(mark)}
    # By a launcher, since the server began in another directory.
    with pytest.raises(InputError, match=rf"^{TOY} was killed by SIGKILL"):
        run_process(replace(PROGRAM, launcher=["-u"]), job, quiet, may_go_on)
    assert list((tmp_path / "tmp").iterdir()) == []
    ends(mark)


START = """
import sys
from tasks.jobs.fork_server import fork_servers
from tasks.jobs.process import run_process
from tests.tasks.jobs.test_process import PROGRAM, quiet, toy
from pathlib import Path
run = lambda: run_process(PROGRAM, toy(Path(sys.argv[1]), "hang"), quiet)
"""


def start(code: str, root: Path, servers: list[str]) -> subprocess.Popen[bytes]:
    context = f"with fork_servers({servers}):\n{textwrap.indent(code, '    ')}"
    command = [sys.executable, "-c", START + context, str(root)]
    return subprocess.Popen(command, cwd=PROJECT, stderr=subprocess.DEVNULL, start_new_session=True)


def test_an_interrupted_task_leaves_no_process(tmp_path: Path, servers: list[str]) -> None:
    task = start("run()", tmp_path, servers)
    pids(tmp_path / "mark")
    task.send_signal(signal.SIGINT)
    task.wait(300)
    ends(tmp_path / "mark")


WORKER = """
import multiprocessing, os, time
def work():
    {before}
    Path(sys.argv[1], "worker").write_text(f"{{os.getpid()}}\\n")
    run()
luigi = os.getpid()
worker = multiprocessing.get_context("fork").Process(target=work)
worker.start()
worker.join()
"""


INTERRUPTED_TWICE = """
import multiprocessing, os, signal, sys
from tasks.jobs.process import end_interrupted

class Slow:
    # While the worker ends, Luigi terminates it as well.
    def flush(self):
        os.kill(os.getpid(), signal.SIGTERM)

def work():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.stdout = Slow()
    with end_interrupted():
        raise KeyboardInterrupt

worker = multiprocessing.get_context("fork").Process(target=work)
worker.start()
worker.join()
print(worker.exitcode)
"""


def test_a_worker_that_is_interrupted_twice_ends_without_a_word() -> None:
    """Ctrl-C reaches it, and then Luigi, which ends, terminates it."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED_TWICE], cwd=PROJECT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{-signal.SIGTERM}\n", "")


def test_a_worker_of_luigi_ends_with_luigi(tmp_path: Path, servers: list[str]) -> None:
    """With `--workers 2` tasks run in forks of Luigi, which would go on for ever after it was killed."""
    luigi = start(WORKER.format(before=""), tmp_path, servers)
    pids(tmp_path / "mark")
    luigi.kill()
    luigi.wait()
    ends(tmp_path / "worker")
    ends(tmp_path / "mark")


def test_a_worker_whose_luigi_ends_before_its_process_starts_ends_too(tmp_path: Path, servers: list[str]) -> None:
    before = "Path(sys.argv[1], 'began').touch()\n    while os.getppid() == luigi: time.sleep(0.01)"
    luigi = start(WORKER.format(before=before), tmp_path, servers)
    wait_for((tmp_path / "began").exists)
    luigi.kill()
    luigi.wait()
    ends(tmp_path / "worker")


LOGGED_OUT = """
import os, time
from tasks.jobs.process import is_orphan
shell = os.getpid()
if os.fork():
    os._exit(0)
while os.getppid() == shell:
    time.sleep(0.01)
print(is_orphan())
"""


def test_luigi_itself_may_outlive_the_shell_that_started_it() -> None:
    """As with `nohup luigi … &` and a logout."""
    done = subprocess.run([sys.executable, "-c", LOGGED_OUT], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_what_a_library_prints_is_no_event(tmp_path: Path) -> None:
    shown = []
    lines = [
        "downloading",
        "{not JSON",
        '{"level": "info"}',
        '{"error": "of a library"}',
        '{"number": 7}',
        "[1]",
        '\x1e{"number": 1',
    ]
    run_process(PROGRAM, toy(tmp_path, "0", lines), lambda line, share: shown.append((line, share)))
    assert shown == [("number 1", 0.5)]


def test_an_event_is_read_behind_what_a_library_left_on_its_line() -> None:
    assert list(read_events(['loading... \x1e{"a": 1}\n', "\n", '\x1e{"b": 2}\n'])) == [{"a": 1}, {"b": 2}]


def test_the_message_of_a_process_is_told(tmp_path: Path) -> None:
    shown: list[str] = []
    lines = ['\x1e{"number": 3}', '\x1e{"error": "dump.xml: cut off"}']
    with pytest.raises(InputError, match=r"^dump.xml: cut off$"):
        run_process(PROGRAM, toy(tmp_path, "2", lines), lambda line, _: shown.append(line))
    assert shown == ["number 3", "number 1"]


def test_a_process_that_breaks_is_told_by_its_status_and_log(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=rf"^{TOY} ended with status 3; the end of its log:\n$"):
        run_process(PROGRAM, toy(tmp_path, "3"), quiet)


@pytest.mark.parametrize(
    ("signal_number", "message"),
    [
        (signal.SIGTERM, "job was killed by SIGTERM. Run the same command again"),
        (signal.SIGKILL, "job was killed by SIGKILL, most likely because the machine ran out of memory"),
        (40, "job was killed by signal 40. Run the same command again"),
    ],
)
def test_a_killed_process_is_told_by_its_signal(signal_number: int, message: str) -> None:
    assert killed("job", signal_number).startswith(message)
