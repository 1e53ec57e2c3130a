"""What every task of the build is: a step whose datasets have their place and identity from what decides them."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, NamedTuple

import luigi
from luigi.task import flatten

from schemas.catalog.rejects import REJECTS
from schemas.datasets.failure_budget import check_rejects
from schemas.datasets.leftovers import clear_up, has_leftovers
from schemas.datasets.run_record import write_run_record
from schemas.datasets.shards import specification_file
from schemas.errors import InputError
from schemas.root.current import make_current
from schemas.root.locks import known_locks, lock, step_lock
from schemas.text_table import duration_text
from tasks.jobs.process import end_interrupted, is_orphan, remove_temporary_folder, temporary_folder
from tasks.jobs.usage import measured
from tasks.logs import BEGUN, SHARE
from tasks.settings.check import CheckedTask
from tasks.settings.inputs import on_one_disk, output_directory, possible_directory
from tasks.settings.shared import Build
from tasks.settings.snapshot import locked
from tasks.step.decided import DecidedTask
from tasks.step.targets import DatasetTarget, difference, earlier_builds

ENOUGH_DONE = 0.01
"""Share of the work from which on its pace tells how long the rest takes."""

CHECKED_EARLY = 10
"""Priority of a step that refuses a misspelt name or a table cut short: else the dump is worked on for hours before."""

_logger = logging.getLogger("luigi-interface")


class Turn(NamedTuple):
    """Where a step comes in the order of a build."""

    title: str = ""
    """What the log says before the step's name: `step 7 of 36, `."""
    seconds: float | None = None
    """How long the step will take, where that is known."""
    seconds_after: float | None = None
    """How long the steps after it will take, where that is known."""


class WrapperTask(CheckedTask, luigi.WrapperTask):  # type: ignore[misc]
    """What a build consists of: it requires steps and writes nothing itself."""

    def deps(self) -> list[luigi.Task]:
        # Luigi asks this only where a step is to be built, and would have each of the steps tell the same again.
        output_directory("root in [Build]", Build().root)
        return list(super().deps())


class DatasetTask(DecidedTask):
    """A step of the build: it is built by one of the builds that share a root, and done when its datasets are there.

    `_current.json` beside the builds of a dataset names the one that was built or asked for last.
    """

    grows_with_dump: ClassVar[bool] = True
    """Whether the step has more to do where there is more of the dump, for the estimate of a build."""
    is_shared_out: ClassVar[bool] = False
    """Whether that is more units of work, which more processes share, for the same estimate."""
    begin: Callable[[], Turn] = staticmethod(lambda: Turn())
    """Gives the step its turn in the build as it begins, where there is a plan of it."""
    tell_end: Callable[[bool], None] = staticmethod(lambda _built: None)
    """Told by the step that this run has built it (True) or that it has failed (False), where there is a plan of it."""
    _turn = Turn()
    _started = 0.0
    doubts_told = False
    """Whether the doubts of the step were told with those of the whole build, before any step of it."""
    _settled = False
    """Whether what is done once for a step that is found complete has been done."""
    is_held: Callable[[], bool] = staticmethod(lambda: True)
    """Whether the step still has its lock: another build may have taken it over while this one stood still."""
    _waiting = ""
    """What people were told last about another build."""

    def requires(self) -> dict[str, DatasetTask]:
        """Steps whose datasets this one reads, by role."""
        return {}

    def check_inputs(self) -> None:
        self.parameters()
        self.files()
        # The lock itself: that it can be read.
        locked([])

    def doubts(self) -> Iterator[str]:
        """What is doubtful about the inputs and settings of the step and yet no error, as far as it can be known before
        the step is built: for its warnings, and for the plan.
        """
        yield from ()

    def doubts_when_built(self) -> Iterator[str]:
        """What is doubtful about what the step has built and yet no error: for its warnings."""
        yield from ()

    def places(self) -> dict[str, str]:
        """The directories below which the step writes, by the settings that name them."""
        return {"root in [Build]": Build().root}

    def check_places(self) -> None:
        """Raise InputError where nobody could write where the step writes: what needs no permission to be found out."""
        for setting, place in self.places().items():
            possible_directory(setting, place)
        on_one_disk(Build().root, Build().snapshot)

    def check_outputs(self) -> None:
        """Raise InputError where nothing can be written where the step writes."""
        self.check_places()
        for setting, place in self.places().items():
            output_directory(setting, place)

    def deps(self) -> list[DatasetTask]:
        # Luigi asks this of the steps that are to be built, of all before it runs the first.
        self.check_outputs()
        return list(super().deps())

    @property
    def title(self) -> str:
        """How the log names the step."""
        return f"{self._turn.title}{self.step}"

    def output(self) -> list[DatasetTarget]:
        return [DatasetTarget(self.location(dataset)) for dataset in self.datasets]

    def show(self, line: str, share: float) -> None:
        """Tell people and the scheduler how far the step is."""
        self._say(f"{line}{self._time_left(share)}", share)
        self.set_status_message(line)
        self.set_progress_percentage(round(100 * share))

    def say_begun(self, line: str) -> None:
        """Tell people that the step's work begins."""
        self._started = time.monotonic()
        self._say(f"{line}{self._time_left(0.0)}", BEGUN)

    def _say(self, line: str, share: float) -> None:
        """A line of the log that the next one replaces on a terminal: `tasks/logs.py`."""
        _logger.info("%s: %s", self.title, line, extra={SHARE: share})

    def _time_left(self, share: float) -> str:
        """The time that is left for all of the build, where that of the steps after this one is known."""
        turn = self._turn
        if turn.seconds_after is None or turn.seconds is None:
            return ""
        elapsed = time.monotonic() - self._started
        left = elapsed * (1 - share) / share if share >= ENOUGH_DONE else max(0.0, turn.seconds - elapsed)
        return f"; {duration_text(left + turn.seconds_after)} left for the build"

    def run(self) -> None:
        """Build the datasets, unless another build below the same root is at it: then wait until it has built them.

        Raises InputError where another build may have taken the step over.
        """
        self._turn = self.begin()
        with end_interrupted(), lock(self._lock(), self._wait) as self.is_held:
            if all(target.exists() for target in DatasetTask.output(self)):
                _logger.info("%s: was built by another run, at %s", self.title, self.location())
            else:
                self.announce()
                self._warn(() if self.doubts_told else self.doubts())
                self._build_or_say_why()
                self.tell_end(True)
                self._warn(self.doubts_when_built())
        self._make_current()

    def _warn(self, doubts: Iterable[str]) -> None:
        for doubt in doubts:
            _logger.warning("%s: %s", self.step, doubt)

    def _build_or_say_why(self) -> None:
        try:
            with measured() as usage:
                self.build()
            # What is committed is built, whatever becomes of the record.
            with contextlib.suppress(InputError):
                write_run_record(self.location(), usage.record())
        except Exception as error:
            if self.is_held():
                raise
            raise InputError(
                f"{self.step}: another build may have taken this step over, because this one stood still, or could "
                "not reach its store, for a minute or longer. Run the same command again: it waits for the other"
            ) from error

    def is_built(self) -> bool:
        """Whether the step is done. Unlike `complete` it changes nothing.

        Raises InputError where it was built with a failure budget that is exceeded today.
        """
        there = all(target.exists() for target in flatten(self.output()))
        if there and REJECTS.name in self.datasets:
            rejects = self.manifest(REJECTS.name)
            check_rejects(rejects, Build().max_reject_share, self.location(REJECTS.name))
        return there

    def complete(self) -> bool:
        """Whether the step is done.

        Datasets that are there become the current builds of their addresses, with those that they were made of, and
        what a run that was killed right after its commit has left is deleted.
        """
        if not self.is_built():
            return False
        if not self._settled:
            self._settled = True
            # Who may read the datasets need not be able to write below their root.
            with contextlib.suppress(InputError):
                self._clear_up()
            try:
                if was := self._make_current():
                    text = "%s: who names no build reads %s from now on, in place of %s"
                    _logger.info(text, self.step, self.location(), was)
            except InputError as error:
                text = "%s: %s does not become the build that is read where none is named: %s"
                _logger.warning(text, self.step, self.location(), error)
            # Luigi asks no further than a step that is complete, and what this one was made of is asked for with it,
            # also where this one is current: a build that was ended early has made lower ones current alone.
            for task in self.requires().values():
                if not task._settled:
                    task.complete()
        return True

    def _make_current(self) -> str | None:
        """Have the step's datasets be the current builds of their addresses.

        Returns the name of the build that was it before, of the main dataset, where that was another.
        """
        replaced = {dataset: make_current(self.location(dataset)) for dataset in self.datasets}
        return replaced[self.step]

    def _clear_up(self) -> None:
        outputs = self.destinations()
        left = has_leftovers(outputs) or temporary_folder(specification_file(outputs)).exists()
        if left or self._lock() in known_locks(Build().root):
            with contextlib.suppress(_AtWorkError), lock(self._lock(), _leave_it):
                clear_up(outputs)
                remove_temporary_folder(specification_file(outputs))

    def build(self) -> None:
        """Write the datasets."""
        raise NotImplementedError

    def _lock(self) -> str:
        return step_lock(Build().root, self.step, self.provenance.identity)

    def _wait(self, holder: str) -> None:
        if is_orphan():
            raise InputError(f"{self.step}: the build that this step belonged to has ended; give the command again")
        line = f"waiting for {holder}, which builds the same"
        if line != self._waiting:
            self._waiting = line
            self.show(line, 0.0)

    def announce(self) -> None:
        """Say loudly where this build replaces one that was made of other inputs or settings."""
        if why := self.why_not_built():
            _logger.warning("%s: %s; the old build stays until `wiki-ner prune` deletes it", self.title, why)

    def why_not_done(self) -> str:
        """Why the step is not done though all its datasets are there; empty for most, which are done then."""
        return ""

    def why_not_built(self) -> str:
        """What differs from the builds of the same dataset that stand beside this one; empty where none does."""
        others = earlier_builds(self.location())
        if not others:
            return ""
        told = {other.location: difference(other.manifest().provenance, self.provenance) for other in others}
        # With several settings in turn several builds stand there: the one that is most like this one tells most.
        nearest = min(told, key=lambda location: (told[location].count("; "), len(told[location])))
        others_too = f" (and {len(others) - 1} more)" if len(others) > 1 else ""
        return f"{nearest}{others_too} is stale: {told[nearest]}"


@DatasetTask.event_handler(luigi.Event.FAILURE)  # type: ignore[untyped-decorator]
@DatasetTask.event_handler(luigi.Event.PROCESS_FAILURE)  # type: ignore[untyped-decorator]
def _has_failed(task: DatasetTask, _error: object) -> None:
    """Luigi's word, which has also what fails before the step's work begins, and what is killed."""
    task.tell_end(False)


class _AtWorkError(Exception):
    """Another build holds the lock of a step."""


def _leave_it(_holder: str) -> None:
    raise _AtWorkError
