"""A job's process that says what it is, for the tests of what forks jobs."""

from __future__ import annotations

import os
import sys
import tempfile

_marks: list[str] = []
# As libraries do when they are imported; it is remembered then.
tempfile.gettempdir()


def main(argument: str) -> int:
    """Say who this is, and end with the status that the argument names, below 0 by a signal."""
    if argument == "mark":
        print("again" if _marks else "first")
        _marks.append(argument)
        return 0
    if argument == "bytes":
        os.write(1, b"M\xfcnchen\n")
        return 0
    if argument == "input":
        return int(sys.stdin.readline() or 0)
    imported = "colorsys" in sys.modules
    print(os.getpid(), os.getsid(0), os.getppid(), tempfile.gettempdir(), *sys.argv[1:], end=" ")
    print(f"colorsys imported: {imported}", flush=True)
    print("said aside", file=sys.stderr)
    status = int(argument)
    if status < 0:
        os.kill(os.getpid(), -status)
    return status
