"""How the commands end, and how they say how far they are."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable

import pytest

from schemas.commands import progress_display, run_command, standard_output
from schemas.errors import InputError


def raising(error: BaseException) -> Callable[[], int]:
    def work() -> int:
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "output", "status", "message"),
    [
        (InputError("a.xml: no such\x1bfile"), None, 40, "a.xml: no such\\x1bfile"),
        (KeyboardInterrupt(), None, 130, "interrupted"),
        (OSError(28, "No space left on device", "a.jsonl"), "b.jsonl", 40, "a.jsonl: No space left on device"),
        (OSError(28, "No space left on device"), "b.jsonl", 40, "b.jsonl: No space left on device"),
        (OSError("broken"), None, 40, "standard output: broken"),
    ],
)
def test_a_command_says_in_one_line_why_it_ends(
    capsys: pytest.CaptureFixture[str], error: BaseException, output: str | None, status: int, message: str
) -> None:
    assert run_command("wiki.extract", raising(error), output) == status
    assert capsys.readouterr().err == f"wiki.extract: {message}\n"


def test_a_command_ends_with_the_status_of_its_work_and_may_be_terminated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    handlers: list[object] = []
    monkeypatch.setattr(signal, "signal", lambda number, handler: handlers.append((number, handler)))
    assert run_command("wiki.extract", lambda: 7, None) == 7
    assert run_command("wiki.extract", lambda: None, None) == 0
    assert handlers == [(signal.SIGTERM, signal.default_int_handler)] * 2
    assert capsys.readouterr().err == ""


def test_a_command_whose_reader_is_gone_ends_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    before = os.dup(1)
    assert run_command("wiki.extract", raising(BrokenPipeError()), None) == 128 + 13
    print("what was still in the buffer")
    sys.stdout.flush()
    os.dup2(before, 1)
    os.close(before)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("terminal", "shown"),
    [
        (False, "1 after 10.0\nbegun\n7 after 20.0\n"),
        (
            True,
            "\r\x1b[K1 after 0.5\r\x1b[K1 after 10.0\r\x1b[Kbegun\n\r\x1b[K3 after 10.5\r\x1b[K7 after 20.0",
        ),
    ],
)
def test_progress_is_told_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool, shown: str
) -> None:
    clock = [100.0]
    monkeypatch.setattr("schemas.commands.time.monotonic", lambda: clock[0])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    show = progress_display(lambda done, seconds: f"{done} after {seconds:.1f}")
    for moment, line, done in ((0.49, "", 1), (0.5, "", 0), (10, "", 0), (10.4, "begun", 0)):
        clock[0] = 100 + moment
        show(line, done)
    later: list[tuple[float, list[int]]] = [(10.5, [2]), (10.9, []), (20, [4])]
    for moment, newly in later:
        clock[0] = 100 + moment
        show("", *newly)
    assert capsys.readouterr().err == shown


def test_progress_is_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands at standard error: a line that is replaced ends without a line break."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(written, "utf-8", newline=""))
    monkeypatch.setattr("schemas.commands.time.monotonic", iter((0.0, 1.0, 10.0)).__next__)
    show = progress_display(lambda done, _seconds: f"{done} done")
    show("begun")
    assert written.getvalue() == b"begun\n"
    show("", 3)
    assert written.getvalue() == b"begun\n3 done\n"


def test_bytes_to_standard_output_are_all_written(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with standard_output() as stream:
        stream.write(b"\xff" * 100_000)
    assert capfdbinary.readouterr().out == b"\xff" * 100_000
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(InputError, match="^standard output is closed; give a file to -o$"), standard_output():
        pass
    assert run_command("wiki.extract", raising(BrokenPipeError()), "pipe") == 128 + 13
