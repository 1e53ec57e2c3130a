"""The types of a scaled dump are named as its link targets are."""

from __future__ import annotations

import bz2
from pathlib import Path

from benchmarks.build.scaled_types import scale_types


def test_each_copy_has_resources_of_its_own(tmp_path: Path) -> None:
    line = "<http://dbpedia.org/resource/New_York> <http://x#type> <http://dbpedia.org/ontology/City> .\n"
    types = tmp_path / "types.ttl.bz2"
    types.write_bytes(bz2.compress(f"# started\n{line}".encode()))
    scale_types(types, 3, tmp_path / "scaled.ttl.bz2")
    lines = bz2.decompress((tmp_path / "scaled.ttl.bz2").read_bytes()).decode().splitlines()
    names = [line.partition(">")[0].rpartition("/")[2] for line in lines if line.startswith("<")]
    assert names == ["New_York", "New_York_1", "New_York_2"]
