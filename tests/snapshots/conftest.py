"""What the tests of fetching share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from snapshots.client import Client
from tests.support.publisher import Publisher, publishing


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with publishing() as server:
        yield server


@pytest.fixture
def pauses() -> list[float]:
    """The pauses that the client would have made, in seconds."""
    return []


@pytest.fixture
def client(pauses: list[float]) -> Client:
    """A client that makes no pauses."""
    return Client("tests@example.org", tries=3, wait=pauses.append)
