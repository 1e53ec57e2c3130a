"""Small changes of meaning, one at a time, and whether the tests notice them.

    python -m benchmarks.faults.mutants --number 100 --seed 1 [--packages schemas tasks] [--jobs 2] [--thorough]

The number is spread over the packages by their lines, and in each over the kinds of change in turn; a hash of the seed
decides which of a kind are tried, so the same seed tries the same changes of the same source. Each is made in a copy of
the checkout, where the tests that mirror the changed file run first, then those that import it, those of the whole and
those of its package, up to the first that fails; with `--thorough`, what survives these is tried on all tests. The test
that fails must pass without the change. README.md beside this file says more.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import NamedTuple, TypeVar

import psutil

from benchmarks.faults.mutations import OPERATORS, Mutation, apply, compiles, find_mutations
from schemas.chance import uniform
from schemas.errors import InputError
from schemas.markdown import share, table
from tests.support.changed import ELSEWHERE, LEFT_OUT
from tests.support.git import project_files
from tests.support.paths import PROJECT, SHARED

PACKAGES = ("corpora", "dbpedia", "pipelines", "schemas", "snapshots", "tasks", "training", "wiki", "wiki_ner")
_PASSED, _NO_TESTS = 0, 5
"""Exit statuses of pytest; all others mean that something failed."""


Work = TypeVar("Work")
Result = TypeVar("Result")


class Mutant(NamedTuple):
    """A source file with one small change."""

    package: str
    path: str
    """Of the file, relative to the checkout."""
    source: str
    """What is in the file without the change."""
    mutation: Mutation

    @property
    def changed(self) -> str:
        return apply(self.source, self.mutation)

    @property
    def difference(self) -> str:
        """The lines that differ, as a diff without its head."""
        lines = difflib.unified_diff(self.source.splitlines(), self.changed.splitlines(), lineterm="", n=0)
        return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


class Outcome(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    noticed_by: str
    """The test that failed first, or in other words why the run did; "" for a mutant that survived."""
    seconds: float


def main() -> None:
    options = _options()
    # A command that a shell has put into the background ignores SIGINT, and so would all that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    mutants = draw(PROJECT, options.packages, options.number, options.seed)[options.first :]
    print(f"`python -m benchmarks.faults.mutants {' '.join(sys.argv[1:])}`\n", flush=True)
    with _copies(options.jobs) as copies:
        attempt = partial(_attempt, options=options)
        outcomes = []
        for number, outcome in enumerate(_in_copies(copies, attempt, mutants), start=1):
            outcomes.append(outcome)
            print(f"{number}/{len(mutants)} {_described(outcome)}\n", flush=True)
    print(summary(outcomes))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.faults.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--number", type=int, default=100, metavar="N", help="changes to try; default %(default)s")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="leave out the first N of them")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="decides which; default %(default)s")
    parser.add_argument("--packages", nargs="+", choices=PACKAGES, default=PACKAGES, help="default all", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="copies tried at once; default %(default)s")
    parser.add_argument("--near", action="store_true", help="leave out the rest of the package's tests")
    parser.add_argument("--thorough", action="store_true", help="try what a package's tests do not notice on all tests")
    parser.add_argument(
        "--limit", type=float, default=1800, metavar="S", help="seconds after which a run hangs; default %(default)s"
    )
    parser.add_argument("--without", default="", metavar="EXPRESSION", help="leave out tests, as in pytest -k")
    return parser.parse_args()


def draw(checkout: Path, packages: Sequence[str], number: int, seed: int) -> list[Mutant]:
    """Mutants spread over the packages by lines, and in each over the kinds of change in turn, as far as there are."""
    sources = {
        name: {str(path.relative_to(checkout)): path.read_text("utf-8") for path in _files(checkout, name)}
        for name in packages
    }
    sizes = {name: sum(text.count("\n") for text in files.values()) for name, files in sources.items()}
    drawn: list[Mutant] = []
    for name, wanted in _shares(sizes, number).items():
        drawn += islice(_of_package(name, sources[name], seed), wanted)
    return drawn


def _files(checkout: Path, package: str) -> list[Path]:
    return sorted((checkout / package).rglob("*.py"))


def _shares(sizes: dict[str, int], number: int) -> dict[str, int]:
    """A number divided by sizes, the remainder going to the largest fractions."""
    exact = {name: number * size / sum(sizes.values()) for name, size in sizes.items()}
    shares = {name: int(value) for name, value in exact.items()}
    for name in sorted(exact, key=lambda name: shares[name] - exact[name])[: number - sum(shares.values())]:
        shares[name] += 1
    return shares


def _of_package(package: str, sources: dict[str, str], seed: int) -> Iterator[Mutant]:
    """The mutants of a package in random order, the kinds of change in turn."""
    kinds: dict[str, list[Mutant]] = {operator: [] for operator in OPERATORS}
    for path, source in sources.items():
        for mutation in find_mutations(source):
            kinds[mutation.operator].append(Mutant(package, path, source, mutation))
    for mutants in kinds.values():
        mutants.sort(key=lambda each: uniform(seed, "mutant", each.path, *each.mutation))
    in_turn = chain.from_iterable(zip_longest(*kinds.values()))
    return (each for each in in_turn if each and compiles(each.changed))


@contextmanager
def _copies(number: int) -> Iterator[list[Path]]:
    """Copies of the checkout as it is now, committed or not, and beside each what lies beside the checkout."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = []
        for each in range(number):
            copy = Path(folder).resolve() / str(each) / "checkout"
            # A clone first: some tests ask git about the project's files.
            subprocess.run(["git", "clone", "--quiet", "--shared", str(PROJECT), str(copy)], check=True)
            for path in chain.from_iterable(copy.glob(f"{name}/**/*.py") for name in (*PACKAGES, "tests")):
                path.unlink()
            for name in project_files():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                (copy / name).write_bytes((PROJECT / name).read_bytes())
                (copy / name).chmod((PROJECT / name).stat().st_mode)
            with (copy / ".git" / "info" / "exclude").open("a", encoding="utf-8") as excluded:
                excluded.write(".venv\n")
            for link, target in ((copy / ".venv", PROJECT / ".venv"), (copy.parent / "shared", SHARED)):
                if target.exists():
                    link.symlink_to(target.resolve())
            (copy.parent / "tmp").mkdir()
            copies.append(copy)
        yield copies


def _in_copies(copies: list[Path], function: Callable[[Path, Work], Result], work: list[Work]) -> Iterator[Result]:
    """What a function of a copy gives for all work, in its order; a copy is in one piece of work at a time."""
    free: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for copy in copies:
        free.put(copy)

    def run(each: Work) -> Result:
        copy = free.get()
        try:
            return function(copy, each)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        try:
            yield from pool.map(run, work)
        except BaseException:
            for copy in copies:
                _end_processes(copy)
            raise


def _attempt(copy: Path, mutant: Mutant, *, options: argparse.Namespace) -> Outcome:
    path = copy / mutant.path
    started = time.monotonic()
    for tests in _stages(mutant, options):
        try:
            path.write_text(mutant.changed, "utf-8")
            failure = _failure(copy, tests, options)
        finally:
            path.write_text(mutant.source, "utf-8")
        if failure:
            _check_without_change(copy, failure, tests, options)
            return Outcome(mutant, failure, time.monotonic() - started)
    return Outcome(mutant, "", time.monotonic() - started)


def _check_without_change(copy: Path, failure: str, tests: list[str], options: argparse.Namespace) -> None:
    """Raise InputError where the test that failed fails without the change, too."""
    # With all its parameters: what stands in brackets may hold spaces, at which pytest's line is cut.
    named = [failure.partition("[")[0]] if "::" in failure else tests
    if found := _failure(copy, named, options):
        raise InputError(f"{found} without any change, too; mend it, leave it out by --without, or raise --limit")


def _stages(mutant: Mutant, options: argparse.Namespace) -> Iterator[list[str]]:
    """The tests to try a mutant on, the nearest first."""
    folder, _, name = mutant.path.rpartition("/")
    mirror = f"tests/{folder}/test_{name}"
    if (PROJECT / mirror).exists():
        yield [mirror]
    if near := [name for name in importers(PROJECT, mutant.path) if name != mirror]:
        yield near
    # Those of the project as a whole, which are quick.
    yield sorted(str(path.relative_to(PROJECT)) for path in (PROJECT / "tests").glob("test_*.py"))
    if not options.near:
        yield [f"tests/{ELSEWHERE.get(mutant.package, mutant.package)}"]
    if options.thorough:
        yield ["tests"]


def importers(checkout: Path, path: str) -> list[str]:
    """The files of tests, not of whole builds, that name the module of a source file where they import."""
    folder, _, name = path.removesuffix(".py").replace("/", ".").rpartition(".")
    module = re.compile(
        rf"^(?:from {folder}\.{name}|from {folder} import .*\b{name}|import {folder}\.{name})\b", re.MULTILINE
    )
    files = sorted((checkout / "tests").rglob("test_*.py"))
    found = [str(file.relative_to(checkout)) for file in files if module.search(file.read_text("utf-8"))]
    return [name for name in found if not name.startswith(f"tests/{LEFT_OUT}/")]


def _failure(copy: Path, tests: list[str], options: argparse.Namespace) -> str:
    """The first test that fails, or why the run does; "" where none fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    command += ["-m", "not servers and not experiments"]
    if options.without:
        command += ["-k", f"not ({options.without})"]
    environment = {
        **os.environ,
        # The packages that are installed are those of the checkout, not of its copy.
        "PYTHONPATH": str(copy),
        # A file that changes twice in a second keeps its time and size, and Python would take the old byte code.
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(copy.parent / "tmp"),
    }
    process = subprocess.Popen(
        [*command, *tests],
        cwd=copy,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # A changed program may send its signals to the wrong processes: not to this one.
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=options.limit)
    except subprocess.TimeoutExpired:
        return f"{tests[-1]} hangs"
    finally:
        process.kill()
        _end_processes(copy)
    if process.returncode in (_PASSED, _NO_TESTS):
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    return failed[1] if failed else f"{tests[-1]} ends with status {process.returncode}"


def _end_processes(copy: Path) -> None:
    """End what a changed program left running in the copy."""
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if Path(process.cwd()).is_relative_to(copy.parent):
                process.kill()


def _described(outcome: Outcome) -> str:
    mutant = outcome.mutant
    told = f"noticed by {outcome.noticed_by}" if outcome.noticed_by else "SURVIVED"
    place = f"{mutant.path}:{mutant.mutation.line}, {mutant.mutation.operator}"
    return f"{place}: {told} ({outcome.seconds:.0f} s)\n{mutant.difference}"


def summary(outcomes: Sequence[Outcome]) -> str:
    """Tables by package and by kind of change."""
    tables = []
    for title, names in (
        ("package", [each.mutant.package for each in outcomes]),
        ("change", [each.mutant.mutation.operator for each in outcomes]),
    ):
        tried = Counter(names)
        noticed = Counter(name for name, each in zip(names, outcomes, strict=True) if each.noticed_by)
        rows = [(name, tried[name], noticed[name], share(noticed[name], tried[name])) for name in sorted(tried)]
        rows.append(("all", tried.total(), noticed.total(), share(noticed.total(), tried.total())))
        tables.append(table([title, "tried", "noticed", "share"], rows))
    return "\n\n".join(tables)


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"benchmarks.faults.mutants: {error}")
