"""Committing a step's datasets: what an earlier run has done, and one commit when all is there.

Card, manifest, and the move from the staging directory to the place where readers look. Object stores cannot rename,
but show a file only when it is complete: there parts go straight to their place, and a dataset is there when its
manifest is.

Descriptors survive a kill: the next run of the same plan continues with the units that have none. Another plan starts
from scratch.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from schemas.catalog.index import DATASETS
from schemas.datasets.card import CARD, dataset_card
from schemas.datasets.dataset import (
    MANIFEST,
    Manifest,
    Provenance,
    is_attachment,
    is_committed,
    merge_counts,
    read_manifest,
    schema_fingerprint,
)
from schemas.datasets.failure_budget import check_budget
from schemas.datasets.hugging_face import LOADER, dataset_configs, loading
from schemas.datasets.part_writers import ParquetWriter
from schemas.datasets.shards import (
    Descriptor,
    Destination,
    Unit,
    bookkeeping,
    bookkeeping_file,
    check_claim,
    claim,
    holds_claim,
)
from schemas.datasets.yaml_text import yaml_text
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.storage import Stamp


def prepare(units: Sequence[Unit], outputs: Sequence[Destination], identity: str, run: str = "") -> set[int]:
    """Prepare the staging directories for a plan; returns the units that an earlier run has already done.

    Leftovers of a run with another plan are deleted, and so are error messages and half-written files of this plan.
    From now on only `run` may write, if one is named.
    """
    plan = hashlib.sha256(repr((identity, [(unit.index, unit.payload) for unit in units])).encode()).hexdigest()
    note = _plan_file(outputs)
    same = storage.exists(note) and storage.read_text(note) == plan
    if not same:
        storage.remove_directory(bookkeeping(outputs[0]))
        for output in outputs:
            storage.remove_directory(output.staging)
        storage.write_text(note, plan)
    if run:
        claim(outputs, run)
    for folder in (bookkeeping(outputs[0]), *(output.staging for output in outputs)):
        for name in storage.list_files(folder):
            if name.endswith((".tmp", ".error", ".done")):
                storage.remove_file(storage.join(folder, name))
    return {unit.index for unit in units if _is_done(unit, outputs)}


def _is_done(unit: Unit, outputs: Sequence[Destination]) -> bool:
    """Whether the unit's descriptor and all its parts are there; one that is broken or without its parts is deleted.

    A part that is cut off is none: the machine may have gone down before it was on the disk.
    """
    note = bookkeeping_file(outputs[0], unit.index, "json")
    if not storage.exists(note):
        return False
    content = storage.read_bytes(note)
    try:
        descriptor = Descriptor.from_json(json.loads(content))
    except (ValueError, TypeError, KeyError, AttributeError):
        # The machine went down before it was on the disk, and no run would get past it.
        storage.remove_file(note)
        return False
    whole = all(
        any(
            storage.stamp(storage.join(folder, part.name)).size == part.bytes
            for folder in (output.staging, output.location)
        )
        for output in outputs
        for part in descriptor.parts.get(output.dataset, [])
    )
    if not whole:
        storage.remove_file(note)
    return whole


def commit(
    descriptors: Sequence[Descriptor],
    outputs: Sequence[Destination],
    provenance: Provenance,
    *,
    units: int,
    max_reject_share: float,
    run: str = "",
    files: Iterable[Stamp] = (),
) -> list[Manifest]:
    """Commit a step's datasets, the main one last; returns their manifests in the order of `outputs`.

    Raises InputError where the failure budget is exceeded or one of the input files is not as its stamp says,
    ClaimError where another run has claimed the step, RuntimeError where a unit has no descriptor.
    """
    if not holds_claim(outputs, run):
        # An engine may do a job again whose commit is made.
        if done := _committed(outputs, provenance.identity):
            return done
        check_claim(outputs, run)
    ordered = sorted(descriptors, key=lambda d: d.unit)
    missing = sorted(set(range(units)) - {d.unit for d in ordered})
    if missing:
        raise RuntimeError(f"units {missing} wrote no shard")
    check_budget(ordered, max_reject_share, outputs[-1].staging)
    _check_unchanged(files, outputs)
    manifests = [_manifest(output, ordered, provenance) for output in outputs]
    for output, manifest in reversed(list(zip(outputs, manifests, strict=True))):
        _publish(output, manifest)
    storage.remove_directory(bookkeeping(outputs[0]))
    return manifests


def _manifest(output: Destination, descriptors: Sequence[Descriptor], provenance: Provenance) -> Manifest:
    """The manifest of a dataset by its shards; where they have no rows, an empty part is written."""
    schema = DATASETS[output.dataset].schema
    parts = sorted((p for d in descriptors for p in d.parts.get(output.dataset, [])), key=lambda p: p.name)
    if all(is_attachment(p.name) for p in parts):
        # Readers can open a dataset without rows, not one without files.
        parts.append(ParquetWriter(output.staging, "part-00000.parquet", schema).close())
    return Manifest(
        dataset=output.dataset,
        provenance=provenance,
        schema=schema_fingerprint(schema),
        rows=sum(p.rows for p in parts),
        bytes=sum(p.bytes for p in parts),
        seen=sum(d.seen for d in descriptors),
        rejected=sum(d.rejected for d in descriptors),
        counts=merge_counts(d.counts for d in descriptors),
        parts=parts,
        classes=_merge_classes(d.classes.get(output.dataset, {}) for d in descriptors),
    )


def _check_unchanged(files: Iterable[Stamp], outputs: Sequence[Destination]) -> None:
    """Raise InputError where a file is not as it was: nobody knows which of the two was read."""
    changed = [file.uri for file in files if storage.stamp(file.uri) != file]
    if changed:
        # Where the file is put back, the next run has the same plan, and must not continue with these units.
        storage.remove_file(_plan_file(outputs))
        raise InputError(
            f"{outputs[0].dataset}: {', '.join(changed)} changed while the step was built, so nothing of it is kept; "
            "run the same command again when the file stays as it is"
        )


def _plan_file(outputs: Sequence[Destination]) -> str:
    return storage.join(bookkeeping(outputs[0]), "plan")


def _committed(outputs: Sequence[Destination], identity: str) -> list[Manifest]:
    """The manifests of the datasets; none where one of them is not committed under this identity."""
    found = [read_manifest(output.location) for output in outputs if is_committed(output.location)]
    mine = [manifest for manifest in found if manifest.provenance.identity == identity]
    return mine if len(mine) == len(outputs) else []


def _merge_classes(found: Iterable[dict[str, list[str]]]) -> dict[str, list[str]]:
    merged: dict[str, list[str]] = {}
    for classes in found:
        for column, names in classes.items():
            if merged.setdefault(column, names) != names:
                raise RuntimeError(f"units name the classes of the column {column} differently")
    return merged


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
