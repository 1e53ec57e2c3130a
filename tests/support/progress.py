"""That long work says how far it is, checked wherever a test runs a step's function."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from schemas.datasets.shards import Descriptor, Shard


def check_progress(patch: pytest.MonkeyPatch, silent: Collection[str] = ()) -> None:
    """From now on, have every shard that has seen records have told how much is done, and never less than before.

    `silent` are the main datasets of steps that do not tell.
    """
    told: dict[int, list[int]] = {}
    advance, close = Shard.advance, Shard.close

    def note(shard: Shard, done: int) -> None:
        told.setdefault(id(shard), []).append(done)
        advance(shard, done)

    def check(shard: Shard) -> Descriptor:
        descriptor = close(shard)
        dataset, done = shard._main.dataset, told.pop(id(shard), [])
        if descriptor.seen and dataset not in silent:
            assert done, f"{dataset}: {descriptor.seen} records were seen, and it was not told how far the step is"
            assert done == sorted(done), f"{dataset}: less is done than was done before"
        return descriptor

    patch.setattr(Shard, "advance", note)
    patch.setattr(Shard, "close", check)


def note_progress(patch: pytest.MonkeyPatch) -> list[int]:
    """What all shards tell from now on of how much is done."""
    told: list[int] = []
    advance = Shard.advance

    def note(shard: Shard, done: int) -> None:
        told.append(done)
        advance(shard, done)

    patch.setattr(Shard, "advance", note)
    return told
