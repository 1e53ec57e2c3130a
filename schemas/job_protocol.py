"""What a step's process and the task that started it say to each other (`tasks/jobs/process.py` is the task's side).

The process is given a specification: a JSON file that holds a `Target` and what is the job's own. It prints events: how
far it is, and as the last the message of an InputError. An event is a JSON object on a line of its own, after an ASCII
record separator (a JSON text sequence, RFC 7464), so that nothing that a library prints is taken for one. The process
ends when its standard input does, which happens when the task ends, in whatever way.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any

from schemas.files import storage

Event = dict[str, Any]

_MARK = "\x1e"

FAILED = 2
"""Exit status of a process that has told an error."""


def read_specification(path: str) -> dict[str, Any]:
    """The specification in a file."""
    document: dict[str, Any] = storage.read_json(path)
    return document


def tell(event: Event) -> None:
    """Tell the task how far the job is."""
    # One write for each line: lines that two threads print must not run into each other.
    os.write(sys.stdout.fileno(), f"{_MARK}{json.dumps(event)}\n".encode())


def read_events(lines: Iterable[str]) -> Iterator[Event]:
    """The events among the lines that a job printed."""
    for line in lines:
        _, mark, text = line.rpartition(_MARK)
        if mark and (event := _parsed(text)) is not None:
            yield event


def _parsed(text: str) -> Event | None:
    """The event of a line; None where a kill has cut it off."""
    try:
        event: Event = json.loads(text)
    except ValueError:
        return None
    return event


def tell_error(message: str) -> int:
    """Tell the task what was wrong with its input; returns the exit status for it."""
    tell({"error": message})
    return FAILED


def end_with_input() -> None:
    """From now on, end this process with its group when its standard input ends, and at once by SIGINT.

    As an exception in the main thread, SIGINT would leave the threads that wait for Beam's worker processes, and the
    process with them.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_wait_for_end, daemon=True).start()


def end_group() -> None:
    """End this process and all that it started."""
    os.killpg(0, signal.SIGKILL)


def _wait_for_end() -> None:
    # Not sys.stdin, whose lock the interpreter would miss when it ends before this thread does.
    while os.read(0, 1024):
        pass
    end_group()
