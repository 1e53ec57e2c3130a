"""A worker process tells by its status how it ended."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence

import pytest

from tasks.jobs import beam_worker

LOGGING = "LOGGING_API_SERVICE_DESCRIPTOR"


@pytest.mark.parametrize(
    ("error", "status"),
    [(None, 0), (ValueError("a bug"), 1), (RuntimeError("can't start new thread"), errno.ENOMEM)],
)
def test_a_worker_ends_with_a_status_that_tells_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception | None, status: int
) -> None:
    """The job would wait for ever for one that fails and ends as if it had not."""
    found: list[object] = []

    def work(arguments: Sequence[str]) -> None:
        found.extend([arguments, os.environ.get(LOGGING)])
        if error:
            raise error

    monkeypatch.setenv(LOGGING, "url: 'localhost:1'")
    monkeypatch.setattr(signal, "signal", lambda *given: found.append(given))
    monkeypatch.setattr("tasks.jobs.beam_worker.sdk_worker_main.main", work)
    monkeypatch.setattr(beam_worker, "exit_now", sys.exit)
    with pytest.raises(SystemExit) as ended:
        beam_worker.main()
    assert ended.value.code == status
    assert found == [(signal.SIGINT, signal.SIG_DFL), sys.argv, None]
    told = capsys.readouterr().err.splitlines()
    assert told[-1:] == ([f"{type(error).__name__}: {error}"] if error else [])
