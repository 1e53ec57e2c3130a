from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from tests.support.build import build, settings


@pytest.fixture(scope="session")
def sample_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a build of the sample's corpora by luigi.cfg, to read and to copy from.

    All processes of a run of the tests share it: the first that asks builds it, and the others wait.
    """
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "sample-build"
    folder.mkdir(exist_ok=True)
    done = folder / "done"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            status, output = build(folder, settings(folder))
            assert status == 0, output
            done.touch()
    return folder
