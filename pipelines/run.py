"""Running a task of Luigi as a person wants it: its plan before, and at the end what was built and where."""

from __future__ import annotations

import logging
import sys
import time
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

from luigi.cmdline_parser import CmdlineParser
from luigi.retcodes import run_with_retcodes

from pipelines.command_line import parsed
from pipelines.estimate import earlier_seconds
from pipelines.plan import Ends, Step, describe, doubts, follow, not_built, nothing_written, plan, trainings
from pipelines.run_log import open_log, set_up_log
from pipelines.scheduler import check_scheduler
from pipelines.summary import summary
from schemas.commands import INTERRUPTED
from schemas.errors import InputError
from schemas.files import storage
from tasks.builds import existing_root
from tasks.jobs.fork_server import fork_servers
from tasks.luigi_defaults import DEFAULTS
from tasks.settings.shared import Build
from tasks.step.beam import JOB as BEAM_JOB
from tasks.step.report import ReportTask
from tasks.step.training import JOB as TRAINING_JOB

MANY_TRAININGS: Final = 100
"""More fine-tuned models than these are asked about."""
REPORTS: Final = ("report.html", "report.md")
"""The main report on a build, the fullest first."""
_FAILED: Final = int(DEFAULTS["retcode"]["task_failed"])
"""Exit status where Luigi is not asked and yet a step is missing at the end."""

_logger = logging.getLogger("luigi-interface")


def build(arguments: Sequence[str], *, agreed: bool, expected: Mapping[str, float] = MappingProxyType({})) -> int:
    """Run the task of a Luigi command line and print what it has built; returns the exit status.

    `agreed` says that hundreds of trainings are meant, `expected` has the seconds that steps will take by their names.
    Raises InputError where the command line, the settings or the inputs cannot be used.
    """
    started = time.monotonic()
    with parsed(arguments) as task:
        set_up_log()
        steps = plan(task)
        waiting = [step for step in steps if not step.built]
        # Luigi would look at each step once more; what it asks the task makes the builds current and clears up.
        if steps and not waiting and task.complete():
            left = not_built(steps)
            _show(summary(task, steps, left, time.monotonic() - started, None, Ends()))
            return _FAILED if left else 0
        for step in waiting:
            step.task.check_outputs()
        if waiting:
            check_scheduler()
        ends = follow(waiting, {step.name: expected.get(step.name) or earlier_seconds(step.task) for step in waiting})
        if not agreed:
            check_agreed(trainings(waiting))
        log = open_log(task.get_task_family()) if waiting else None
        _tell_doubts(waiting)
    status = run_luigi(arguments)
    if not steps:
        # A task that makes no dataset has said what there is to say.
        return status
    # Settings are those of the command line as long as Luigi knows it.
    with CmdlineParser.global_instance(list(arguments)):
        left, seconds = not_built(steps), time.monotonic() - started
        block = summary(task, steps, left, seconds, log, ends(), status=status)
    _show(block)
    if log:
        # Whoever has no room for it has read it.
        with suppress(OSError), log.open("a", encoding="utf-8") as stream:
            stream.write(f"{block}\n")
    return status


def _tell_doubts(waiting: Sequence[Step]) -> None:
    """Warn of what is doubtful before the first step begins: that of the last would else be told hours later."""
    for doubt in doubts(waiting):
        _logger.warning(doubt)
    for step in waiting:
        step.task.doubts_told = True


def _show(block: str) -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    print(block, flush=True)


def show_plan(arguments: Sequence[str]) -> int:
    """Print what the task of a Luigi command line would do; returns the exit status.

    Nothing is written, and nothing need be writable. Raises InputError as `build` does for all else.
    """
    with parsed(arguments) as task, nothing_written():
        set_up_log()
        steps = plan(task)
        waiting = [step for step in steps if not step.built]
        for step in waiting:
            step.task.check_places()
        print(describe(task.get_task_family(), steps))
        if found := doubts(waiting):
            print("", *found, sep="\n")
        if many := trainings(waiting):
            print(f"\n{many:,} model{' is' if many == 1 else 's are'} trained")
    return 0


def say(arguments: Sequence[str]) -> int:
    """Print what a task that makes no dataset has to say; returns the exit status."""
    with parsed(arguments) as task:
        print(task.text())
    return 0


def write_report(arguments: Sequence[str], *, show: bool) -> int:
    """Write the reports of a build whose corpora are there, and open the main one in a browser if that is wanted.

    Returns the exit status. Raises InputError where a corpus is not built, since that is no matter of seconds, and
    where there is no root.
    """
    with parsed(arguments) as task:
        existing_root()
        missing = [step.name for step in plan(task) if not step.built and not isinstance(step.task, ReportTask)]
        if missing:
            raise InputError(f"there is nothing to report on yet, {missing[0]} is not built: give `wiki-ner build`")
        place = storage.join(Build().root, Build().snapshot)
    status = build(arguments, agreed=False)
    page = next((name for name in REPORTS if storage.exists(storage.join(place, name))), None)
    if show and status == 0 and page and storage.is_local(place):
        webbrowser.open(Path(storage.resolve(place)[1], page).as_uri())
    return status


def run_luigi(arguments: Sequence[str]) -> int:
    """Run a command line of Luigi, whose jobs are forked by servers; returns the exit status."""
    try:
        with fork_servers([BEAM_JOB, TRAINING_JOB]):
            run_with_retcodes(list(arguments))
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    return 0


def check_agreed(number: int) -> None:
    """Raise InputError where hundreds of models would be trained that nobody has agreed to."""
    if number <= MANY_TRAININGS:
        return
    said = f"this trains {number:,} models"
    if sys.stdin.isatty() and sys.stderr.isatty():
        print(f"wiki-ner: {said}. Go on? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return
        raise InputError("nothing was built")
    raise InputError(f"{said}: add --yes if that is meant, or name fewer targets, encoders, models, settings or seeds")
