"""Writing datasets: one shard for each unit of a step's input, and one commit when all are there.

For each unit a part is written in each of the step's datasets, under a temporary name and then moved to the name that
the unit's number gives; last comes the unit's descriptor, which names the parts and counts what happened. When every
unit has its descriptor the datasets are committed: card, manifest, and the move from the staging directory to the place
where readers look. Object stores cannot rename, but show a file only when it is complete: there parts go straight to
their place, and a dataset is there when its manifest is.

Descriptors survive a kill: the next run of the same plan continues with the units that have none. Another plan starts
from scratch.
"""

from __future__ import annotations

import gc
import hashlib
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from schemas import storage
from schemas.card import CARD, dataset_card
from schemas.catalog.index import DATASETS
from schemas.catalog.rejects import REJECTS
from schemas.dataset import (
    MANIFEST,
    Counts,
    Manifest,
    Part,
    Provenance,
    is_attachment,
    is_committed,
    merge_counts,
    parquet_parts,
    read_manifest,
    schema_fingerprint,
)
from schemas.errors import InputError
from schemas.hugging_face import LOADER, dataset_configs, loading
from schemas.part_writers import ParquetWriter, copy_part
from schemas.records import Reject
from schemas.yaml_text import yaml_text

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

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Target:
        """The target in a JSON document that may hold other things besides."""
        outputs = [Destination(**output) for output in document["outputs"]]
        return cls(outputs, Provenance.from_json(document["provenance"]), document["max_reject_share"])


@dataclass(frozen=True)
class Unit:
    """A piece of a step's input that one worker turns into one shard."""

    index: int
    weight: int
    """Bytes of input, for the progress display."""
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

    def __init__(self, outputs: Sequence[Destination], unit: Unit) -> None:
        self._unit = unit
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

    def keep(self, reject: Reject) -> None:
        """Keep among the rejects a record that was left out on purpose, outside the failure budget."""
        text = reject.text[:_REJECT_TEXT].encode("utf-8", "replace").decode()
        self._kept.append({**reject._asdict(), "step": self._main.dataset, "text": text})

    def advance(self, done: int) -> None:
        """Report how many bytes of the unit are done; cheap enough to call for every record."""
        now = time.monotonic()
        if now - self._heartbeat >= _HEARTBEAT_SECONDS:
            self._heartbeat = now
            storage.write_text(_note(self._main, self._unit.index, "done"), str(done))

    def discard(self) -> None:
        """Throw away the parts that are not finished."""
        for writer in self._writers.values():
            writer.discard()

    def close(self) -> Descriptor:
        """Finish the parts and write the descriptor, after which the unit is done."""
        if self._kept:
            self.write_rows(REJECTS.name, self._kept)
        for (dataset, _), writer in self._writers.items():
            self._parts.setdefault(dataset, []).append(writer.close())
        counts = merge_counts([{group: dict(values) for group, values in self._counts.items()}])
        descriptor = Descriptor(self._unit.index, self._parts, counts, self.seen, self._rejected, self._classes)
        storage.write_json(_note(self._main, self._unit.index, "json"), asdict(descriptor))
        return descriptor


def _check_partition(dataset: str, partition: str) -> None:
    keys = [piece.partition("=")[0] for piece in partition.split("/")] if partition else []
    if keys != list(DATASETS[dataset].partitions):
        raise ValueError(
            f"{dataset}: partition {partition!r}, but its definition has {list(DATASETS[dataset].partitions)}"
        )


def write_shard(unit: Unit, *, process: Callable[[Any, Shard], None], outputs: Sequence[Destination]) -> Descriptor:
    """Turn one unit into its shard, unless an earlier run has done so."""
    done = _note(outputs[0], unit.index, "json")
    if storage.exists(done):
        return Descriptor.from_json(storage.read_json(done))
    shard = Shard(outputs, unit)
    try:
        with infrequent_gc():
            process(unit.payload, shard)
        return shard.close()
    except BaseException as error:
        shard.discard()
        if isinstance(error, InputError):
            # The engine wraps what a worker raises in its own traceback; the message itself goes by file. Where the
            # disk is full there is no file, and the job looks for the message in the traceback.
            with suppress(InputError):
                storage.write_text(_note(outputs[0], unit.index, "error"), str(error))
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


def _notes(main: Destination) -> str:
    """Directory of the step's descriptors, beside its staging directory; deleted right after the commit."""
    folder, _, name = main.staging.rpartition("/")
    return storage.join(folder, f"_shards-{name}")


def specification_file(outputs: Sequence[Destination]) -> str:
    """Where the specification of a step's job is while it runs; after a kill the next run writes it anew."""
    return storage.join(_notes(outputs[0]), "job.json")


def _note(main: Destination, unit: int, kind: str) -> str:
    return storage.join(_notes(main), f"{unit:05d}.{kind}")


def part_units(location: str) -> list[Unit]:
    """A unit for each Parquet part of the dataset at the location; the payload is the part's URI."""
    parts = parquet_parts(read_manifest(location))
    return [Unit(index, part.bytes, storage.join(location, part.name)) for index, part in enumerate(parts)]


def prepare(units: Sequence[Unit], outputs: Sequence[Destination], identity: str) -> set[int]:
    """Prepare the staging directories for a plan; returns the units that an earlier run has already done.

    Leftovers of a run with another plan are deleted, and so are error messages and half-written files of this plan.
    """
    plan = hashlib.sha256(repr((identity, [(unit.index, unit.payload) for unit in units])).encode()).hexdigest()
    note = storage.join(_notes(outputs[0]), "plan")
    same = storage.exists(note) and storage.read_text(note) == plan
    if not same:
        storage.remove_directory(_notes(outputs[0]))
        for output in outputs:
            storage.remove_directory(output.staging)
        storage.write_text(note, plan)
    for folder in (_notes(outputs[0]), *(output.staging for output in outputs)):
        for name in storage.list_files(folder):
            if name.endswith((".tmp", ".error", ".done")):
                storage.remove_file(storage.join(folder, name))
    return {unit.index for unit in units if _is_done(unit, outputs)}


def _is_done(unit: Unit, outputs: Sequence[Destination]) -> bool:
    """Whether the unit's descriptor and all its parts are there; a descriptor without its parts is deleted."""
    note = _note(outputs[0], unit.index, "json")
    if not storage.exists(note):
        return False
    descriptor = Descriptor.from_json(storage.read_json(note))
    whole = all(
        any(storage.exists(storage.join(folder, part.name)) for folder in (output.staging, output.location))
        for output in outputs
        for part in descriptor.parts.get(output.dataset, [])
    )
    if not whole:
        storage.remove_file(note)
    return whole


@dataclass(frozen=True)
class Progress:
    """How far a running step is."""

    units: int
    bytes: int
    seen: int
    rejected: int


def progress(units: Sequence[Unit], outputs: Sequence[Destination], known: dict[int, Descriptor]) -> Progress:
    """How far the units are, by the files in the descriptors' directory; `known` caches descriptors between calls."""
    names = set(storage.list_files(_notes(outputs[0])))
    done = 0
    for unit in units:
        if unit.index not in known and f"{unit.index:05d}.json" in names:
            known[unit.index] = Descriptor.from_json(storage.read_json(_note(outputs[0], unit.index, "json")))
        if unit.index in known:
            done += unit.weight
        elif f"{unit.index:05d}.done" in names:
            done += min(unit.weight, int(storage.read_text(_note(outputs[0], unit.index, "done"))))
    return Progress(len(known), done, sum(d.seen for d in known.values()), sum(d.rejected for d in known.values()))


def first_error(outputs: Sequence[Destination]) -> str | None:
    """Message of the first unit whose input could not be used, or None."""
    folder = _notes(outputs[0])
    for name in storage.list_files(folder):
        if name.endswith(".error"):
            return storage.read_text(storage.join(folder, name))
    return None


def check_budget(descriptors: Iterable[Descriptor], max_reject_share: float, rejects: str, done: float = 1.0) -> None:
    """Raise InputError where more records were rejected than the failure budget allows.

    `done` is the share of the input that the descriptors cover. While a step is running, the budget is estimated for
    the whole input, so a run that would end within it is not stopped. `rejects` is the directory with the rejects.
    """
    found = list(descriptors)
    seen, rejected = sum(d.seen for d in found), sum(d.rejected for d in found)
    if done > 0 and rejected > max_reject_share * seen / done:
        counts = merge_counts(d.counts for d in found).get("rejected", {})
        reasons = ", ".join(f"{reason} {number:,}" for reason, number in counts.items())
        raise InputError(
            f"{rejected:,} of {seen:,} records were rejected ({reasons}), more than the failure budget of "
            f"{max_reject_share:.2%}; they are in {rejects}. Fix the input, or raise max_reject_share in [Build]"
        )


def commit(
    descriptors: Sequence[Descriptor],
    outputs: Sequence[Destination],
    provenance: Provenance,
    *,
    units: int,
    max_reject_share: float,
) -> list[Manifest]:
    """Commit a step's datasets, the main one last; returns their manifests in the order of `outputs`.

    Raises InputError where the failure budget is exceeded, RuntimeError where a unit has no descriptor.
    """
    ordered = sorted(descriptors, key=lambda d: d.unit)
    missing = sorted(set(range(units)) - {d.unit for d in ordered})
    if missing:
        raise RuntimeError(f"units {missing} wrote no shard")
    counts = merge_counts(d.counts for d in ordered)
    seen, rejected = sum(d.seen for d in ordered), sum(d.rejected for d in ordered)
    check_budget(ordered, max_reject_share, outputs[-1].staging)
    manifests = []
    for output in outputs:
        schema = DATASETS[output.dataset].schema
        parts = sorted((p for d in ordered for p in d.parts.get(output.dataset, [])), key=lambda p: p.name)
        if all(is_attachment(p.name) for p in parts):
            # Readers can open a dataset without rows, not one without files.
            parts.append(ParquetWriter(output.staging, "part-00000.parquet", schema).close())
        manifest = Manifest(
            dataset=output.dataset,
            provenance=provenance,
            schema=schema_fingerprint(schema),
            rows=sum(p.rows for p in parts),
            bytes=sum(p.bytes for p in parts),
            seen=seen,
            rejected=rejected,
            counts=counts,
            parts=parts,
            classes=_merge_classes(d.classes.get(output.dataset, {}) for d in ordered),
        )
        manifests.append(manifest)
    for output, manifest in reversed(list(zip(outputs, manifests, strict=True))):
        _publish(output, manifest)
    storage.remove_directory(_notes(outputs[0]))
    return manifests


def _merge_classes(found: Iterable[dict[str, list[str]]]) -> dict[str, list[str]]:
    merged: dict[str, list[str]] = {}
    for classes in found:
        for column, names in classes.items():
            if merged.setdefault(column, names) != names:
                raise RuntimeError(f"units name the classes of the column {column} differently")
    return merged


def has_leftovers(outputs: Sequence[Destination]) -> bool:
    """Whether a run that was killed after its commit has left something of a step: see `clear_up`."""
    return bool(_leftovers(outputs))


def clear_up(outputs: Sequence[Destination]) -> None:
    """Delete what a run that was killed after its commit has left: bookkeeping, and half-written files on a store."""
    for uri in _leftovers(outputs):
        storage.remove_file(uri)
    storage.remove_directory(_notes(outputs[0]))


def _leftovers(outputs: Sequence[Destination]) -> list[str]:
    notes = _notes(outputs[0])
    found = [storage.join(notes, name) for name in storage.list_files(notes)]
    for output in outputs:
        # On a local file system a dataset's directory appears whole.
        if output.staging == output.location:
            names = storage.list_files(output.location)
            found += [storage.join(output.location, name) for name in names if name.endswith(".tmp")]
    return found


def _publish(output: Destination, manifest: Manifest) -> None:
    if output.staging != output.location:
        if is_committed(output.location):
            committed = read_manifest(output.location)
            if (committed.provenance.identity, committed.parts) == (manifest.provenance.identity, manifest.parts):
                # A run was killed after it had committed this dataset and before it committed the next.
                storage.remove_directory(output.staging)
                return
        # Also half of a build that was being deleted.
        storage.remove_directory(output.location)
    keep = {part.name for part in manifest.parts}
    names = storage.list_files(output.staging)
    if lost := sorted(keep.difference(names)):
        raise RuntimeError(f"{output.staging}: parts {lost} have disappeared since they were written")
    for name in names:
        if name not in keep:
            storage.remove_file(storage.join(output.staging, name))
    storage.write_text(storage.join(output.staging, CARD), dataset_card(manifest))
    storage.write_text(storage.join(output.staging, LOADER), yaml_text(loading(dataset_configs(manifest))))
    storage.write_json(storage.join(output.staging, MANIFEST), asdict(manifest))
    if output.staging != output.location:
        storage.move(output.staging, output.location)
