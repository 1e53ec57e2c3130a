from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.fake_endpoint import Fake, fake_endpoint


@pytest.fixture
def fake() -> Iterator[Fake]:
    with fake_endpoint() as endpoint:
        yield endpoint
