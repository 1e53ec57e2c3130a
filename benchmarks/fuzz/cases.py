"""What the fuzzers of files have in common: mutations of bytes, and cases run in processes with a limit of time."""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

LIMIT_SECONDS = 10.0
"""Processor time after which a case counts as hanging."""
_CHUNK = 200


class Result(NamedTuple):
    """What became of a case."""

    number: int
    outcome: str
    """A word that is counted: `read`, `refused`…; `fault` for what must not be."""
    detail: str = ""
    seconds: float = 0.0
    """Processor time."""


class HangError(Exception):
    """A case took longer than the limit."""


def mutate(data: bytes, tokens: Sequence[bytes], random: Random) -> bytes:
    """The bytes with one to four mutations: of bits, of pieces, of lines, or with a token put in."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 4))):
        start = random.randrange(len(data) + 1)
        stop = min(len(data), start + random.choice((1, 1, 2, 5, 20, 100, 1000)))
        match random.randrange(8):
            case 0 if start < len(data):
                data = data[:start] + bytes([data[start] ^ (1 << random.randrange(8))]) + data[start + 1 :]
            case 1:
                data = data[:start] + data[stop:]
            case 2:
                data = data[:stop] + data[start:stop] * random.choice((1, 1, 2, 50)) + data[stop:]
            case 3:
                data = data[:start]
            case 4:
                place = random.randrange(len(data) + 1)
                data = data[:place] + data[start:stop] + data[place:]
            case 5:
                lines = data.split(b"\n")
                first, second = random.randrange(len(lines)), random.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                data = b"\n".join(lines)
            case 6:
                token = random.choice(tokens)
                data = data.replace(token, random.choice(tokens), random.choice((1, 1, -1)))
            case _:
                data = data[:start] + random.choice(tokens) + data[random.choice((start, stop)) :]
    return data


def run(case: Callable[[int], tuple[str, str]], numbers: range, jobs: int) -> list[Result]:
    """The result of each case, in order. `case` gives its outcome and a detail; an exception of it is a fault."""
    chunks = [(case, numbers[start : start + _CHUNK]) for start in range(0, len(numbers), _CHUNK)]
    if jobs == 1:
        return [result for chunk in chunks for result in _run_chunk(*chunk)]
    with ProcessPoolExecutor(jobs) as pool:
        return [result for results in pool.map(_run_chunk, *zip(*chunks, strict=True)) for result in results]


def report(results: Sequence[Result]) -> str:
    """How many cases had each outcome, the slowest, and every fault."""
    outcomes: dict[str, int] = {}
    for result in results:
        outcomes[result.outcome] = outcomes.get(result.outcome, 0) + 1
    slowest = max(results, key=lambda result: result.seconds)
    counted = ", ".join(f"{number:,} {outcome}" for outcome, number in sorted(outcomes.items()))
    faults = [f"case {each.number}: {each.detail}" for each in results if each.outcome == "fault"]
    return "\n".join([f"{len(results):,} cases: {counted}; slowest {slowest.seconds:.2f} s", *faults])


def growth(work: Callable[[bytes], object], shape: Callable[[int], bytes], size: int) -> float:
    """How much longer an input of four times the size takes, each the best of two; 4 where time is linear."""
    taken = []
    for n in (size, 4 * size):
        data = shape(n)
        times = []
        for _ in range(2):
            started = time.process_time()
            work(data)
            times.append(time.process_time() - started)
        taken.append(min(times))
    return taken[1] / taken[0]


def arguments(description: str | None) -> argparse.Namespace:
    """`--number`, `--seed`, `--first`, `--jobs` and `--growth` of a fuzzer's command."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=1_000, help="how many cases (1,000)")
    parser.add_argument("--seed", type=int, default=0, help="what the cases are drawn by, with their number (0)")
    parser.add_argument("--first", type=int, default=0, help="number of the first case, to run one again (0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--growth", action="store_true", help="compare times for inputs of four times the size too")
    return parser.parse_args()


def _run_chunk(case: Callable[[int], tuple[str, str]], numbers: range) -> list[Result]:
    signal.signal(signal.SIGVTALRM, _hang)
    results = []
    for number in numbers:
        started = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_SECONDS)
        try:
            outcome, detail = case(number)
        except Exception as error:  # whatever a reader lets through is what is looked for
            outcome, detail = "fault", f"{type(error).__name__}: {str(error)[:500]}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        results.append(Result(number, outcome, detail, time.process_time() - started))
    return results


def _hang(*_: object) -> None:
    raise HangError(f"more than {LIMIT_SECONDS:.0f} s of processor time")
