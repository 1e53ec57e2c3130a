"""The same steps on real clusters of Flink, Spark and Dask, with a worker killed in mid-job."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks.step.beam import run_job
from tests.support.build import build, settings
from tests.support.clusters import Engine, dask_cluster, portable_cluster
from tests.support.paths import PROJECT
from tests.support.toy_job import quiet, specification
from tests.support.toy_step import files

pytestmark = pytest.mark.builds


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
    if request.param != "dask" and not os.environ.get("BEAM_ENGINES"):
        pytest.skip("no clusters; .ci/engines starts them")
    folder = tmp_path_factory.mktemp(request.param)
    with dask_cluster(folder) if request.param == "dask" else portable_cluster(request.param, folder) as cluster:
        yield cluster


def test_a_cluster_writes_what_the_local_runner_writes(engine: Engine, tmp_path: Path) -> None:
    for name, text in (("local", ""), ("cluster", engine.settings())):
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
