"""How many records a step may reject, and what is said where it rejects more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import read_manifest
from schemas.datasets.failure_budget import check_budget, check_rejects
from schemas.datasets.shards import Shard, write_shard
from schemas.errors import InputError
from schemas.records import Reject
from tests.support.toy_step import PROVENANCE, outputs, units, write_three


def test_too_many_rejects_stop_the_commit(tmp_path: Path) -> None:
    where, plan = outputs(tmp_path), units(3)
    prepare(plan, where, PROVENANCE.identity)
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in plan]
    with pytest.raises(InputError) as raised:
        commit(shards, where, PROVENANCE, units=3, max_reject_share=0.01)
    assert str(raised.value) == (
        "1 of 12 records were rejected (broken 1), more than the failure budget of 1.00%; they are in "
        f"{where[1].staging}, as: Bad: {'x' * 300}. Fix the input, or raise max_reject_share in [Build]"
    )
    assert not (tmp_path / "redirects").exists()


def test_the_example_of_too_many_rejects_is_none_that_was_left_out_on_purpose(tmp_path: Path) -> None:
    where = outputs(tmp_path)
    prepare(units(1), where, PROVENANCE.identity)

    def write(_payload: int, shard: Shard) -> None:
        shard.seen += 2
        shard.keep(Reject("only-ENTITY", 7, "Good", "left out on purpose"))
        shard.reject(Reject("malformed-line", -1, "", "types.nt, line 3: a\tb"))

    shards = [write_shard(unit, process=write, outputs=where) for unit in units(1)]
    with pytest.raises(InputError, match=re.escape(f"{where[1].staging}, as: types.nt, line 3: a\\tb. Fix the input")):
        commit(shards, where, PROVENANCE, units=1, max_reject_share=0.01)


def test_a_running_step_is_judged_by_all_that_is_to_come(tmp_path: Path) -> None:
    where, plan = outputs(tmp_path), units(3)
    prepare(plan, where, PROVENANCE.identity)
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in plan[:2]]
    check_budget(shards, 0.1, "rejects", done=2 / 3)
    with pytest.raises(InputError, match="1 of 8 records were rejected"):
        check_budget(shards, 0.05, "rejects", done=2 / 3)
    with pytest.raises(InputError, match="1 of 8 records were rejected"):
        check_budget(shards, 0.1, "rejects")
    check_budget(shards, 1 / 8, "rejects")
    check_budget(shards, 0.0, "rejects", done=0.0)


def test_the_rest_of_a_file_is_no_share_of_what_was_read_and_the_file_is_named(tmp_path: Path) -> None:
    where, plan = outputs(tmp_path), units(3)

    def read(unit: int, shard: Shard) -> None:
        shard.seen = 1_000_000
        shard.reject(Reject("cut-page", 7, "Title 7", "b.xml.gz: its end is damaged or missing"))
        if unit:
            shard.reject(Reject("truncated-input", -1, "", f"{unit}.xml.gz: damaged from byte 9; fetch the file again"))

    prepare(plan, where, PROVENANCE.identity)
    shards = [write_shard(unit, process=read, outputs=where) for unit in plan]
    with pytest.raises(InputError) as raised:
        check_budget(shards, 0.99, where[1].staging, done=0.5)
    message = (
        "the rest of an input is missing (truncated-input): 1.xml.gz: damaged from byte 9; fetch the file again, or "
        "set max_reject_share = 1 in [Build] to build what there is"
    )
    assert str(raised.value) == message
    check_budget(shards, 1.0, where[1].staging)
    # What was built so is told the same way.
    commit(shards, where, PROVENANCE, units=3, max_reject_share=1.0)
    built = read_manifest(where[1].location)
    with pytest.raises(InputError) as raised:
        check_rejects(built, 0.99, where[1].location)
    assert str(raised.value) == message
    check_rejects(built, 1.0, where[1].location)
