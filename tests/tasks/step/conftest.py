from __future__ import annotations

import pytest

from tests.support.configured import Configure
from tests.tasks.step.small_steps import Step


@pytest.fixture
def step(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> Step:
    configure()
    monkeypatch.setattr("schemas.root.locks._POLL_SECONDS", 0.02)
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda _file, _memory: "0" * 64)
    found = Step()
    found.built, found.shown = [], []
    return found
