"""Exit statuses and log are the project's own wherever the command is given."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.build import LUIGI, environment
from tests.support.paths import PROJECT
from tests.support.terminal import on_a_terminal

SETTINGS = """
[Build]
root = data
snapshot = none
[Wikipedia]
pages = nothing.xml.bz2
"""


def test_what_is_no_task_is_said_in_one_line(tmp_path: Path) -> None:
    command = [*LUIGI, "--module", "pipelines", "Sentencez", "--local-scheduler"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "luigi: No task Sentencez. Did you mean: Sentences\n")


@pytest.mark.parametrize(("more", "status"), [("", 40), ("[retcode]\nunhandled_exception = 7\n", 7)])
def test_a_failure_has_its_status_outside_the_checkout(tmp_path: Path, more: str, status: int) -> None:
    (tmp_path / "settings.cfg").write_text(SETTINGS + more)
    command = [*LUIGI, "--module", "pipelines", "Sentences", "--local-scheduler"]
    variables = environment(LUIGI_CONFIG_PATH="settings.cfg")
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True)
    assert done.returncode == status
    assert done.stderr[8:] == (f" ERROR pages in [Wikipedia] = nothing.xml.bz2: no such file (looked in {tmp_path})\n")
    assert [path.name for path in tmp_path.iterdir()] == ["settings.cfg"]


NOTHING = """
import luigi, pipelines
from luigi.retcodes import run_with_retcodes
class Nothing(luigi.Task):
    def output(self):
        return luigi.LocalTarget("nothing")
run_with_retcodes(["Nothing", "--local-scheduler"])
"""


def test_a_step_that_leaves_no_output_has_failed(tmp_path: Path) -> None:
    variables = environment(PYTHONPATH=str(PROJECT))
    done = subprocess.run([sys.executable, "-c", NOTHING], cwd=tmp_path, env=variables, capture_output=True, text=True)
    assert done.returncode == 30
    assert "TaskException: Task finished running, but complete() is still returning false" in done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_is_a_line(tmp_path: Path, workers: str) -> None:
    command = [*LUIGI, "--module", "pipelines", "Punkt", "--local-scheduler", "--workers", workers]
    command += ["--Build-root", str(tmp_path / "data")]
    status, output = on_a_terminal(command, PROJECT, environment(), lambda so_far: "punkt: building" in so_far)
    assert status == 130, output
    assert "Traceback" not in output
    assert output.splitlines()[-1] == "luigi: interrupted; give the same command again: it continues where it was"
