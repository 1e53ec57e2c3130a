from __future__ import annotations

import os
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.files.new_place import new_place


def test_a_directory_that_cannot_be_written_is_told_by_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by that of the file that would be written beside the place."""
    monkeypatch.setattr("os.access", lambda *_: False)
    told = f"^{tmp_path}/out: no permission to write in {tmp_path}; give another place to -o$"
    with pytest.raises(InputError, match=told), new_place(f"{tmp_path}/out", folder=True):
        pass


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


@pytest.mark.parametrize("folder", [True, False])
def test_what_fails_leaves_nothing_and_what_was_there_before(tmp_path: Path, folder: bool) -> None:
    target = tmp_path / "out"
    if not folder:
        target.write_text("before")
    with pytest.raises(KeyboardInterrupt), new_place(str(target), folder=folder) as place:
        if folder:
            (place / "below").mkdir(parents=True)
        else:
            place.touch()
        raise KeyboardInterrupt
    assert [path.name for path in tmp_path.iterdir()] == ([] if folder else ["out"])
    # And where nothing was written yet.
    with pytest.raises(KeyboardInterrupt), new_place(str(target), folder=folder):
        raise KeyboardInterrupt
    assert folder or target.read_text() == "before"


@pytest.mark.parametrize("folder", [True, False])
def test_a_new_file_or_folder_takes_the_place(tmp_path: Path, folder: bool) -> None:
    target = tmp_path / "out"
    if folder:
        target.mkdir()
    else:
        target.write_text("before")
    with new_place(str(target), folder=folder) as place:
        if folder:
            place.mkdir()
            (place / "file").touch()
        else:
            place.write_text("after")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert [path.name for path in target.iterdir()] == ["file"] if folder else target.read_text() == "after"


@pytest.mark.parametrize("folder", [True, False])
@pytest.mark.parametrize("before", [True, False])
def test_what_a_link_leads_to_is_replaced(tmp_path: Path, folder: bool, before: bool) -> None:
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "target", tmp_path / "out"
    link.symlink_to(target)
    if before:
        target.mkdir() if folder else target.write_text("before")
    with new_place(str(link), folder=folder) as place:
        assert place.parent == target.parent
        if folder:
            place.mkdir()
        place.joinpath("file" if folder else "").write_text("after")
    assert link.readlink() == target
    assert [path.name for path in target.parent.iterdir()] == ["target"]
    assert target.joinpath("file" if folder else "").read_text() == "after"


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "out"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with new_place(str(pipe), folder=False) as place:
        place.write_text("text")
    assert os.read(reading, 10) == b"text"
    os.close(reading)
    with pytest.raises(KeyboardInterrupt), new_place(str(pipe), folder=False):
        raise KeyboardInterrupt
    assert pipe.is_fifo()
    with pytest.raises(InputError, match="exists; give the name of a new folder"), new_place(str(pipe), folder=True):
        pass
