"""A step is built once, under its lock."""

from __future__ import annotations

import threading

import pytest

from schemas import storage
from schemas.errors import InputError
from schemas.locks import lock
from tasks.wikipedia import Punkt
from tests.support.processes import wait_for
from tests.tasks.conftest import Configure


class Step(Punkt):
    """A step that writes a manifest alone, and what is there while it is built."""

    task_namespace = "tests"

    built: list[list[str]]
    shown: list[str]

    def build(self) -> None:
        self.built.append(storage.list_files(self.location().partition("/samplewiki")[0]))
        for output in self.output():
            storage.write_text(f"{output.location}/_manifest.json", "{}")

    def show(self, line: str, _share: float) -> None:
        self.shown.append(line)


@pytest.fixture
def step(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> Step:
    configure()
    monkeypatch.setattr("schemas.locks._POLL_SECONDS", 0.02)
    monkeypatch.setattr("tasks.base.fingerprint", lambda _uri, _memory: "0" * 64)
    found = Step()
    found.built, found.shown = [], []
    return found


def test_a_step_is_built_under_the_lock_of_its_identity(step: Step) -> None:
    step.run()
    assert step.built == [[f"_locks/punkt-{step.provenance.identity[:16]}"]]
    root = step.location().partition("/samplewiki")[0]
    assert storage.list_files(f"{root}/_locks") == []
    assert step.shown == []


def test_a_step_that_another_build_has_built_is_not_built_again(step: Step) -> None:
    step.run()
    step.run()
    assert len(step.built) == 1


def test_a_step_of_which_a_dataset_is_missing_is_built(step: Step) -> None:
    step.run()
    storage.remove_file(f"{step.location('rejects')}/_manifest.json")
    step.run()
    assert len(step.built) == 2


def test_a_step_that_fails_gives_its_lock_back(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Step) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Step, "build", fail)
        with pytest.raises(ZeroDivisionError):
            step.run()
    step.run()
    assert len(step.built) == 1 and step.shown == []


def test_a_step_waits_for_the_build_that_is_at_it_and_then_has_its_datasets(step: Step) -> None:
    with lock(step._lock(), lambda holder: pytest.fail(f"{holder} has it")):
        waiting = threading.Thread(target=step.run)
        waiting.start()
        wait_for(lambda: bool(step.shown))
        step.build()
    waiting.join()
    assert len(step.built) == 1


def test_people_are_told_once_for_whom_a_step_waits(step: Step) -> None:
    for holder in ("process 1 on a", "process 1 on a", "process 2 on b"):
        step._wait(holder)
    assert step.shown == [
        "waiting for process 1 on a, which builds the same",
        "waiting for process 2 on b, which builds the same",
    ]


def test_a_step_whose_luigi_is_gone_waits_no_longer(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.base.is_orphan", lambda: True)
    with (
        lock(step._lock(), lambda _: None),
        pytest.raises(InputError, match="^punkt: the build that this step belonged to has ended"),
    ):
        step.run()
    assert step.built == []
