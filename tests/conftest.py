from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.paths import SHARED

# A property holds or not, however long a busy machine takes over an example. The examples of a test are the same in
# every run, so that a change fails by what it changes; `pytest -m hypothesis --hypothesis-profile search` draws others.
settings.register_profile("same", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("search", settings.get_profile("same"), derandomize=False, max_examples=2000)
settings.load_profile("same")

# Nothing of what the tests import is garbage: the collector would look for it for three seconds.
gc.disable()


def pytest_configure() -> None:
    """A shell starts what runs in its background with Ctrl-C ignored, and tests interrupt processes that they start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole builds first: the last files that the workers take are then short, and the workers end together."""
    items.sort(key=lambda item: "end_to_end" not in item.path.parts)


def pytest_collection_finish() -> None:
    """What is imported stays: the garbage collector need not go through it again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """At the end it is collected: libraries complain of what is left."""
    gc.unfreeze()


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    """A command that is run in the process of the tests has it end by SIGTERM as a command does."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    """Tests run side by side; with several threads, small models only wait for each other."""
    if torch := sys.modules.get("torch"):
        torch.set_num_threads(1)


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


@pytest.fixture
def offline_datasets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library `datasets` as it is without a network, with a cache of its own."""
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    datasets.disable_progress_bars()
    yield
    datasets.enable_progress_bars()
