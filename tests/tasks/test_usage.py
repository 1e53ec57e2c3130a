from __future__ import annotations

import os
from pathlib import Path

import pytest

from tasks import usage
from tasks.usage import measured, resident_memory

PAGE = os.sysconf("SC_PAGE_SIZE")


def process(folder: Path, pid: int, parent: int, pages: int, name: str = "python") -> None:
    (folder / str(pid)).mkdir()
    fields = ["S", str(parent), *["0"] * 19, str(pages), "0"]
    (folder / str(pid) / "stat").write_text(f"{pid} ({name}) {' '.join(fields)}\n")


def test_memory_is_that_of_a_process_and_all_below_it(tmp_path: Path) -> None:
    process(tmp_path, 10, 1, 100)
    process(tmp_path, 11, 10, 20)
    process(tmp_path, 12, 11, 3, name="a) S 1 (b")
    process(tmp_path, 13, 1, 1000)
    (tmp_path / "14").mkdir()
    (tmp_path / "self").mkdir()
    assert resident_memory(10, tmp_path) == 123 * PAGE
    assert resident_memory(11, tmp_path) == 23 * PAGE
    assert resident_memory(99, tmp_path) == 0
    assert resident_memory(10, tmp_path / "none") == 0


def test_this_process_holds_memory() -> None:
    assert resident_memory(os.getpid()) > 1_000_000


def test_the_most_that_was_held_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([5, 9, 7])
    monkeypatch.setattr(usage, "resident_memory", lambda _pid: next(found))
    monkeypatch.setattr(usage, "_LOOK_SECONDS", 3600)
    with measured() as taken:
        pass
    taken.look()
    taken.look()
    record = taken.record()
    assert record.memory == 9
    assert record.seconds >= 0
    assert record.finished.endswith("+00:00") and len(record.finished) == 25
