"""Builds of the sample whose processes are sent signals at random moments.

    python -m benchmarks.faults.kills --number 100 --seed 1 [--signals 8] [--target TypedSentences] [--workers 2]
        [--beam-workers 2]

An undisturbed build is made first. Each build begins with its datasets up to a random step. A process of a random kind
gets SIGKILL, SIGTERM, SIGINT, or SIGSTOP and later SIGCONT. When the build has ended the same command is given again,
and gets the next signal; one that was only stopped gets it at once. That goes on until there have been as many as
`--signals` or the build ends with 0. At last the command is given until it ends with 0, and what is there is compared
with the undisturbed build: every file with its bytes, what is left in the temporary folder, and processes.

All of that is decided by a hash of seed and number of the build, so `--first 17 --number 1` tries the eighteenth build
again. The moment is a share of the work that a process of the kind had in the undisturbed build, in seconds of the
processor, so that it does not depend on what else the machine does. `--number` is that of signals; the last build gets
all of its own.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import itertools
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import psutil

from schemas.chance import uniform
from schemas.datasets.dataset import MANIFEST, read_manifest
from schemas.datasets.run_record import RUN_RECORD
from schemas.markdown import table
from tests.support.build import settings, start

SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT", "SIGSTOP")
PROCESSES = {"luigi": 1, "Luigi worker": 1, "job": 2, "Beam worker": 2}
"""The processes of a build, and how often they are hit: where the work is done twice as often."""
HUNG_SECONDS = 60.0
"""A build that goes on for so much longer after a signal than an undisturbed one takes has hung."""
_TRIES = 3
"""How often the command is given again at the end."""
_LONGEST_STOP = 5.0
"""Longest time, in seconds, between SIGSTOP and SIGCONT."""
_POLL_SECONDS = 0.1


@dataclass(frozen=True)
class Hit:
    """A signal to a process of a build."""

    signal: str
    kind: str
    share: float
    """When it is sent, as a share of the work that a process of the kind has."""
    process: float
    """Which one of the kind is hit, from 0 for the oldest to 1."""
    stop: float
    """Seconds between SIGSTOP and SIGCONT."""


@dataclass(frozen=True)
class Plan:
    """What happens to one build."""

    number: int
    workers: int
    """Workers of Luigi."""
    beam_workers: int
    start: float
    """Which step is the first to be built, from 0 for the first of all to 1."""
    hits: tuple[Hit, ...]


@dataclass
class Outcome:
    """What became of a build after a signal."""

    hit: Hit
    ended: bool = False
    """Whether it ended with another status than 0 before the next signal."""
    seconds: float = 0.0
    """If so, from the signal (from SIGCONT, where the process was stopped) until no process of the build was left."""


@dataclass(frozen=True)
class Whole:
    """An undisturbed build."""

    folder: Path
    """Where it was built, and where the disturbed ones are: datasets know the places of their inputs."""
    saved: Path
    """Where it is kept."""
    contents: dict[str, bytes]
    steps: list[list[Path]]
    """The directories that each step wrote, relative to `saved`, in the order in which they were built."""
    seconds: float
    work: dict[str, list[float]]
    """Work of a process of each kind, with all that it starts, in seconds of the processor: for each step."""


def draw(seed: int, number: int, signals: int, workers: int | None = None, beam_workers: int | None = None) -> Plan:
    """The plan of the build of this number; numbers of workers that are not given are drawn too."""

    def drawn(*names: int | str) -> float:
        return uniform(seed, "kills", number, *names)

    workers = workers or 1 + int(drawn("workers") * 2)
    beam_workers = beam_workers or 1 + (drawn("beam workers") < 0.75)
    kinds = [kind for kind, often in PROCESSES.items() for _ in range(often)]
    kinds = [
        kind for kind in kinds if (kind, workers) != ("Luigi worker", 1) and (kind, beam_workers) != ("Beam worker", 1)
    ]
    hits = tuple(
        Hit(
            signal=SIGNALS[int(drawn("signal", each) * len(SIGNALS))],
            kind=kinds[int(drawn("kind", each) * len(kinds))],
            share=drawn("share", each),
            process=drawn("process", each),
            stop=drawn("stop", each) * _LONGEST_STOP,
        )
        for each in range(signals)
    )
    return Plan(number, workers, beam_workers, drawn("start"), hits)


def undisturbed(folder: Path, target: str) -> Whole:
    """Build the target below the folder."""
    here, saved = folder / "build", folder / "saved"
    (here / "tmp").mkdir(parents=True)
    started = time.monotonic()
    works: dict[tuple[str, psutil.Process], float] = {}
    with _build(here, target, 2, 2) as luigi:
        while luigi.poll() is None:
            works |= {(kind, process): work_of(process) for kind in PROCESSES for process in of_kind(luigi, kind)}
            time.sleep(_POLL_SECONDS)
    if luigi.returncode:
        raise RuntimeError(f"the undisturbed build ended with status {luigi.returncode}")
    seconds = time.monotonic() - started
    here.rename(saved)
    steps = collections.defaultdict(list)
    for manifest in sorted(saved.rglob(MANIFEST), key=lambda path: path.stat().st_mtime):
        steps[read_manifest(str(manifest.parent)).provenance.step].append(manifest.parent.relative_to(saved))
    work = {}
    for kind in PROCESSES:
        # One step is built after the other.
        each = [works[key] for key in sorted(works, key=lambda key: key[1].create_time()) if key[0] == kind]
        if not each:
            raise RuntimeError(f"no {kind} was seen while {target} was built: name a task with a step of several units")
        work[kind] = [statistics.mean(_share_of(each, number, len(steps))) for number in range(len(steps))]
    work["luigi"] = [each / len(steps) for each in work["luigi"]]
    return Whole(here, saved, contents(saved), list(steps.values()), seconds, work)


def _share_of(values: list[float], number: int, numbers: int) -> list[float]:
    """The values that fall to one of so many, at least one."""
    first = number * len(values) // numbers
    return values[first : max(first + 1, (number + 1) * len(values) // numbers)]


def disturb(whole: Whole, target: str, plan: Plan) -> tuple[list[Outcome], list[str]]:
    """Build the target, with the signals of the plan, and compare it with the whole one; what came of the signals, and
    what is wrong.
    """
    shutil.copytree(whole.saved, whole.folder)
    for folder in itertools.chain(*whole.steps[_first_step(whole, plan) :]):
        shutil.rmtree(whole.folder / folder)
    hits = iter(plan.hits)
    outcomes: list[Outcome] = []
    tries = 0
    try:
        while tries < _TRIES:
            before = len(outcomes)
            status = _disturb_once(whole, target, plan, hits, outcomes)
            if status == 0:
                return outcomes, differences(whole)
            tries += len(outcomes) == before
        return outcomes, [f"the command, given again {_TRIES} times, ended with status {status}"]
    except TimeoutError as error:
        return outcomes, [str(error)]
    finally:
        shutil.rmtree(whole.folder)


def _first_step(whole: Whole, plan: Plan) -> int:
    return int(plan.start * len(whole.steps))


def _disturb_once(whole: Whole, target: str, plan: Plan, hits: Iterator[Hit], outcomes: list[Outcome]) -> int:
    """Give the command, and send signals up to one that is no SIGSTOP; returns the exit status.

    What came of the signals is added to `outcomes`. Raises TimeoutError where the build hangs.
    """
    sent = None
    with _build(whole.folder, target, plan.workers, plan.beam_workers) as luigi:
        for hit in hits:
            if not _send(whole, luigi, hit, hit.share * whole.work[hit.kind][_first_step(whole, plan)]):
                break
            sent = Outcome(hit)
            outcomes.append(sent)
            began = time.monotonic()
            if hit.signal != "SIGSTOP":
                break
        _wait_for_end(whole, luigi)
        if sent:
            sent.ended = luigi.wait() != 0
            sent.seconds = time.monotonic() - began
    return luigi.wait()


def _send(whole: Whole, luigi: subprocess.Popen[str], hit: Hit, work: float) -> bool:
    """Send a signal after so much work; returns whether the build had not ended before."""
    victim = _wait_for_victim(whole, luigi, hit, work)
    try:
        if victim is None:
            return False
        victim.send_signal(signal.Signals[hit.signal])
        if hit.signal == "SIGSTOP":
            time.sleep(hit.stop)
            victim.send_signal(signal.SIGCONT)
    except psutil.NoSuchProcess:
        return False
    return True


@contextmanager
def _build(folder: Path, target: str, workers: int, beam_workers: int) -> Iterator[subprocess.Popen[str]]:
    """A build below the folder; it has ended, and all its processes are gone, after the context."""
    with mock.patch.dict(os.environ, TMPDIR=str(folder / "tmp")):
        # Not `wiki-ner build`: its jobs are forks, which cannot be told apart by their commands.
        luigi = start(folder, settings(folder), target, "--workers", str(workers), workers=beam_workers, luigi=True)
    # What nobody reads would stop the build as soon as the pipe is full.
    reader = threading.Thread(target=luigi.communicate)
    reader.start()
    try:
        yield luigi
    finally:
        end_all(folder)
        reader.join()


def _wait_for_victim(whole: Whole, luigi: subprocess.Popen[str], hit: Hit, work: float) -> psutil.Process | None:
    """A process to hit, when the oldest of its kind has done so much work; None where the build has ended before."""
    began = time.monotonic()
    while luigi.poll() is None:
        found = of_kind(luigi, hit.kind)
        if found and work_of(found[0]) >= work:
            return found[int(hit.process * len(found))]
        _check_time(whole, luigi, began)
        time.sleep(_POLL_SECONDS)
    return None


def _wait_for_end(whole: Whole, luigi: subprocess.Popen[str]) -> None:
    """Wait until no process of the build is left."""
    began = time.monotonic()
    # Looking for all processes of the machine is work that builds would feel.
    while luigi.poll() is None or members(whole.folder):
        _check_time(whole, luigi, began)
        time.sleep(_POLL_SECONDS)


def _check_time(whole: Whole, luigi: subprocess.Popen[str], began: float) -> None:
    """Raise TimeoutError where the build should have ended by now."""
    if (seconds := time.monotonic() - began) > HUNG_SECONDS + whole.seconds:
        left = ", ".join(kind_of(process, luigi.pid) for process in members(whole.folder))
        raise TimeoutError(f"hung: {left} still there after {seconds:.0f} s")


def work_of(process: psutil.Process) -> float:
    """Seconds of the processor that a process has used with all that it started."""
    total = 0.0
    with contextlib.suppress(psutil.NoSuchProcess):
        for each in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                total += sum(each.cpu_times()[:4])
    return total


def of_kind(luigi: subprocess.Popen[str], kind: str) -> list[psutil.Process]:
    """The processes of a build of this kind, oldest first."""
    try:
        first = psutil.Process(luigi.pid)
        tree = [first, *first.children(recursive=True)]
        # Two children may be as old as each other.
        return sorted(
            (process for process in tree if kind_of(process, luigi.pid) == kind),
            key=lambda process: (process.create_time(), process.pid),
        )
    except psutil.NoSuchProcess:
        return []


def members(folder: Path) -> list[psutil.Process]:
    """The processes of the build below the folder: orphans as well.

    They are known by their temporary folder, which is that of the build or, for a job, one inside it.
    """
    temporary = folder / "tmp"
    found = []
    for process in psutil.process_iter():
        try:
            own = Path(process.environ().get("TMPDIR", ""))
            if temporary in (own, *own.parents) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


def end_all(folder: Path) -> None:
    """Kill what is left of a build, and wait until it is gone."""
    while left := members(folder):
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        time.sleep(_POLL_SECONDS)


def kind_of(process: psutil.Process, luigi: int) -> str:
    """What a process of the tree is, in a word."""
    if process.pid == luigi:
        return "luigi"
    try:
        command = " ".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return "gone"
    for mark, kind in (
        ("tasks.jobs.beam_worker", "Beam worker"),
        ("tasks.jobs.beam_job", "job"),
        ("luigi", "Luigi worker"),
    ):
        if mark in command:
            return kind
    return f"other ({command[:60]})"


def differences(whole: Whole) -> list[str]:
    """What is not as in the undisturbed build, in words."""
    found = contents(whole.folder)
    expected = whole.contents
    result = [f"missing: {name}" for name in sorted(expected.keys() - found.keys())]
    result += [f"left behind: {name}" for name in sorted(found.keys() - expected.keys())]
    result += [f"differs: {name}" for name in sorted(found.keys() & expected.keys()) if found[name] != expected[name]]
    return result


def contents(folder: Path) -> dict[str, bytes]:
    """Every file and directory below a build's root and its temporary folder, without what runs took."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for name in ("data", "tmp")
        for path in (folder / name).rglob("*")
        if path.name != RUN_RECORD
    }


def report(outcomes: list[Outcome]) -> str:
    """The outcomes by signal and kind of process."""
    groups = collections.defaultdict(list)
    for outcome in outcomes:
        groups[outcome.hit.signal, outcome.hit.kind].append(outcome)
    rows = []
    for (name, kind), group in sorted(groups.items()):
        ended = [outcome.seconds for outcome in group if outcome.ended]
        times = [f"{statistics.median(ended):.1f}", f"{max(ended):.1f}"] if ended else ["", ""]
        rows.append([name, kind, len(group), len(group) - len(ended), len(ended), *times])
    return table(("signal", "process", "signals", "went on", "ended", "median s", "longest s"), rows, names=2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=20, help="signals to send (20)")
    parser.add_argument("--signals", type=int, default=8, help="most signals to one build (8)")
    parser.add_argument("--first", type=int, default=0, help="number of the first build (0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", default="TypedSentences", help="what is built (TypedSentences)")
    parser.add_argument("--workers", type=int, help="workers of Luigi; drawn from 1 and 2 if not given")
    parser.add_argument("--beam-workers", type=int, help="workers in [Beam]; drawn from 1 and 2 if not given")
    options = parser.parse_args()
    # A command that a shell has put into the background ignores SIGINT, and so would all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    outcomes: list[Outcome] = []
    failures: list[str] = []
    builds = 0
    with tempfile.TemporaryDirectory() as name:
        whole = undisturbed(Path(name), options.target)
        print(f"the undisturbed build took {whole.seconds:.1f} s; work of processes by step:", flush=True)
        for kind, works in whole.work.items():
            print(f"  {kind}: {', '.join(f'{seconds:.1f} s' for seconds in works)}", flush=True)
        # What was done is told when somebody interrupts the rest.
        with contextlib.suppress(KeyboardInterrupt):
            while len(outcomes) < options.number:
                plan = draw(
                    options.seed, options.first + builds, options.signals, options.workers, options.beam_workers
                )
                found, wrong = disturb(whole, options.target, plan)
                builds += 1
                outcomes += found
                again = f"--seed {options.seed} --first {plan.number} --number 1 --signals {options.signals}"
                failures += [f"- `{again}`: {failure}" for failure in wrong]
                print(f"{plan.number}: Luigi workers {plan.workers}, Beam workers {plan.beam_workers}", flush=True)
                for each in found:
                    what = f"ended within {each.seconds:.1f} s" if each.ended else "went on"
                    print(f"  {each.hit.signal} to {each.hit.kind}: {what}", flush=True)
                for failure in wrong:
                    print(f"  FAILED: {failure}", flush=True)
    print(f"\n{report(outcomes)}\n\n{len(outcomes)} signals to {builds} builds\n")
    print("\n".join(failures) or "No failures.")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
