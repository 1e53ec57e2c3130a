from __future__ import annotations

from pathlib import Path

import pytest

from tasks import process
from tasks.process import run_process
from tests.tasks.test_beam_job import specification


def test_what_a_library_prints_may_be_in_any_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_REPORT_SECONDS", 0.0)
    printed = rb"import os; os.write(1, b'M\xfcnchen\n\x1e{\"number\": 3}\n')".decode()
    shown: list[tuple[str, float]] = []
    run_process(
        "unused",
        specification(tmp_path),
        lambda event, _seconds: (f"number {event['number']}", 0.5),
        lambda line, share: shown.append((line, share)),
        ("-c", printed),
    )
    assert shown == [("number 3", 0.5)]
