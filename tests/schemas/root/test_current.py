"""The address of a dataset and its current build."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pyarrow import fs

from schemas.errors import InputError
from schemas.files import storage
from schemas.root.current import (
    Address,
    addresses,
    build_to_read,
    current_build,
    current_snapshot,
    folders,
    make_current,
    make_snapshot_current,
    standing_builds,
)
from tests.support.datasets import write_dataset


def test_the_build_that_was_named_last_is_current(place: str) -> None:
    address = f"{place}/ner_corpus/label_set=4"
    assert current_build(address) is None
    make_current(f"{address}/build=00000001")
    assert current_build(address) == "build=00000001"
    assert make_current(f"{address}/build=00000002") == "build=00000001"
    assert current_build(address) == "build=00000002"
    assert make_current(f"{address}/build=00000002") is None
    assert storage.read_json(f"{address}/_current.json") == {"build": "build=00000002"}
    assert storage.list_files(place) == ["ner_corpus/label_set=4/_current.json"]


def test_what_is_current_is_not_written_again(tmp_path: Path) -> None:
    address = tmp_path / "punkt"
    make_current(f"{address}/build=00000001")
    os.utime(address / "_current.json", ns=(1, 1))
    make_current(f"{address}/build=00000001")
    assert (address / "_current.json").stat().st_mtime_ns == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "names no build; delete it, and give the command that built the dataset again"),
        ("{", "names no build"),
        ("[]", "names no build"),
        ("{}", "names no build"),
        ('{"build": 1}', "names no build"),
        ('{"build": "build=../../x"}', "names no build"),
    ],
)
def test_a_broken_file_is_told_and_written_anew(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "_current.json").write_text(text)
    with pytest.raises(InputError, match=f"_current.json: {message}"):
        current_build(str(tmp_path))
    assert make_current(f"{tmp_path}/build=00000001") is None
    assert current_build(str(tmp_path)) == "build=00000001"


def test_a_file_that_may_not_be_read_is_not_told_to_name_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else who may not read it would be told to delete it."""

    def refuse(uri: str) -> bytes:
        raise InputError(f"{uri}: cannot be read")

    make_current(f"{tmp_path}/build=00000001")
    monkeypatch.setattr(storage, "read_bytes", refuse)
    with pytest.raises(InputError) as raised:
        current_build(str(tmp_path))
    assert str(raised.value) == f"{tmp_path}/_current.json: cannot be read"


def test_folders_are_snapshots_or_datasets_and_nothing_else(tmp_path: Path) -> None:
    for name in ("enwiki-20260901", "_staging", ".snapshot", "dewiki-20260901"):
        (tmp_path / name).mkdir()
    (tmp_path / "_current.json").touch()
    (tmp_path / "notes.txt").touch()
    assert folders(str(tmp_path)) == ["dewiki-20260901", "enwiki-20260901"]
    assert folders(str(tmp_path / "nowhere")) == []


def test_addresses_are_found_by_their_keys(place: str) -> None:
    for name in (
        "label_set=4/alpha=0.7/build=00000001/split=train/part-00000.parquet",
        "label_set=4/alpha=0.7/build=00000002/_manifest.json",
        "label_set=4/alpha=0.7/_current.json",
        "label_set=315/alpha=0.7/build=00000003/_manifest.json",
        "label_set=212/alpha=0.7/_shards-build=00000004/00000.json",
        "_old=1/build=00000006/_manifest.json",
        ".old=1/build=00000007/_manifest.json",
        "=1/build=00000008/_manifest.json",
    ):
        storage.write_text(f"{place}/ner_corpus/{name}", "")
    storage.write_text(f"{place}/punkt/build=00000005/_manifest.json", "")
    assert addresses(f"{place}/ner_corpus") == [
        Address(f"{place}/ner_corpus/label_set=315/alpha=0.7", {"label_set": "315", "alpha": "0.7"}),
        Address(f"{place}/ner_corpus/label_set=4/alpha=0.7", {"label_set": "4", "alpha": "0.7"}),
    ]
    assert addresses(f"{place}/punkt") == [Address(f"{place}/punkt", {})]
    assert addresses(f"{place}/nothing") == []


def test_what_is_in_builds_is_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be many of them, and a store asks for a request for each."""
    for name in ("label_set=4/build=00000001/split=train", "label_set=4/build=00000002/split=train"):
        (tmp_path / name).mkdir(parents=True)
    listed: list[str] = []
    list_names = storage.list_names

    def listing(folder: str, kind: fs.FileType) -> list[str]:
        listed.append(folder)
        return list_names(folder, kind)

    monkeypatch.setattr(storage, "list_names", listing)
    assert [each.keys for each in addresses(str(tmp_path))] == [{"label_set": "4"}]
    assert listed == [str(tmp_path), f"{tmp_path}/label_set=4"]


def test_who_names_no_build_reads_the_current_one_or_the_only_one(tmp_path: Path) -> None:
    address = f"{tmp_path}/wiki-1/punkt"
    assert build_to_read(address) is None
    write_dataset(str(tmp_path), "wiki-1/punkt", "00000002", {}, current=False)
    (tmp_path / "wiki-1" / "punkt" / "build=00000003").mkdir()
    assert build_to_read(address) == "build=00000002"
    make_current(f"{address}/build=00000003")
    assert build_to_read(address) == "build=00000002", "the current one is not there"
    write_dataset(str(tmp_path), "wiki-1/punkt", "00000001", {}, current=False)
    assert standing_builds(address) == ["build=00000001", "build=00000002"]
    assert build_to_read(address) is None
    make_current(f"{address}/build=00000001")
    assert build_to_read(address) == "build=00000001"


def test_the_snapshot_that_was_named_is_current(tmp_path: Path) -> None:
    root = str(tmp_path)
    assert current_snapshot(root) is None
    make_snapshot_current(root, "wiki-1")
    assert current_snapshot(root) == "wiki-1"
    for name in ("", "a/b", "..", "_staging"):
        make_snapshot_current(root, name)
        with pytest.raises(InputError, match="names no snapshot; delete it, and give `wiki-ner promote` again"):
            current_snapshot(root)
