from __future__ import annotations

import os
from pathlib import Path

import pytest

from corpora.new_place import new_place


@pytest.mark.parametrize("folder", [True, False])
def test_what_a_killed_run_left_is_in_nobodys_way(tmp_path: Path, folder: bool) -> None:
    """In a container every run may have the same process id."""
    target, left = tmp_path / "out", tmp_path / f"out.{os.getpid()}.tmp"
    left.mkdir()
    with new_place(str(target), folder=folder) as place:
        if folder:
            place.mkdir()
        else:
            place.touch()
        assert not target.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", left.name]
