"""What Google's storage does otherwise than S3, as far as an emulator shows it; the rest is in the tests of `place`."""

from __future__ import annotations

import json
import os
import socket
import urllib.request
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pyarrow import fs

from schemas.errors import InputError
from schemas.files import object_stores, storage

LARGE = 5 << 20
"""More bytes than are read at once."""


@pytest.fixture
def folder(gcs: str, tmp_path: Path) -> str:
    """An empty place in the bucket."""
    return f"{gcs}/{tmp_path.name}"


def put(uri: str, content: bytes) -> None:
    """Make an object as others do, who know no directories."""
    filesystem, path = storage.resolve(uri)
    with filesystem.open_output_stream(path) as stream:
        stream.write(content)


def test_a_bucket_that_is_not_there_is_named_and_not_made(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrow would make it, in the United States, where the environment names a project."""
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "my-project")
    told = r"^gs://anonymous@none/a/file\S*: cannot be written .*404.*run the same command again"
    with pytest.raises(InputError, match=told):
        storage.write_text("gs://anonymous@none/a/file", "text")
    with urllib.request.urlopen(f"{os.environ['CLOUD_STORAGE_EMULATOR_ENDPOINT']}/storage/v1/b?project=x") as answer:
        assert [bucket["name"] for bucket in json.load(answer)["items"]] == ["corpora"]
    assert storage.list_files(folder) == []


def test_directories_that_nobody_has_made_are_found_and_deleted(folder: str) -> None:
    """As in a copy by Google's own tools."""
    for name in ("a/b/one", "a/two", "c/three", "four"):
        put(f"{folder}/{name}", b"text")
    assert storage.list_names(folder, fs.FileType.Directory) == ["a", "c"]
    assert storage.list_names(folder) == ["four"]
    assert storage.list_names(f"{folder}/none", fs.FileType.Directory) == []
    storage.remove_directory(f"{folder}/a")
    assert storage.list_files(folder) == ["c/three", "four"]
    assert not storage.exists(f"{folder}/a")


def test_directories_that_others_have_made_are_found_and_deleted(folder: str) -> None:
    filesystem, path = storage.resolve(folder)
    filesystem.create_dir(f"{path}/a/b", recursive=True)
    storage.write_text(f"{folder}/a/b/one", "text")
    assert storage.list_names(folder, fs.FileType.Directory) == ["a"]
    storage.remove_directory(f"{folder}/a")
    assert not storage.exists(f"{folder}/a")


def test_no_directory_is_an_object(folder: str) -> None:
    storage.write_text(f"{folder}/a/b/one", "text")
    storage.move(f"{folder}/a/b/one", f"{folder}/c/d/one")
    filesystem, path = storage.resolve(folder)
    found = filesystem.get_file_info(fs.FileSelector(path, recursive=True))
    assert [info.path for info in found] == [f"{path}/c/d/one"]


@pytest.mark.parametrize("size", [4, LARGE])
def test_an_object_that_goes_away_while_it_is_read_is_told(
    folder: str, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """A lease that is given back, for example; Arrow would say that a closed file was read."""
    put(f"{folder}/file", b"x" * size)
    resolve = storage.resolve

    class Losing:
        """The file system of an object that is deleted when it has been found."""

        def open_input_file(self, path: str) -> Any:
            filesystem, _ = resolve(folder)
            file = filesystem.open_input_file(path)
            filesystem.delete_file(path)
            return file

    monkeypatch.setattr(storage, "resolve", lambda uri: (Losing(), resolve(uri)[1]))
    told = rf"^{folder}/file: cannot be (read|reached) \(it was deleted or changed after it had been found"
    with pytest.raises(InputError, match=told):
        storage.read_text(f"{folder}/file")


def test_a_large_object_is_read_from_any_place(folder: str) -> None:
    content = os.urandom(LARGE)
    put(f"{folder}/file", content)
    with storage.open_input(f"{folder}/file") as stream:
        assert stream.size() == LARGE
        assert stream.read(10) == content[:10]
        assert stream.read_at(5, 100) == content[100:105]
        assert stream.seek(-3, os.SEEK_END) == LARGE - 3 and stream.read() == content[-3:]
        assert stream.read() == b""
        assert stream.seek(0) == 0 and stream.read() == content


def test_what_is_gone_already_is_no_failure(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another has deleted it, or the store has, and its answer was lost."""
    put(f"{folder}/file", b"text")
    monkeypatch.setattr(storage, "exists", lambda _uri: True)
    storage.remove_file(f"{folder}/file")
    storage.remove_file(f"{folder}/file")


def test_a_file_is_moved_though_the_answer_to_its_deletion_is_lost(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked for again, and for Arrow it is a failure that nothing is there."""
    put(f"{folder}/file.tmp", b"text")
    resolve = storage.resolve

    class Forgetful:
        """The file system of a store that deletes twice what it is asked to delete."""

        def __init__(self, filesystem: fs.FileSystem) -> None:
            self.copy_file = filesystem.copy_file
            self._delete = filesystem.delete_file

        def delete_file(self, path: str) -> None:
            self._delete(path)
            self._delete(path)

    with monkeypatch.context() as patch:
        patch.setattr(storage, "resolve", lambda uri: (Forgetful(resolve(uri)[0]), resolve(uri)[1]))
        storage.move(f"{folder}/file.tmp", f"{folder}/file")
    assert storage.list_files(folder) == ["file"]
    assert storage.read_text(f"{folder}/file") == "text"


def test_a_store_that_stays_away_is_named_with_the_file(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Google's client alone would go on for a quarter of an hour."""
    assert made_with(folder)["retry_time_limit"] == timedelta(seconds=25)
    assert made_with(f"{folder}?retry_limit_seconds=7")["retry_time_limit"] == timedelta(seconds=7)
    monkeypatch.setattr(object_stores, "_PATIENCE", timedelta(seconds=1))
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        monkeypatch.setenv("CLOUD_STORAGE_EMULATOR_ENDPOINT", f"http://127.0.0.1:{closed.getsockname()[1]}")
        told = rf"^{folder}/file\S*: cannot be %s .*Could not connect to server.*run the same command again"
        with pytest.raises(InputError, match=told % "reached"):
            storage.exists(f"{folder}/file")
        with pytest.raises(InputError, match=told % "written"):
            storage.write_text(f"{folder}/file", "text")


def made_with(uri: str) -> dict[str, object]:
    _, (options,) = storage.resolve(uri)[0].__reduce__()
    return dict(options)


@pytest.mark.parametrize("ask", [storage.exists, storage.list_files, storage.read_text, storage.remove_file])
def test_credentials_that_cannot_be_read_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Callable[[str], object]
) -> None:
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "none.json"))
    monkeypatch.delenv("CLOUD_STORAGE_EMULATOR_ENDPOINT", raising=False)
    with pytest.raises(InputError, match=rf"^gs://corpora/file: cannot be .*Cannot open credentials file {tmp_path}"):
        ask("gs://corpora/file")


def test_a_file_system_is_made_once(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would ask for credentials of its own."""
    first, again = (object_stores.find(f"{folder}/{name}")[0] for name in ("a", "b/c"))
    assert first is again
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", "other.json")
    assert object_stores.find(folder)[0] is not first
    monkeypatch.undo()
    monkeypatch.setattr(os, "getpid", lambda: 1)
    assert object_stores.find(folder)[0] is not first
