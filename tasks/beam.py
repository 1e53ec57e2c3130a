"""Running a step's Beam job, with its progress shown."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, ClassVar

from tasks.base import DatasetTask
from tasks.process import run_process
from tasks.settings import Beam

_logger = logging.getLogger("luigi-interface")


class BeamTask(DatasetTask):
    """A step whose datasets a Beam job writes."""

    transform: ClassVar[str]
    """`module:class` of the step's PTransform."""

    resources = {"beam": 1}  # noqa: RUF012 (Luigi's own form)

    def configuration(self) -> dict[str, Any]:
        """Fields of the PTransform besides its target; JSON values."""
        raise NotImplementedError

    def build(self) -> None:
        beam = Beam()
        specification = {
            "transform": self.transform,
            "configuration": self.configuration(),
            **asdict(self.build_target()),
            "runner": beam.runner,
            "workers": beam.workers,
            "options": beam.options.split(),
        }
        _logger.info("%s: building %s", self.step, self.location())
        started = time.monotonic()
        run_job(specification, self.show)
        built = self.manifest()
        _logger.info(
            "%s: built, %s rows of %s records, %s rejected, in %.1f s",
            *(self.step, f"{built.rows:,}", f"{built.seen:,}", f"{built.rejected:,}", time.monotonic() - started),
        )

        if built.rejected:
            reasons = ", ".join(f"{name} {number:,}" for name, number in built.counts.get("rejected", {}).items())
            _logger.warning("%s: rejected %s; they are in %s", self.step, reasons, self.location("rejects"))


def run_job(specification: dict[str, Any], show: Callable[[str, float], None]) -> None:
    """Run a Beam job to its end. Raises InputError for bad input, RuntimeError where the job broke."""
    run_process("tasks.beam_job", specification, _progress, show)


def _progress(event: dict[str, Any], elapsed: float) -> tuple[str, float]:
    """A line about how far the job is, and the share done; the event has bytes of input and numbers of records."""
    done, total = event["bytes"], event["total"]
    fresh = done - event["resumed"]
    rate = fresh / elapsed if elapsed else 0.0
    left = f"{_clock((total - done) / rate)} left" if rate else "time left unknown"
    line = (
        f"{done / 1e6:,.1f} of {total / 1e6:,.1f} MB ({done / max(1, total):.0%}), {rate / 1e6:.2f} MB/s, {left}; "
        f"{event['seen']:,} records, {event['rejected']:,} rejected"
    )
    return line, done / max(1, total)


def _clock(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"
