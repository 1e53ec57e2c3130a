"""Which build of a step is the current one, and who is told."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from luigi.task_register import Register

from schemas.errors import InputError
from schemas.files import storage
from schemas.root.current import current_build
from tasks.step.base import DatasetTask
from tests.tasks.step.small_steps import MadeOfStep, Step, StepReport


def of_version(version: int, monkeypatch: pytest.MonkeyPatch) -> MadeOfStep:
    """The second of two steps, where the first has this version; as another command has it."""
    monkeypatch.setattr(Step, "step_version", version)
    monkeypatch.setattr(Step, "built", [], raising=False)
    Register.clear_instance_cache()
    step = MadeOfStep()
    assert step.provenance  # which is known from now on, whatever version comes next
    return step


def current(task: DatasetTask) -> list[bool]:
    """Of each dataset of a step, whether its build is the current one."""
    places = [task.location(dataset).rpartition("/") for dataset in task.datasets]
    return [current_build(address) == build for address, _, build in places]


@pytest.mark.usefixtures("step")
def test_the_build_made_last_is_the_current_one(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = (of_version(version, monkeypatch) for version in (8, 9))
    old.run()
    assert current(old) == [True, True]
    new.run()
    assert (current(old), current(new)) == ([False, False], [True, True])


def test_a_build_by_another_command_becomes_the_current_one(step: Step) -> None:
    step.build()
    assert current(step) == [False, False]
    step.run()
    assert current(step) == [True, True] and len(step.built) == 1


@pytest.mark.usefixtures("step")
def test_a_build_that_is_asked_for_again_is_current_with_what_it_was_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    for version in (8, 9):
        top = of_version(version, monkeypatch)
        top.requires()["punkt"].run()
        top.run()
    top = of_version(8, monkeypatch)
    assert current(top) == current(top.requires()["punkt"]) == [False, False]
    assert top.complete()
    assert current(top) == current(top.requires()["punkt"]) == [True, True]


@pytest.mark.usefixtures("step")
def test_what_a_current_build_was_made_of_is_current_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An experiment that was ended early has built the lower step alone."""
    top = of_version(8, monkeypatch)
    top.requires()["punkt"].run()
    top.run()
    of_version(9, monkeypatch).requires()["punkt"].run()
    top = of_version(8, monkeypatch)
    assert (current(top), current(top.requires()["punkt"])) == ([True, True], [False, False])
    assert top.complete()
    assert current(top) == current(top.requires()["punkt"]) == [True, True]


def test_a_build_that_is_not_whole_does_not_become_the_current_one(step: Step) -> None:
    step.run()
    for dataset in step.datasets:
        storage.remove_file(f"{step.location(dataset).rpartition('/')[0]}/_current.json")
    storage.remove_file(f"{step.location('rejects')}/_manifest.json")
    assert not step.complete()
    assert current(step) == [False, False]


def test_a_root_where_nothing_can_be_written_can_be_read(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(uri: str, _document: object) -> None:
        raise InputError(f"{uri}: permission denied")

    step.build()
    monkeypatch.setattr(storage, "write_json", refuse)
    assert step.complete()
    assert current(step) == [False, False]


@pytest.mark.usefixtures("step")
def test_people_are_told_which_build_is_read_from_now_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    caplog.set_level(logging.INFO)
    first = of_version(1, monkeypatch)
    first.run()
    second = of_version(2, monkeypatch)
    second.run()
    caplog.clear()
    assert second.complete()
    assert caplog.messages == []
    again = of_version(1, monkeypatch)
    assert again.complete()
    was = second.location().rpartition("/")[2]
    assert caplog.messages == [
        f"type_index: who names no build reads {again.location()} from now on, in place of {was}"
    ]


@pytest.mark.usefixtures("step")
def test_people_are_told_where_another_build_is_still_read(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A root that may only be read keeps its current build, and the end of the run names the one that was asked for."""
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    of_version(1, monkeypatch).run()
    of_version(2, monkeypatch).run()
    caplog.clear()

    def refuse(uri: str, _: object) -> None:
        raise InputError(f"{uri}: permission denied")

    monkeypatch.setattr(storage, "write_json", refuse)
    again = of_version(1, monkeypatch)
    assert again.complete()
    [said] = caplog.messages
    told = f"type_index: {again.location()} does not become the build that is read where none is named: "
    assert said.startswith(told) and said.endswith("_current.json: permission denied")


def test_a_step_looks_once_whether_it_is_current(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    step.run()
    asked: list[str] = []
    monkeypatch.setattr("tasks.step.base.make_current", lambda location: asked.append(location))
    assert step.complete() and step.complete()
    assert asked == [step.location(), step.location("rejects")]


def test_the_report_that_was_asked_for_last_is_current(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    step.build()
    old = StepReport()
    old.run()
    assert current(old) == [True]
    of_version(90, monkeypatch)
    new = StepReport()
    new.run()
    assert (current(old), current(new)) == ([False], [True])
    assert Path(new.output().latest).read_text() == "version 90"
