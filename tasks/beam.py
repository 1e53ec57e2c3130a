"""Running a step's Beam job: in a process of its own, watched, with its progress shown.

Beam's threads and Luigi's forks must not meet, so the job is another process, in a session of its own. It dies with
the task that started it, whichever way that one ends.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, ClassVar

from schemas.errors import InputError
from tasks.base import DatasetTask
from tasks.settings import Beam, Build

_logger = logging.getLogger("luigi-interface")
_REPORT_SECONDS = 10.0


class BeamTask(DatasetTask):
    """A step whose datasets a Beam job writes."""

    transform: ClassVar[str]
    """`module:class` of the step's PTransform."""

    resources = {"beam": 1}  # noqa: RUF012 (Luigi's own form)

    def configuration(self) -> dict[str, Any]:
        """Fields of the PTransform besides its target; JSON values."""
        raise NotImplementedError

    def run(self) -> None:
        self.announce()
        beam, build = Beam(), Build()
        specification = {
            "transform": self.transform,
            "configuration": self.configuration(),
            "outputs": [asdict(destination) for destination in self.destinations()],
            "provenance": asdict(self.provenance),
            "max_reject_share": build.max_reject_share,
            "runner": beam.runner,
            "workers": beam.workers,
            "options": beam.options.split(),
        }
        _logger.info("%s: building %s", self.step, self.location())
        started = time.monotonic()
        run_job(specification, self._show)
        built = self.manifest()
        _logger.info(
            "%s: built, %s rows of %s records, %s rejected, in %.1f s",
            *(self.step, f"{built.rows:,}", f"{built.seen:,}", f"{built.rejected:,}", time.monotonic() - started),
        )

        if built.rejected:
            reasons = ", ".join(f"{name} {number:,}" for name, number in built.counts.get("rejected", {}).items())
            _logger.warning("%s: rejected %s; they are in %s", self.step, reasons, self.location("rejects"))

    def _show(self, line: str, share: float) -> None:
        _logger.info("%s: %s", self.step, line)
        self.set_status_message(line)
        self.set_progress_percentage(round(100 * share))


def run_job(specification: dict[str, Any], show: Callable[[str, float], None]) -> None:
    """Run a Beam job to its end. Raises InputError for bad input, RuntimeError where the job broke."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "job.json"
        path.write_text(json.dumps(specification))
        log = Path(folder) / "job.log"
        with log.open("w") as errors:
            job = subprocess.Popen(
                [sys.executable, "-m", "tasks.beam_job", str(path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
            try:
                message = _follow(job, show)
                status = job.wait()
            finally:
                _kill_group(job)
        if message:
            raise InputError(message)
        if status:
            tail = "".join(log.read_text(errors="replace").splitlines(keepends=True)[-40:])
            raise RuntimeError(f"the Beam job ended with status {status}; the end of its log:\n{tail}")


def _follow(job: subprocess.Popen[str], show: Callable[[str, float], None]) -> str | None:
    """Show the job's progress until its output ends; returns the message of an InputError, or None."""
    stop = threading.Event()
    threading.Thread(target=_die_with_parent, args=(job, os.getppid(), stop), daemon=True).start()
    started = reported = time.monotonic()
    message = None
    assert job.stdout is not None
    for event in _events(job.stdout):
        if "error" in event:
            message = event["error"]
        elif time.monotonic() - reported >= _REPORT_SECONDS:
            reported = time.monotonic()
            show(_progress_line(event, reported - started), event["bytes"] / max(1, event["total"]))
    stop.set()
    return message


def _events(stream: IO[str]) -> Any:
    for line in stream:
        # What a library prints on the job's output is not ours.
        if line.startswith("{"):
            yield json.loads(line)


def _progress_line(event: dict[str, int], elapsed: float) -> str:
    done, total = event["bytes"], event["total"]
    fresh = done - event["resumed"]
    rate = fresh / elapsed if elapsed else 0.0
    left = f"{_clock((total - done) / rate)} left" if rate else "time left unknown"
    return (
        f"{done / 1e6:,.1f} of {total / 1e6:,.1f} MB ({done / max(1, total):.0%}), {rate / 1e6:.2f} MB/s, {left}; "
        f"{event['seen']:,} records, {event['rejected']:,} rejected"
    )


def _clock(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def _die_with_parent(job: subprocess.Popen[str], parent: int, stop: threading.Event) -> None:
    """End job and task when the process that started the task has gone: a killed Luigi leaves its workers behind."""
    while not stop.wait(1.0):
        if os.getppid() != parent:
            _kill_group(job)
            os._exit(1)


def _kill_group(job: subprocess.Popen[str]) -> None:
    try:
        os.killpg(job.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
    job.wait()
