from __future__ import annotations

from pathlib import Path

import pytest
import torch

from training.runtime import Runtime, start


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    """Tests run side by side; threads of small models only wait for each other."""
    torch.set_num_threads(1)


@pytest.fixture
def runtime(tmp_path: Path) -> Runtime:
    """One process on the processor, with folders of its own."""
    return start(tmp_path / "scratch", tmp_path / "cache", device="cpu")
