"""Datasets: directories of Parquet parts with one Arrow schema and a manifest.

A directory without a manifest is no dataset. Readers take the list of parts from the manifest; those without this code
read the directory: Arrow, pandas and Spark pass over names that begin with an underscore.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.catalog.rejects import REJECTS
from schemas.datasets.snapshot_lock import LockedFile, locked_files
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.object_stores import is_object_store

MANIFEST = "_manifest.json"

Counts = dict[str, dict[str, int]]
"""Counts by group and key: `{"mentions": {"City": 3}}`."""


def merge_counts(counts: Iterable[Counts]) -> Counts:
    """Sum of counts, groups and keys sorted."""
    total: dict[str, Counter[str]] = {}
    for each in counts:
        for group, values in each.items():
            total.setdefault(group, Counter()).update(values)
    return {group: dict(sorted(total[group].items())) for group in sorted(total)}


def ranked(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """The keys of a group with their counts, the greatest first, those of the same count by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


@dataclass(frozen=True)
class Part:
    """A file of a dataset: a Parquet part, or an attachment with no rows."""

    name: str
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Source:
    """An input of a dataset: a file, or another dataset."""

    name: str
    location: str
    identity: str
    """SHA-256 of a file; identity of a dataset."""


@dataclass(frozen=True)
class Wiki:
    """The wiki that a dataset's text and titles are from."""

    name: str
    """Name of its database, `enwiki`."""
    language: str
    """Language of its content, `en`."""
    revision_url: str
    """Address of a revision, with `{rev_id}` in place of its number."""


@dataclass(frozen=True)
class Provenance:
    """What decides a dataset's content, known before the work begins."""

    identity: str
    """Digest of step, step version, parameters and the identities of the inputs."""
    step: str
    step_version: int
    code_version: str
    parameters: dict[str, Any]
    inputs: list[Source]
    wiki: Wiki | None = None
    """The wiki, where there is one: said by the inputs, so it is not part of the identity."""
    snapshot: list[LockedFile] = field(default_factory=list)
    """The files of the snapshot lock that it was made of, directly or through other datasets, by name.

    Their addresses are not part of the identity: the same file is the same from anywhere.
    """

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Provenance:
        """The provenance in a JSON document; raises TypeError or KeyError where it is none."""
        inputs, wiki = [Source(**source) for source in document["inputs"]], document.get("wiki")
        snapshot = list(locked_files(document.get("snapshot", [])))
        return cls(**{**document, "inputs": inputs, "wiki": Wiki(**wiki) if wiki else None, "snapshot": snapshot})


def identity_of(provenance: Provenance) -> str:
    """The digest of what decides a dataset's content: step, step version, parameters and the identities of the inputs.

    What a manifest says of these gives the same digest again.
    """
    decisive = {
        "step": provenance.step,
        "version": provenance.step_version,
        "parameters": provenance.parameters,
        "inputs": [(source.name, source.identity) for source in provenance.inputs],
    }
    return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Manifest:
    """What a committed dataset is."""

    dataset: str
    provenance: Provenance
    schema: str
    """SHA-256 of the Arrow schema, descriptions included."""
    rows: int
    bytes: int
    seen: int
    """Records the step read, of which `rejected` could not be used."""
    rejected: int
    counts: Counts
    parts: list[Part]
    classes: dict[str, list[str]] = field(default_factory=dict)
    """Names of the classes, in the order of their numbers, of each column that holds numbers of classes."""

    @property
    def title(self) -> str:
        """How the dataset is called for people: every step has rejects."""
        return f"rejects of {self.provenance.step}" if self.dataset == REJECTS.name else self.dataset

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Manifest:
        """The manifest in a JSON document; raises TypeError or KeyError where it is none."""
        return cls(
            **{
                **document,
                "provenance": Provenance.from_json(document["provenance"]),
                "parts": [Part(**part) for part in document["parts"]],
            }
        )


def schema_fingerprint(schema: pa.Schema) -> str:
    """SHA-256 of an Arrow schema with its metadata."""
    return hashlib.sha256(schema.serialize().to_pybytes()).hexdigest()


class BrokenManifestError(InputError):
    """The manifest of a dataset is not one."""


def is_committed(location: str) -> bool:
    """Whether a dataset stands at the location."""
    return storage.exists(storage.join(location, MANIFEST))


def read_manifest(location: str, name: str = MANIFEST) -> Manifest:
    """The manifest of the dataset at the location.

    Raises InputError where there is none or it cannot be reached, and BrokenManifestError where it is not one.
    `name` is that of the file; only a dataset that is being deleted has it under another.
    """
    path = storage.join(location, name)
    if not storage.exists(path):
        raise InputError(f"{location}: no dataset here ({name} is missing)")
    content = storage.read_bytes(path)
    try:
        return Manifest.from_json(json.loads(content))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenManifestError(
            f"{path}: not a manifest of this version ({error}); delete the directory to rebuild"
        ) from error


def parquet_parts(manifest: Manifest) -> list[Part]:
    """The Parquet parts of a dataset, without attachments."""
    return [part for part in manifest.parts if not is_attachment(part.name)]


def is_attachment(name: str) -> bool:
    """Whether a file of a dataset is none of its Parquet parts: one that is not Parquet, or below `_…/`."""
    return name.startswith("_") or not name.endswith(".parquet")


def partition_of(part: Part) -> dict[str, str]:
    """The partition that a part is in, by its keys: `{"split": "train"}`.

    Empty for a part that is in none, as the one part of a dataset without rows, whatever its definition has.
    """
    # What Arrow and other readers of Hive-style names take them for.
    return {key: unquote(value) for key, _, value in (piece.partition("=") for piece in part.name.split("/")[:-1])}


def parts_in(manifest: Manifest, /, **partition: str) -> list[Part]:
    """The Parquet parts of a dataset that are in a partition: `parts_in(manifest, domain="ai", level="task")`."""
    return [part for part in parquet_parts(manifest) if partition.items() <= partition_of(part).items()]


def part_uris(location: str, **partition: str) -> list[str]:
    """The Parquet parts of the dataset at the location, or of a partition, in the order of its manifest."""
    return [storage.join(location, part.name) for part in parts_in(read_manifest(location), **partition)]


def read_dataset(location: str, columns: list[str] | None = None, **partition: str) -> Iterator[pa.RecordBatch]:
    """The rows of the dataset at the location, or of a partition, in the manifest's order, a few thousand at a time."""
    for uri in part_uris(location, **partition):
        yield from read_batches(uri, columns)


@contextmanager
def reading_part(uri: str) -> Iterator[None]:
    """A context for reading a Parquet part: what Arrow says where it cannot be read becomes an InputError."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        # What a store answers and what is wrong with the content is the same kind of error.
        first = "run the same command again; if it ends so again, " if is_object_store(uri) else ""
        raise InputError(
            f"{uri}: cannot be read ({' '.join(str(error).split())}); {first}compare it with its checksum in "
            f"{MANIFEST}, and fetch or build it again"
        ) from error


@contextmanager
def open_part(uri: str) -> Iterator[pq.ParquetFile]:
    """A Parquet part to be read. Raises InputError where it is missing, damaged or cut short."""
    with reading_part(uri), storage.open_input(uri) as source, pq.ParquetFile(source) as parquet:
        yield parquet


def read_batches(uri: str, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
    """The rows of one Parquet part, in order, a few thousand at a time. Raises InputError as `open_part` does."""
    with open_part(uri) as parquet:
        # One by one: Arrow cannot read a batch with dictionaries inside lists from two row groups. In one thread: each
        # thread that decodes keeps memory of its own, and decoding takes far less time than what is done with the rows.
        for row_group in range(parquet.num_row_groups):
            yield from parquet.iter_batches(4096, row_groups=[row_group], columns=columns, use_threads=False)
