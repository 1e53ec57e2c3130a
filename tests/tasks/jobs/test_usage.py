from __future__ import annotations

import subprocess
import sys
from functools import partial
from types import SimpleNamespace

import pytest

from tasks.jobs import usage
from tasks.jobs.usage import measured, resident_memory

HOLD = "import sys; held = bytes(100 << 20); held = held.replace(b'\\0', b'1'); print(); sys.stdin.read()"


def test_memory_is_that_of_this_process_and_all_below_it() -> None:
    before = resident_memory()
    shell = [sys.executable, "-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {HOLD!r}])"]
    with subprocess.Popen(shell, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdin
        process.stdout.readline()
        assert resident_memory() > before + (100 << 20)
        process.stdin.close()


def test_memory_is_also_that_of_a_forked_job_and_not_that_of_its_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdin
        process.stdout.readline()
        held = resident_memory()
        # The process counts once, whether it is below this one or not.
        monkeypatch.setattr(usage, "at_work", lambda: {process.pid})
        assert abs(resident_memory() - held) < 50 << 20
        monkeypatch.setattr(usage, "server_pids", lambda: {process.pid})
        assert resident_memory() < held - (50 << 20)
        process.stdin.close()


def test_a_job_that_is_not_below_this_process_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one is that a server has forked."""
    held = [sys.executable, "-c", HOLD]
    empty = [sys.executable, "-c", "print(); input()"]
    start = partial(subprocess.Popen, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with start(held) as job, start(empty) as task:
        for process in (job, task):
            assert process.stdout
            process.stdout.readline()
        monkeypatch.setattr(usage, "os", SimpleNamespace(getpid=lambda: task.pid))
        alone = resident_memory()
        monkeypatch.setattr(usage, "at_work", lambda: {job.pid})
        assert 0 < alone < 50 << 20 and resident_memory() > alone + (100 << 20)
        job.communicate()
        task.communicate()


def test_the_most_that_was_held_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([5, 9, 7])
    monkeypatch.setattr(usage, "resident_memory", lambda: next(found))
    monkeypatch.setattr(usage, "_LOOK_SECONDS", 3600)
    with measured() as taken:
        pass
    taken.look()
    taken.look()
    record = taken.record()
    assert record.memory == 9
    assert record.seconds >= 0
    assert record.finished.endswith("+00:00") and len(record.finished) == 25
