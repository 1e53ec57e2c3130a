"""The one shape of every Beam job: units in, a shard each, a single commit."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import apache_beam as beam
import xxhash

from schemas.datasets.commits import commit
from schemas.datasets.dataset import Manifest
from schemas.datasets.shards import Shard, Target, Unit, write_shard


@dataclass
class BuildDatasets(beam.PTransform):  # type: ignore[misc]  # Beam has no types
    """A step: writes a shard for every unit of its input and commits its datasets when all are there.

    Only descriptors are shuffled, there is one sink, and nothing is written outside `write_shard` and `commit`: the
    shape that gives the same rows on every Beam engine. The elements that come out are the manifests. A step is a
    subclass that says what its units are and which plain function turns one into its shard.
    """

    target: Target

    def units(self) -> list[Unit]:
        """The pieces of the input, the same whatever the number of workers. Raises InputError for bad input."""
        raise NotImplementedError

    def process(self) -> Callable[[Any, Shard], None]:
        """A picklable function that reads a unit's payload and writes its shard."""
        raise NotImplementedError

    def expand(self, pbegin: Any) -> Any:
        units = self.units()
        # Engines deal units out in turn: without a shuffle a run of heavy ones would go to one worker.
        units.sort(key=lambda unit: xxhash.xxh3_64_intdigest(str(unit.index).encode()))
        write = functools.partial(write_shard, process=self.process(), outputs=self.target.outputs, run=self.target.run)
        finish = functools.partial(_commit, target=self.target, units=len(units))
        return (
            pbegin
            | "Units" >> beam.Create(units)
            | "WriteShards" >> beam.Map(write)
            | "ToOneKey" >> beam.Map(lambda descriptor: (0, descriptor))
            | "Collect" >> beam.GroupByKey()
            | "Commit" >> beam.FlatMap(finish)
        )


def _commit(keyed: tuple[int, Iterable[Any]], *, target: Target, units: int) -> list[Manifest]:
    return commit(
        list(keyed[1]),
        target.outputs,
        target.provenance,
        units=units,
        max_reject_share=target.max_reject_share,
        run=target.run,
        files=target.files,
    )
