"""Builds of the sample whose processes are sent signals at random moments.

    python -m benchmarks.faults.kills --number 20 --seed 1 [--target TypedSentences] [--workers 2] [--beam-workers 2]

Each build is hit once: a random process of its tree gets SIGKILL, SIGTERM, SIGINT, or SIGSTOP and later SIGCONT. Then
the same command is given again until it succeeds, and what is there is compared with an undisturbed build: every file
with its bytes, what is left in the temporary folder, and processes. Signal, moment and process are decided by a hash of
seed and number, so `--first 17 --number 1` tries the eighteenth again; the moment is a share of the time that the
undisturbed build took, so another machine hits other work.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import psutil

from schemas.chance import uniform
from schemas.markdown import table
from tests.support.build import build, settings, start

SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT", "SIGSTOP")
HUNG_SECONDS = 180.0
"""A build that is still there so long after the signal has hung; one that nothing has happened to takes less."""
_TRIES = 3
"""How often the command is given again."""
_LONGEST_STOP = 5.0
"""Longest time, in seconds, between SIGSTOP and SIGCONT."""


@dataclass(frozen=True)
class Plan:
    """What happens to one build."""

    number: int
    signal: str
    share: float
    """When the signal is sent, as a share of the time that an undisturbed build takes."""
    process: float
    """Which process of the tree is hit, from 0 for the oldest to 1."""
    workers: int
    """Workers of Luigi."""
    beam_workers: int
    stop: float
    """Seconds between SIGSTOP and SIGCONT."""


@dataclass
class Outcome:
    """What became of one build."""

    plan: Plan
    hit: str = "nothing: the build had ended"
    """Kind of the process that the signal was sent to."""
    status: int = 0
    """Exit status of the build that was hit."""
    seconds: float = 0.0
    """From the signal (from SIGCONT, where the process was stopped) until no process of the build was left."""
    failures: list[str] = field(default_factory=list)


def draw(seed: int, number: int, workers: int | None = None, beam_workers: int | None = None) -> Plan:
    """The plan of this number; numbers of workers that are not given are drawn too."""

    def drawn(name: str) -> float:
        return uniform(seed, "kills", number, name)

    return Plan(
        number=number,
        signal=SIGNALS[int(drawn("signal") * len(SIGNALS))],
        share=drawn("share"),
        process=drawn("process"),
        workers=workers or 1 + int(drawn("workers") * 2),
        beam_workers=beam_workers or 1 + int(drawn("beam workers") * 2),
        stop=drawn("stop") * _LONGEST_STOP,
    )


def undisturbed(folder: Path, target: str) -> float:
    """Build the target below the folder; returns the seconds it took."""
    config = _prepare(folder)
    started = time.monotonic()
    with mock.patch.dict(os.environ, TMPDIR=str(folder / "tmp")):
        status, output = build(folder, config, target)
    if status:
        sys.exit(f"the undisturbed build ended with status {status}:\n{output}")
    return time.monotonic() - started


def disturb(folder: Path, whole: Path, target: str, plan: Plan, seconds: float) -> Outcome:
    """Build the target below the folder, send the signal, finish the build and compare it with the whole one."""
    outcome = Outcome(plan)
    config = _prepare(folder)
    options = (target, "--workers", str(plan.workers))
    with mock.patch.dict(os.environ, TMPDIR=str(folder / "tmp")):
        luigi = start(folder, config, *options, workers=plan.beam_workers)
        # What nobody reads would stop the build as soon as the pipe is full.
        reader = threading.Thread(target=luigi.communicate)
        reader.start()
        try:
            time.sleep(plan.share * seconds)
            _hit(folder, luigi, outcome)
            _wait_for_end(folder, luigi, outcome)
        finally:
            end_all(folder)
            reader.join()
        outcome.status = luigi.returncode
        for _ in range(_TRIES):
            status, output = build(folder, config, *options, workers=plan.beam_workers)
            if not status:
                break
            outcome.failures.append(f"the command, given again, ended with status {status}: {output[-2000:]}")
    outcome.failures += differences(folder, whole)
    return outcome


def _prepare(folder: Path) -> Path:
    config = settings(folder)
    (folder / "tmp").mkdir()
    return config


def _hit(folder: Path, luigi: subprocess.Popen[str], outcome: Outcome) -> None:
    tree = members(folder)
    if luigi.poll() is not None or not tree:
        return
    victim = tree[int(outcome.plan.process * len(tree))]
    try:
        kind = kind_of(victim, luigi.pid)
        victim.send_signal(signal.Signals[outcome.plan.signal])
        outcome.hit = kind
        if outcome.plan.signal == "SIGSTOP":
            time.sleep(outcome.plan.stop)
            victim.send_signal(signal.SIGCONT)
    except psutil.NoSuchProcess:
        return


def _wait_for_end(folder: Path, luigi: subprocess.Popen[str], outcome: Outcome) -> None:
    started = time.monotonic()
    while luigi.poll() is None or members(folder):
        outcome.seconds = time.monotonic() - started
        if outcome.seconds > HUNG_SECONDS:
            left = ", ".join(kind_of(process, luigi.pid) for process in members(folder))
            outcome.failures.append(f"hung: {left} still there after {HUNG_SECONDS:.0f} s")
            return
        time.sleep(0.1)


def members(folder: Path) -> list[psutil.Process]:
    """The processes of the build below the folder, oldest first: orphans as well.

    They are known by their temporary folder, which is that of the build or, for a job, one inside it.
    """
    temporary = folder / "tmp"
    found = []
    for process in psutil.process_iter():
        try:
            own = Path(process.environ().get("TMPDIR", ""))
            if temporary in (own, *own.parents) and process.status() != psutil.STATUS_ZOMBIE:
                found.append((process.create_time(), process.pid, process))
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return [process for _, _, process in sorted(found, key=lambda each: each[:2])]


def end_all(folder: Path) -> None:
    """Kill what is left of a build, and wait until it is gone."""
    while left := members(folder):
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        time.sleep(0.1)


def kind_of(process: psutil.Process, luigi: int) -> str:
    """What a process of the tree is, in a word."""
    if process.pid == luigi:
        return "luigi"
    try:
        command = " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return "gone"
    for mark, kind in (("sdk_worker_main", "Beam worker"), ("tasks.beam_job", "job"), ("luigi", "Luigi worker")):
        if mark in command:
            return kind
    return f"other ({command[:60]})"


def differences(folder: Path, whole: Path) -> list[str]:
    """What is not as in the undisturbed build, in words."""
    found = contents(folder)
    expected = contents(whole)
    result = [f"missing: {name}" for name in sorted(expected.keys() - found.keys())]
    result += [f"left behind: {name}" for name in sorted(found.keys() - expected.keys())]
    result += [f"differs: {name}" for name in sorted(found.keys() & expected.keys()) if found[name] != expected[name]]
    return result


def contents(folder: Path) -> dict[str, bytes]:
    """Every file and directory below a build's root and its temporary folder; where it stands is left out of what they
    say.
    """
    where = str(folder).encode()
    return {
        str(path.relative_to(folder)): path.read_bytes().replace(where, b"FOLDER") if path.is_file() else b""
        for name in ("data", "tmp")
        for path in (folder / name).rglob("*")
    }


def report(outcomes: list[Outcome], seed: int) -> str:
    """The outcomes by signal and kind of process, and the failures."""
    groups = collections.defaultdict(list)
    for outcome in outcomes:
        groups[outcome.plan.signal, outcome.hit].append(outcome)
    rows = []
    for (name, hit), group in sorted(groups.items()):
        ended = [outcome.seconds for outcome in group if outcome.status]
        times = [f"{statistics.median(ended):.1f}", f"{max(ended):.1f}"] if ended else ["", ""]
        failed = sum(bool(outcome.failures) for outcome in group)
        rows.append([name, hit, len(group), len(group) - len(ended), len(ended), *times, failed])
    head = ("signal", "process", "builds", "went on", "ended", "median s", "longest s", "failures")
    failures = [
        f"- `--seed {seed} --first {outcome.plan.number} --number 1` ({outcome.plan.signal}, {outcome.hit}): {failure}"
        for outcome in outcomes
        for failure in outcome.failures
    ]
    return "\n".join([table(head, rows, names=2), "", *(failures or ["No failures."])])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=20, help="builds to disturb (20)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", default="TypedSentences", help="what is built (TypedSentences)")
    parser.add_argument("--workers", type=int, help="workers of Luigi; drawn from 1 and 2 if not given")
    parser.add_argument("--beam-workers", type=int, help="workers in [Beam]; drawn from 1 and 2 if not given")
    options = parser.parse_args()
    # A command that a shell has put into the background ignores SIGINT, and so would all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as name:
        whole = Path(name) / "whole"
        seconds = undisturbed(whole, options.target)
        print(f"the undisturbed build took {seconds:.1f} s", flush=True)
        outcomes = []
        for number in range(options.first, options.first + options.number):
            plan = draw(options.seed, number, options.workers, options.beam_workers)
            folder = Path(name) / str(number)
            outcome = disturb(folder, whole, options.target, plan, seconds)
            print(
                f"{number}: {plan.signal} at {plan.share * seconds:.1f} s to {outcome.hit}, Luigi workers "
                f"{plan.workers}, Beam workers {plan.beam_workers}: status {outcome.status} after "
                f"{outcome.seconds:.1f} s{''.join(f'; {failure}' for failure in outcome.failures)}",
                flush=True,
            )
            outcomes.append(outcome)
            shutil.rmtree(folder)
    print(f"\n{report(outcomes, options.seed)}")
    sys.exit(any(outcome.failures for outcome in outcomes))


if __name__ == "__main__":
    main()
