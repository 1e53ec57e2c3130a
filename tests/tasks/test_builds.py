"""The tasks that list and delete builds."""

from __future__ import annotations

from pathlib import Path

import luigi
import pytest

from schemas import storage
from tasks.builds import Builds, Prune
from tests.support.datasets import write_dataset
from tests.tasks.conftest import Configure


@pytest.fixture
def root(configure: Configure, tmp_path: Path) -> str:
    """A root with two builds of a dataset, of which the first is stale."""
    configure()
    root = str(tmp_path / "data")
    for digest in ("00000001", "00000002"):
        write_dataset(root, "wiki-1/sentences", digest, {}, rejects="wiki-1/rejects/step=sentences")
    return root


def printed(task: luigi.Task, output: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that a task prints; the columns of tables separated by one space."""
    assert not task.complete()
    task.run()
    assert task.complete()
    return [" ".join(line.split()) for line in output.readouterr().out.splitlines()]


def test_builds_are_listed(root: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = storage.list_files(root)
    head, first, second, _, total = printed(Builds(), capsys)
    assert head == "state dataset build rows size age version made of"
    assert first.startswith("stale wiki-1/sentences 00000001 0 ")
    assert second.startswith("current wiki-1/sentences 00000002 0 ")
    assert total.startswith("4 builds (2 of rejects), ") and "; of these stale: 2 builds (1 of rejects), " in total
    assert storage.list_files(root) == before


def test_stale_builds_are_deleted_when_asked(root: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = storage.list_files(root)
    _, line, _, total = printed(Prune(), capsys)
    assert line.startswith("stale wiki-1/sentences 00000001 0 ")
    assert total.startswith("2 builds (1 of rejects), ")
    assert total.endswith(" kB: would be deleted, by `wiki-ner prune --yes`")
    assert storage.list_files(root) == before
    _, line, _, total = printed(Prune(dry_run=False), capsys)
    assert line.startswith("stale wiki-1/sentences 00000001 0 ")
    assert total.endswith(" kB: deleted")
    assert storage.list_files(root) == [name for name in before if "00000001" not in name]
    for dry_run in (True, False):
        Prune.clear_instance_cache()
        assert printed(Prune(dry_run=dry_run), capsys) == [f"{root}: no stale builds"]
