"""How long a step takes, and how much memory it and the processes that it starts hold together."""

from __future__ import annotations

import contextlib
import datetime
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from schemas.datasets.run_record import RunRecord
from tasks.jobs.fork_server import server_pids
from tasks.jobs.process import at_work

_LOOK_SECONDS = 1.0


class Usage:
    """What a step has taken so far."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._memory = 0

    def look(self) -> None:
        """Look how much memory is held at the moment."""
        self._memory = max(self._memory, resident_memory())

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


def resident_memory() -> int:
    """Bytes that this process, all below it and its jobs hold in memory; a server that forked them is no part of it."""
    processes: dict[int, psutil.Process] = {}
    for pid in (os.getpid(), *at_work()):
        # A process may end while it is looked at.
        with contextlib.suppress(psutil.Error):
            root = psutil.Process(pid)
            processes |= {each.pid: each for each in (root, *root.children(recursive=True))}
    total = 0
    for pid in processes.keys() - server_pids():
        with contextlib.suppress(psutil.Error):
            total += processes[pid].memory_info().rss
    return total
