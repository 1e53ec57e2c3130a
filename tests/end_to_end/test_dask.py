"""The same steps on a real Dask cluster, with a worker killed in mid-job."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client

from tasks.beam import run_job
from tests.schemas.test_shards import files
from tests.support.build import build, settings
from tests.support.paths import PROJECT
from tests.tasks.test_beam_job import quiet, specification

WORKERS = 2


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Pipeline options for a scheduler with two workers, started for these tests."""
    folder = tmp_path_factory.mktemp("dask")
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
            yield [f"--dask_client_address={server}", "--dask_npartitions=4"]
        finally:
            # Asked to end, a worker waits for a scheduler that may be gone.
            for process in running:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def test_dask_writes_what_the_local_runner_writes(cluster: list[str], tmp_path: Path) -> None:
    for name, text in (
        ("local", ""),
        ("cluster", f"[Beam]\nrunner = DaskRunner\nlocal_below_mb = 0\noptions = {' '.join(cluster)}\n"),
    ):
        status, output = build(tmp_path / name, settings(tmp_path / name, text), "Sentences")
        assert status == 0, output
    local, ours = (
        {path: data for path, data in files(tmp_path / name / "data").items() if path.endswith(".parquet")}
        for name in ("local", "cluster")
    )
    assert [path for path in local if "/sentences/" in path]
    assert local == ours


def test_a_worker_that_is_killed_costs_time_and_nothing_else(
    cluster: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    run_job(specification(tmp_path / "local"), quiet)
    killed_once = {"behaviour": f"die-once:{tmp_path / 'mark'}"}
    run_job(
        specification(tmp_path / "cluster", runner="DaskRunner", options=cluster, run="a", configuration=killed_once),
        quiet,
    )
    assert (tmp_path / "mark").exists()
    assert files(tmp_path / "cluster" / "redirects") == files(tmp_path / "local" / "redirects")
