from __future__ import annotations

import logging

import pytest

from pipelines.run_log import _is_not_luigis


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("[pid 1] Worker Worker(salt=1) running   Punkt()", True),
        ("Worker Worker(salt=1) was stopped. Shutting down Keep-Alive thread", False),
        ("Done scheduling tasks", False),
        ("Running Worker with 1 processes", False),
        ("\n===== Luigi Execution Summary =====\n", False),
        ("punkt: building", True),
    ],
)
def test_what_the_end_tells_better_is_left_out_of_the_log(message: str, shown: bool) -> None:
    record = logging.LogRecord("luigi-interface", logging.INFO, "", 0, message, (), None)
    assert _is_not_luigis(record) is shown
