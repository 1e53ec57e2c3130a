"""Writing datasets: one shard for each unit of a step's input, and one commit when all are there.

For each unit a part is written in each of the step's datasets, under a temporary name and then moved to the name that
the unit's number gives; last comes the unit's descriptor, which names the parts and counts what happened. When every
unit has its descriptor the datasets are committed: `schemas/datasets/commits.py`.
"""

from __future__ import annotations

import gc
import platform
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from schemas.catalog.index import DATASETS
from schemas.catalog.rejects import REJECTS
from schemas.datasets.dataset import (
    Counts,
    Part,
    Provenance,
    is_committed,
    merge_counts,
    parquet_parts,
    read_manifest,
)
from schemas.datasets.part_writers import ParquetWriter, copy_part
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.storage import Stamp
from schemas.records import Reject

_REJECT_TEXT = 2000
_HEARTBEAT_SECONDS = 2.0


@dataclass(frozen=True)
class Destination:
    """Where a step writes a dataset."""

    dataset: str
    """Its name in the catalog."""
    location: str
    """URI of the directory where readers find the committed dataset."""
    staging: str
    """URI of the directory the parts are written to; on object stores the location itself."""


@dataclass(frozen=True)
class Target:
    """Where a step writes and what is recorded of it."""

    outputs: Sequence[Destination]
    """The step's datasets, the main one first, its rejects last."""
    provenance: Provenance
    max_reject_share: float
    """Failure budget: share of the records read that may be rejected."""
    run: str = ""
    """The run of the step that alone may write, by `claim`; empty where nothing can outlive the task."""
    files: Sequence[Stamp] = ()
    """The step's input files as they were when their checksums were taken."""

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Target:
        """The target in a JSON document that may hold other things besides."""
        outputs = [Destination(**output) for output in document["outputs"]]
        provenance = Provenance.from_json(document["provenance"])
        files = [Stamp(**file) for file in document.get("files", ())]
        return cls(outputs, provenance, document["max_reject_share"], document.get("run", ""), files)


@dataclass(frozen=True)
class Unit:
    """A piece of a step's input that one worker turns into one shard."""

    index: int
    weight: int
    """Bytes of input: how far a step is, and whether it is worth an engine."""
    payload: Any
    """What the step's function is given; its repr identifies it."""


@dataclass(frozen=True)
class Descriptor:
    """What one unit gave."""

    unit: int
    parts: dict[str, list[Part]]
    counts: Counts
    seen: int
    rejected: int
    classes: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """Names of classes by dataset and column."""

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Descriptor:
        parts = {dataset: [Part(**part) for part in parts] for dataset, parts in document["parts"].items()}
        return cls(**{**document, "parts": parts})


class Shard:
    """What one unit writes: rows of the step's datasets, rejects and counts."""

    def __init__(self, outputs: Sequence[Destination], unit: Unit, run: str = "") -> None:
        self._unit = unit
        self._run = run
        self._outputs = {output.dataset: output for output in outputs}
        self._main = outputs[0]
        self._writers: dict[tuple[str, str], ParquetWriter] = {}
        self._parts: dict[str, list[Part]] = {}
        self._counts: dict[str, Counter[str]] = {}
        self._classes: dict[str, dict[str, list[str]]] = {}
        self._kept: list[dict[str, Any]] = []
        self._rejected = 0
        self._heartbeat = time.monotonic()
        self.seen = 0
        """Records read so far; the step adds to it."""

    def write(self, dataset: str, table: pa.Table, partition: str = "") -> None:
        """Add rows to a dataset, in the Hive-style partition that its definition asks for (`split=train`)."""
        key = dataset, partition
        if key not in self._writers:
            _check_partition(dataset, partition)
            name = f"part-{self._unit.index:05d}.parquet"
            name = f"{partition}/{name}" if partition else name
            self._writers[key] = ParquetWriter(self._outputs[dataset].staging, name, DATASETS[dataset].schema)
        self._writers[key].write(table)

    def write_rows(self, dataset: str, rows: Sequence[Mapping[str, Any]], partition: str = "") -> None:
        """Add rows to a dataset that are given as dictionaries: for the few rows of a run, or of a test."""
        self.write(dataset, pa.Table.from_pylist(rows, schema=DATASETS[dataset].schema), partition)

    def attach(self, dataset: str, name: str, write: Callable[[Path], None]) -> None:
        """Add a file that is not Parquet: `write` is given a local path to write it to."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            with storage.writing(str(path)):
                write(path)
            part = copy_part(self._outputs[dataset].staging, name, path)
        self._parts.setdefault(dataset, []).append(part)

    def count(self, group: str, key: str, number: int = 1) -> None:
        """Count an outcome."""
        self._counts.setdefault(group, Counter())[key] += number

    def count_all(self, group: str, numbers: Mapping[str, int]) -> None:
        """Count many outcomes of one group."""
        self._counts.setdefault(group, Counter()).update(numbers)

    def name_classes(self, dataset: str, column: str, names: Sequence[str]) -> None:
        """Say what the numbers in a column of a dataset stand for: the same in all units."""
        self._classes.setdefault(dataset, {})[column] = list(names)

    def reject(self, reject: Reject, number: int = 1) -> None:
        """Keep and count a record that could not be used; it counts against the failure budget.

        Where `number` records of the same kind could not be used, one example of them is kept.
        """
        self._rejected += number
        self.count("rejected", reject.reason, number)
        self.keep(reject)

    def reject_read(self, reject: Reject) -> None:
        """Reject a record in place of reading it: it is counted among those seen."""
        self.seen += 1
        self.reject(reject)

    def keep(self, reject: Reject) -> None:
        """Keep among the rejects a record that was left out on purpose, outside the failure budget."""
        told = {"title": reject.title, "text": reject.text[:_REJECT_TEXT]}
        readable = {name: text.encode("utf-8", "replace").decode() for name, text in told.items()}
        self._kept.append({**reject._asdict(), "step": self._main.dataset, **readable})

    def advance(self, done: int) -> None:
        """Report how many bytes of the unit are done; cheap enough to call for every record."""
        now = time.monotonic()
        if now - self._heartbeat >= _HEARTBEAT_SECONDS:
            self._heartbeat = now
            check_claim(list(self._outputs.values()), self._run)
            storage.write_text(bookkeeping_file(self._main, self._unit.index, "done"), str(done))

    def discard(self) -> None:
        """Throw away the parts that are not finished."""
        for writer in self._writers.values():
            writer.discard()

    def close(self) -> Descriptor:
        """Finish the parts and write the descriptor, after which the unit is done.

        Raises ClaimError, and writes nothing, where another run has claimed the step meanwhile.
        """
        check_claim(list(self._outputs.values()), self._run)
        if self._kept:
            self.write_rows(REJECTS.name, self._kept)
        for (dataset, _), writer in self._writers.items():
            self._parts.setdefault(dataset, []).append(writer.close())
        counts = merge_counts([{group: dict(values) for group, values in self._counts.items()}])
        descriptor = Descriptor(self._unit.index, self._parts, counts, self.seen, self._rejected, self._classes)
        check_claim(list(self._outputs.values()), self._run)
        storage.write_json(bookkeeping_file(self._main, self._unit.index, "json"), asdict(descriptor))
        return descriptor


def _check_partition(dataset: str, partition: str) -> None:
    keys = [piece.partition("=")[0] for piece in partition.split("/")] if partition else []
    if keys != list(DATASETS[dataset].partitions):
        raise ValueError(
            f"{dataset}: partition {partition!r}, but its definition has {list(DATASETS[dataset].partitions)}"
        )


def write_shard(
    unit: Unit, *, process: Callable[[Any, Shard], None], outputs: Sequence[Destination], run: str = ""
) -> Descriptor:
    """Turn one unit into its shard, unless an earlier run has done so. Raises ClaimError as `check_claim` does."""
    if not holds_claim(outputs, run):
        if is_committed(outputs[0].location):
            # An engine may do a job again whose commit is made: nothing more is written.
            return Descriptor(unit.index, {}, {}, 0, 0)
        check_claim(outputs, run)
    done = bookkeeping_file(outputs[0], unit.index, "json")
    if storage.exists(done):
        return Descriptor.from_json(storage.read_json(done))
    shard = Shard(outputs, unit, run)
    try:
        with infrequent_gc():
            process(unit.payload, shard)
        return shard.close()
    except BaseException as error:
        shard.discard()
        if isinstance(error, InputError) and not isinstance(error, ClaimError) and holds_claim(outputs, run):
            # The engine wraps what a worker raises in its own traceback; the message itself goes by file. Where the
            # disk is full there is no file, and the job looks for the message in the traceback.
            with suppress(InputError):
                storage.write_text(bookkeeping_file(outputs[0], unit.index, "error"), str(error))
        raise


@contextmanager
def infrequent_gc() -> Iterator[None]:
    """Run the garbage collector less often: rows are many small objects, and hardly any are in a reference cycle.

    Beam brings hundreds of thousands of objects that live as long as the process. With the default thresholds,
    scanning them again and again takes a twentieth of a step's time.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


class ClaimError(InputError):
    """A run may not write what another one does now, or cannot see where."""


def claim(outputs: Sequence[Destination], run: str) -> None:
    """Have this run be the only one that may write the step.

    An engine may go on with a job whose client was killed. It must not write beside the job that came after it.
    """
    storage.write_text(_claim_file(outputs), run)


def holds_claim(outputs: Sequence[Destination], run: str) -> bool:
    """Whether no other run has claimed the step since, and it has not been committed."""
    note = _claim_file(outputs)
    return not run or (storage.exists(note) and storage.read_text(note) == run)


def check_claim(outputs: Sequence[Destination], run: str) -> None:
    """Raise ClaimError where another run has claimed the step, or this machine does not see where it is written."""
    if holds_claim(outputs, run):
        return
    folder = bookkeeping(outputs[0])
    if storage.is_local(folder) and not storage.exists(folder.rpartition("/")[0]):
        raise ClaimError(
            f"the worker on {platform.node()} does not see {folder}: root in [Build] must be a URI, or on a disk that "
            "all workers of the engine share"
        )
    raise ClaimError(f"{outputs[0].dataset}: another run has taken this step over; this one writes nothing more")


def _claim_file(outputs: Sequence[Destination]) -> str:
    return storage.join(bookkeeping(outputs[0]), "run")


def bookkeeping(main: Destination) -> str:
    """Directory of the step's descriptors, beside its staging directory; deleted right after the commit."""
    folder, _, name = main.staging.rpartition("/")
    return storage.join(folder, f"_shards-{name}")


def specification_file(outputs: Sequence[Destination]) -> str:
    """Where the specification of a step's job is while it runs; after a kill the next run writes it anew."""
    return storage.join(bookkeeping(outputs[0]), "job.json")


def bookkeeping_file(main: Destination, unit: int, kind: str) -> str:
    """A file about a unit: `json` is its descriptor, `done` the bytes that are done, `error` why it failed."""
    return storage.join(bookkeeping(main), f"{unit:05d}.{kind}")


def part_units(location: str) -> list[Unit]:
    """A unit for each Parquet part of the dataset at the location; the payload is the part's URI."""
    parts = parquet_parts(read_manifest(location))
    return [Unit(index, part.bytes, storage.join(location, part.name)) for index, part in enumerate(parts)]
