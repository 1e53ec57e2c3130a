from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from schemas.errors import InputError
from tasks.settings.inputs import on_one_disk, once_a_version


def test_files_are_read_once_for_each_of_their_versions(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    two.write_text("2")
    asked = []

    @once_a_version
    def text(*paths: str) -> str:
        asked.append(paths)
        return "".join(Path(path).read_text() for path in paths)

    both = str(one), str(two)
    assert [text(*both), text(*both), text(both[0]), text(*both)] == ["12", "12", "1", "12"]
    assert asked == [both, both[:1]]
    two.write_text("22")
    assert text(*both) == "122"
    # As long as before, but later.
    two.write_text("33")
    os.utime(two, (1, 1))
    assert [text(*both), text(*both)] == ["133", "133"]
    assert asked == [both, both[:1], both, both]


def test_what_could_not_be_read_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")

    @once_a_version
    def text(path: str) -> str:
        found = Path(path).read_text()
        if not found:
            raise InputError(f"{path}: is empty")
        return found

    with pytest.raises(InputError, match=r"file: is empty$"):
        text(str(file))
    os.utime(file, (1, 1))
    with pytest.raises(InputError, match=r"file: is empty$"):
        text(str(file))
    file.write_text("1")
    assert text(str(file)) == "1"


def test_a_snapshot_on_another_disk_than_the_root_is_refused(tmp_path: Path) -> None:
    """All of a step would be written before its commit found that it cannot move there."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as elsewhere:
        if Path(elsewhere).stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip("/dev/shm and the temporary folder are on one disk")
        (tmp_path / "snapshot").symlink_to(elsewhere)
        with pytest.raises(InputError) as raised:
            on_one_disk(str(tmp_path), "snapshot")
        assert str(raised.value) == (
            f"{tmp_path}/snapshot: is on another disk than {tmp_path}, and a dataset that is complete is moved from "
            "there in one step; let root in [Build] be, or lead to, a directory on that disk"
        )
    (tmp_path / "here").mkdir()
    for name in ("here", "missing"):
        on_one_disk(str(tmp_path), name)
    on_one_disk("s3://bucket/root", "snapshot")
