"""The command ends as a person expects who stops it, or whose streams are closed."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.build import environment
from tests.support.paths import PROJECT
from tests.support.terminal import on_a_terminal

DOOR = (sys.executable, "-m", "wiki_ner")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_build_without_a_traceback(tmp_path: Path, workers: str) -> None:
    command = [*DOOR, "build", "Punkt", "--root", str(tmp_path / "data"), "--workers", workers]
    status, output = on_a_terminal(command, PROJECT, environment(), lambda so_far: "punkt: building" in so_far)
    assert status == 130, output
    assert "Traceback" not in output
    assert "Punkt was interrupted: 0 steps built in 0:00:" in output


def test_ctrl_c_while_the_command_is_imported_ends_it_without_a_traceback(tmp_path: Path) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["scripts"]["wiki-ner"].partition(":")
    # What it imports first is interrupted.
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt")
    for command in ([sys.executable, "-c", f"from {module} import {name}; {name}()"], DOOR):
        done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "wiki-ner: interrupted\n")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_build_that_is_terminated_ends_as_one_that_is_interrupted(tmp_path: Path, workers: str) -> None:
    command = [*DOOR, "build", "Punkt", "--root", str(tmp_path / "data"), "--workers", workers]
    output = ""
    with subprocess.Popen(
        command, cwd=PROJECT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            output += line
            if "punkt: building" in line:
                running.terminate()
    assert running.returncode == 130, output
    assert "Traceback" not in output
    assert "Punkt was interrupted: 0 steps built in 0:00:" in output
    assert "give the same command again: it continues where it was" in output


@pytest.mark.parametrize("arguments", [["tasks"], ["tasks", "Punkt"]])
def test_a_reader_that_goes_away_is_no_error_of_the_command(tmp_path: Path, arguments: list[str]) -> None:
    with subprocess.Popen(
        [*DOOR, *arguments], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (141, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_standard_stream_that_is_closed_makes_no_command_fail(closed: str, tmp_path: Path) -> None:
    command = ["sh", "-c", f'"$@" {closed}', "sh", sys.executable, "-m", "wiki_ner"]
    built = subprocess.run([*command, "tasks"], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert (built.returncode, built.stderr) == (0, "")
    wrong = subprocess.run([*command, "nosuch"], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert wrong.returncode == 2
