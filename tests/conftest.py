from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.paths import SHARED


@pytest.fixture(scope="session")
def real() -> Path:
    """The real Wikipedia fragment beside the checkout; its files are not part of the project."""
    folder = SHARED / "real"
    if not folder.is_dir():
        pytest.skip(f"the real sample is not at {folder}")
    return folder


@pytest.fixture(scope="session")
def crossner() -> Path:
    """The published data of CrossNER and CoNLL-2003 beside the checkout; its files are not part of the project."""
    folder = SHARED / "crossner"
    if not folder.is_dir():
        pytest.skip(f"the data of CrossNER is not at {folder}")
    return folder
