from __future__ import annotations

import pytest

from sample.generator.sources import Sample, read_sample
from tests.support.paths import PROJECT


@pytest.fixture(scope="session")
def sample() -> Sample:
    return read_sample(PROJECT / "sample")
