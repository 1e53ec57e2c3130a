"""What a step's process and the task that started it say to each other (`tasks/process.py` is the task's side).

The process is given a specification: a JSON file that holds a `Target` and what is the job's own. It prints JSON
objects, one a line: how far it is, and as the last the message of an InputError. It ends when its standard input does,
which happens when the task ends, in whatever way.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any

from schemas import storage

FAILED = 2
"""Exit status of a process that has told an error."""


def read_specification(path: str) -> dict[str, Any]:
    """The specification in a file."""
    document: dict[str, Any] = storage.read_json(path)
    return document


def tell(event: dict[str, Any]) -> None:
    """Tell the task how far the job is."""
    # One write for each line: lines that two threads print must not run into each other.
    os.write(sys.stdout.fileno(), f"{json.dumps(event)}\n".encode())


def tell_error(message: str) -> int:
    """Tell the task what was wrong with its input; returns the exit status for it."""
    tell({"error": message})
    return FAILED


def end_with_input() -> None:
    """From now on, end this process with its group when its standard input ends."""
    threading.Thread(target=_wait_for_end, daemon=True).start()


def end_group() -> None:
    """End this process and all that it started."""
    os.killpg(0, signal.SIGKILL)


def _wait_for_end() -> None:
    # Not sys.stdin, whose lock the interpreter would miss when it ends before this thread does.
    while os.read(0, 1024):
        pass
    end_group()
