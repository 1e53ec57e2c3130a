from __future__ import annotations

import subprocess
import sys

from tests.support.paths import PROJECT

_PROGRAM = """
import sys
import training.report.encoder_sections, training.report.run_sections
print(*sorted({"matplotlib", "torch", "transformers"} & sys.modules.keys()))
"""


def test_the_report_is_written_without_torch() -> None:
    run = subprocess.run([sys.executable, "-c", _PROGRAM], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["matplotlib"]
