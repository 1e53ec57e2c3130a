"""One build of the corpora, in a process that has built nothing before, and what each of its steps took."""

from __future__ import annotations

import bz2
import contextlib
import os
import threading
import time
from pathlib import Path
from typing import NamedTuple

import psutil

SETTINGS = "settings.cfg"
"""Name of the settings file in the folder of a build."""
_LOOK_SECONDS = 0.1


class StepCost(NamedTuple):
    """What a step took, with all processes that it started."""

    cpu: float
    """CPU seconds."""
    memory: int
    """Most bytes that its processes and the scheduler held together (`schemas.datasets.run_record`); 0 for reports."""
    largest: int
    """Most bytes that one of its processes held, the scheduler among them."""
    bytes: int
    """Bytes of its main dataset; 0 for reports."""


class Build(NamedTuple):
    """What the build of a dump took."""

    mb: float
    """MB of XML."""
    bz2: float
    """CPU seconds of Python's bz2 for the dump: the lesser of the times before and after the build."""
    steps: dict[str, StepCost]
    """By the step's name."""
    whole: float
    """CPU seconds of all of it, planning and scheduling included."""


def _decode(dump: Path) -> float:
    """CPU seconds that Python's bz2 takes for a dump."""
    started = time.process_time()
    with bz2.open(dump) as file:
        while file.read(1 << 20):
            pass
    return time.process_time() - started


class _Largest(threading.Thread):
    """Looks ten times a second how much memory the largest process holds, of this one and all below it."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._bytes = 0

    def run(self) -> None:
        this = psutil.Process()
        while True:
            for process in (this, *this.children(recursive=True)):
                # It may end while it is looked at.
                with contextlib.suppress(psutil.Error):
                    self._bytes = max(self._bytes, process.memory_info().rss)
            time.sleep(_LOOK_SECONDS)

    def take(self) -> int:
        """The most bytes since the last time that this was asked."""
        taken, self._bytes = self._bytes, 0
        return taken


def build(folder: Path, dump: Path, mb: float, profile: str) -> Build:
    """Build the corpora of a dump in this process, which has built nothing before."""
    os.environ["LUIGI_CONFIG_PATH"] = str(folder / SETTINGS)
    import luigi

    from pipelines.command_line import parsed
    from schemas.datasets.run_record import read_run_record
    from tasks.jobs.fork_server import fork_servers
    from tasks.step.base import DatasetTask
    from tasks.step.beam import JOB
    from tasks.step.report import ReportTask

    begun: dict[str, float] = {}
    steps: dict[str, StepCost] = {}
    largest = _Largest()
    largest.start()

    @luigi.Task.event_handler(luigi.Event.START)  # type: ignore[untyped-decorator]
    def start(task: luigi.Task) -> None:
        begun[task.task_id] = _cpu()
        largest.take()

    @luigi.Task.event_handler(luigi.Event.SUCCESS)  # type: ignore[untyped-decorator]
    def success(task: luigi.Task) -> None:
        if isinstance(task, DatasetTask):
            keys = [f"{getattr(task, key)}" for key in task.path_parameters]
            record = read_run_record(task.location())
            memory = record.memory if record else 0
            written = 0 if isinstance(task, ReportTask) else task.manifest().bytes
            cost = StepCost(_cpu() - begun[task.task_id], memory, largest.take(), written)
            steps[" ".join([task.step, *keys])] = cost

    before = _decode(dump)
    started = _cpu()
    with parsed(["BuildCorpora", "--profiles", profile]) as task, fork_servers([JOB]):
        if not luigi.build([task], local_scheduler=True, log_level="WARNING"):
            raise SystemExit("the build has failed; its log is above")
        whole = _cpu() - started
    return Build(mb, min(before, _decode(dump)), steps, whole)


def _cpu() -> float:
    """CPU seconds of this process and the server of its jobs, and of those that they have waited for."""
    this = psutil.Process()
    return sum(sum(process.cpu_times()[:4]) for process in (this, *this.children()))
