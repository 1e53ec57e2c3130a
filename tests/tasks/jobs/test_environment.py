"""What a process of the project's own is told, so that it imports what this one would."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from schemas.errors import InputError
from tasks.jobs.engines import check_engine
from tasks.jobs.environment import own_environment
from tests.support.paths import PROJECT


@pytest.mark.parametrize(
    ("own", "safe"),
    [(["{here}", "/elsewhere"], None), (["", "/elsewhere"], None), (["/elsewhere"], "1")],
)
def test_modules_are_taken_from_the_directory_of_the_command_where_this_process_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: list[str], safe: str | None
) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each.replace("{here}", str(tmp_path)) for each in own])
    environment = own_environment(MORE="2")
    assert (environment.get("PYTHONSAFEPATH"), environment["MORE"]) == (safe, "2")


def test_a_directory_that_was_deleted_gives_no_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    monkeypatch.setattr(sys, "path", ["/elsewhere"])
    assert own_environment()["PYTHONSAFEPATH"] == "1"


def test_the_options_of_an_engine_are_read_whatever_the_directory_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "schemas.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    with pytest.raises(InputError, match="must be options of the runner local; .*no_such"):
        check_engine("local", "--no_such=1")
