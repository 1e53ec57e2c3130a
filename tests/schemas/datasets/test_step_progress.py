from __future__ import annotations

import functools
from pathlib import Path

import pytest

from schemas.datasets.commits import prepare
from schemas.datasets.shards import Shard, write_shard
from schemas.datasets.step_progress import first_error, progress
from schemas.errors import InputError
from tests.support.toy_step import PROVENANCE, outputs, units, write_three


def test_an_input_error_leaves_its_message(tmp_path: Path) -> None:
    where = outputs(tmp_path)
    prepare(units(1), where, PROVENANCE.identity)

    def process(_payload: int, _shard: Shard) -> None:
        raise InputError("dump.xml, page 12: cut off")

    assert first_error(where) is None
    with pytest.raises(InputError):
        write_shard(units(1)[0], process=process, outputs=where)
    assert first_error(where) == "dump.xml, page 12: cut off"
    # The next run is not told what was wrong with the last.
    prepare(units(1), where, PROVENANCE.identity)
    assert first_error(where) is None


def test_progress_counts_finished_units_and_heartbeats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, plan = outputs(tmp_path), units(3)
    prepare(plan, where, PROVENANCE.identity)
    write_shard(plan[1], process=write_three, outputs=where)
    running = Shard(where, plan[0])
    monkeypatch.setattr("schemas.datasets.shards.time.monotonic", functools.partial(float, 1e12))
    running.advance(4)
    now = progress(plan, where, {})
    assert (now.units, now.bytes, now.seen, now.rejected) == (1, 14, 4, 1)
    # What a run that was killed had done of a unit is to be done again.
    prepare(plan, where, PROVENANCE.identity)
    assert progress(plan, where, {}).bytes == 10


def test_a_unit_tells_how_far_it_is_every_two_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, plan = outputs(tmp_path), units(1)
    prepare(plan, where, PROVENANCE.identity)
    monotonic = "schemas.datasets.shards.time.monotonic"
    monkeypatch.setattr(monotonic, functools.partial(float, 100))
    running = Shard(where, plan[0])
    told = []
    for second, done in ((101.5, 1), (102, 2), (103.5, 3), (104, 4)):
        monkeypatch.setattr(monotonic, functools.partial(float, second))
        running.advance(done)
        told.append(progress(plan, where, {}).bytes)
    assert told == [0, 2, 2, 4]
