"""A step whose processes are killed ends with a message, and its next run goes on."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from schemas.errors import InputError
from tasks.beam import run_job
from tests.schemas.test_shards import files
from tests.support.paths import PROJECT
from tests.tasks.test_beam_job import quiet, specification


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))


@pytest.mark.parametrize(("workers", "who"), [(1, "tasks.beam_job"), (2, "a worker of the job")])
@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV"])
def test_a_killed_process_ends_the_step_and_the_next_run_goes_on(
    tmp_path: Path, workers: int, who: str, name: str
) -> None:
    behaviour = f"die:{int(signal.Signals[name])}"
    with pytest.raises(InputError, match=rf"^{who} was killed by {name}") as told:
        run_job(specification(tmp_path / "a", workers=workers, configuration={"behaviour": behaviour}), quiet)
    assert ("out of memory" in str(told.value)) == (name == "SIGKILL")
    run_job(specification(tmp_path / "a"), quiet)
    run_job(specification(tmp_path / "b"), quiet)
    assert files(tmp_path / "a" / "redirects") == files(tmp_path / "b" / "redirects")
    assert not [path for path in (tmp_path / "a" / "_staging").rglob("*") if path.is_file()]


def test_a_worker_that_ends_by_itself_shows_the_end_of_the_log(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"^tasks.beam_job ended with status 1; the end of its log:"):
        run_job(specification(tmp_path, workers=2, configuration={"behaviour": "exit:3"}), quiet)
