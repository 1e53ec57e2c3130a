"""A step's work in a process of its own: watched, and never left behind.

The threads of Beam and torch must not meet Luigi's forks, so the work is another process, in a session of its own. It
dies with the task that started it, whichever way that one ends. It is forked by a server where there is one
(`tasks/jobs/fork_server.py`), and a new Python else.
"""

from __future__ import annotations

import collections
import contextlib
import errno
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TextIO

from schemas.commands import INTERRUPTED
from schemas.datasets.shards import Target, specification_file
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.temporary_folder import JOB_FOLDER, temporary_path
from schemas.job_protocol import Event, read_events
from tasks.jobs.environment import own_environment
from tasks.jobs.fork_server import ForkedProcess, fork

_REPORT_SECONDS = 10.0
_TERMINAL_SECONDS = 1.0
"""Time between two reports, of which each is a line of the log, and where each takes the place of the one before."""
_WATCH_SECONDS = 1.0
_LAST_LINES = 40
"""Lines of the log that are shown where a process broke."""
LESS_MEMORY = "give it more, or lower `workers` in [Beam] or `split_mb` in [Wikipedia]"
NO_MEMORY = errno.ENOMEM
"""Exit status of a worker of a job that ran out of memory."""
_no_memory = re.compile(
    r"MemoryError|can't start new thread|Cannot allocate memory|std::bad_alloc|malloc of size|realloc of size"
)
"""What Python, the operating system and Arrow say where there is no memory."""

_Process = subprocess.Popen[str] | ForkedProcess

_at_work: set[int] = set()
"""Process ids of the work that `run_process` waits for in this process."""


@dataclass(frozen=True)
class Program:
    """What does a step's work, given the specification of it."""

    module: str
    """The module that is the process: `python -m module SPECIFICATION.json`."""
    progress: Callable[[Event, float], tuple[str, float]]
    """Makes a line for people, and the share done, of an event that the process prints and the seconds until then."""
    imports: str = ""
    """A module that the process imports, for a server that has it imported already."""
    launcher: Sequence[str] = ()
    """Arguments of Python that start the module in their own way."""


def run_process(
    program: Program,
    specification: dict[str, Any],
    show: Callable[[str, float], None],
    may_go_on: Callable[[], bool] = lambda: True,
) -> None:
    """Run a program to its end. The specification lies beside the step's descriptors.

    Every ten seconds, every second on a terminal, `show` is given the line about the progress and the share done. The
    process is killed within a second where it may not go on. Raises InputError for bad input and where the process was
    killed, RuntimeError where the work broke.
    """
    path = specification_file(Target.from_json(specification).outputs)
    storage.write_json(path, specification)
    temporary = temporary_folder(path)
    remove_temporary_folder(path)
    temporary.mkdir(parents=True)
    # The log has no name: nothing is left of it when the task is killed.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        process = _started(program, path, temporary, log)
        _at_work.add(process.pid)
        try:
            message = _follow(process, program.progress, show, may_go_on)
            status = process.wait()
        finally:
            _at_work.discard(process.pid)
            _kill_group(process)
            # By its name of before: a relative path has none where the directory of the command was deleted meanwhile.
            shutil.rmtree(temporary, ignore_errors=True)
            # The next run writes it anew; here it would hide what went wrong.
            with contextlib.suppress(InputError):
                storage.remove_file(path)
        if message:
            raise InputError(message)
        if status < 0:
            raise InputError(killed(program.module, -status))
        if status:
            log.seek(0)
            tail = "".join(collections.deque(log, _LAST_LINES))
            raise RuntimeError(f"{program.module} ended with status {status}; the end of its log:\n{tail}")


def _started(program: Program, path: str, temporary: Path, log: TextIO) -> _Process:
    """The process of a program with the specification at the path: forked by a server where there is one."""
    forked = None if program.launcher else fork(program.module, program.imports, path, temporary, log.fileno())
    return forked or subprocess.Popen(
        [sys.executable, *program.launcher, "-m", program.module, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        env=own_environment(TMPDIR=str(temporary)),
        # Text, whatever a library prints in whatever encoding: events are ASCII.
        errors="replace",
        start_new_session=True,
    )


def at_work() -> set[int]:
    """The processes that do a step's work for this one."""
    return set(_at_work)


def temporary_folder(path: str) -> Path:
    """The temporary folder of the process with this specification, always the same: a kill leaves it to the next run.

    What libraries and steps put into a temporary folder is deleted by them, but not where they are killed.
    """
    # Absolute: in another directory the same relative path is another build.
    place = os.path.abspath(path) if storage.is_local(path) else path  # noqa: PTH100 (Path.absolute keeps "..")
    return temporary_path(JOB_FOLDER, place)


def remove_temporary_folder(path: str) -> None:
    """Delete the temporary folder of the process with this specification, where there is one."""
    shutil.rmtree(temporary_folder(path), ignore_errors=True)


def no_memory(error: BaseException) -> str:
    """What says in an exception, or in the text of another process's, that memory ran out; empty where nothing does."""
    found = _no_memory.search(f"{type(error).__name__}: {error}")
    return found[0] if found else ""


def exit_now(status: int) -> NoReturn:
    """End this process without the interpreter's own end, which waits for threads.

    Where there was no memory to start one of them, the others may wait for it for ever. Whoever interrupts or
    terminates it meanwhile, as Luigi does with its workers when it is interrupted itself, ends it at once, without a
    traceback.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def killed(who: str, number: int) -> str:
    """A message for people about a process that a signal has ended."""
    name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
    why = ""
    if number == signal.SIGKILL:
        why = f", most likely because the machine ran out of memory: {LESS_MEMORY}"
    return f"{who} was killed by {name}{why}. Run the same command again: it continues with what is not done yet"


def _follow(
    process: _Process,
    progress: Callable[[Event, float], tuple[str, float]],
    show: Callable[[str, float], None],
    may_go_on: Callable[[], bool],
) -> str | None:
    """Show the progress until the process's output ends; returns the message of an InputError, or None."""
    stop = threading.Event()
    threading.Thread(target=_watch, args=(process, may_go_on, stop), daemon=True).start()
    started = reported = time.monotonic()
    message = None
    interval = min(_TERMINAL_SECONDS, _REPORT_SECONDS) if sys.stderr.isatty() else _REPORT_SECONDS
    assert process.stdout is not None
    try:
        for event in read_events(process.stdout):
            if "error" in event:
                message = event["error"]
            elif time.monotonic() - reported >= interval:
                reported = time.monotonic()
                show(*progress(event, reported - started))
    finally:
        stop.set()
    return message


def is_orphan() -> bool:
    """Whether this is a worker of Luigi whose Luigi is gone: a killed one leaves its workers behind.

    With one worker the task runs in Luigi itself, which may well outlive the shell that started it.
    """
    luigi = multiprocessing.parent_process()
    return luigi is not None and os.getppid() != luigi.pid


@contextmanager
def end_interrupted() -> Iterator[None]:
    """A context that ends a worker of Luigi without a word where a person has interrupted the build.

    Ctrl-C reaches every process of the command; Luigi itself tells about it, and multiprocessing would add a traceback
    for each worker.
    """
    try:
        yield
    except KeyboardInterrupt:
        if multiprocessing.parent_process() is not None:
            exit_now(INTERRUPTED)
        raise


def _watch(process: _Process, may_go_on: Callable[[], bool], stop: threading.Event) -> None:
    """End the process's group when it has ended or may not go on, and process and task where this is an orphan."""
    while not stop.wait(_WATCH_SECONDS):
        if is_orphan():
            _kill_group(process)
            os._exit(1)
        # Workers of a process that was killed have its output, and its end would be waited for as long as they are.
        if process.poll() is not None or not may_go_on():
            _kill_group(process)


def _kill_group(process: _Process) -> None:
    # What a launcher started in sessions of their own ends with its standard input.
    assert process.stdin is not None
    process.stdin.close()
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
    process.wait()
