"""What a run that was killed leaves beside its datasets."""

from __future__ import annotations

from schemas.datasets.commits import commit, prepare
from schemas.datasets.leftovers import clear_up, has_leftovers
from schemas.datasets.shards import Destination, specification_file, write_shard
from schemas.files import storage
from tests.support.toy_step import PROVENANCE, units, write_three


def contents(place: str) -> dict[str, str]:
    return {name: storage.checksum(f"{place}/{name}") for name in storage.list_files(place)}


def test_what_a_kill_after_the_commit_leaves_is_found_and_deleted(place: str) -> None:
    staging = f"{place}/_staging" if storage.is_local(place) else place
    where = [Destination(name, f"{place}/{name}", f"{staging}/{name}") for name in ("redirects", "rejects")]
    prepare(units(1), where, PROVENANCE.identity)
    shard = write_shard(units(1)[0], process=write_three, outputs=where)
    commit([shard], where, PROVENANCE, units=1, max_reject_share=1.0)
    whole = contents(place)
    assert not has_leftovers(where)
    left = [specification_file(where), f"{specification_file(where).rpartition('/')[0]}/plan"]
    if not storage.is_local(place):
        left.append(f"{where[1].location}/_manifest.json.0.tmp")
    for uri in left:
        storage.write_text(uri, "left")
        assert has_leftovers(where)
        clear_up(where)
        assert contents(place) == whole
        assert not has_leftovers(where)
