"""How long a step takes, and how much memory it and the processes that it starts hold together."""

from __future__ import annotations

import contextlib
import datetime
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.run_record import RunRecord

_LOOK_SECONDS = 1.0


class Usage:
    """What a step has taken so far."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._memory = 0

    def look(self) -> None:
        """Look how much memory is held at the moment."""
        self._memory = max(self._memory, resident_memory(os.getpid()))

    def record(self) -> RunRecord:
        """What was taken until now."""
        now = datetime.datetime.now(datetime.UTC)
        return RunRecord(
            finished=now.isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - self._started, 1),
            memory=self._memory,
        )


@contextmanager
def measured() -> Iterator[Usage]:
    """A context in which memory is looked at every second."""
    usage, stop = Usage(), threading.Event()

    def watch() -> None:
        usage.look()
        while not stop.wait(_LOOK_SECONDS):
            usage.look()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield usage
    finally:
        stop.set()
        watcher.join()


def resident_memory(pid: int, processes: Path = Path("/proc")) -> int:
    """Bytes that a process and all below it hold in memory; 0 where the system has no such directory."""
    pages: dict[int, int] = {}
    below: dict[int, list[int]] = {}
    for folder in processes.glob("[0-9]*"):
        # A process may end while it is looked at.
        with contextlib.suppress(OSError, IndexError, ValueError):
            # The name, in parentheses, may have spaces and parentheses of its own.
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            parent, resident = int(fields[1]), int(fields[21])
            pages[int(folder.name)] = resident
            below.setdefault(parent, []).append(int(folder.name))
    total, left = 0, [pid]
    while left:
        each = left.pop()
        total += pages.get(each, 0)
        left += below.get(each, [])
    return total * os.sysconf("SC_PAGE_SIZE")
