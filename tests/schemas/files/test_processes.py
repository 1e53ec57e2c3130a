"""Whether a process is gone is told only of processes of this system."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from schemas.files.processes import is_gone, system


def test_a_process_is_gone_when_it_has_ended() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert not is_gone(system(), process.pid)
    assert is_gone(system(), process.pid)
    assert not is_gone(system(), os.getpid())
    # Another system may have one of this number, and where the system is not known nothing is.
    assert not is_gone("0" * 16, process.pid)
    assert not is_gone("", process.pid)


def test_a_process_that_is_asked_for_hears_nothing_of_it() -> None:
    """Most signals would end it."""
    with subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE) as process:
        assert not is_gone(system(), process.pid)
    assert process.returncode == 0


def test_a_process_of_another_user_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_pid: int, _signal: int) -> NoReturn:
        raise PermissionError

    monkeypatch.setattr(os, "kill", refuse)
    assert not is_gone(system(), 1)


def test_a_system_that_tells_nothing_of_itself_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert re.fullmatch("[0-9a-f]{16}", system())

    def fail(_path: Path, *, encoding: str) -> NoReturn:  # noqa: ARG001
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", fail)
    assert system() == ""
    assert not is_gone("", os.getpid())
