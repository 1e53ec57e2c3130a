from __future__ import annotations

import subprocess

import pytest

from tests.support.extraction import DUMP, extract


@pytest.fixture(scope="module")
def one_worker() -> subprocess.CompletedProcess[bytes]:
    return extract(DUMP)
