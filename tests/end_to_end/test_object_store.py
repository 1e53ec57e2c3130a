"""The corpora of the sample, built in an S3 store that is away, busy, slow and unreliable, and read there.

And in Google Cloud Storage, as far as an emulator stands for it, where nothing happens to it.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import polars
import pyarrow.parquet as pq
import pytest
from pyarrow import fs

import corpora
from benchmarks.faults.kills import end_all
from schemas.datasets.dataset import MANIFEST, parquet_parts, read_manifest
from schemas.files import storage
from tests.support.build import environment, settings
from tests.support.gcs import gcs_bucket
from tests.support.paths import PROJECT
from tests.support.unwell_store import Trouble, UnwellStore, unwell_store

pytestmark = pytest.mark.builds

# All steps, but each for one profile, label set and domain.
SMALL = """
[Wikipedia]
split_mb = 0.15
[BuildCorpora]
profiles = paper
label_sets = 4
[BuildDomains]
domains = ai
"""
# Luigi as `wiki-ner build` runs it, which would put its log into the checkout.
COMMAND = """
import sys
from luigi.retcodes import run_with_retcodes
from tasks.step.beam import JOB
from tasks.jobs.fork_server import fork_servers
with fork_servers([JOB]):
    run_with_retcodes(sys.argv[1:])
"""
CORPUS: dict[str, Any] = {"profile": "paper", "label_set": "4"}


class Built(NamedTuple):
    """The same build twice."""

    local: Path
    """Root of the one on the disk."""
    store: str
    """Root of the one in the store."""
    messages: list[str]
    """What the builds in the store printed: that which found no store, that which was killed, and the last."""


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a build on the disk."""
    folder = tmp_path_factory.mktemp("local")
    status, output = build(folder, str(folder / "data"))
    assert status == 0, output
    return folder


@pytest.fixture(scope="module")
def built(local: Path) -> Iterator[Built]:
    """A build on the disk, and one in a store to which everything happens; the store is well when it is done."""
    with unwell_store() as store:
        messages = [without_a_store(store, local), killed(store, local), unwell(store, local)]
        yield Built(local / "data", f"{store.root}/data", messages)


@pytest.fixture(scope="module")
def gcs(local: Path) -> Iterator[str]:
    """The root of a build in Google Cloud Storage."""
    with gcs_bucket("corpora") as bucket:
        status, output = build(local, f"{bucket}/data")
        assert status == 0, output
        yield f"{bucket}/data"


def start(folder: Path, root: str) -> subprocess.Popen[str]:
    """Start a build below a root, with its temporary folder below a folder: by that its processes are found."""
    (folder / "tmp").mkdir(exist_ok=True)
    command = [sys.executable, "-c", COMMAND, "--module", "pipelines", "BuildCorpora", "--local-scheduler"]
    return subprocess.Popen(
        [*command, "--Build-root", root],
        cwd=PROJECT,
        env=environment(LUIGI_CONFIG_PATH=str(settings(folder, SMALL)), TMPDIR=str(folder / "tmp")),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def build(folder: Path, root: str) -> tuple[int, str]:
    """Exit status and output of a build."""
    process = start(folder, root)
    output, _ = process.communicate()
    return process.returncode, output


def without_a_store(store: UnwellStore, folder: Path) -> str:
    """A build whose store goes away when a part of its first step is written, and stays away."""
    stopping = threading.Thread(target=store.stop)
    due = threading.Event()

    def away(_number: int, method: str, path: str) -> Trouble:
        if method == "PUT" and "/punkt/" in path and ".parquet" in path and not due.is_set():
            due.set()
            stopping.start()
        return "breaks off" if due.is_set() else ""

    store.trouble = away
    status, output = build(folder, f"{store.root}/data")
    stopping.join()
    assert status != 0, output
    store.start()
    return output


def killed(store: UnwellStore, folder: Path) -> str:
    """A build of which all processes are killed when the parts of `sentences` are written and the manifest is not."""
    due = threading.Event()

    def at_the_manifest(_number: int, method: str, path: str) -> Trouble:
        if method == "PUT" and "/sentences/" in path and MANIFEST in path:
            due.set()
        return "breaks off" if due.is_set() else ""

    store.trouble = at_the_manifest
    process = start(folder, f"{store.root}/data")
    assert due.wait(600)
    end_all(folder)
    output, _ = process.communicate()
    store.trouble = lambda _number, _method, _path: ""
    names = storage.list_files(f"{store.root}/data")
    assert [name for name in names if "/sentences/" in name and name.endswith(".parquet")], output
    assert not [name for name in names if "/sentences/" in name and name.endswith(MANIFEST)], output
    return output


def unwell(store: UnwellStore, folder: Path) -> str:
    """A build while every fifth request is refused, dropped or late, and the store is once away for some seconds."""

    def away() -> None:
        store.stop()
        time.sleep(3)
        store.start()

    stopping = threading.Thread(target=away)
    started = threading.Event()
    kinds: tuple[Trouble, ...] = ("busy", "breaks off", "slow", "loses its answer")

    def trouble(number: int, method: str, path: str) -> Trouble:
        if method == "PUT" and "/typed_sentences/" in path and ".parquet" in path and not started.is_set():
            started.set()
            stopping.start()
        return kinds[number // 5 % len(kinds)] if number % 5 == 0 else ""

    store.trouble = trouble
    status, output = build(folder, f"{store.root}/data")
    store.trouble = lambda _number, _method, _path: ""
    assert status == 0, output
    stopping.join()
    return output


def test_a_store_that_goes_away_is_named(built: Built) -> None:
    assert f"{built.store}/samplewiki-20260901/punkt/" in built.messages[0]
    assert "Traceback" not in built.messages[0]


def test_the_store_has_what_the_disk_has(built: Built) -> None:
    """Every part of every dataset, and nothing besides the datasets: no half file, no bookkeeping, no lock."""
    local, store = parts(str(built.local)), parts(built.store)
    assert len(local) > 20
    assert store == local


def parts(root: str) -> dict[str, str]:
    """The checksum of each file below a root, by its path; none of those that tell the time or the place."""
    where_it_is = ("_run.json", "_manifest.json", "_README.md", "report.md", "report.html", "dapt.md")
    return {
        name: "" if name.endswith(where_it_is) else storage.checksum(f"{root}/{name}")
        for name in storage.list_files(root)
    }


def test_every_manifest_has_the_parts_that_are_there(built: Built) -> None:
    manifests = [name for name in storage.list_files(built.store) if name.endswith(MANIFEST)]
    assert len(manifests) > 10
    for name in manifests:
        folder = f"{built.store}/{name}".rpartition("/")[0]
        for part in read_manifest(folder).parts:
            with storage.open_input(f"{folder}/{part.name}") as stream:
                assert hashlib.sha256(stream.read()).hexdigest() == part.sha256


def test_readers_open_it_there(built: Built) -> None:
    """pandas, Arrow, datasets, DuckDB and polars: by the project's own function, and without it."""
    wanted = corpora.read("ner_corpus", str(built.local), to="arrow", **CORPUS)
    assert wanted.num_rows > 0
    found = corpora.find("ner_corpus", built.store, **CORPUS)
    assert found.location.startswith("s3://")
    assert corpora.read("ner_corpus", built.store, to="arrow", verify=True, **CORPUS) == wanted
    assert list(corpora.read("ner_corpus", built.store, **CORPUS)["text"]) == wanted["text"].to_pylist()
    assert corpora.read("ner_corpus", built.store, to="datasets", **CORPUS)["text"][:] == wanted["text"].to_pylist()
    scan = found.scan()
    with duckdb.connect() as connection:
        rows = connection.register("corpus", scan).execute("SELECT count(*) FROM corpus").fetchall()
    assert rows == [(wanted.num_rows,)]
    filesystem, path = storage.resolve(found.location)
    assert pq.read_table(path, filesystem=filesystem).num_rows == wanted.num_rows
    names = [f"{found.location}/{part.name}" for part in parquet_parts(found.manifest)]
    assert polars.scan_parquet(names).select(polars.len()).collect().item() == wanted.num_rows


def test_google_has_what_the_disk_has(local: Path, gcs: str) -> None:
    found = parts(str(local / "data"))
    assert len(found) > 20
    assert parts(gcs) == found
    # No directory is an object of its own.
    objects = storage.resolve(gcs)[0].get_file_info(fs.FileSelector("corpora", recursive=True))
    assert len(objects) == len(found)


def test_readers_open_it_at_google(local: Path, gcs: str) -> None:
    wanted = corpora.read("ner_corpus", str(local / "data"), to="arrow", **CORPUS)
    found = corpora.find("ner_corpus", gcs, **CORPUS)
    assert found.location.startswith(f"{gcs}/samplewiki-20260901/ner_corpus/")
    assert corpora.read("ner_corpus", gcs, to="arrow", verify=True, **CORPUS) == wanted
    assert corpora.read("ner_corpus", gcs, to="datasets", **CORPUS)["text"][:] == wanted["text"].to_pylist()
    filesystem, path = storage.resolve(found.location)
    assert pq.read_table(path, filesystem=filesystem).num_rows == wanted.num_rows
