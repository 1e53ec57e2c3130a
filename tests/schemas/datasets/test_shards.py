from __future__ import annotations

import gc
import re
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import read_manifest
from schemas.datasets.shards import ClaimError, Destination, Shard, infrequent_gc, write_shard
from schemas.errors import InputError
from schemas.files import storage
from schemas.records import Reject
from tests.support.toy_step import PROVENANCE, files, outputs, redirects, units, write_attachment, write_three


def test_a_reject_that_is_no_text_is_kept(tmp_path: Path) -> None:
    where = outputs(tmp_path)
    prepare(units(1), where, PROVENANCE.identity)

    def write(_payload: int, shard: Shard) -> None:
        shard.keep(Reject("broken", 7, "A\ud800", "B\ud800"))

    commit([write_shard(units(1)[0], process=write, outputs=where)], where, PROVENANCE, units=1, max_reject_share=0.5)
    [row] = pq.read_table(where[1].location).to_pylist()
    assert (row["title"], row["text"]) == ("A?", "B?")


def test_many_outcomes_are_added_to_those_of_their_group(tmp_path: Path) -> None:
    def process(_: object, shard: Shard) -> None:
        shard.count("kinds", "kept", 3)
        shard.count_all("kinds", {"kept": 2, "lost": 1})
        shard.count_all("sizes", {"large": 4})
        shard.count("sizes", "large")

    shard = write_shard(units(1)[0], process=process, outputs=outputs(tmp_path))
    assert shard.counts == {"kinds": {"kept": 5, "lost": 1}, "sizes": {"large": 5}}


def test_the_collector_works_as_before_after_a_unit_and_after_an_error() -> None:
    before = gc.get_threshold()
    with infrequent_gc():
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before
    with pytest.raises(InputError), infrequent_gc():
        raise InputError("cut off")
    assert gc.get_threshold() == before


def test_a_worker_that_does_not_see_the_root_says_so(tmp_path: Path) -> None:
    where = outputs(tmp_path / "of-another-machine")
    with pytest.raises(
        ClaimError, match=r"^the worker on \S+ does not see .*: root in \[Build\] must be a URI, or on a"
    ):
        write_shard(units(1)[0], process=write_three, outputs=where, run="mine")
    assert not (tmp_path / "of-another-machine").exists()


def test_two_tries_of_a_unit_at_a_time_leave_one_whole_part(tmp_path: Path) -> None:
    """Engines try a unit twice where one try is slow; each has its own temporary files."""
    where, (unit,) = outputs(tmp_path), units(1)
    tries = [Shard(where, unit) for _ in range(2)]
    for first in (0, 2):
        for shard in tries:
            shard.write("redirects", redirects(first, 2))
    assert len([name for name in files(tmp_path) if name.endswith(".tmp")]) == 2
    descriptors = [shard.close() for shard in tries]
    assert descriptors[0] == descriptors[1]
    part = Path(where[0].staging) / "part-00000.parquet"
    assert pq.read_table(part)["page_id"].to_pylist() == [0, 1, 2, 3]
    assert storage.checksum(str(part)) == descriptors[0].parts["redirects"][0].sha256
    assert not [name for name in files(tmp_path) if name.endswith(".tmp")]


def test_a_slower_try_that_fails_leaves_the_part_of_the_other(tmp_path: Path) -> None:
    where, (unit,) = outputs(tmp_path), units(1)
    slow = Shard(where, unit)
    slow.write("redirects", redirects(0, 1))
    descriptor = write_shard(unit, process=write_three, outputs=where)
    slow.discard()
    part = Path(where[0].staging) / "part-00000.parquet"
    assert storage.checksum(str(part)) == descriptor.parts["redirects"][0].sha256
    assert not [name for name in files(tmp_path) if name.endswith(".tmp")]


def test_partitions_and_attachments(tmp_path: Path) -> None:
    where, plan = (
        [Destination("ner_benchmark", str(tmp_path / "a"), str(tmp_path / "b")), outputs(tmp_path)[1]],
        units(1),
    )
    prepare(plan, where, PROVENANCE.identity)

    def process(_payload: int, shard: Shard) -> None:
        for number, split in enumerate(("train", "dev")):
            shard.write_rows("ner_benchmark", [{"sentence": number, "tokens": ["a"], "tags": ["O"]}], f"split={split}")
        shard.attach("ner_benchmark", "_lookup.arrow", write_attachment)

    commit([write_shard(plan[0], process=process, outputs=where)], where, PROVENANCE, units=1, max_reject_share=0)
    assert [part.name for part in read_manifest(where[0].location).parts] == [
        "_lookup.arrow",
        "split=dev/part-00000.parquet",
        "split=train/part-00000.parquet",
    ]
    frame = pd.read_parquet(where[0].location, partitioning="hive", filters=[("split", "==", "dev")])
    assert frame["sentence"].tolist() == [1]
    card = (Path(where[0].location) / "_README.md").read_text()
    assert "Partitioned by `split`, Hive style" in card


@pytest.mark.parametrize(
    ("dataset", "partition", "keys"),
    [
        ("redirects", "split=train", "[]"),
        ("dapt_corpus", "domain=ai", "['domain', 'level']"),
        ("dapt_corpus", "level=task/domain=ai", "['domain', 'level']"),
        ("dapt_corpus", "", "['domain', 'level']"),
    ],
)
def test_partitions_are_those_of_the_definition(tmp_path: Path, dataset: str, partition: str, keys: str) -> None:
    where = [Destination(dataset, str(tmp_path / "a"), str(tmp_path / "b")), outputs(tmp_path)[1]]
    shard = Shard(where, units(1)[0])
    with pytest.raises(
        ValueError, match=re.escape(f"{dataset}: partition {partition!r}, but its definition has {keys}")
    ):
        shard.write_rows(dataset, [], partition)
    assert not (tmp_path / "b").exists()
