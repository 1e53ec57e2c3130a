"""The corpora of the sample, all of them, built on real clusters of Flink and Spark.

Every part is what the embedded default writes: once with everything on one disk, once as a cluster really is, with
inputs and root in a store and workers that see nothing of the disk of the machine that submits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from configparser import RawConfigParser
from pathlib import Path
from typing import NamedTuple

import pytest

from schemas.catalog.corpora import CLASSES, TRIE
from schemas.catalog.dbpedia import LOOKUP, WIKIDATA_LOOKUP
from schemas.errors import InputError
from schemas.files import storage
from tasks.step.beam import run_job
from tests.support.build import build, settings
from tests.support.clusters import SCRIPTS, WORKERS, Engine, portable_cluster
from tests.support.paths import PROJECT
from tests.support.toy_job import quiet, specification
from tests.support.unwell_store import UnwellStore, unwell_store

pytestmark = [
    pytest.mark.builds,
    pytest.mark.servers,
    pytest.mark.skipif(os.environ.get("BEAM_ENGINES") != "whole", reason="takes an hour; .ci/engines --whole runs it"),
]
ELSEWHERE = PROJECT / "tests" / "support" / "worker_elsewhere"
MAPPED = (LOOKUP, WIKIDATA_LOOKUP, TRIE, CLASSES)
"""Files of the title index and the gazetteer, which workers map into memory."""


class Cluster(NamedTuple):
    """A cluster with two workers, whose options say on which disks they work."""

    here: Engine
    """Workers that see this machine's disk."""
    elsewhere: Engine
    """Workers that see neither the inputs nor anything that a build writes here."""
    disks: Path
    """A folder for each machine that the latter have worked on, its temporary folder."""


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the embedded default writes: the checksum of each part, by its path."""
    folder = tmp_path_factory.mktemp("local")
    status, output = build(folder, settings(folder))
    assert status == 0, output
    return parts(str(folder / "data"))


@pytest.fixture(scope="module")
def store() -> Iterator[UnwellStore]:
    """A store that is well, and writes down what it is asked."""
    with unwell_store() as found:
        yield found


@pytest.fixture(scope="module", params=["flink", "spark"])
def cluster(
    request: pytest.FixtureRequest, store: UnwellStore, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    """A cluster, started for these tests, whose workers find the store by their environment."""
    folder = tmp_path_factory.mktemp(request.param)
    hidden = [tmp_path_factory.getbasetemp(), PROJECT / "sample"]
    variables = {
        **store.environment,
        "DISKS": str(folder / "disks"),
        "HIDDEN": ":".join(map(str, hidden)),
        "WORKER_PROGRAM": str(SCRIPTS / "worker.py"),
    }
    with portable_cluster(request.param, folder, variables) as here:
        command = f"--environment_option=process_command={ELSEWHERE}"
        options = [command if "process_command" in each else each for each in here.options]
        yield Cluster(here, Engine(here.runner, options), folder / "disks")


def test_with_everything_on_one_disk(local: dict[str, str], cluster: Cluster, tmp_path: Path) -> None:
    status, output = build(tmp_path, settings(tmp_path, cluster.here.settings()))
    assert status == 0, output
    assert parts(str(tmp_path / "data")) == local


def test_workers_elsewhere_do_not_see_this_disk(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the test below would show nothing."""
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    runner, options = cluster.elsewhere
    with pytest.raises(InputError, match=f"^the worker on .* does not see {re.escape(str(tmp_path))}"):
        run_job(specification(tmp_path, runner=runner, options=options, run="mine"), quiet)


def test_as_a_cluster_is(local: dict[str, str], cluster: Cluster, store: UnwellStore, tmp_path: Path) -> None:
    root = f"{store.root}/{tmp_path.parent.name}-{tmp_path.name}"
    text = f"{cluster.elsewhere.settings()}{inputs_in(root)}"
    store.asked.clear()
    status, output = build(tmp_path, settings(tmp_path, text), luigi=True, store=f"{root}/data")
    assert status == 0, output
    assert parts(f"{root}/data") == local
    fetched = [each.removeprefix("GET ") for each in store.asked if each.startswith("GET ") and each.endswith(MAPPED)]
    copies = [path for path in cluster.disks.rglob("*") if path.name.endswith(MAPPED)]
    assert len(list(cluster.disks.iterdir())) >= WORKERS
    assert {name for name in MAPPED if any(each.endswith(name) for each in fetched)} == set(MAPPED)
    assert len(fetched) == len(copies)


def inputs_in(root: str) -> str:
    """Settings by which the sample's inputs are read below a URI, to which they are copied."""
    found = RawConfigParser()
    found.read(PROJECT / "luigi.cfg")
    lines = []
    for section in found.sections():
        inputs = {name: path for name, path in found[section].items() if path.startswith("sample/wiki/")}
        for path in inputs.values():
            storage.copy(str(PROJECT / path), f"{root}/{path}")
        lines += [f"[{section}]", *(f"{name} = {root}/{path}" for name, path in inputs.items())] if inputs else []
    return "\n".join([*lines, ""])


def parts(root: str) -> dict[str, str]:
    """The checksum of each Parquet part below a root, by its path."""
    names = [name for name in storage.list_files(root) if name.endswith(".parquet")]
    assert len(names) > 100
    return {name: storage.checksum(f"{root}/{name}") for name in names}
