from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory in which the command is given, with no settings file named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LUIGI_CONFIG_PATH", raising=False)
    return tmp_path
