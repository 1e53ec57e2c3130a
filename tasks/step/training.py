"""How a training step runs its job, and what all of them share."""

from __future__ import annotations

import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Final

import luigi

from schemas.catalog.training import BEST
from schemas.errors import InputError
from schemas.experiments import DEVICES, PRECISIONS
from schemas.files import storage
from schemas.installed import missing_for_training
from schemas.job_protocol import Event
from tasks.jobs.process import Program, run_process
from tasks.settings.parameters import MOST_PROCESSES, Bool, Choice, Int, LocalPath
from tasks.settings.plain_errors import PlainErrors
from tasks.step.base import DatasetTask

_logger = logging.getLogger("luigi-interface")

JOB: Final = "training.job"
"""The module that is the process of a training."""

LEAST_RATE = 1e-9
"""Least learning rate that is one."""

MOST_RATE = 10
"""Greatest learning rate that is one."""

WINDOW = "longest input in pieces; longer sentences are read in several windows; 0 for what the encoder takes"
"""Description of max_length."""


class Training(PlainErrors, luigi.Config):  # type: ignore[misc]
    """Where and how fast models are trained; nothing here changes what they are trained on."""

    device = Choice(default="auto", choices=DEVICES, description="auto takes a GPU where there is one")
    processes = Int(default=1, least=1, most=MOST_PROCESSES, description="processes of a pre-training, one a GPU")
    precision = Choice(
        default="auto",
        choices=PRECISIONS,
        description="auto: bf16 on GPUs that have it, else float32",
    )
    compile = Bool(default=False, description="torch.compile the layers of encoders")
    threads = Int(
        default=0, most=MOST_PROCESSES, description="processor threads of a training, 0 for as many as torch takes"
    )
    scratch = LocalPath(default="data/_training", description="local directory for tokenised data and checkpoints")


class TrainingTask(DatasetTask):
    """A step whose datasets a training job writes."""

    job: ClassVar[str]
    """`module:class` of the step's job."""
    parallel: ClassVar[bool] = False
    """Whether several processes can share the work."""

    resources = {"gpu": 1}  # noqa: RUF012 (Luigi's own form)

    def configuration(self) -> dict[str, Any]:
        """Fields of the job; JSON values."""
        raise NotImplementedError

    def trained_models(self) -> int:
        """How many models the step trains."""
        return 0

    def requires(self) -> dict[str, DatasetTask]:
        check_installed()
        return {}

    def places(self) -> dict[str, str]:
        return {**super().places(), "scratch in [Training]": Training().scratch}

    def build(self) -> None:
        training = Training()
        scratch = str(Path(training.scratch).absolute())
        specification = {
            "job": self.job,
            "configuration": self.configuration(),
            **asdict(self.build_target()),
            "scratch": storage.join(scratch, "jobs", self.provenance.identity[:16]),
            "cache": storage.join(scratch, "cache"),
            "device": training.device,
            "precision": training.precision,
            "compile": training.compile,
            "threads": training.threads,
        }
        self.say_begun(f"training {self.location()}")
        several = self.parallel and training.processes > 1
        launcher = ["-m", "torch.distributed.run", "--standalone", f"--nproc-per-node={training.processes}"]
        module, _, _ = self.job.partition(":")
        program = Program(JOB, _progress, module, launcher if several else [])
        run_process(program, specification, self.show, self.is_held)
        _logger.info("%s: done, %s rows", self.title, f"{self.manifest().rows:,}")


def _progress(event: Event, _elapsed: float) -> tuple[str, float]:
    return event["line"], event["share"]


def check_installed() -> None:
    """Raise InputError where what training needs is not installed."""
    if missing := missing_for_training():
        raise InputError(f"training needs {missing}, or build the corpora alone with BuildCorpora")


def model_folder(task: DatasetTask) -> str:
    """Where the model of a step is."""
    return storage.join(task.location(), BEST)
