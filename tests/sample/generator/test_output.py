from __future__ import annotations

import gzip
from pathlib import Path

from sample.generator.output import differences, update


def test_differences_names_what_is_missing_left_over_and_changed(tmp_path: Path) -> None:
    (tmp_path / "same.sql.gz").write_bytes(gzip.compress(b"1", mtime=7))
    (tmp_path / "changed.owl").write_bytes(b"old")
    (tmp_path / "left.over").write_bytes(b"")
    wanted = {"same.sql.gz": gzip.compress(b"1", mtime=0), "changed.owl": b"new", "missing.ttl": b""}
    assert differences(tmp_path, wanted) == ["changed.owl", "left.over", "missing.ttl"]


def test_update_writes_and_removes_what_differs_and_nothing_else(tmp_path: Path) -> None:
    same = gzip.compress(b"1", mtime=7)
    folder = tmp_path / "a" / "b"
    update(folder, {"same.sql.gz": same, "left.over": b"", "changed.owl": b"old"})
    wanted = {"same.sql.gz": gzip.compress(b"1", mtime=0), "changed.owl": b"new"}
    update(folder, wanted)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"same.sql.gz": same, "changed.owl": b"new"}
    assert differences(folder, wanted) == []
