from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas.errors import InputError
from tasks.settings.inputs import (
    input_directory,
    input_file,
    input_files,
    on_one_disk,
    once_a_version,
    output_directory,
    output_file,
)


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


def test_input_files_are_expanded_sorted_and_checked(folder: Path) -> None:
    for name in ("b.bz2", "a.bz2", "c.gz"):
        (folder / name).touch()
    assert input_files("pages", "*.bz2, c.gz") == [str(folder / name) for name in ("a.bz2", "b.bz2", "c.gz")]
    assert input_file("ontology", "c.gz") == str(folder / "c.gz")
    for value, message in [
        ("", "pages is empty: name a file"),
        ("d.gz", "pages = d.gz: no such file"),
        ("*.xml", r"pages = \*.xml: no file matches"),
    ]:
        with pytest.raises(InputError, match=message):
            input_files("pages", value)
    with pytest.raises(InputError, match=r"pages names .*a.bz2 twice"):
        input_files("pages", "a.bz2, *.bz2")
    with pytest.raises(InputError, match="ontology names 2 files: name one"):
        input_file("ontology", "*.bz2")


def test_a_file_of_just_that_name_is_no_pattern(folder: Path) -> None:
    for name in ("types[1].ttl", "types1.ttl", "what?.ttl", "whatever.ttl"):
        (folder / name).touch()
    names = ["types[1].ttl", "what?.ttl"]
    assert input_files("instance_types", ",".join(names)) == [str(folder / name) for name in names]
    assert input_file("instance_types", "types[1].*") == str(folder / "types1.ttl")


def test_what_a_pattern_matches_is_sorted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{number}.ttl" for number in (3, 1, 2)]
    for name in names:
        (folder / name).touch()
    monkeypatch.setattr("glob.glob", lambda _pattern: names)
    assert input_files("instance_types", "*.ttl") == [str(folder / name) for name in sorted(names)]


def test_a_file_and_a_link_to_it_are_refused_together(folder: Path) -> None:
    (folder / "a.bz2").touch()
    (folder / "b.bz2").symlink_to("a.bz2")
    told = f"^pages names {folder}/a.bz2 and {folder}/b.bz2, which are the same file: name one$"
    with pytest.raises(InputError, match=told):
        input_files("pages", "*.bz2")
    assert input_files("pages", "b.bz2") == [str(folder / "b.bz2")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("folder", r"^pages = folder: must be a file, and is a directory$"),
        ("pipe", r"^pages = pipe: must be a file, and is a device or a pipe$"),
        ("/dev/zero", r"^pages = /dev/zero: must be a file, and is a device or a pipe$"),
        ("file/below", r"^pages = file/below: no such file"),
        ("~nobody-of-this-name/file", r"^pages = ~nobody-of-this-name/file: no such file"),
    ],
)
def test_what_is_no_file_is_refused_unopened(folder: Path, name: str, message: str) -> None:
    (folder / "folder").mkdir()
    (folder / "file").touch()
    os.mkfifo(folder / "pipe")
    with pytest.raises(InputError, match=message):
        input_files("pages", name)


def test_a_home_directory_is_meant_by_a_tilde(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    (folder / "a.bz2").touch()
    assert input_files("pages", "~/a.bz2") == [str(folder / "a.bz2")]
    assert input_directory("directory", "~") == str(folder)


def test_directories_are_checked(folder: Path) -> None:
    (folder / "file").touch()
    (folder / "domains").mkdir()
    assert input_directory("directory", " domains ") == str(folder / "domains")
    for value, message in [
        ("", "^directory is empty: name a directory$"),
        ("file", "^directory = file: must be a directory, and is a file$"),
        ("nowhere", "^directory = nowhere: no such directory"),
    ]:
        with pytest.raises(InputError, match=message):
            input_directory("directory", value)
    output_directory("root", "new/deep")
    output_file("cache", "new/cache.sqlite")
    assert not (folder / "new").exists()
    for value in ("file", "file/below"):
        with pytest.raises(InputError, match=f"^root = {value}: {folder}/file is not a directory; name another place$"):
            output_directory("root", value)
    with pytest.raises(InputError, match="^cache = domains: is not a file; name another place$"):
        output_file("cache", "domains")


@pytest.mark.parametrize("lacking", [os.W_OK, os.X_OK])
def test_a_place_where_nothing_can_be_made_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, lacking: int
) -> None:
    monkeypatch.setattr(os, "access", lambda _path, mode: not mode & lacking)
    with pytest.raises(InputError) as error:
        output_directory("root", "new/deep")
    assert str(error.value) == f"root = new/deep: no permission to write in {folder}; name another place"


def test_a_link_that_leads_nowhere_is_no_place(folder: Path) -> None:
    (folder / "link").symlink_to("nowhere")
    for output, value in ((output_directory, "link/deep"), (output_file, "link/cache.sqlite")):
        with pytest.raises(InputError, match=rf"{folder}/link is not a directory; name another place$"):
            output("root", value)
    with pytest.raises(InputError, match="^cache = link: is not a file; name another place$"):
        output_file("cache", "link")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_place_where_one_may_not_write_is_refused(folder: Path) -> None:
    (folder / "locked").mkdir(mode=0o500)
    with pytest.raises(InputError, match=r"^root = locked/data: no permission to write in .*/locked; name another"):
        output_directory("root", "locked/data")
