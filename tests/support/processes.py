"""Waiting for other processes, in tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import psutil
import pytest

_SECONDS = 600.0


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds; after ten minutes the test has failed."""
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    pytest.fail("it never happened")


def group_is_gone(leader: int) -> bool:
    """Whether no process is left of the group of this leader."""
    try:
        os.killpg(leader, 0)
    except ProcessLookupError:
        return True
    return False


def is_gone(pid: int) -> bool:
    """Whether a process has ended, be it that nobody has asked for its status yet."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
