"""What the commands of the benchmarks do with their options; what each measures is not tried here."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import category_graph, gazetteer, title_index


@pytest.mark.parametrize(
    ("command", "arguments"), [(category_graph, []), (gazetteer, ["sentences"]), (title_index, [])]
)
def test_a_folder_that_is_not_there_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: ModuleType, arguments: list[str]
) -> None:
    monkeypatch.setattr(command, "in_process", lambda *_: {})
    monkeypatch.setattr(title_index, "share", lambda *_: {})
    monkeypatch.setattr(sys, "argv", ["command", *arguments, "--folder", str(tmp_path / "below" / "folder")])
    command.main()
    assert list((tmp_path / "below" / "folder").iterdir()) == []
