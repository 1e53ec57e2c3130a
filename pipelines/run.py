"""Running a task of Luigi as a person wants it: its plan before, and at the end what was built and where."""

from __future__ import annotations

import logging
import re
import sys
import time
import webbrowser
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

import luigi
from luigi.cmdline_parser import CmdlineParser
from luigi.interface import core
from luigi.retcodes import run_with_retcodes
from luigi.rpc import RPCError
from luigi.setup_logging import InterfaceLogging
from luigi.task import flatten

from pipelines.command_line import parsed
from pipelines.estimate import earlier_seconds
from pipelines.plan import Step, counted, describe, follow, not_built, nothing_written, plan, trainings
from schemas import storage
from schemas.dataset import Manifest
from schemas.errors import InputError
from schemas.run_record import read_run_record
from schemas.text_table import aligned, duration_text, size_text
from tasks.beam import JOB as BEAM_JOB
from tasks.builds import existing_root
from tasks.fork_server import fork_servers
from tasks.hub import HubDataset
from tasks.logs import Formatter, LogFile
from tasks.luigi_defaults import DEFAULTS
from tasks.luigi_private import asked_once
from tasks.process import INTERRUPTED
from tasks.report_task import ReportTarget, ReportTask
from tasks.settings import Build
from tasks.settings_files import files_text
from tasks.training import JOB as TRAINING_JOB

MANY_TRAININGS: Final = 100
"""More fine-tuned models than these are asked about."""
REPORTS: Final = ("report.html", "report.md")
"""The main report on a build, the fullest first."""
_FAILED: Final = int(DEFAULTS["retcode"]["task_failed"])
"""Exit status where Luigi is not asked and yet a step is missing at the end."""
_WHEN: Final = {
    INTERRUPTED: "",
    # Luigi ends there without a word, but for the summary.
    int(DEFAULTS["retcode"]["already_running"]): " when the other worker of the scheduler has built its step",
}
"""When to give the command of a build that is not finished again, by its exit status; else when the cause is gone."""
_LUIGIS = ("Running Worker", "Done scheduling tasks", "\n===== Luigi Execution Summary", "Worker Worker(")
"""How messages of Luigi begin that the block at the end takes the place of."""
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
            _show(report(task, steps, left, time.monotonic() - started, None))
            return _FAILED if left else 0
        for step in waiting:
            step.task.check_outputs()
        if waiting:
            _check_scheduler()
        follow(waiting, {step.name: expected.get(step.name) or earlier_seconds(step.task) for step in waiting})
        if not agreed:
            _ask(trainings(waiting))
        log = _open_log(task) if waiting else None
    status = _run(arguments)
    if not steps:
        # A task that makes no dataset has said what there is to say.
        return status
    # Settings are those of the command line as long as Luigi knows it.
    with CmdlineParser.global_instance(list(arguments)):
        left, seconds = not_built(steps), time.monotonic() - started
        block = report(task, steps, left, seconds, log, status=status)
    _show(block)
    if log:
        # Whoever has no room for it has read it.
        with suppress(OSError), log.open("a", encoding="utf-8") as stream:
            stream.write(f"{block}\n")
    return status


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
        waiting = [step.task for step in steps if not step.built]
        for each in waiting:
            each.check_places()
        print(describe(task.get_task_family(), steps))
        if doubts := dict.fromkeys(f"{each.step}: {doubt}" for each in waiting for doubt in each.doubts()):
            print("", *doubts, sep="\n")
        if many := trainings(step for step in steps if not step.built):
            print(f"\n{many:,} model{' is' if many == 1 else 's are'} trained")
    return 0


def report(
    task: luigi.Task,
    steps: Sequence[Step],
    missing: Sequence[Step],
    seconds: float,
    log: Path | None,
    *,
    status: int = 0,
) -> str:
    """What a run leaves, for people: each dataset with its rows, size and directory, and the steps that are missing.

    `status` is the exit status of the run.
    """
    name, place = task.get_task_family(), storage.join(Build().root, Build().snapshot)
    left = {id(step) for step in missing}
    now = sum(not step.built and id(step) not in left for step in steps)
    there = sum(step.built and id(step) not in left for step in steps)
    before = f", {there} {'was' if there == 1 else 'were'} there" if there else ""
    if left:
        what = "was interrupted" if status == INTERRUPTED else "is not finished"
        said = f"{name} {what}: {counted(now)} built in {duration_text(seconds)}, {len(left)} left{before}"
    elif now:
        said = f"{name} is built: {counted(now)} in {duration_text(seconds)}{before}"
    else:
        said = f"{name} is built already: {'the step was' if there == 1 else f'all {there} steps were'} there"
    # A manifest names every part: it is read once.
    manifests = [
        (step, step.task.manifest()) for step in steps if id(step) not in left and not isinstance(step.task, ReportTask)
    ]
    rows = [_row(step, manifest, place) for step, manifest in manifests]
    blocks = [f"{said}; below {place}"]
    if rows:
        blocks.append(aligned(["dataset", "rows", "size", "time", "directory"], rows, right={1, 2, 3}))
    rejected = {step.name: manifest.rejected for step, manifest in manifests}
    if any(rejected.values()):
        told = ", ".join(f"{number:,} of {name}" for name, number in rejected.items() if number)
        blocks.append(f"rejected: {told}; the datasets below rejects/ say what and why")
    if left:
        blocks.append("not built: " + ", ".join(step.name for step in steps if id(step) in left))
    targets = [target for step in steps if id(step) not in left for target in flatten(step.task.output())]
    pages = [target.latest for target in targets if isinstance(target, ReportTarget)]
    # The page with models stands where the one without stood.
    lines = [f"report: {each}" for each in dict.fromkeys(pages)]
    lines += [f"folder for a hub: {step.task.folder()}" for step, _ in manifests if isinstance(step.task, HubDataset)]
    if files := files_text():
        lines.append(f"settings: {files}")
    if log:
        lines.append(f"log: {log}")
    if left:
        when = _WHEN.get(status, " when the cause is gone")
        lines.append(f"give the same command again{when}: it continues where it was")
    return "\n\n".join(filter(None, [*blocks, "\n".join(lines)]))


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


def set_up_log() -> None:
    """Log as the settings say, without the messages of Luigi that the block at the end takes the place of."""
    InterfaceLogging.setup(core())
    _logger.addFilter(_is_not_luigis)


def _is_not_luigis(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(_LUIGIS)


def _open_log(task: luigi.Task) -> Path:
    """Have the log written to a file as well: below root, or for a store in the directory of the command."""
    root = Build().root
    folder = Path(storage.resolve(root)[1]) / "_logs" if storage.is_local(root) else Path.cwd()
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{task.get_task_family()}"
    with storage.writing(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
        path, handler = _new_log(folder, name)
    handler.setFormatter(Formatter("%(asctime)s %(levelname)s %(message)s"))
    _logger.addHandler(handler)
    return path


def _new_log(folder: Path, name: str) -> tuple[Path, LogFile]:
    """A log file that no other build has: those that a timer starts begin in the same second, on several machines."""
    path, number = folder / f"{name}.log", 1
    while True:
        with suppress(FileExistsError):
            return path, LogFile(path, "x", encoding="utf-8")
        number += 1
        path = folder / f"{name}-{number}.log"


def _run(arguments: Sequence[str]) -> int:
    try:
        with fork_servers([BEAM_JOB, TRAINING_JOB]):
            run_with_retcodes(list(arguments))
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    return 0


def _check_scheduler() -> None:
    """Raise InputError where the scheduler that the command names does not answer: Luigi would try for a minute."""
    settings = core()
    if settings.local_scheduler or not settings.scheduler_url:
        return
    if not re.match(r"https?(\+unix)?://.", settings.scheduler_url, re.IGNORECASE):
        raise InputError(f"--scheduler {settings.scheduler_url}: give its whole address, as http://localhost:8082")
    scheduler = asked_once(settings.scheduler_url)
    try:
        scheduler.is_pause_enabled()
    except (RPCError, ValueError, LookupError, TypeError) as error:
        # Also what another server answers is no answer.
        raise InputError(
            f"--scheduler {settings.scheduler_url}: no luigid answers there ({_first_cause(error)}); start it or name "
            "another, or leave the option out to build without one"
        ) from error
    finally:
        scheduler.close()


def _first_cause(error: BaseException) -> BaseException:
    """What went wrong first: libraries wrap it in errors of their own, with the whole request."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return _first_cause(before) if before else error


def _ask(number: int) -> None:
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


def _row(step: Step, manifest: Manifest, place: str) -> list[str]:
    folder = step.task.location().removeprefix(f"{place}/")
    record = None if step.built else read_run_record(step.task.location())
    took = "was there" if step.built else duration_text(record.seconds) if record else ""
    return [step.name, f"{manifest.rows:,}", size_text(manifest.bytes), took, folder]
