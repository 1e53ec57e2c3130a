from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.fake_api import FakeServer, fake_api
from wiki.categories.api_client import ApiSettings


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with fake_api() as server:
        yield server


@pytest.fixture
def settings(server: FakeServer, tmp_path: Path) -> ApiSettings:
    return ApiSettings(server.endpoint, "tests@example.org", str(tmp_path / "new folder" / "answers.sqlite"))
