"""The same steps on real clusters of Flink and Spark, with a worker killed in mid-job."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks.beam import run_job
from tests.schemas.test_shards import files
from tests.support.build import build, settings
from tests.support.paths import PROJECT, SHARED
from tests.tasks.test_beam_job import quiet, specification

pytestmark = pytest.mark.servers
SCRIPTS = SHARED / "engines"


@pytest.fixture(scope="module", params=["flink", "spark"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Pipeline options for a cluster with two workers, started for these tests."""
    if not os.environ.get("BEAM_ENGINES"):
        pytest.skip("no clusters; .ci/engines starts them")
    folder = tmp_path_factory.mktemp(request.param)
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
            [script, "up", request.param, folder, "2"], env=environment, check=True, stdout=subprocess.DEVNULL
        )
        yield [
            "--job_endpoint=127.0.0.1:28082",
            "--artifact_endpoint=127.0.0.1:28083",
            "--environment_type=PROCESS",
            f"--environment_option=process_command={SCRIPTS / 'worker'}",
            "--parallelism=2",
        ]
    finally:
        subprocess.run([script, "down", folder], check=False)


def test_a_cluster_writes_what_the_local_runner_writes(engine: list[str], tmp_path: Path) -> None:
    for name, text in (
        ("local", ""),
        ("cluster", f"[Beam]\nrunner = PortableRunner\nlocal_below_mb = 0\noptions = {' '.join(engine)}\n"),
    ):
        status, output = build(tmp_path / name, settings(tmp_path / name, text), "Sentences")
        assert status == 0, output
    local, cluster = (
        {path: data for path, data in files(tmp_path / name / "data").items() if path.endswith(".parquet")}
        for name in ("local", "cluster")
    )
    assert [path for path in local if "/sentences/" in path]
    assert local == cluster


def test_a_worker_that_is_killed_costs_time_and_nothing_else(
    engine: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    run_job(specification(tmp_path / "local"), quiet)
    killed_once = {"behaviour": f"die-once:{tmp_path / 'mark'}"}
    run_job(
        specification(
            tmp_path / "cluster", runner="PortableRunner", options=engine, run="a", configuration=killed_once
        ),
        quiet,
    )
    assert (tmp_path / "mark").exists()
    assert files(tmp_path / "local" / "redirects") == files(tmp_path / "cluster" / "redirects")
