"""Datasets of a build by name: where the current one stands, and its rows as pandas, Arrow or `datasets` has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import pyarrow as pa

from schemas.catalog.index import DATASETS
from schemas.datasets.dataset import Manifest, Part, parquet_parts, partition_of, read_manifest
from schemas.errors import InputError, nearest, quoted
from schemas.files import storage
from schemas.root.current import (
    CURRENT,
    Address,
    addresses,
    build_name,
    build_to_read,
    current_snapshot,
    folders,
    is_preview,
    standing_builds,
)
from schemas.root.verification import part_difference

if TYPE_CHECKING:
    import datasets
    import pandas
    import pyarrow.dataset as arrow_dataset

Value = str | int | float
"""Value of a key, as it stands in a path or as the number that it means."""
_SHOWN = 20
"""Names that an error lists."""
_DEVELOPMENT = ("dev", "validation")
"""The names of the development split: that of annotated datasets and that of corpora, which is also the hubs'."""


@dataclass(frozen=True)
class StoredDataset:
    """A dataset that stands somewhere."""

    location: str
    """URI of its directory."""
    manifest: Manifest

    def scan(self, **partition: Value) -> arrow_dataset.Dataset:
        """The dataset as Arrow scans it: nothing is read yet. DuckDB, polars and Arrow itself query it.

        `partition` narrows it down (`split="train"`). The keys of its partitions are columns. Raises InputError for a
        partition that the dataset does not have.
        """
        import pyarrow.dataset as arrow_dataset

        filesystem, path = storage.resolve(self.location)
        parts = self._parts(partition)
        values = {key: sorted({partition_of(part)[key] for part in parts if partition_of(part)}) for key in self._keys}
        with _reading(self.location):
            return arrow_dataset.dataset(
                [f"{path}/{part.name}" for part in parts],
                format="parquet",
                filesystem=filesystem,
                partitioning=arrow_dataset.partitioning(
                    pa.schema([(key, pa.dictionary(pa.int32(), pa.string())) for key in values]),
                    flavor="hive",
                    dictionaries={key: pa.array(found, pa.string()) for key, found in values.items()},
                ),
                partition_base_dir=path,
            )

    def verify(self, **partition: Value) -> None:
        """Compare the parts, of a partition or all, with the checksums of the manifest.

        Raises InputError for the first one that differs or is missing.
        """
        for part in self._parts(partition):
            uri = storage.join(self.location, part.name)
            if wrong := part_difference(uri, part):
                raise InputError(f"{wrong}; fetch it again, or delete {self.location} and build it again")

    @property
    def _keys(self) -> list[str]:
        return list(DATASETS[self.manifest.dataset].partitions)

    def _parts(self, partition: Mapping[str, Value]) -> list[Part]:
        """The Parquet parts of a partition, or all."""
        parts = parquet_parts(self.manifest)
        for key, value in partition.items():
            if key not in self._keys:
                raise InputError(f"{self.manifest.dataset}: no partitions by {quoted(key)}{_instead(key, self._keys)}")
            values = sorted({partition_of(part)[key] for part in parts if partition_of(part)})
            stored = stored_split(str(value), values) if key == "split" else str(value)
            if stored not in values:
                raise InputError(f"{self.location}: no partition {key}={value}{_instead(str(value), values)}")
            parts = [part for part in parts if partition_of(part).get(key) == stored]
        return parts


def stored_split(name: str, splits: Collection[str]) -> str:
    """The name under which a split is among these; the development split may be asked for by either of its names."""
    if name in _DEVELOPMENT and name not in splits:
        return next((each for each in _DEVELOPMENT if each in splits), name)
    return name


def find(
    dataset: str, /, root: str | Path, *, snapshot: str | None = None, build: str | None = None, **keys: Value
) -> StoredDataset:
    """The dataset of this name below a root: its current build, or the build with a digest (`build="25b5847d"`).

    `root` is the root of the builds or the directory of a snapshot, local or a URI. Where several snapshots have the
    dataset and none is named, it is that of the current one (`wiki-ner promote`); a preview is found only where it is
    named. `keys` are the parameters in the path (`label_set="315"`), of which those may be left out that leave one.
    Raises InputError, with what there is, where none or several are found.
    """
    folder = storage.join(_snapshot(dataset, str(root), snapshot), dataset)
    address = _address(dataset, folder, keys)
    location = storage.join(address.uri, _build(address.uri, build))
    return StoredDataset(location, read_manifest(location))


@overload
def read(
    dataset: str,
    /,
    root: str | Path,
    *,
    to: Literal["pandas"] = "pandas",
    columns: Sequence[str] | None = None,
    verify: bool = False,
    snapshot: str | None = None,
    build: str | None = None,
    **keys: Value,
) -> pandas.DataFrame: ...
@overload
def read(
    dataset: str,
    /,
    root: str | Path,
    *,
    to: Literal["arrow"],
    columns: Sequence[str] | None = None,
    verify: bool = False,
    snapshot: str | None = None,
    build: str | None = None,
    **keys: Value,
) -> pa.Table: ...
@overload
def read(
    dataset: str,
    /,
    root: str | Path,
    *,
    to: Literal["datasets"],
    columns: Sequence[str] | None = None,
    verify: bool = False,
    snapshot: str | None = None,
    build: str | None = None,
    **keys: Value,
) -> datasets.Dataset: ...
@overload
def read(
    dataset: str,
    /,
    root: str | Path,
    *,
    to: Literal["batches"],
    columns: Sequence[str] | None = None,
    verify: bool = False,
    snapshot: str | None = None,
    build: str | None = None,
    **keys: Value,
) -> Iterator[pa.RecordBatch]: ...
def read(
    dataset: str,
    /,
    root: str | Path,
    *,
    to: Literal["pandas", "arrow", "datasets", "batches"] = "pandas",
    columns: Sequence[str] | None = None,
    verify: bool = False,
    snapshot: str | None = None,
    build: str | None = None,
    **keys: Value,
) -> Any:
    """The rows of a dataset, found as by `find`, in the order of its parts.

    `to` says as what: a frame of `pandas`, a table of `arrow`, a `datasets.Dataset` (that package is to be installed),
    all in memory; or `batches`, an iterator over Arrow batches, for what does not fit there. `keys` may also choose a
    partition (`split="train"`, `domain="music", level="task"`); the keys of partitions are columns of the result. `dev`
    and `validation` are the same split. `columns` are those to read, in a list or the name of one. `verify` compares
    the files with the manifest's checksums first.

    Raises InputError for names that are not there, with what there is, and for files that cannot be read.
    """
    forms = {"pandas": _to_pandas, "arrow": _to_arrow, "datasets": _to_datasets, "batches": _to_batches}
    if to not in forms:
        raise InputError(f"to = {quoted(to)}: must be one of {', '.join(forms)}")
    partitions = DATASETS[dataset].partitions if dataset in DATASETS else {}
    partition = {key: value for key, value in keys.items() if key in partitions}
    path_keys = {key: value for key, value in keys.items() if key not in partitions}
    found = find(dataset, root, snapshot=snapshot, build=build, **path_keys)
    if verify:
        found.verify(**partition)
    scan = found.scan(**partition)
    names = scan.schema.names
    # A text is a sequence too, of its letters.
    chosen = [columns] if isinstance(columns, str) else columns
    for column in chosen or []:
        if column not in names:
            raise InputError(f"{dataset}: no column {quoted(column)}{_instead(column, names)}")
    if repeated := [column for column, times in Counter(chosen).items() if times > 1]:
        raise InputError(f"columns names {', '.join(repeated)} more than once; name each once")
    return forms[to](found, scan, None if chosen is None else list(chosen))


def _to_arrow(found: StoredDataset, scan: arrow_dataset.Dataset, columns: list[str] | None) -> pa.Table:
    with _reading(found.location):
        return scan.to_table(columns=columns)


def _to_pandas(found: StoredDataset, scan: arrow_dataset.Dataset, columns: list[str] | None) -> pandas.DataFrame:
    frame: pandas.DataFrame = _to_arrow(found, scan, columns).to_pandas()
    return frame


def _to_datasets(found: StoredDataset, scan: arrow_dataset.Dataset, columns: list[str] | None) -> datasets.Dataset:
    try:
        import datasets
    except ImportError as error:
        raise InputError("to = 'datasets' needs the package datasets: pip install datasets") from error
    if columns == []:
        raise InputError("columns names none, and datasets has no rows without columns; name one, or leave it out")
    table = _to_arrow(found, scan, columns)
    features = datasets.Features.from_arrow_schema(table.schema)
    for column, names in found.manifest.classes.items():
        if column in features:
            # All columns with classes are lists, as those with tags are.
            features[column] = datasets.List(datasets.ClassLabel(names=names))
    return datasets.Dataset(table, info=datasets.DatasetInfo(features=features))


def _to_batches(
    found: StoredDataset, scan: arrow_dataset.Dataset, columns: list[str] | None
) -> Iterator[pa.RecordBatch]:
    with _reading(found.location):
        # One part ahead at most: what is asked for as batches need not fit into memory.
        yield from scan.to_batches(columns=columns, batch_size=4096, batch_readahead=1, fragment_readahead=1)


@contextmanager
def _reading(location: str) -> Iterator[None]:
    """A context for reading the files of a dataset: what Arrow raises becomes an InputError."""
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{location}: cannot be read ({error}); verify=True finds files that were damaged") from error


def _snapshot(dataset: str, root: str, snapshot: str | None) -> str:
    """The directory of the snapshot that has the dataset."""
    names = folders(root)
    if not names:
        raise InputError(f"{root}: no datasets here; give the root of the builds, or the directory of a snapshot")
    inside = {"": names} if _datasets(names) else {name: folders(storage.join(root, name)) for name in names}
    if snapshot is not None:
        if snapshot not in inside:
            raise InputError(f"{root}: no snapshot {quoted(snapshot)}{_instead(snapshot, inside)}")
        inside = {snapshot: inside[snapshot]}
    standing = sorted({name for each in inside.values() for name in _datasets(each)})
    if not standing:
        raise InputError(f"{root}: no datasets here; give the root of the builds, or the directory of a snapshot")
    if dataset not in standing:
        raise InputError(f"{root}: no dataset {quoted(dataset)}{_instead(dataset, standing)}")
    having = [name for name, each in inside.items() if dataset in each]
    if snapshot is None:
        having = _without_previews(dataset, root, having)
    if len(having) > 1 and (current := current_snapshot(root)) in having:
        having = [current]
    if len(having) > 1:
        raise InputError(
            f"{root}: several snapshots have {dataset}: {_listed(having)}; choose one by snapshot={having[0]!r}, or "
            "for all readers by `wiki-ner promote`"
        )
    return storage.join(root, having[0]) if having[0] else root


def _without_previews(dataset: str, root: str, snapshots: list[str]) -> list[str]:
    """The snapshots that are no previews; the name is empty where the root is the directory of one, which names it.

    Raises InputError where all are previews.
    """
    whole = [name for name in snapshots if not name or not is_preview(root, name)]
    if not whole:
        raise InputError(
            f"{root}: {dataset} stands in a preview alone, which is of a part of the dump; give `wiki-ner build`, or "
            f"choose it by snapshot={snapshots[0]!r}"
        )
    return whole


def _datasets(names: Iterable[str]) -> list[str]:
    return [name for name in names if name in DATASETS]


def _address(dataset: str, folder: str, keys: Mapping[str, Value]) -> Address:
    """The one address of a dataset that has these keys."""
    standing = addresses(folder)
    known = sorted({key for address in standing for key in address.keys})
    for key in keys:
        if key not in known:
            names = [*known, *DATASETS[dataset].partitions]
            raise InputError(f"{dataset}: no key {quoted(key)}{_instead(key, names)}")
    found = standing
    for key, value in keys.items():
        values = sorted({address.keys[key] for address in found if key in address.keys})
        found = [address for address in found if key in address.keys and _is_same(address.keys[key], value)]
        if not found:
            raise InputError(f"{folder}: no {key}={value}{_instead(str(value), values)}")
    if len(found) > 1:
        differing = [key for key in found[0].keys if len({address.keys.get(key) for address in found}) > 1]
        shared = [key for key in differing if all(key in address.keys for address in found)]
        raise InputError(
            f"{folder}: choose one by {' and '.join(shared or differing)}; there are {_paths(folder, found)}"
        )
    if not found:
        raise InputError(f"{folder}: no build here; give the command that builds {dataset}")
    return found[0]


def _paths(folder: str, found: Iterable[Address]) -> str:
    return _listed(address.uri[len(folder) + 1 :] for address in found)


def _is_same(stands: str, given: Value) -> bool:
    if stands == str(given):
        return True
    try:
        return float(stands) == float(given)
    except (TypeError, ValueError):
        return False


def _build(address: str, build: str | None) -> str:
    """Name of the build at an address with this digest, or else of the one that is to be read."""
    if build is None and (name := build_to_read(address)):
        return name
    standing = standing_builds(address)
    if build is None:
        raise InputError(
            f"{address}: {CURRENT} names none of the builds that stand here ({_listed(standing)}); choose one by "
            "build=, or give the command that builds the dataset"
        )
    digest = build.removeprefix("build=")
    name = build_name(digest)
    if name not in standing or not read_manifest(storage.join(address, name)).provenance.identity.startswith(digest):
        raise InputError(f"{address}: no build {quoted(build)}; there are {_listed(standing)}")
    return name


def _instead(name: str, known: Iterable[str]) -> str:
    """The end of a message about a name that is not there: the nearest of those that are, and what there is."""
    names = list(known)
    question = nearest(name, names)
    return f"; {question} There are {_listed(names)}" if question else f"; there are {_listed(names)}"


def _listed(names: Iterable[str]) -> str:
    found = list(names)
    more = f" and {len(found) - _SHOWN:,} more" if len(found) > _SHOWN else ""
    return ", ".join(found[:_SHOWN]) + more if found else "none"
