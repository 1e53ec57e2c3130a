"""How long a build takes and what it needs, from what the same steps took over a part of the dump.

A preview builds everything over an excerpt of the dump. What a step took there is the time of starting it, which is
that of the step that had least to do, and the time of its work. The work of most steps grows with the dump. Some read
the same files in the preview as in the whole build: the ontology, the types, the tables of the category graph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pipelines.plan import Step
from schemas.datasets.run_record import read_run_record
from schemas.errors import InputError
from schemas.text_table import aligned, counted, duration_text, size_text
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTask
from tasks.step.targets import earlier_builds


@dataclass(frozen=True)
class Need:
    """What a step takes."""

    seconds: float
    memory: int
    """Most bytes of its processes together; 0 where the system does not tell."""
    bytes: int
    """Size of its datasets."""


def measured(step: Step) -> Need:
    """What a step has taken. Raises InputError where it is not built, or its run was not recorded."""
    record = read_run_record(step.task.location()) if step.built else None
    if record is None:
        raise InputError(
            f"{step.name}: there is no record of a run in the preview; give `wiki-ner preview` with the same options "
            "first"
        )
    return Need(record.seconds, record.memory, sum(step.task.manifest(name).bytes for name in step.task.datasets))


def whole_build(
    preview: Mapping[str, Need], growing: Collection[str], shared_out: Collection[str], share: float, at_once: float
) -> dict[str, Need]:
    """What the steps of a build take by their names, from a preview over a share of the dump.

    Those of `growing` have more to do for the whole dump, those of them in `shared_out` in more units. `at_once` is how
    many times more units of such a step are worked on at a time in the whole build than in the preview.
    """
    start = min((need.seconds for need in preview.values()), default=0.0)
    return {
        name: _grown(need, start, share, at_once if name in shared_out else 1) if name in growing else need
        for name, need in preview.items()
    }


def _grown(need: Need, start: float, share: float, at_once: float) -> Need:
    seconds = start + (need.seconds - start) / share / at_once
    return Need(seconds, int(need.memory * at_once), int(need.bytes / share))


def earlier_seconds(task: DatasetTask) -> float | None:
    """How long a build of the same dataset took, with other settings or inputs; None where none was recorded."""
    records = filter(None, (read_run_record(build.location) for build in earlier_builds(task.location())))
    latest = max(records, key=lambda record: record.finished, default=None)
    return latest.seconds if latest else None


def is_measured(step: Step) -> bool:
    """Whether the step takes time worth telling: reports take none."""
    return not isinstance(step.task, ReportTask)


def describe(preview: Mapping[str, Need], whole: Mapping[str, Need], pages: int, share: float) -> str:
    """The estimate for people."""
    rows = [
        [
            name,
            duration_text(preview[name].seconds),
            duration_text(need.seconds),
            size_text(need.memory) if need.memory else "",
            size_text(need.bytes),
        ]
        for name, need in whole.items()
    ]
    total = _total_of(whole.values())
    part = "all" if share >= 1 else f"{share:.3%}"
    better = "" if share >= 1 else "; more pages give a better estimate"
    memory = f", {size_text(total.memory)} of memory at most" if total.memory else ""
    return "\n".join(
        [
            aligned(["dataset", "preview", "whole dump", "memory", "disk"], rows, right={1, 2, 3, 4}),
            "",
            f"the whole build: about {duration_text(total.seconds)}{memory} and {size_text(total.bytes)} on disk, one "
            f"step after the other",
            f"from {counted(pages, 'page')}, {part} of the dump{better}",
        ]
    )


def _total_of(needs: Iterable[Need]) -> Need:
    """What steps take together that run one after the other."""
    found = list(needs)
    return Need(
        sum(need.seconds for need in found),
        max((need.memory for need in found), default=0),
        sum(need.bytes for need in found),
    )
