"""What a report of the build is: a step whose output is a file for people."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import ClassVar

import luigi

from schemas.datasets.dataset import Manifest
from schemas.files import storage
from tasks.jobs.process import end_interrupted
from tasks.settings.shared import Build
from tasks.step.base import DatasetTask

_logger = logging.getLogger("luigi-interface")


class ReportTarget(luigi.Target):  # type: ignore[misc]
    """A report at the place its inputs decide, and the same at the place where people look."""

    def __init__(self, path: str, latest: str) -> None:
        self.path = path
        self.latest = latest

    def exists(self) -> bool:
        there = storage.exists(self.path) and storage.exists(self.latest)
        return there and storage.read_text(self.path) == storage.read_text(self.latest)


class ReportTask(DatasetTask):
    """A report for people, one file of text.

    It stands at a place that its inputs decide, and at one that is the same after every build, for people:
    `<root>/<snapshot>/<file>`. It is done when both are the same.
    """

    file: ClassVar[str]

    def file_name(self) -> str:
        """Name of the file where people look."""
        return self.file

    def text(self) -> str:
        """The report."""
        raise NotImplementedError

    def output(self) -> ReportTarget:
        latest = storage.join(Build().root, Build().snapshot, self.file_name())
        return ReportTarget(storage.join(self.location(), self.file), latest)

    def run(self) -> None:
        self._turn = self.begin()
        target = self.output()
        with end_interrupted():
            text = self.text()
            for path in (target.path, target.latest):
                storage.remove_abandoned(*path.rsplit("/", 1))
                storage.write_text(path, text)
        self._make_current()
        self.tell_end(True)
        _logger.info("%s: see %s", self.title, target.latest)


def upstream(tasks: Iterable[DatasetTask]) -> list[DatasetTask]:
    """The tasks and all that they are made of, each once, those first that others are made of."""
    found: dict[str, DatasetTask] = {}

    def visit(task: DatasetTask) -> None:
        if task.task_id not in found:
            for each in task.requires().values():
                visit(each)
            found[task.task_id] = task

    for task in tasks:
        visit(task)
    return list(found.values())


def made_of(report: ReportTask) -> list[tuple[Manifest, str]]:
    """All datasets that a report is about, with their directories."""
    return [
        (task.manifest(dataset), task.location(dataset))
        for task in upstream(report.requires().values())
        for dataset in task.datasets
    ]
