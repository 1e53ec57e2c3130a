"""A step's datasets are committed whole or not at all, and a killed run is gone on with."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import is_committed, read_manifest
from schemas.datasets.shards import ClaimError, Descriptor, Shard, Unit, bookkeeping, bookkeeping_file, write_shard
from schemas.datasets.step_progress import first_error
from schemas.errors import InputError
from schemas.files import storage
from tests.support.toy_step import PROVENANCE, build, files, outputs, redirects, units, write_three


def test_a_dataset_is_parts_card_and_manifest(tmp_path: Path) -> None:
    main, rejects = build(tmp_path)
    assert sorted(files(Path(main.location))) == [
        ".huggingface.yaml",
        "_README.md",
        "_manifest.json",
        "part-00000.parquet",
        "part-00001.parquet",
        "part-00002.parquet",
    ]
    manifest = read_manifest(main.location)
    assert (manifest.rows, manifest.seen, manifest.rejected) == (9, 12, 1)
    assert manifest.counts == {"kinds": {"kept": 9}, "rejected": {"broken": 1}}
    assert [part.rows for part in manifest.parts] == [3, 3, 3]
    for part in manifest.parts:
        path = storage.join(main.location, part.name)
        assert (storage.size(path), storage.checksum(path)) == (part.bytes, part.sha256)
    (row,) = pq.read_table(rejects.location).to_pylist()
    assert row == {"step": "redirects", "reason": "broken", "page_id": 7, "title": "Bad", "text": "x" * 2000}
    assert not (tmp_path / "_staging" / "redirects" / "build=abc").exists()


def test_the_parts_are_read_without_this_code(tmp_path: Path) -> None:
    main, _ = build(tmp_path)
    ids = list(range(9))
    assert sorted(pd.read_parquet(main.location)["page_id"]) == ids
    assert sorted(ds.dataset(main.location).to_table()["page_id"].to_pylist()) == ids
    with duckdb.connect() as database:
        database.execute(f"SELECT page_id FROM read_parquet('{main.location}/*.parquet') ORDER BY 1")
        found = database.fetchall()
    assert [row[0] for row in found] == ids
    field = pq.read_schema(f"{main.location}/part-00000.parquet").field("target")
    assert field.metadata[b"description"].startswith(b"canonical title")


def test_two_builds_are_the_same_bytes(tmp_path: Path) -> None:
    first, second = build(tmp_path / "a"), build(tmp_path / "b")
    assert files(Path(first[0].location)) == files(Path(second[0].location))


def test_a_killed_run_leaves_nothing_that_looks_complete_and_the_next_goes_on(tmp_path: Path) -> None:
    where, plan = outputs(tmp_path), units(3)
    prepare(plan, where, PROVENANCE.identity)
    write_shard(plan[0], process=write_three, outputs=where)
    half = Shard(where, plan[1])
    half.write("redirects", redirects(3, 2))
    assert not is_committed(where[0].location)
    assert not (tmp_path / "redirects").exists()

    assert prepare(plan, where, PROVENANCE.identity) == {0}
    assert not [name for name in files(tmp_path) if name.endswith(".tmp")]
    calls: list[int] = []

    def process(payload: int, shard: Shard) -> None:
        calls.append(payload)
        write_three(payload, shard)

    shards = [write_shard(unit, process=process, outputs=where) for unit in plan]
    commit(shards, where, PROVENANCE, units=3, max_reject_share=0.5)
    assert calls == [1, 2]
    assert files(Path(where[0].location)) == files(Path(build(tmp_path / "undisturbed")[0].location))


def test_a_run_whose_client_was_killed_writes_nothing_beside_its_successor(tmp_path: Path) -> None:
    """An engine may go on with a job whose client is gone."""
    where, plan = outputs(tmp_path), units(2)
    prepare(plan, where, PROVENANCE.identity, "orphan")
    first = write_shard(plan[0], process=write_three, outputs=where, run="orphan")
    assert prepare(plan, where, PROVENANCE.identity, "successor") == {0}

    message = "^redirects: another run has taken this step over; this one writes nothing more$"
    with pytest.raises(ClaimError, match=message):
        write_shard(plan[1], process=write_three, outputs=where, run="orphan")
    with pytest.raises(ClaimError, match=message):
        commit([first], where, PROVENANCE, units=1, max_reject_share=0.5, run="orphan")
    assert first_error(where) is None and not is_committed(where[0].location)

    shards = [write_shard(unit, process=write_three, outputs=where, run="successor") for unit in plan]
    manifests = commit(shards, where, PROVENANCE, units=2, max_reject_share=0.5, run="successor")
    # What is left of the orphan, and a job that its engine does once more after its commit, find all done.
    for run in ("orphan", "successor"):
        again = [write_shard(unit, process=write_three, outputs=where, run=run) for unit in plan]
        assert again == [Descriptor(index, {}, {}, 0, 0) for index in range(2)]
        assert commit(again, where, PROVENANCE, units=2, max_reject_share=0.5, run=run) == manifests
    assert not Path(bookkeeping(where[0])).exists()


def test_an_orphan_in_the_midst_of_a_unit_does_not_put_it_into_another_plan(tmp_path: Path) -> None:
    """A plan with other splits has the same identity, and units of the same numbers."""
    where = outputs(tmp_path)
    prepare(units(2), where, PROVENANCE.identity, "orphan")

    def outlived(payload: int, shard: Shard) -> None:
        write_three(payload, shard)
        assert prepare(units(3), where, PROVENANCE.identity, "successor") == set()

    with pytest.raises(ClaimError):
        write_shard(units(2)[1], process=outlived, outputs=where, run="orphan")

    prepare(units(2), where, PROVENANCE.identity, "another orphan")

    def refused(_payload: int, _shard: Shard) -> None:
        prepare(units(3), where, PROVENANCE.identity, "successor")
        raise InputError("what the orphan could not read")

    with pytest.raises(InputError, match="could not read"):
        write_shard(units(2)[1], process=refused, outputs=where, run="another orphan")
    assert first_error(where) is None
    assert sorted(path.name for path in (tmp_path / "_staging").rglob("*") if path.is_file()) == ["plan", "run"]


def test_a_dataset_of_another_identity_is_not_that_of_a_run_without_its_claim(
    tmp_path: Path,
) -> None:
    where, [unit] = outputs(tmp_path), units(1)
    prepare([unit], where, "abc", "run")
    shard = write_shard(unit, process=write_three, outputs=where, run="run")
    made = commit([shard], where, PROVENANCE, units=1, max_reject_share=0, run="run")
    other = dataclasses.replace(PROVENANCE, identity="other")
    with pytest.raises(ClaimError, match="another run has taken this step over"):
        commit([shard], where, other, units=1, max_reject_share=0, run="orphan")
    assert commit([shard], where, PROVENANCE, units=1, max_reject_share=0, run="orphan") == made


def test_another_plan_starts_from_nothing(tmp_path: Path) -> None:
    where = outputs(tmp_path)
    prepare(units(3), where, PROVENANCE.identity)
    write_shard(units(3)[0], process=write_three, outputs=where)
    assert prepare(units(2), where, PROVENANCE.identity) == set()
    assert prepare(units(2), where, "another identity") == set()


@pytest.mark.parametrize(
    "other",
    [
        [Unit(0, 10, 0), Unit(1, 10, 7)],
        [Unit(0, 10, "0"), Unit(1, 10, 1)],
        [Unit(1, 10, 0), Unit(0, 10, 1)],
        [Unit(0, 10, 0)],
    ],
)
def test_units_of_another_content_start_from_nothing(tmp_path: Path, other: list[Unit]) -> None:
    """As many units, cut elsewhere, would take the old shards for theirs: rows would be lost or doubled."""
    where = outputs(tmp_path)
    prepare(units(2), where, PROVENANCE.identity)
    for unit in units(2):
        write_shard(unit, process=write_three, outputs=where)
    assert prepare(units(2), where, PROVENANCE.identity) == {0, 1}
    assert prepare(other, where, PROVENANCE.identity) == set()
    assert sorted(path.rpartition("/")[2] for path in files(tmp_path)) == ["plan"]


def test_the_weight_of_units_does_not_change_a_plan(tmp_path: Path) -> None:
    where = outputs(tmp_path)
    prepare(units(2), where, PROVENANCE.identity)
    write_shard(units(2)[0], process=write_three, outputs=where)
    heavier = [Unit(unit.index, 99, unit.payload) for unit in units(2)]
    assert prepare(heavier, where, PROVENANCE.identity) == {0}


def test_a_descriptor_whose_part_is_gone_is_done_again(tmp_path: Path) -> None:
    where, plan = outputs(tmp_path), units(2)
    prepare(plan, where, PROVENANCE.identity)
    for unit in plan:
        write_shard(unit, process=write_three, outputs=where)
    (Path(where[0].staging) / "part-00001.parquet").unlink()
    assert prepare(plan, where, PROVENANCE.identity) == {0}


@pytest.mark.parametrize("left", [0, 20])
def test_a_descriptor_whose_part_was_cut_off_is_done_again(tmp_path: Path, left: int) -> None:
    """A loss of power can leave the name of a file without its content, while what was written later is whole."""
    where, plan = outputs(tmp_path), units(2)
    prepare(plan, where, PROVENANCE.identity)
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in plan]
    part = Path(where[0].staging) / "part-00001.parquet"
    os.truncate(part, left)
    assert prepare(plan, where, PROVENANCE.identity) == {0}
    assert write_shard(plan[1], process=write_three, outputs=where) == shards[1]
    assert prepare(plan, where, PROVENANCE.identity) == {0, 1}


@pytest.mark.parametrize("text", ["", "\0\0\0", "[]", "{}"])
def test_a_broken_descriptor_is_done_again(tmp_path: Path, text: str) -> None:
    """A machine that loses its power leaves such files, and no run would get past one."""
    where = outputs(tmp_path)
    prepare(units(2), where, PROVENANCE.identity)
    for unit in units(2):
        write_shard(unit, process=write_three, outputs=where)
    storage.write_text(bookkeeping_file(where[0], 0, "json"), text)
    assert prepare(units(2), where, PROVENANCE.identity) == {1}
    assert write_shard(units(2)[0], process=write_three, outputs=where).seen == 4


def test_a_kill_between_two_commits_is_mended_by_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, plan = outputs(tmp_path), units(3)
    prepare(plan, where, PROVENANCE.identity)
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in plan]
    move = storage.move

    def killed(source: str, destination: str) -> None:
        if destination == where[0].location:
            raise KeyboardInterrupt
        move(source, destination)

    monkeypatch.setattr(storage, "move", killed)
    with pytest.raises(KeyboardInterrupt):
        commit(shards, where, PROVENANCE, units=3, max_reject_share=0.5)
    monkeypatch.undo()
    assert [is_committed(output.location) for output in where] == [False, True]

    assert prepare(plan, where, PROVENANCE.identity) == {0, 1, 2}
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in plan]
    commit(shards, where, PROVENANCE, units=3, max_reject_share=0.5)
    assert files(tmp_path / "redirects") == files(Path(build(tmp_path / "b")[0].location).parent)
    assert not list((tmp_path / "_staging").rglob("*.parquet"))


@pytest.mark.parametrize("change", ["content", "time", "gone"])
def test_an_input_that_changes_while_a_step_is_built_stops_the_commit(tmp_path: Path, change: str) -> None:
    where, plan, dump, other = outputs(tmp_path), units(2), tmp_path / "dump.xml", tmp_path / "other.xml"
    for path in (dump, other):
        path.write_text("one")
        os.utime(path, (1, 1))
    stamps = [storage.stamp(str(path)) for path in (dump, other)]
    prepare(plan, where, PROVENANCE.identity)
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in plan]
    if change == "gone":
        dump.unlink()
    else:
        dump.write_text("more" if change == "content" else "one")
        os.utime(dump, (1, 1) if change == "content" else (1, 2))
    # As often as an engine may try.
    for _ in range(2):
        with pytest.raises(InputError) as raised:
            commit(shards, where, PROVENANCE, units=2, max_reject_share=0.5, files=stamps)
    assert str(raised.value) == (
        f"redirects: {dump} changed while the step was built, so nothing of it is kept; run the same command again "
        "when the file stays as it is"
    )
    assert not (tmp_path / "redirects").exists()
    # The file may be put back, and nobody knows which of the two the units were made of.
    assert prepare(plan, where, PROVENANCE.identity) == set()


def test_inputs_that_stay_as_they_are_do_not_stop_the_commit(tmp_path: Path) -> None:
    where, dump = outputs(tmp_path), tmp_path / "dump.xml"
    dump.write_text("one")
    prepare(units(1), where, PROVENANCE.identity)
    shard = write_shard(units(1)[0], process=write_three, outputs=where)
    stamps = [storage.stamp(str(dump))]
    commit([shard], where, PROVENANCE, units=1, max_reject_share=0.5, files=stamps)
    assert is_committed(where[0].location)


def test_parts_that_disappear_before_the_commit_stop_it(tmp_path: Path) -> None:
    where, plan = outputs(tmp_path), units(2)
    prepare(plan, where, PROVENANCE.identity)
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in plan]
    (Path(where[0].staging) / "part-00001.parquet").unlink()
    with pytest.raises(RuntimeError, match=r"parts \['part-00001.parquet'\] have disappeared"):
        commit(shards, where, PROVENANCE, units=2, max_reject_share=0.5)
    assert not is_committed(where[0].location)


def test_a_missing_shard_stops_the_commit(tmp_path: Path) -> None:
    where = outputs(tmp_path)
    prepare(units(2), where, PROVENANCE.identity)
    shard = write_shard(units(2)[0], process=write_three, outputs=where)
    with pytest.raises(RuntimeError, match=r"units \[1\] wrote no shard"):
        commit([shard], where, PROVENANCE, units=2, max_reject_share=0.5)


def test_no_rows_still_make_a_dataset(tmp_path: Path) -> None:
    where, plan = outputs(tmp_path), units(1)
    prepare(plan, where, PROVENANCE.identity)
    shard = write_shard(plan[0], process=lambda _payload, _shard: None, outputs=where)
    commit([shard], where, PROVENANCE, units=1, max_reject_share=0)
    assert pd.read_parquet(where[0].location).columns.tolist() == ["page_id", "title", "target"]


def test_the_card_names_counts_sources_licence_and_columns(tmp_path: Path) -> None:
    main, _ = build(tmp_path)
    card = (Path(main.location) / "_README.md").read_text()
    for piece in (
        "license: cc-by-sa-4.0",
        "9 rows",
        "- pages: `dump.xml` (`ffffffffffffffff`)",
        "- kept: 9",
        "`target` (string): canonical title",
        "pandas.read_parquet",
    ):
        assert piece in card
