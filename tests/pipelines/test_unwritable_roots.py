"""Roots where nothing can be written or reached: refused before work begins, with the setting."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines import preview, run
from pipelines.command_line import parsed
from schemas.errors import InputError
from tasks.wikipedia import Punkt
from tests.support.configured import Configure
from tests.support.manifests import commit


@pytest.fixture
def unwritable(monkeypatch: pytest.MonkeyPatch) -> None:
    """No permission to write anywhere, which root always has."""

    def refuse(uri: str) -> None:
        raise InputError(f"{uri}: permission denied")

    monkeypatch.setattr("schemas.files.storage.open_output", refuse)
    monkeypatch.setattr("tasks.settings.inputs.os.access", lambda _path, mode: not mode & os.W_OK)


def test_what_writes_nothing_needs_no_permission_to_write(
    configure: Configure, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    configure()
    commit(Punkt(), rows=0, size=0)
    before = sorted(tmp_path.rglob("*"))
    request.getfixturevalue("unwritable")
    assert run.build(["Punkt"], agreed=False) == 0
    assert run.show_plan(["Sentences"]) == 0
    assert run.say(["Builds"]) == run.say(["Verify"]) == run.say(["Prune"]) == 0
    assert "Punkt is built already: the step was there" in capsys.readouterr().out
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.usefixtures("unwritable")
def test_a_root_where_a_step_cannot_be_written_is_refused(configure: Configure, tmp_path: Path) -> None:
    configure()
    told = rf"^root in \[Build\] = {tmp_path}/data: no permission to write in {tmp_path}; name another place$"
    with pytest.raises(InputError, match=told):
        run.build(["Punkt"], agreed=False)


def test_a_root_where_no_snapshot_can_be_promoted_is_refused(
    configure: Configure, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    configure()
    commit(Punkt())
    request.getfixturevalue("unwritable")
    told = (
        rf"^root in \[Build\] = {tmp_path}/data: no permission to write in {tmp_path}/data; promote as one who may "
        "write there$"
    )
    with pytest.raises(InputError, match=told):
        run.say(["Promote", "--anyway", "true"])


@pytest.mark.usefixtures("unwritable")
def test_a_root_where_no_excerpt_can_be_written_is_refused(configure: Configure, tmp_path: Path) -> None:
    configure()
    told = rf"^root in \[Build\] = {tmp_path}/data: no permission to write in {tmp_path}; name another place$"
    with pytest.raises(InputError, match=told):
        preview.prepare(["Punkt"], 50)


@pytest.mark.usefixtures("unwritable")
@pytest.mark.parametrize("command", ["BuildCorpora", "BuildAll", "BuildDomains"])
def test_luigi_alone_refuses_such_a_root_for_the_build_and_not_for_each_of_its_steps(
    configure: Configure, tmp_path: Path, caplog: pytest.LogCaptureFixture, command: str
) -> None:
    configure()
    run.run_luigi([command, "--local-scheduler", "--no-lock"])
    told = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(told) == 1 and told[0].startswith(f"Will not run {command}(")
    assert f"root in [Build] = {tmp_path}/data: no permission to write in {tmp_path}; name another place" in caplog.text


def test_a_training_is_planned_where_its_scratch_cannot_be_written(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("schemas.installed.importlib.util.find_spec", lambda _name: object())
    (locked := tmp_path / "locked").mkdir()
    monkeypatch.setattr("tasks.settings.inputs.os.access", lambda path, _mode: path != locked)
    configure(Training={"scratch": locked / "scratch"})
    command = ["FineTuning", "--target", "ai", "--encoder", "plain", "--model", "tagger", "--settings", "direct"]
    told = f"scratch in [Training] = {locked}/scratch: no permission to write in {locked}; name another place"
    assert run.show_plan(command) == 0
    assert capsys.readouterr().out.endswith("\n\n1 model is trained\n")
    with pytest.raises(InputError) as error:
        run.build(command, agreed=False)
    assert str(error.value) == told
    # Luigi's own command asks the same of each step that it schedules.
    with pytest.raises(InputError) as error, parsed(command) as task:
        task.deps()
    assert str(error.value) == told


def test_a_plan_is_refused_where_nobody_could_write(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("schemas.installed.importlib.util.find_spec", lambda _name: object())
    (file := tmp_path / "file").touch()
    told = rf"{file}/x: {file} is not a directory; name another place$"
    configure(Build={"root": file / "x"})
    with pytest.raises(InputError, match=rf"^root in \[Build\] = {told}"):
        run.show_plan(["Punkt"])
    configure(Training={"scratch": file / "x"})
    command = ["FineTuning", "--target", "ai", "--encoder", "plain", "--model", "tagger", "--settings", "direct"]
    with pytest.raises(InputError, match=rf"^scratch in \[Training\] = {told}"):
        run.show_plan(command)
    assert run.show_plan(["Punkt"]) == 0


@pytest.mark.parametrize(
    "look", [run.show_plan, lambda command: run.build(command, agreed=False), preview.expected_seconds]
)
def test_a_store_that_cannot_be_reached_is_told_by_the_setting(
    look: Callable[[list[str]], object], configure: Configure
) -> None:
    """Else the message names a file below it that nobody has asked for."""
    root = "s3://bucket/data?no_such_option=1"
    configure(Build={"root": root})
    with pytest.raises(InputError, match=rf"^root in \[Build\] = {re.escape(root)}: cannot be reached \("):
        look(["Punkt"])
