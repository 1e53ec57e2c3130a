"""A step's work in a process of its own: watched, and never left behind.

The threads of Beam and torch must not meet Luigi's forks, so the work is another process, in a session of its own. It
dies with the task that started it, whichever way that one ends.
"""

from __future__ import annotations

import collections
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

from schemas import storage
from schemas.errors import InputError
from schemas.shards import Target, specification_file

_REPORT_SECONDS = 10.0
_LAST_LINES = 40
"""Lines of the log that are shown where a process broke."""

Event = dict[str, Any]


def run_process(
    module: str,
    specification: dict[str, Any],
    progress: Callable[[Event, float], tuple[str, float]],
    show: Callable[[str, float], None],
    launcher: Sequence[str] = (),
) -> None:
    """Run `python -m module SPECIFICATION.json` to its end. The specification lies beside the step's descriptors.

    The process prints a JSON object a line; from each and the seconds since the start `progress` makes a line for
    people and the share done, and every ten seconds `show` is given both. `launcher` are arguments of Python that start
    the module in their own way. Raises InputError for bad input and where the process was killed, RuntimeError where
    the work broke.
    """
    path = specification_file(Target.from_json(specification).outputs)
    storage.write_json(path, specification)
    # The log has no name: nothing is left of it when the task is killed.
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        process = subprocess.Popen(
            [sys.executable, *launcher, "-m", module, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            # Whatever a library prints in whatever encoding: events are ASCII.
            errors="replace",
            start_new_session=True,
        )
        try:
            message = _follow(process, progress, show)
            status = process.wait()
        finally:
            _kill_group(process)
            storage.remove_file(path)
        if message:
            raise InputError(message)
        if status < 0:
            raise InputError(killed(module, -status))
        if status:
            log.seek(0)
            tail = "".join(collections.deque(log, _LAST_LINES))
            raise RuntimeError(f"{module} ended with status {status}; the end of its log:\n{tail}")


def killed(who: str, number: int) -> str:
    """A message for people about a process that a signal has ended."""
    name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
    why = ""
    if number == signal.SIGKILL:
        why = ", most likely because the machine ran out of memory: give it more, or lower `workers` in [Beam]"
    return f"{who} was killed by {name}{why}. Run the same command again: it continues with what is not done yet"


def _follow(
    process: subprocess.Popen[str],
    progress: Callable[[Event, float], tuple[str, float]],
    show: Callable[[str, float], None],
) -> str | None:
    """Show the progress until the process's output ends; returns the message of an InputError, or None."""
    stop = threading.Event()
    threading.Thread(target=_die_with_parent, args=(process, os.getppid(), stop), daemon=True).start()
    started = reported = time.monotonic()
    message = None
    assert process.stdout is not None
    for event in _events(process.stdout):
        if "error" in event:
            message = event["error"]
        elif time.monotonic() - reported >= _REPORT_SECONDS:
            reported = time.monotonic()
            show(*progress(event, reported - started))
    stop.set()
    return message


def _events(stream: IO[str]) -> Iterator[Event]:
    for line in stream:
        # What a library prints on the process's output is not ours.
        if line.startswith('{"'):
            yield json.loads(line)


def _die_with_parent(process: subprocess.Popen[str], parent: int, stop: threading.Event) -> None:
    """End process and task when the process that started the task is gone: a killed Luigi leaves its workers behind."""
    while not stop.wait(1.0):
        if os.getppid() != parent:
            _kill_group(process)
            os._exit(1)


def _kill_group(process: subprocess.Popen[str]) -> None:
    # What a launcher started in sessions of their own ends with its standard input.
    assert process.stdin is not None
    process.stdin.close()
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
    process.wait()
