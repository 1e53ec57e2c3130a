from __future__ import annotations

import functools
from pathlib import Path

import pyarrow.parquet as pq

from schemas.datasets.shards import Destination, Unit, write_shard
from tests.support.redirect_tables import tables
from tests.support.wikis import EN
from wiki.steps.redirects import write_redirects


def test_every_title_that_cannot_be_read_counts_against_the_failure_budget(tmp_path: Path) -> None:
    given = tables(
        tmp_path,
        "(1,0,'A',1),(2,0,'B',1),(3,0,'C\xff',1),(4,0,'D',1),(5,0,'Article',0)",
        "(1,0,'Target','',''),(2,0,'\xfe','',''),(3,0,'Target','',''),(4,14,'Category','','')",
    )
    outputs = [Destination(name, str(tmp_path / name), str(tmp_path / name)) for name in ("redirects", "rejects")]
    done = write_shard(Unit(0, 1, given), process=functools.partial(write_redirects, site=EN), outputs=outputs)
    rows = pq.read_table(tmp_path / "redirects" / "part-00000.parquet").to_pylist()
    assert [tuple(row.values()) for row in rows] == [(1, "A", "Target")]
    assert (done.seen, done.rejected) == (4, 2)
    assert done.counts["rejected"] == {"invalid-utf8": 2}
    assert done.counts["redirects"]["target-outside-articles"] == 1
    # One example is kept, which names the tables.
    (reject,) = pq.read_table(tmp_path / "rejects" / "part-00000.parquet").to_pylist()
    assert reject["text"] == f"{given[0]}, {given[1]}: titles that are not UTF-8"
