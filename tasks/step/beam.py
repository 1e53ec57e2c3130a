"""Running a step's Beam job, with its progress shown."""

from __future__ import annotations

import logging
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, ClassVar, Final

from schemas.errors import InputError
from schemas.text_table import duration_text
from tasks.jobs.engines import check_engine, check_shared
from tasks.jobs.process import Program, run_process
from tasks.settings.shared import Beam, Build
from tasks.settings.syntax import items
from tasks.step.base import ENOUGH_DONE, DatasetTask

_logger = logging.getLogger("luigi-interface")

JOB: Final = "tasks.jobs.beam_job"
"""The module that is the process of a Beam job."""


class BeamTask(DatasetTask):
    """A step whose datasets a Beam job writes."""

    is_shared_out = True
    transform: ClassVar[str]
    """`module:class` of the step's PTransform."""

    resources = {"beam": 1}  # noqa: RUF012 (Luigi's own form)

    def configuration(self) -> dict[str, Any]:
        """Fields of the PTransform besides its target; JSON values."""
        raise NotImplementedError

    def check_inputs(self) -> None:
        super().check_inputs()
        if sys.flags.optimize > 1:
            raise InputError("Beam does not run without docstrings: unset PYTHONOPTIMIZE, or leave out -OO")
        beam = Beam()
        check_engine(beam.runner, beam.options)
        places: list[tuple[str, str]] = [("root in [Build]", str(Build().root))]
        places += [(f"the input {role}", uri) for role, uris in self.files().items() for uri in uris]
        check_shared(beam.runner, beam.options, items(beam.shared), places)

    def specification(self) -> dict[str, Any]:
        """What the step's job is told (`tasks/jobs/beam_job.py`); JSON values."""
        beam = Beam()
        return {
            "transform": self.transform,
            "configuration": self.configuration(),
            **asdict(self.build_target()),
            # A job on an engine may outlive the task that started it.
            "run": secrets.token_hex(8),
            "runner": beam.runner,
            "workers": beam.workers,
            "options": beam.options.split(),
            "local_below_mb": beam.local_below_mb,
        }

    def build(self) -> None:
        specification = self.specification()
        self.say_begun(f"building {self.location()}")
        started = time.monotonic()
        run_job(specification, self.show, self.is_held)
        built = self.manifest()
        _logger.info(
            "%s: built, %s rows of %s records, %s rejected, in %.1f s",
            *(self.title, f"{built.rows:,}", f"{built.seen:,}", f"{built.rejected:,}", time.monotonic() - started),
        )

        if built.rejected:
            reasons = ", ".join(f"{name} {number:,}" for name, number in built.counts.get("rejected", {}).items())
            _logger.warning("%s: rejected %s; they are in %s", self.step, reasons, self.location("rejects"))


def run_job(
    specification: dict[str, Any], show: Callable[[str, float], None], may_go_on: Callable[[], bool] = lambda: True
) -> None:
    """Run a Beam job to its end, or for as long as it may go on, as `run_process` does."""
    module, _, _ = specification["transform"].partition(":")
    run_process(Program(JOB, progress_line, module), specification, show, may_go_on)


def progress_line(event: dict[str, Any], elapsed: float) -> tuple[str, float]:
    """A line about how far the job is, and the share done; the event has bytes of input and numbers of records."""
    done, total = event["bytes"], event["total"]
    if not done:
        return "nothing is read yet", 0.0
    rate = (done - event["resumed"]) / elapsed if elapsed else 0.0
    unit, name = next((unit, name) for unit, name in _UNITS if total >= unit or unit == 1)
    tells = rate > 0 and done - event["resumed"] >= ENOUGH_DONE * (total - event["resumed"])
    pace = f"{rate / unit:,.2f} {name}/s, {duration_text((total - done) / rate)} left" if tells else "time left unknown"
    line = (
        f"{done / unit:,.1f} of {total / unit:,.1f} {name} ({done / max(1, total):.0%}), {pace}; "
        f"{event['seen']:,} records, {event['rejected']:,} rejected"
    )
    return line, done / max(1, total)


_UNITS: Final = ((10**6, "MB"), (10**3, "kB"), (1, "bytes"))
