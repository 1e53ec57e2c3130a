from __future__ import annotations

import pytest

from tests.support.progress import check_progress


@pytest.fixture(autouse=True)
def progress(monkeypatch: pytest.MonkeyPatch) -> None:
    check_progress(monkeypatch, silent=("type_index",))
