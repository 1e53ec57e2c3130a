from __future__ import annotations

import errno
import os
from pathlib import Path

import pyarrow as pa
import pytest

from schemas.errors import InputError
from tasks.jobs import process
from tasks.jobs.process import Program, no_memory, run_process
from tests.support.toy_job import specification


def test_what_a_library_prints_may_be_in_any_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_REPORT_SECONDS", 0.0)
    printed = rb"import os; os.write(1, b'M\xfcnchen\n\x1e{\"number\": 3}\n')".decode()
    shown: list[tuple[str, float]] = []
    run_process(
        Program("unused", lambda event, _seconds: (f"number {event['number']}", 0.5), launcher=("-c", printed)),
        specification(tmp_path),
        lambda line, share: shown.append((line, share)),
    )
    assert shown == [("number 3", 0.5)]


@pytest.mark.parametrize(("seconds", "shown"), [(0.0, [1, 2, 3]), (3600.0, [])])
def test_progress_is_shown_when_it_is_time_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, shown: list[int]
) -> None:
    monkeypatch.setattr(process, "_REPORT_SECONDS", seconds)
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    printed = r"for n in (1, 2, 3): print(f'\x1e{{\"number\": {n}}}')"
    found: list[float] = []
    run_process(
        Program("job", lambda event, _seconds: ("", event["number"]), launcher=("-c", printed)),
        specification(tmp_path),
        lambda _line, share: found.append(share),
    )
    assert found == shown


def test_a_temporary_folder_that_a_process_has_deleted_hides_nothing(tmp_path: Path) -> None:
    event = r"print('\n\x1e{\"error\": \"the dump is broken\"}')"
    program = Program(
        "job",
        lambda *_: ("", 0.0),
        launcher=("-c", f"import os, shutil; shutil.rmtree(os.environ['TMPDIR']); {event}"),
    )
    with pytest.raises(InputError, match="^the dump is broken$"):
        run_process(program, specification(tmp_path), lambda *_: None)


def test_the_last_lines_of_its_log_are_told_where_a_process_breaks(tmp_path: Path) -> None:
    broken = r"import sys; sys.stderr.write(''.join(f'line {n}\n' for n in range(50))); sys.exit(3)"
    with pytest.raises(RuntimeError) as error:
        program = Program("job", lambda *_: ("", 0.0), launcher=("-c", broken))
        run_process(program, specification(tmp_path), lambda *_: None)
    last = "".join(f"line {number}\n" for number in range(10, 50))
    assert str(error.value) == f"job ended with status 3; the end of its log:\n{last}"


def test_the_log_of_a_process_that_breaks_may_be_in_any_encoding(tmp_path: Path) -> None:
    broken = r"import os, sys; os.write(2, b'M\xfcnchen\n'); sys.exit(3)"
    program = Program("job", lambda *_: ("", 0.0), launcher=("-c", broken))
    with pytest.raises(RuntimeError) as error:
        run_process(program, specification(tmp_path), lambda *_: None)
    assert str(error.value) == "job ended with status 3; the end of its log:\nM\ufffdnchen\n"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "MemoryError"),
        (RuntimeError("in a worker: MemoryError: \n"), "MemoryError"),
        (RuntimeError("can't start new thread"), "can't start new thread"),
        (OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)), "Cannot allocate memory"),
        (RuntimeError("terminate called: what(): std::bad_alloc"), "std::bad_alloc"),
        (pa.ArrowException("malloc of size 64 failed"), "malloc of size"),
        (pa.ArrowException("realloc of size 64 failed"), "realloc of size"),
        (ValueError("memory of the city"), ""),
    ],
)
def test_what_says_that_memory_ran_out_is_known(error: Exception, said: str) -> None:
    assert no_memory(error) == said
