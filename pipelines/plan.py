"""What a build has to do: its steps in the order of the work, which of them are built already and why the rest is not.

Nothing is written for it.
"""

from __future__ import annotations

import functools
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import luigi
from luigi.task import flatten

from schemas.errors import InputError
from schemas.files import storage
from schemas.root.current import build_name
from schemas.text_table import aligned, counted, size_text
from tasks.settings.files import files_text
from tasks.settings.shared import Build
from tasks.step.base import DatasetTask, Turn
from tasks.step.report import ReportTask
from tasks.step.training import TrainingTask

_BUILT, _FAILED = 1, 2


@dataclass(frozen=True)
class Step:
    """A step of a build."""

    task: DatasetTask
    built: bool
    """Whether it was done when the plan was made."""
    why: str
    """Why it is to be built; empty where it is built."""

    @property
    def name(self) -> str:
        """Its main dataset with what people know it by: `ner_corpus label_set=4 alpha=0.7`."""
        return " ".join([self.task.step, *(f"{key}={getattr(self.task, key)}" for key in self.task.path_parameters)])


@contextmanager
def nothing_written() -> Iterator[None]:
    """A context in which the checksums of inputs are not remembered, so that looking leaves no trace."""
    DatasetTask.remembers_checksums = False
    try:
        yield
    finally:
        DatasetTask.remembers_checksums = True


def plan(task: luigi.Task) -> list[Step]:
    """The steps of a build, each after those that it requires, in the order in which one worker takes them.

    Raises InputError for settings or inputs that cannot be used.
    """
    added, required = _in_luigis_order(task)
    done: set[str] = set()
    steps = []
    while added:
        ready = [each for each in added if required[each.task_id] <= done]
        first = max(ready, key=lambda each: each.priority)
        added.remove(first)
        done.add(first.task_id)
        if isinstance(first, DatasetTask):
            built = first.is_built()
            steps.append(Step(first, built, "" if built else _why(first)))
    return steps


class Ends(NamedTuple):
    """What the steps of a run have told of their ends, each by the id of its task."""

    built: frozenset[str] = frozenset()
    """Built by this run, and not by another one meanwhile."""
    failed: frozenset[str] = frozenset()


def follow(waiting: Sequence[Step], seconds: Mapping[str, float | None] = MappingProxyType({})) -> Callable[[], Ends]:
    """Have each of the steps that are to be built learn its turn among them as it begins, for its lines of the log.

    `seconds` has how long steps will take, by name; where it has all, the time that is left for the build can be told.
    Returns what gives the ends that the steps have told of so far.
    """
    expected = [0.0 if isinstance(step.task, ReportTask) else seconds.get(step.name) for step in waiting]
    known = [each for each in expected if each is not None]
    # Luigi begins steps that are equal in any order, each in a process that it forks where there are several workers.
    begun = multiprocessing.Value("i", 0)
    left = multiprocessing.Value("d", sum(known))
    ends = multiprocessing.Array("b", len(waiting))

    def begin(own: float | None) -> Turn:
        with begun.get_lock(), left.get_lock():
            begun.value += 1
            left.value -= own or 0.0
            after = left.value if len(known) == len(expected) else None
            return Turn(f"step {begun.value} of {len(waiting)}, ", own, after)

    def tell_end(index: int, built: bool) -> None:
        ends[index] = _BUILT if built else _FAILED

    def those(end: int) -> frozenset[str]:
        return frozenset(step.task.task_id for step, own in zip(waiting, ends[:], strict=True) if own == end)

    for index, (step, own) in enumerate(zip(waiting, expected, strict=True)):
        step.task.begin = functools.partial(begin, own)
        step.task.tell_end = functools.partial(tell_end, index)
    return lambda: Ends(those(_BUILT), those(_FAILED))


def doubts(waiting: Iterable[Step]) -> list[str]:
    """What is doubtful about steps that are to be built, each with the name of its step, and once."""
    return list(dict.fromkeys(f"{step.task.step}: {doubt}" for step in waiting for doubt in step.task.doubts()))


def trainings(steps: Iterable[Step]) -> int:
    """Models that these steps train."""
    return sum(step.task.trained_models() for step in steps if isinstance(step.task, TrainingTask))


def describe(command: str, steps: list[Step]) -> str:
    """The plan for people."""
    build = Build()
    waiting = [step for step in steps if not step.built]
    inputs = [[role, _first_of(uris), size_text(sum(map(storage.size, uris)))] for role, uris in _inputs(steps)]
    numbers = {id(step): str(number) for number, step in enumerate(waiting, start=1)}
    rows = [[numbers.get(id(step), "-"), step.name, step.why or _what_is_there(step.task)] for step in steps]
    return "\n".join(
        [
            f"{command}: {counted(len(steps), 'step')}, {len(steps) - len(waiting)} built, {len(waiting)} to do; "
            f"below {storage.join(build.root, build.snapshot)}",
            *([f"settings: {files}"] if (files := files_text()) else []),
            "",
            aligned(["input", "file", "size"], inputs, right={2}),
            "",
            aligned(["step", "dataset", ""], rows, right={0}),
        ]
    )


def _in_luigis_order(root: luigi.Task) -> tuple[list[luigi.Task], dict[str, set[str]]]:
    """A task and all that it requires, each once, in the order in which Luigi's worker comes to them.

    With it, by task, the tasks that each requires.
    """
    order: list[luigi.Task] = []
    required: dict[str, set[str]] = {}
    found, waiting = {root.task_id}, [root]
    while waiting:
        task = waiting.pop()
        order.append(task)
        below = flatten(task.requires())
        required[task.task_id] = {each.task_id for each in below}
        for each in below:
            if each.task_id not in found:
                found.add(each.task_id)
                waiting.append(each)
    return order, required


def _why(task: DatasetTask) -> str:
    if isinstance(task, ReportTask):
        return "not written yet, or of another build"
    missing = [target.location for target in DatasetTask.output(task) if not target.exists()]
    if missing and len(missing) < len(task.datasets):
        return f"{', '.join(missing)}: not there"
    if not missing:
        return task.why_not_done()
    return task.why_not_built() or "not built yet"


def _what_is_there(task: DatasetTask) -> str:
    if isinstance(task, ReportTask):
        return f"there: {task.output().latest}"
    manifest = task.manifest()
    return f"built: {manifest.rows:,} rows, {size_text(manifest.bytes)}, {build_name(manifest.provenance.identity)}"


def _inputs(steps: Iterable[Step]) -> list[tuple[str, list[str]]]:
    """The input files of the steps by what they are, each once; another step may read some of them alone."""
    found: dict[str, dict[str, None]] = {}
    for step in steps:
        for role, uris in step.task.files().items():
            found.setdefault(role, {}).update(dict.fromkeys(uris))
    return [(role, list(uris)) for role, uris in sorted(found.items()) if uris]


def _first_of(uris: list[str]) -> str:
    # Inputs are made absolute; people know them by the names that they gave.
    first = uris[0].removeprefix(f"{Path.cwd()}/")
    return first if len(uris) == 1 else f"{first} and {len(uris) - 1:,} more"


def not_built(steps: Iterable[Step]) -> list[Step]:
    """The steps that are not done now."""
    left = []
    for step in steps:
        try:
            if not step.task.is_built():
                left.append(step)
        except InputError:
            left.append(step)
    return left
