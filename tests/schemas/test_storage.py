from __future__ import annotations

import hashlib
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from schemas import storage
from schemas.dataset import is_committed, read_batches, read_manifest
from schemas.errors import InputError
from schemas.shards import Destination, commit, prepare, write_shard
from tests.schemas.test_shards import PROVENANCE, units, write_three


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """A bucket of a real S3 server on loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(300):
            try:
                request = urllib.request.Request(f"http://127.0.0.1:{port}/corpora", method="PUT")
                urllib.request.urlopen(request, timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        patch = pytest.MonkeyPatch()
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        yield "s3://corpora"
        patch.undo()
    finally:
        server.terminate()
        server.wait()


@pytest.fixture(params=["local", "s3"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "local":
        return str(tmp_path)
    return f"{request.getfixturevalue('bucket')}/{tmp_path.name}"


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
        with pytest.raises(InputError, match="none.json: no such file"):
            read(f"{place}/none.json")
    storage.write_text(f"{place}/bad.json", "{")
    with pytest.raises(InputError, match="bad.json: not JSON"):
        storage.read_json(f"{place}/bad.json")
    with pytest.raises(InputError, match="ftp://host/x: cannot be reached"):
        storage.resolve("ftp://host/x")


def test_a_local_copy_has_the_content(place: str) -> None:
    storage.write_text(f"{place}/table.arrow", "content")
    assert Path(storage.local_copy(f"{place}/table.arrow")).read_text() == "content"
    storage.write_text(f"{place}/table.arrow", "other content")
    assert Path(storage.local_copy(f"{place}/table.arrow")).read_text() == "other content"


def test_a_local_directory_has_all_that_is_below(place: str) -> None:
    storage.write_text(f"{place}/model/config.json", "{}")
    storage.write_text(f"{place}/model/more/vocab.txt", "[PAD]")
    folder = Path(storage.local_directory(f"{place}/model"))
    assert (folder / "config.json").read_text() == "{}"
    assert (folder / "more/vocab.txt").read_text() == "[PAD]"
    assert storage.local_directory(f"{place}/model") == str(folder)
    storage.write_text(f"{place}/model/config.json", "{'other': 1}")
    assert (Path(storage.local_directory(f"{place}/model")) / "config.json").read_text() == "{'other': 1}"


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
