"""Steps that write no more than a manifest, for tests of what all steps do."""

from __future__ import annotations

from schemas.files import storage
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTask
from tasks.wikipedia import Punkt
from tests.support.manifests import commit


class Step(Punkt):
    """A step that writes a manifest alone, and what is there while it is built."""

    task_namespace = "tests"

    built: list[list[str]]
    shown: list[tuple[str, float]]

    def build(self) -> None:
        self.built.append(storage.list_files(self.location().partition("/samplewiki")[0]))
        commit(self)

    def show(self, line: str, share: float) -> None:
        self.shown.append((line, share))


class MadeOfStep(Step):
    """A step that is made of another."""

    task_namespace = "tests"
    datasets = ("type_index", "rejects")

    def requires(self) -> dict[str, DatasetTask]:
        return {"punkt": Step()}


class StepReport(ReportTask):
    """A report on a step."""

    task_namespace = "tests"
    datasets = ("step_report",)
    step_version = 1
    file = "step.md"

    def requires(self) -> dict[str, DatasetTask]:
        return {"punkt": Step()}

    def text(self) -> str:
        return f"version {Step.step_version}"
