"""Exit statuses and log are the project's own wherever the command is given."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.build import LUIGI, environment

SETTINGS = """
[Build]
root = data
snapshot = none
[Wikipedia]
pages = nothing.xml.bz2
"""


@pytest.mark.parametrize(("more", "status"), [("", 35), ("[retcode]\nscheduling_error = 7\n", 7)])
def test_a_failure_has_its_status_outside_the_checkout(tmp_path: Path, more: str, status: int) -> None:
    (tmp_path / "settings.cfg").write_text(SETTINGS + more)
    command = [*LUIGI, "--module", "pipelines", "Sentences", "--local-scheduler"]
    variables = environment(LUIGI_CONFIG_PATH="settings.cfg")
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True)
    assert done.returncode == status
    assert f"pages in [Wikipedia] = nothing.xml.bz2: no such file (looked in {tmp_path})" in done.stderr
    assert "Traceback" not in done.stderr and "DEBUG" not in done.stderr
