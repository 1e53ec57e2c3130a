"""What a killed process has left half-written outside the datasets is deleted when the same is written again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.files import processes, storage
from schemas.files.local_copies import local_copy, local_directory
from tasks.settings.fingerprint import fingerprint
from tasks.step.report import ReportTarget, ReportTask
from tests.support.configured import Configure
from tests.support.paths import PROJECT

KILLED = """
import os, signal, sys
from schemas.files import storage
for name in sys.argv[1:]:
    storage.NewFile(name).write(b"half")
os.kill(os.getpid(), signal.SIGKILL)
"""


def abandoned(*names: Path) -> list[Path]:
    """The files with temporary names that a killed process leaves of files with these names."""
    before = {path for name in names for path in name.parent.glob("*.tmp")}
    killed = subprocess.run([sys.executable, "-c", KILLED, *map(str, names)], cwd=PROJECT, check=False)
    assert killed.returncode == -signal.SIGKILL
    found = {path for name in names for path in name.parent.glob("*.tmp")} - before
    assert len(found) == len(names)
    return sorted(found)


def test_what_a_killed_process_has_left_is_deleted_and_nothing_else(tmp_path: Path) -> None:
    ours = storage.NewFile(str(tmp_path / "a"))
    others = [tmp_path / "a.0123456789abcdef-1-0123456789abcdef.tmp", tmp_path / "a.tmp", *abandoned(tmp_path / "b")]
    for other in others:
        other.touch()
    (left,) = abandoned(tmp_path / "a")
    storage.remove_abandoned(str(tmp_path), "a")
    assert not left.exists()
    assert all(other.exists() for other in others)
    ours.commit()
    storage.remove_abandoned(str(tmp_path))
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "a", *others[:2]])


def test_a_directory_that_does_not_exist_has_nothing_to_delete(tmp_path: Path) -> None:
    storage.remove_abandoned(str(tmp_path / "none"))


def test_what_cannot_be_deleted_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (left,) = abandoned(tmp_path / "a")
    monkeypatch.setattr(os, "kill", lambda _pid, _number: (_ for _ in ()).throw(PermissionError))
    storage.remove_abandoned(str(tmp_path))
    assert left.exists()
    monkeypatch.undo()
    monkeypatch.setattr(processes, "system", lambda: "")
    storage.remove_abandoned(str(tmp_path))
    assert left.exists()


def test_what_another_user_has_left_does_not_keep_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a shared temporary folder only its owner may delete a file."""
    abandoned(tmp_path / "a", tmp_path / "b")
    remove = storage.remove_file
    others: list[Path] = []

    def refuse_the_first(uri: str) -> None:
        if not others:
            others.append(Path(uri))
            raise InputError("Operation not permitted")
        remove(uri)

    monkeypatch.setattr(storage, "remove_file", refuse_the_first)
    storage.remove_abandoned(str(tmp_path))
    assert list(tmp_path.iterdir()) == others


def test_the_next_checksum_deletes_half_of_another(tmp_path: Path) -> None:
    (tmp_path / "dump.xml").write_text("dump")
    abandoned(tmp_path / "_inputs" / "0123456789abcdef.json")
    fingerprint(storage.stamp(str(tmp_path / "dump.xml")), str(tmp_path / "_inputs"))
    assert [path.suffix for path in (tmp_path / "_inputs").iterdir()] == [".json"]


def test_the_next_report_deletes_half_of_another(tmp_path: Path, configure: Configure) -> None:
    configure()

    class HalfReport(ReportTask):
        datasets = ("report",)
        step_version = 1
        task_namespace = "tests"
        file = "report.md"

        def text(self) -> str:
            return "whole"

        def output(self) -> ReportTarget:
            return target

    place = tmp_path / "place"
    (place / "build=0").mkdir(parents=True)
    target = ReportTarget(str(place / "build=0" / "report.md"), str(place / "report.md"))
    abandoned(Path(target.path), Path(target.latest))
    HalfReport().run()
    assert target.exists()
    assert storage.list_files(str(place)) == ["build=0/report.md", "report.md"]


def test_the_next_copy_deletes_half_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "is_local", lambda _: False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    storage.write_text(f"{tmp_path}/model/table.arrow", "table")
    for fetch, name in ((local_copy, "model/table.arrow"), (local_directory, "model")):
        (half,) = abandoned(tmp_path / "copies" / "wiki-ner-corpora-0123456789abcdef-table.arrow")
        folder = half.with_name(half.name.replace("-table.arrow", ""))
        folder.mkdir()
        (folder / "half").touch()
        copy = Path(fetch(f"{tmp_path}/{name}"))
        assert copy.exists()
        assert list((tmp_path / "copies").glob("*.tmp")) == []
