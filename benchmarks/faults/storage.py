"""Storage that fails at each call of each Beam step of the sample's build in turn.

    python -m benchmarks.faults.storage [--target TASK] [--steps NAME…] [--kinds KIND…] [--every N | --places] [--s3]

The sample is built once, up to the target; its datasets are the steps' inputs. Then each step is run in this process,
without Luigi and Beam: once undisturbed, and for each call that it makes to the storage once with a fault at that call,
and once more without. After the fault no dataset may be visible that is not whole; after the second run the same bytes
must be there as without a fault, and nothing else. The kinds of fault are those of `tests/support/faults.py`;
`-lasting` after one lets every later call fail too, as on a disk that stays full. `--every 7` tries every seventh call.
`--places` tries every place of the code that calls the storage, with all lines through which it is reached, once with
each kind: a step makes most of its calls at the same places, one unit, part or file after another, and each kind of
fault meets another of them, from the first to the last. `--s3` writes to an S3 server (moto) on loopback.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import luigi.configuration
from luigi.configuration import LuigiConfigParser

import pipelines
from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import is_committed, read_manifest
from schemas.datasets.leftovers import clear_up
from schemas.datasets.shards import Destination, Target, specification_file, write_shard
from schemas.datasets.transforms import BuildDatasets
from schemas.errors import InputError
from schemas.files import storage
from schemas.markdown import table
from tasks.step.base import DatasetTask
from tasks.step.beam import BeamTask
from tests.support.build import build, settings
from tests.support.faults import ERRORS, Killed, failing
from tests.support.paths import PROJECT
from tests.support.s3 import s3_server

KINDS = [*ERRORS, *(f"{kind}-lasting" for kind in ERRORS if kind != "kill")]


@dataclass(frozen=True)
class Step:
    """A Beam step with the datasets it reads in their place."""

    name: str
    """Name of its main dataset, with what tells it from others that write the same."""
    task: BeamTask

    def run(self, place: str) -> None:
        """Write the datasets below a place, as the step's task and job do; nothing happens where they are committed."""
        outputs = self.outputs(place)
        if all(is_committed(output.location) for output in outputs):
            clear_up(outputs)
            return
        target = Target(outputs, self.task.provenance, max_reject_share=1.0)
        # The task's side, `tasks/jobs/process.py`.
        storage.write_json(specification_file(outputs), self.task.configuration())
        try:
            self._job(target)
        finally:
            storage.remove_file(specification_file(outputs))

    def _job(self, target: Target) -> None:
        module, _, name = self.task.transform.partition(":")
        step: BuildDatasets = getattr(importlib.import_module(module), name)(target, **self.task.configuration())
        units, process = step.units(), step.process()
        prepare(units, target.outputs, target.provenance.identity)
        shards = [write_shard(unit, process=process, outputs=target.outputs) for unit in units]
        commit(shards, target.outputs, target.provenance, units=len(units), max_reject_share=target.max_reject_share)

    def outputs(self, place: str) -> list[Destination]:
        """Where the step writes, below a place."""
        names = {dataset: f"{dataset}/build=0" for dataset in self.task.datasets}
        staging = f"{place}/_staging" if storage.is_local(place) else place
        return [Destination(dataset, f"{place}/{name}", f"{staging}/{name}") for dataset, name in names.items()]


def steps(root: Path, target: luigi.Task) -> list[Step]:
    """The Beam steps that a build of the target below the root consists of, in the order of their names."""
    found: dict[str, Step] = {}
    waiting = [target]
    while waiting:
        task = waiting.pop()
        waiting += luigi.task.flatten(task.requires())
        if isinstance(task, BeamTask):
            place = Path(task.location()).relative_to(root).parts
            name = "/".join(part for part in place[1:] if not part.startswith("build="))
            found[name] = Step(name, task)
    return [found[name] for name in sorted(found)]


@contextmanager
def built_sample(folder: Path, target: str = "BuildCorpora", text: str = "") -> Iterator[list[Step]]:
    """The steps of the target's build, with a whole build below the folder as their input.

    `text` is that of a settings file over luigi.cfg.
    """
    config = settings(folder, text)
    status, output = build(folder, config, target)
    if status:
        sys.exit(f"the build ended with status {status}:\n{output}")
    here = Path.cwd()
    os.chdir(PROJECT)
    try:
        # Luigi's settings are the process's own; those before come back at the end.
        with mock.patch.object(LuigiConfigParser, "_instance", None):
            parser = luigi.configuration.get_config()
            parser.read([str(PROJECT / "luigi.cfg"), str(config)])
            parser.set("Build", "root", str(folder / "data"))
            DatasetTask.clear_instance_cache()
            yield steps(folder / "data", getattr(pipelines, target)())
    finally:
        os.chdir(here)
        DatasetTask.clear_instance_cache()


def everything(place: str) -> dict[str, bytes]:
    """Every file below a place."""
    found = {}
    for name in storage.list_files(place):
        with storage.open_input(f"{place}/{name}") as stream:
            found[name] = bytes(stream.read())
    return found


def half_datasets(step: Step, place: str) -> list[str]:
    """The datasets that a reader sees and that are not whole."""
    found = []
    for output in step.outputs(place):
        if is_committed(output.location):
            for part in read_manifest(output.location).parts:
                uri = storage.join(output.location, part.name)
                if not storage.exists(uri) or storage.checksum(uri) != part.sha256:
                    found.append(f"{output.dataset} is committed without {part.name}")
    return found


def calls(step: Step, place: str) -> list[tuple[str, ...]]:
    """The calls to the storage that an undisturbed run makes: the name of each, and the lines that lead to it."""
    with failing(0, "kill") as faults:
        step.run(place)
    return faults.places


def every_so_many(found: Sequence[tuple[str, ...]], every: int, kind: int) -> Sequence[int]:
    """The numbers of every `every`-th call; another first one for each kind, so that no call is left out by all."""
    return range(1 + kind % every, len(found) + 1, every)


def one_a_place(found: Sequence[tuple[str, ...]], kind: int, kinds: int) -> Sequence[int]:
    """The number of one call for each place that calls: the first one for the first kind, the last for the last."""
    places: dict[tuple[str, ...], list[int]] = {}
    for number, place in enumerate(found, start=1):
        places.setdefault(place, []).append(number)
    return sorted(numbers[(len(numbers) - 1) * kind // max(kinds - 1, 1)] for numbers in places.values())


def try_fault(step: Step, place: str, number: int, kind: str, whole: dict[str, bytes]) -> list[str]:
    """Let a step's call of this number fail, finish the step, and say what is not as it should be."""
    failures = []
    error, _, lasting = kind.partition("-")
    try:
        with failing(number, error, lasting == "lasting"):
            step.run(place)
    except (Killed, InputError):
        pass
    except Exception as other:
        # What is no InputError shows a traceback to the person whose disk is full.
        failures.append(f"ended with {type(other).__name__}: {other}")
    failures += half_datasets(step, place)
    step.run(place)
    # Once more, as the next command does that finds the step complete.
    step.run(place)
    found = everything(place)
    failures += [f"missing: {name}" for name in sorted(whole.keys() - found.keys())]
    failures += [f"left behind: {name}" for name in sorted(found.keys() - whole.keys())]
    failures += [f"differs: {name}" for name in sorted(found.keys() & whole.keys()) if found[name] != whole[name]]
    return failures


@dataclass
class Tally:
    """What became of the faults of one kind in one step."""

    step: str
    kind: str
    calls: int
    tried: int
    failures: list[str]


def try_step(step: Step, place: str, kinds: Sequence[str], every: int | None = 1) -> Iterator[Tally]:
    """Try every `every`-th call of a step with each kind of fault, or one of each place where that is None."""
    step.run(f"{place}/whole")
    whole = everything(f"{place}/whole")
    made = calls(step, f"{place}/counted")
    for index, kind in enumerate(kinds):
        tally = Tally(step.name, kind, len(made), 0, [])
        for number in one_a_place(made, index, len(kinds)) if every is None else every_so_many(made, every, index):
            root = f"{place}/{kind}-{number}"
            found = try_fault(step, root, number, kind, whole)
            tally.failures += [f"call {number} ({', '.join(made[number - 1][:2])}): {failure}" for failure in found]
            tally.tried += 1
            storage.remove_directory(root)
        yield tally


@contextmanager
def bucket() -> Iterator[str]:
    """A bucket of an S3 server on loopback."""
    with s3_server("corpora") as endpoint:
        keys = {"AWS_ENDPOINT_URL": endpoint, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
        with mock.patch.dict(os.environ, AWS_DEFAULT_REGION="us-east-1", **keys):
            yield "s3://corpora"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="BuildCorpora", help="task whose steps are tried (%(default)s)")
    parser.add_argument("--steps", nargs="*", help="steps, as punkt or domain_pages/domain=ai; all if not given")
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS, help="kinds of fault (all)")
    calls_tried = parser.add_mutually_exclusive_group()
    calls_tried.add_argument("--every", type=int, default=1, help="try every so many-th call (1)")
    calls_tried.add_argument(
        "--places", action="store_const", const=None, dest="every", help="try each place that calls, once a kind"
    )
    parser.add_argument("--s3", action="store_true", help="write to an S3 server on loopback")
    options = parser.parse_args()
    # As an exception, so that the server ends too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    tallies = []
    with (
        tempfile.TemporaryDirectory() as name,
        built_sample(Path(name) / "sample", options.target) as found,
        bucket() if options.s3 else tempfile.TemporaryDirectory() as place,
    ):
        chosen = [step for step in found if not options.steps or {step.task.step, step.name} & {*options.steps}]
        if unknown := {*(options.steps or ())}.difference(*({step.task.step, step.name} for step in found)):
            parser.error(f"--steps: none is {', '.join(sorted(unknown))}; there are {', '.join(s.name for s in found)}")
        for step in chosen:
            for tally in try_step(step, f"{place}/{step.name}", options.kinds, options.every):
                tallies.append(tally)
                print(f"{tally.step}, {tally.kind}: {tally.tried} of {tally.calls} calls", flush=True)
                for failure in tally.failures:
                    print(f"  {failure}", flush=True)
    head = ("step", "kind", "storage calls", "tried", "failures")
    print(table(head, [(t.step, t.kind, t.calls, t.tried, len(t.failures)) for t in tallies], names=2))
    sys.exit(any(tally.failures for tally in tallies))


if __name__ == "__main__":
    main()
