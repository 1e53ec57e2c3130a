"""What a run says at its end: what was built and where, what is missing, and when to give the command again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import luigi
from luigi.task import flatten

from pipelines.plan import Ends, Step
from schemas.commands import INTERRUPTED
from schemas.datasets.dataset import Manifest
from schemas.datasets.run_record import read_run_record
from schemas.files import storage
from schemas.text_table import aligned, counted, duration_text, size_text
from tasks.hub import HubDataset
from tasks.luigi_defaults import DEFAULTS
from tasks.settings.files import files_text
from tasks.settings.shared import Build
from tasks.step.report import ReportTarget, ReportTask

_WHEN: Final = {
    INTERRUPTED: "",
    # Luigi ends there without a word, but for the summary.
    int(DEFAULTS["retcode"]["already_running"]): " when the other worker of the scheduler has built its step",
    int(DEFAULTS["retcode"]["not_run"]): (
        " when the scheduler lets its steps run; other builds may hold what its [resources] allow"
    ),
}
"""When to give the command of a build that is not finished again, by its exit status; else when the cause is gone."""


def summary(
    task: luigi.Task,
    steps: Sequence[Step],
    missing: Sequence[Step],
    seconds: float,
    log: Path | None,
    ends: Ends,
    *,
    status: int = 0,
) -> str:
    """What a run leaves, for people: each dataset with its rows, size and directory, and the steps that are missing.

    `ends` are those that the steps have told of, `status` is the exit status of the run.
    """
    place = storage.join(Build().root, Build().snapshot)
    left = {id(step) for step in missing}
    done = [step for step in steps if id(step) not in left]
    blocks = [f"{_headline(task.get_task_family(), done, len(left), seconds, ends, status)}; below {place}"]
    # A manifest names every part: it is read once.
    manifests = [(step, step.task.manifest()) for step in done if not isinstance(step.task, ReportTask)]
    rows = [_row(step, manifest, place, ends) for step, manifest in manifests]
    if rows:
        blocks.append(aligned(["dataset", "rows", "size", "time", "directory"], rows, right={1, 2, 3}))
    rejected = {step.name: manifest.rejected for step, manifest in manifests}
    if any(rejected.values()):
        told = ", ".join(f"{number:,} of {name}" for name, number in rejected.items() if number)
        blocks.append(f"rejected: {told}; the datasets below rejects/ say what and why")
    blocks += _what_is_left(missing, ends)
    targets = [target for step in done for target in flatten(step.task.output())]
    pages = [target.latest for target in targets if isinstance(target, ReportTarget)]
    # The page with models stands where the one without stood.
    lines = [f"report: {each}" for each in dict.fromkeys(pages)]
    lines += [f"folder for a hub: {step.task.folder()}" for step in done if isinstance(step.task, HubDataset)]
    if files := files_text():
        lines.append(f"settings: {files}")
    if log:
        lines.append(f"log: {log}")
    if left:
        when = _WHEN.get(status, " when the cause is gone")
        lines.append(f"give the same command again{when}: it continues where it was")
    return "\n\n".join(filter(None, [*blocks, "\n".join(lines)]))


def _headline(name: str, done: Sequence[Step], left: int, seconds: float, ends: Ends, status: int) -> str:
    """How a run has ended, of which these steps are done and so many are left."""
    there = sum(step.built for step in done)
    now = sum(step.task.task_id in ends.built for step in done)
    others = len(done) - there - now
    by_others = f", {others} by another run" if others else ""
    before = f", {there} {'was' if there == 1 else 'were'} there" if there else ""
    if left:
        what = "was interrupted" if status == INTERRUPTED else "is not finished"
        return (
            f"{name} {what}: {counted(now, 'step')} built in {duration_text(seconds)}{by_others}, {left} left{before}"
        )
    if now or others:
        return f"{name} is built: {counted(now, 'step')} in {duration_text(seconds)}{by_others}{before}"
    return f"{name} is built already: {'the step was' if there == 1 else f'all {there} steps were'} there"


def _what_is_left(steps: Sequence[Step], ends: Ends) -> list[str]:
    """The steps that are not done, those that have failed by themselves: others went on after their messages."""
    failed = [step.name for step in steps if step.task.task_id in ends.failed]
    others = [step.name for step in steps if step.task.task_id not in ends.failed]
    told = [f"failed: {', '.join(failed)}; the log above says why, after ERROR"] if failed else []
    return [*told, f"not built: {', '.join(others)}"] if others else told


def _row(step: Step, manifest: Manifest, place: str, ends: Ends) -> list[str]:
    return [
        step.name,
        f"{manifest.rows:,}",
        size_text(manifest.bytes),
        _took(step, ends),
        step.task.location().removeprefix(f"{place}/"),
    ]


def _took(step: Step, ends: Ends) -> str:
    """How long a step took in this run, or that it took nothing."""
    if step.built:
        return "was there"
    if step.task.task_id not in ends.built:
        return "by another run"
    record = read_run_record(step.task.location())
    return duration_text(record.seconds) if record else ""
