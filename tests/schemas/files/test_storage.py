from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from pyarrow import fs

from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import is_committed, read_batches, read_manifest
from schemas.datasets.shards import Destination, write_shard
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.local_copies import local_directory
from tests.support.faults import Failing
from tests.support.s3 import s3_server
from tests.support.toy_step import PROVENANCE, units, write_three
from tests.support.unwell_store import unwell_store


def test_files_are_written_listed_moved_and_removed(place: str) -> None:
    storage.write_json(f"{place}/a/one.json", {"x": 1})
    storage.write_text(f"{place}/a/b/two.txt", "zwei")
    assert storage.list_files(place) == ["a/b/two.txt", "a/one.json"]
    assert storage.list_files(f"{place}/nowhere") == []
    assert storage.read_json(f"{place}/a/one.json") == {"x": 1}
    assert storage.size(f"{place}/a/b/two.txt") == 4
    assert storage.checksum(f"{place}/a/b/two.txt") == hashlib.sha256(b"zwei").hexdigest()
    storage.move(f"{place}/a/b/two.txt", f"{place}/a/three.txt")
    storage.remove_file(f"{place}/a/one.json")
    storage.remove_file(f"{place}/a/one.json")
    assert storage.list_files(place) == ["a/three.txt"]
    storage.remove_directory(f"{place}/a")
    storage.remove_directory(f"{place}/a")
    assert storage.list_files(place) == []


def test_missing_and_broken_files_are_named(place: str) -> None:
    for read in (storage.open_input, storage.size, storage.read_json):
        with pytest.raises(InputError, match=f"^{place}/none.json: no such file"):
            read(f"{place}/none.json")
    storage.write_text(f"{place}/bad.json", "{")
    with pytest.raises(InputError, match="bad.json: not JSON"):
        storage.read_json(f"{place}/bad.json")
    with pytest.raises(InputError, match="ftp://host/x: cannot be reached"):
        storage.resolve("ftp://host/x")


NOT_UTF8 = os.fsdecode(b"b\xe4d")
needs_utf8 = pytest.mark.skipif(
    sys.getfilesystemencoding() != "utf-8", reason="needs a locale whose names of files are UTF-8"
)


@needs_utf8
def test_a_name_below_a_directory_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / NOT_UTF8).touch()
    told = f"{str(tmp_path / 'a' / NOT_UTF8)!r}: the name is not UTF-8; rename the file, or take a UTF-8 locale"
    for read in (storage.list_names, storage.list_files, storage.scan_files):
        with pytest.raises(InputError) as raised:
            read(f"{tmp_path}/a")
        assert str(raised.value) == told
    storage.remove_abandoned(f"{tmp_path}/a")
    assert storage.list_names(str(tmp_path), fs.FileType.Directory) == ["a"]


@needs_utf8
def test_a_working_directory_whose_name_is_not_utf8_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NOT_UTF8).mkdir()
    monkeypatch.chdir(tmp_path / NOT_UTF8)
    with pytest.raises(InputError) as raised:
        storage.exists("data")
    place = str(tmp_path / NOT_UTF8 / "data")
    assert str(raised.value) == f"{place!r}: the name is not UTF-8; rename the file, or take a UTF-8 locale"


def test_a_file_where_a_directory_is_meant_is_told_as_that(tmp_path: Path) -> None:
    path = tmp_path / "luigi.cfg"
    path.write_text("")
    for ask, uri in ((storage.list_files, str(path)), (storage.read_text, f"{path}/manifest.json")):
        with pytest.raises(InputError) as error:
            ask(uri)
        assert str(error.value) == f"{uri}: it, or a part of its path, is a file where a directory is meant; name that"


def test_names_in_a_store_may_have_any_characters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    names = ["100%25.txt", "a b.txt", "type=x+y/é.txt"]
    with unwell_store() as store:
        model = storage.join(store.root, "größe")
        for name in names:
            storage.write_text(storage.join(model, name), name)
        assert storage.list_files(model) == names
        assert [storage.read_text(storage.join(model, name)) for name in names] == names
        assert storage.list_files(local_directory(model)) == names


def test_a_uri_below_another_has_the_names_that_people_know() -> None:
    names = ("label_set=4", "Köln & a b#1%.txt")
    assert storage.join("s3://data/ner/", *names) == "s3://data/ner/label_set=4/K%C3%B6ln%20&%20a%20b%231%25.txt"
    assert storage.join("data/ner/", *names) == "data/ner/label_set=4/Köln & a b#1%.txt"


def test_what_went_wrong_is_told_where_the_half_of_a_file_cannot_be_deleted(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(uri: str) -> None:
        raise InputError(f"{uri}: cannot be written (Read-only file system)")

    storage.write_text(f"{place}/file", "old")
    monkeypatch.setattr(storage, "remove_file", refuse)
    with pytest.raises(ZeroDivisionError, match="^a bug$"), storage.NewFile(f"{place}/file") as file:
        file.write(b"half of")
        raise ZeroDivisionError("a bug")
    assert storage.read_text(f"{place}/file") == "old"


def test_a_document_is_written_for_people_too(tmp_path: Path) -> None:
    storage.write_json(f"{tmp_path}/one.json", {"title": "Köln", "id": 1})
    assert (tmp_path / "one.json").read_bytes() == '{\n "title": "Köln",\n "id": 1\n}\n'.encode()


def test_no_name_has_a_file_compressed(place: str) -> None:
    """Arrow would compress what is written to one that ends so."""
    with storage.open_output(f"{place}/deep/table.gz") as stream:
        stream.write(b"eins")
    assert storage.read_bytes(f"{place}/deep/table.gz") == b"eins"
    assert storage.stamp(f"{place}/deep/table.gz").size == 4


def test_a_copy_has_the_content(place: str) -> None:
    storage.write_text(f"{place}/one.txt", "eins")
    storage.copy(f"{place}/one.txt", f"{place}/deep/two.txt")
    assert storage.read_text(f"{place}/deep/two.txt") == "eins"
    assert storage.list_files(place) == ["deep/two.txt", "one.txt"]


def test_a_dataset_is_built_and_read_where_the_root_is(place: str) -> None:
    where = []
    for name in ("redirects", "rejects"):
        final = f"{place}/{name}/build=abc"
        where.append(Destination(name, final, f"{place}/_staging/{name}" if storage.is_local(place) else final))
    prepare(units(2), where, PROVENANCE.identity)
    shards = [write_shard(unit, process=write_three, outputs=where) for unit in units(2)]
    assert not is_committed(where[0].location)
    commit(shards, where, PROVENANCE, units=2, max_reject_share=0.5)
    assert read_manifest(where[0].location).rows == 6
    assert storage.list_files(f"{place}/redirects") == [
        "build=abc/.huggingface.yaml",
        "build=abc/_README.md",
        "build=abc/_manifest.json",
        "build=abc/part-00000.parquet",
        "build=abc/part-00001.parquet",
    ]
    (batch,) = read_batches(f"{where[0].location}/part-00001.parquet")
    assert batch.column("page_id").to_pylist() == [3, 4, 5]
    filesystem, path = storage.resolve(where[0].location)
    assert pq.read_table(path, filesystem=filesystem).num_rows == 6
    assert json.loads(storage.read_text(f"{where[1].location}/_manifest.json"))["rows"] == 1


def test_a_server_that_never_comes_fails_the_tests_that_need_it() -> None:
    ends = [sys.executable, "-c", "print('no such module'); raise SystemExit(3)"]
    with (
        pytest.raises(RuntimeError, match=r"^the S3 server of the tests ended with 3; it printed:\nno such module\n$"),
        s3_server("corpora", ends),
    ):
        pytest.fail("there is no server")
    hangs = [sys.executable, "-c", "import time; time.sleep(600)"]
    with pytest.raises(RuntimeError, match="did not answer"), s3_server("corpora", hangs, seconds=0):
        pytest.fail("there is no server")


def test_a_file_that_cannot_be_read_to_its_end_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    content = os.urandom((1 << 20) + 1)
    monkeypatch.setattr(storage, "open_input", lambda _: Failing(content))
    told = (
        "^s3://corpora/file: cannot be reached \\(curlCode: 56, the connection was reset\\); see to it and run the same"
    )
    with pytest.raises(InputError, match=told):
        storage.checksum("s3://corpora/file")
    with pytest.raises(InputError, match=told):
        storage.copy("s3://corpora/file", str(tmp_path / "copy"))
    assert list(tmp_path.iterdir()) == []


def test_a_relative_path_has_no_place_where_the_directory_of_the_command_was_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    told = "^the directory where the command was given was deleted; cd to one that is there and give it again$"
    with pytest.raises(InputError, match=told):
        storage.exists("data")
    assert not storage.exists(f"{tmp_path}/data")
