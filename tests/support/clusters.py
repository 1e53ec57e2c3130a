"""Clusters of real engines on this machine, with Beam's job servers where they have one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from distributed import Client

from tests.support.paths import PROJECT, SHARED

SCRIPTS = SHARED / "engines"
WORKERS = 2
_STARTS = 3
"""How often a cluster is started before it counts as one that does not start."""


class Engine(NamedTuple):
    """A runner, and the pipeline options by which it finds its cluster."""

    runner: str
    options: list[str]

    def settings(self) -> str:
        """The settings of a build all of whose steps run there."""
        return f"[Beam]\nrunner = {self.runner}\nlocal_below_mb = 0\noptions = {' '.join(self.options)}\n"


@contextmanager
def portable_cluster(name: str, folder: Path, variables: Mapping[str, str] | None = None) -> Iterator[Engine]:
    """A cluster of Flink or Spark with Beam's job server, whose workers have these variables in their environment."""
    environment = {
        "ENGINE_PORT": "28080",
        **os.environ,
        "WORKER_PYTHON": sys.executable,
        "PYTHONPATH": str(PROJECT),
        "WORKER_LOG": str(folder / "worker.log"),
        # A loaded machine is no dead one.
        "EXTRA_FLINK_CONF": "heartbeat.timeout: 120000",
        **(variables or {}),
    }
    script, port = SCRIPTS / "engine.sh", int(environment["ENGINE_PORT"])
    try:
        # The script gives each server a minute, which may be too little on a machine that is busy.
        for number in range(1, _STARTS + 1):
            up = [str(script), "up", name, str(folder), str(WORKERS)]
            done = subprocess.run(up, env=environment, check=number == _STARTS, stdout=subprocess.DEVNULL)
            if not done.returncode:
                break
            subprocess.run([script, "down", folder], check=False)
        options = [
            f"--job_endpoint=127.0.0.1:{port + 2}",
            f"--artifact_endpoint=127.0.0.1:{port + 3}",
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
