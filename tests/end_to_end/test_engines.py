"""The same steps on real clusters of Flink, Spark and Dask, with a worker killed in mid-job."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from distributed import Client

from tasks.beam import run_job
from tests.schemas.test_shards import files
from tests.support.build import build, settings
from tests.support.paths import PROJECT, SHARED
from tests.tasks.test_beam_job import quiet, specification

SCRIPTS = SHARED / "engines"
WORKERS = 2


class Engine(NamedTuple):
    """A runner, and the pipeline options by which it finds its cluster."""

    runner: str
    options: list[str]


@contextmanager
def portable_cluster(name: str, folder: Path) -> Iterator[Engine]:
    """A cluster of Flink or Spark with Beam's job server."""
    if not os.environ.get("BEAM_ENGINES"):
        pytest.skip("no clusters; .ci/engines starts them")
    environment = {
        **os.environ,
        "WORKER_PYTHON": sys.executable,
        "PYTHONPATH": str(PROJECT),
        "WORKER_LOG": str(folder / "worker.log"),
        # A loaded machine is no dead one.
        "EXTRA_FLINK_CONF": "heartbeat.timeout: 120000",
    }
    script = SCRIPTS / "engine.sh"
    try:
        subprocess.run(
            [script, "up", name, folder, str(WORKERS)], env=environment, check=True, stdout=subprocess.DEVNULL
        )
        options = [
            "--job_endpoint=127.0.0.1:28082",
            "--artifact_endpoint=127.0.0.1:28083",
            "--environment_type=PROCESS",
            f"--environment_option=process_command={SCRIPTS / 'worker'}",
            f"--parallelism={WORKERS}",
        ]
        yield Engine("PortableRunner", options)
    finally:
        subprocess.run([script, "down", folder], check=False)


@contextmanager
def dask_cluster(folder: Path) -> Iterator[Engine]:
    """A scheduler of Dask and its workers."""
    address = folder / "scheduler.json"
    worker = ["dask_worker", "--scheduler-file", str(address), "--nthreads", "1", "--local-directory", str(folder)]
    scheduler = ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(address)]
    running = []
    with (folder / "log").open("w") as log:
        try:
            for name, *options in (scheduler, *[worker] * WORKERS):
                running.append(
                    subprocess.Popen(
                        [sys.executable, "-m", f"distributed.cli.{name}", "--no-dashboard", *options],
                        cwd=folder,
                        env={**os.environ, "PYTHONPATH": str(PROJECT)},
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                    )
                )
            with Client(scheduler_file=str(address), timeout=300) as client:  # type: ignore[no-untyped-call]
                client.wait_for_workers(WORKERS, timeout=300)
                server = client.scheduler.address
            yield Engine("DaskRunner", [f"--dask_client_address={server}", "--dask_npartitions=4"])
        finally:
            # Asked to end, a worker waits for a scheduler that may be gone.
            for process in running:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("flink", marks=pytest.mark.servers),
        pytest.param("spark", marks=pytest.mark.servers),
        "dask",
    ],
)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A cluster with two workers, started for these tests."""
    folder = tmp_path_factory.mktemp(request.param)
    with dask_cluster(folder) if request.param == "dask" else portable_cluster(request.param, folder) as cluster:
        yield cluster


def test_a_cluster_writes_what_the_local_runner_writes(engine: Engine, tmp_path: Path) -> None:
    on_cluster = f"runner = {engine.runner}\nlocal_below_mb = 0\noptions = {' '.join(engine.options)}\n"
    for name, text in (("local", ""), ("cluster", f"[Beam]\n{on_cluster}")):
        status, output = build(tmp_path / name, settings(tmp_path / name, text), "Sentences")
        assert status == 0, output
    local, cluster = (
        {path: data for path, data in files(tmp_path / name / "data").items() if path.endswith(".parquet")}
        for name in ("local", "cluster")
    )
    assert [path for path in local if "/sentences/" in path]
    assert local == cluster


def test_a_worker_that_is_killed_costs_time_and_nothing_else(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    run_job(specification(tmp_path / "local"), quiet)
    killed_once = {"behaviour": f"die-once:{tmp_path / 'mark'}"}
    run_job(
        specification(
            tmp_path / "cluster", runner=engine.runner, options=engine.options, run="a", configuration=killed_once
        ),
        quiet,
    )
    assert (tmp_path / "mark").exists()
    assert files(tmp_path / "local" / "redirects") == files(tmp_path / "cluster" / "redirects")
