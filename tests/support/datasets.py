"""Small datasets, committed where a build would have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance, Source
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from schemas.files import storage
from schemas.root.current import make_current

Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows by partition (`split=train`); the key of a dataset without partitions is empty."""


def identity_of(digest: str) -> str:
    """The identity of a build whose directory has this digest of eight digits."""
    return digest + "0" * 56


def write_dataset(
    root: str,
    address: str,
    digest: str,
    rows: Rows,
    *,
    inputs: Sequence[str] = (),
    rejects: str = "",
    current: bool = True,
    classes: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """Commit a step's dataset at `<root>/<address>/build=<digest>`; returns its location.

    `inputs` are the digests of the builds that it was made of. `rejects` is the address of the step's rejects, which
    are written too where it is given. `classes` are the names that numbers in a column stand for.
    """
    outputs = []
    for each in [address, rejects] if rejects else [address]:
        location = storage.join(root, each, f"build={digest}")
        staging = storage.join(root, "_staging", each, f"build={digest}") if storage.is_local(root) else location
        outputs.append(Destination(each.split("/")[1], location, staging))

    def process(_payload: object, shard: Shard) -> None:
        for partition, some in rows.items():
            shard.write_rows(outputs[0].dataset, some, partition)
        for column, names in (classes or {}).items():
            shard.name_classes(outputs[0].dataset, column, names)

    provenance = Provenance(
        identity=identity_of(digest),
        step=outputs[0].dataset,
        step_version=1,
        code_version="0.1.0",
        parameters={},
        inputs=[Source("input", f"{root}/wiki-1/punkt/build={each}", identity_of(each)) for each in inputs],
    )
    descriptor = write_shard(Unit(0, 1, 0), process=process, outputs=outputs)
    commit([descriptor], outputs, provenance, units=1, max_reject_share=0)
    for output in outputs:
        if current:
            make_current(output.location)
    return outputs[0].location
