"""What a build leaves that is killed after its commit is deleted by the next command, which finds the step complete."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import luigi.configuration
import pytest

from pipelines import Punkt
from schemas.datasets.commits import commit
from schemas.datasets.shards import Unit, specification_file, write_shard
from schemas.errors import InputError
from schemas.files import storage
from tasks.jobs.process import temporary_folder
from tests.support.paths import PROJECT


@pytest.fixture
def step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Punkt]:
    """A step whose datasets are committed, in a build that was killed right after that."""
    monkeypatch.chdir(PROJECT)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    settings = luigi.configuration.get_config()
    settings.read(str(PROJECT / "luigi.cfg"))
    before = settings.get("Build", "root")
    settings.set("Build", "root", str(tmp_path / "data"))
    Punkt.clear_instance_cache()
    step = Punkt()
    outputs = step.destinations()
    shard = write_shard(Unit(0, 1, 0), process=lambda _payload, _shard: None, outputs=outputs)
    commit([shard], outputs, step.provenance, units=1, max_reject_share=0)
    storage.write_text(specification_file(outputs), "{}")
    storage.write_text(step._lock(), "")
    (temporary_folder(specification_file(outputs)) / "beam").mkdir(parents=True)
    yield step
    settings.set("Build", "root", before)
    Punkt.clear_instance_cache()


def left(tmp_path: Path) -> list[str]:
    """Files of the build at work, and directories that are one step's alone."""
    found = [*(tmp_path / "data" / "_staging").rglob("*"), *(tmp_path / "data" / "_locks").rglob("*")]
    names = [each.name for each in found if each.is_file() or each.name.startswith("_shards-")]
    return sorted([*names, *(each.name for each in (tmp_path / "tmp").iterdir())])


def test_the_next_command_clears_up(step: Punkt, tmp_path: Path) -> None:
    assert len(left(tmp_path)) == 4
    assert step.complete()
    assert left(tmp_path) == []
    assert step.complete()


@pytest.mark.parametrize("only", ["bookkeeping", "lock", "temporary folder"])
def test_each_leftover_is_noticed_alone(step: Punkt, tmp_path: Path, only: str) -> None:
    if only != "bookkeeping":
        storage.remove_directory(specification_file(step.destinations()).rpartition("/")[0])
    if only != "lock":
        storage.remove_file(step._lock())
    if only != "temporary folder":
        storage.remove_directory(str(temporary_folder(specification_file(step.destinations()))))
    assert left(tmp_path)
    assert step.complete()
    assert left(tmp_path) == []


def test_a_lease_is_noticed_alone(step: Punkt, monkeypatch: pytest.MonkeyPatch) -> None:
    """On an object store the names of a lock's objects have more behind its own."""
    storage.remove_directory(specification_file(step.destinations()).rpartition("/")[0])
    storage.remove_directory(str(temporary_folder(specification_file(step.destinations()))))
    storage.move(step._lock(), f"{step._lock()}.00000001.{'0' * 32}")
    taken = []

    @contextmanager
    def lock(uri: str, _wait: Callable[[str], None]) -> Iterator[Callable[[], bool]]:
        taken.append(uri)
        yield lambda: True

    monkeypatch.setattr("tasks.step.base.lock", lock)
    assert step.complete()
    assert taken == [step._lock()]


def test_what_a_build_at_work_has_is_left_to_it(step: Punkt, tmp_path: Path) -> None:
    lock = os.open(step._lock(), os.O_RDWR)
    fcntl.flock(lock, fcntl.LOCK_EX)
    assert step.complete()
    assert len(left(tmp_path)) == 4
    os.close(lock)


def test_a_root_where_nothing_can_be_deleted_can_be_read(step: Punkt, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_uri: str) -> None:
        raise InputError("permission denied")

    monkeypatch.setattr(storage, "remove_file", refused)
    assert step.complete()


def test_nothing_is_cleared_up_before_the_step_is_complete(step: Punkt, tmp_path: Path) -> None:
    storage.remove_directory(step.location())
    assert not step.complete()
    assert len(left(tmp_path)) == 4


@pytest.mark.parametrize("is_held", [True, False])
def test_a_step_that_another_build_has_taken_over_says_so(
    step: Punkt, monkeypatch: pytest.MonkeyPatch, is_held: bool
) -> None:
    @contextmanager
    def lock(_uri: str, _wait: Callable[[str], None]) -> Iterator[Callable[[], bool]]:
        yield lambda: is_held

    def build() -> None:
        assert step.is_held() == is_held
        raise RuntimeError("the job was killed")

    storage.remove_directory(step.location())
    monkeypatch.setattr("tasks.step.base.lock", lock)
    monkeypatch.setattr(step, "build", build)
    with pytest.raises(RuntimeError if is_held else InputError) as told:
        step.run()
    assert str(told.value).startswith(
        "the job was killed" if is_held else "punkt: another build may have taken this step over"
    )
