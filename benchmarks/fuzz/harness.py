"""Drawing cases by number, checking each in a worker process, and telling what was found."""

from __future__ import annotations

import argparse
import multiprocessing
import random
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import FrameType
from typing import NoReturn

from schemas.errors import quoted

LIMIT_SECONDS = 10.0
"""Processor time after which a case hangs."""
_CHUNK = 500
_SHOWN, _SHOWN_CHARACTERS = 10, 2000
_SHAPE_BYTES, _SHOWN_SHAPES = 1 << 18, 5

Check = Callable[[random.Random], str]
"""Draws a case and checks it: AssertionError or any other exception is a fault. Returns the outcome, to be counted."""


Growths = Callable[[], dict[str, float]]
"""How many times longer the work takes for four times as much, by the name of a shape of input."""


class Hang(BaseException):
    """A case took too long. Not an Exception, so that nothing that is checked takes it for its own."""


@dataclass
class Findings:
    """What became of cases."""

    cases: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, -1)
    """Processor seconds of the slowest case, and its number."""
    cpu: float = 0.0

    def add(self, other: Findings) -> None:
        """Add the findings of other cases."""
        self.cases += other.cases
        self.outcomes.update(other.outcomes)
        self.faults += other.faults
        self.slowest = max(self.slowest, other.slowest)
        self.cpu += other.cpu

    def __str__(self) -> str:
        seconds, case = self.slowest
        lines = [
            f"{self.cases:,} cases, {len(self.faults):,} faults; {self.cpu:,.0f} s of processor time; "
            f"the slowest, number {case}, took {seconds * 1000:,.0f} ms",
            *(f"  {outcome}: {number:,}" for outcome, number in self.outcomes.most_common()),
            *self.faults[:_SHOWN],
        ]
        return "\n".join(lines)


def fuzz(check: Check, name: str, number: int, seed: int, jobs: int = 1, first: int = 0) -> Findings:
    """Check the cases `first` to `first + number` of a name; the same numbers give the same cases, whatever `jobs`."""
    chunks = [range(start, min(start + _CHUNK, first + number)) for start in range(first, first + number, _CHUNK)]
    work = partial(_check_cases, check, name, seed)
    findings = Findings()
    if jobs == 1:
        for chunk in chunks:
            findings.add(work(chunk))
        return findings
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for found in pool.imap_unordered(work, chunks):
            findings.add(found)
    return findings


def _check_cases(check: Check, name: str, seed: int, cases: range) -> Findings:
    findings = Findings()
    for case in cases:
        started = time.process_time()
        try:
            with _limited():
                outcome = check(random.Random(f"{name} {seed} {case}"))
        # PanicException of the libraries in Rust is no Exception.
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            outcome = "fault"
            place = traceback.extract_tb(error.__traceback__)[-1]
            findings.faults.append(
                f"{name}, seed {seed}, case {case}: {type(error).__name__} at {place.filename}:{place.lineno}: "
                + quoted(str(error), _SHOWN_CHARACTERS)
            )
        seconds = time.process_time() - started
        findings.slowest = max(findings.slowest, (seconds, case))
        findings.cpu += seconds
        findings.cases += 1
        findings.outcomes[outcome] += 1
    return findings


@contextmanager
def _limited() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
        raise Hang(f"more than {LIMIT_SECONDS:.0f} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LIMIT_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def growths(work: Callable[[bytes], object], shapes: Mapping[str, Callable[[int], bytes]]) -> Growths:
    """How much longer the work takes for four times as much of each shape, as a function to be called when wanted.

    4 where time is linear; each the better of two.
    """
    return lambda: {name: _growth(work, shape) for name, shape in shapes.items()}


def _growth(work: Callable[[bytes], object], shape: Callable[[int], bytes]) -> float:
    small, large = (min(_seconds(work, shape(size)) for _ in range(2)) for size in (_SHAPE_BYTES, 4 * _SHAPE_BYTES))
    return large / small


def _seconds(work: Callable[[bytes], object], data: bytes) -> float:
    started = time.process_time()
    work(data)
    return time.process_time() - started


def run(about: str | None, checks: Mapping[str, Check], number: int, grown: Growths | None = None) -> int:
    """A fuzzer's command, its checks by name: prints the findings of each; returns 1 where there were faults."""
    chosen = _options(about, number)
    faults = 0
    for name, check in checks.items():
        findings = fuzz(check, name, chosen.number, chosen.seed, chosen.jobs, chosen.first)
        print(f"{name}: {findings}", flush=True)
        faults += len(findings.faults)
    if grown:
        most = sorted(((ratio, shape) for shape, ratio in grown().items()), reverse=True)[:_SHOWN_SHAPES]
        print("time for four times as much: " + ", ".join(f"{ratio:.1f} {shape}" for ratio, shape in most))
    return 1 if faults else 0


def _options(about: str | None, number: int) -> argparse.Namespace:
    """The options that each command has."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=number, help="cases of each kind; default %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; default %(default)s")
    parser.add_argument("--first", type=int, default=0, help="number of the first case, to try one again")
    return parser.parse_args()
