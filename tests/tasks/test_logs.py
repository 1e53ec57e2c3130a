from __future__ import annotations

import io
import logging
import sys
import traceback
from pathlib import Path

import pytest
from luigi.rpc import RPCError

from schemas.errors import InputError
from schemas.root.snapshot_diff import LooksWrongError
from schemas.root.verification import DamagedError
from tasks.logs import BEGUN, SHARE, Console, Formatter, LogFile
from tests.support.terminal import Terminal


def logged(error: Exception, *, as_text: bool) -> str:
    stream = io.StringIO()
    handler = Console(stream)
    handler.setFormatter(Formatter("%(levelname)s %(message)s"))
    logger = logging.Logger("test")
    logger.addHandler(handler)
    try:
        try:
            raise KeyError("below")
        except KeyError as cause:
            raise error from cause
    except Exception:
        if as_text:
            logger.warning("Will not run:\n" + traceback.format_exc())
        else:
            logger.error("Worker failed", exc_info=sys.exc_info())
    logger.info("Informed scheduler that task %s has status", "x")
    logger.info("done")
    return stream.getvalue()


@pytest.mark.parametrize("kind", [InputError, DamagedError, LooksWrongError])
def test_an_input_error_is_its_message(kind: type[InputError]) -> None:
    error = kind("dump.xml: cut off; fetch it again")
    assert logged(error, as_text=False) == "ERROR Worker failed\ndump.xml: cut off; fetch it again\nINFO done\n"
    assert logged(error, as_text=True) == "WARNING Will not run:\ndump.xml: cut off; fetch it again\n\nINFO done\n"


def test_what_luigi_did_not_catch_is_one_line() -> None:
    try:
        raise InputError("pages in [Wikipedia] is empty")
    except InputError:
        record = logging.LogRecord("luigi", logging.ERROR, "", 0, "Uncaught exception in luigi", None, sys.exc_info())
    assert Formatter("%(levelname)s %(message)s").format(record) == "ERROR pages in [Wikipedia] is empty"


def test_a_scheduler_that_cannot_be_reached_is_one_line() -> None:
    try:
        raise RPCError("Errors (3 attempts) when connecting to remote scheduler 'http://localhost:1'")
    except RPCError:
        record = logging.LogRecord("luigi", logging.ERROR, "", 0, "Uncaught exception in luigi", None, sys.exc_info())
    assert Formatter("%(levelname)s %(message)s").format(record) == (
        "ERROR Errors (3 attempts) when connecting to remote scheduler 'http://localhost:1'"
    )


def test_a_step_that_failed_is_named_first() -> None:
    worker = "[pid 12] Worker Worker(salt=1, workers=1, host=vm, username=me, pid=12) failed    Punkt(train_mb=30.0)"
    record = logging.LogRecord("luigi-interface", logging.ERROR, "", 0, worker, None, None)
    assert Formatter("%(levelname)s %(message)s").format(record) == "ERROR failed: Punkt(train_mb=30.0)"


def test_a_bug_keeps_its_traceback() -> None:
    for as_text in (False, True):
        text = logged(ZeroDivisionError("a bug"), as_text=as_text)
        assert "Traceback (most recent call last)" in text and "ZeroDivisionError: a bug" in text


def write_a_step(handler: logging.Handler) -> None:
    handler.setFormatter(Formatter("%(levelname)s %(message)s"))
    logger = logging.Logger("test")
    logger.addHandler(handler)
    logger.info("%s: %s", "punkt", "building", extra={SHARE: BEGUN})
    logger.info("%s: %s", "punkt", "half \x1b[2J of it, and a line that is long", extra={SHARE: 0.5})
    logger.info("punkt: built")


def test_a_step_leaves_one_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    stream = Terminal()
    write_a_step(Console(stream))
    assert stream.getvalue() == ("\r\x1b[Kpunkt: building\r\x1b[Kpunkt: half \\x1b[2J\r\x1b[KINFO punkt: built\n")


def test_elsewhere_every_line_stays() -> None:
    stream = io.StringIO()
    write_a_step(Console(stream))
    assert stream.getvalue() == (
        "INFO punkt: building\nINFO punkt: half \x1b[2J of it, and a line that is long\nINFO punkt: built\n"
    )


def test_a_log_file_has_no_progress(tmp_path: Path) -> None:
    handler = LogFile(tmp_path / "a.log", encoding="utf-8")
    write_a_step(handler)
    handler.close()
    assert (tmp_path / "a.log").read_text() == "INFO punkt: building\nINFO punkt: built\n"


def test_a_terminal_that_is_gone_ends_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[logging.LogRecord] = []
    stream = Terminal()
    handler = Console(stream)
    monkeypatch.setattr(handler, "handleError", told.append)
    stream.close()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    write_a_step(handler)
    assert [record.getMessage() for record in told][::2] == ["punkt: building", "punkt: built"]


def test_a_log_that_cannot_be_written_is_told_once_and_hides_no_message() -> None:
    shown = io.StringIO()
    # One that logging knows by its name.
    logger = logging.getLogger(f"{__name__}.full")
    logger.propagate = False
    logger.setLevel(logging.INFO)
    for handler in (Console(shown), LogFile("/dev/full", encoding="utf-8")):
        handler.setFormatter(Formatter("%(levelname)s %(message)s"))
        logger.addHandler(handler)
    logger.info("first")
    logger.info("second")
    assert shown.getvalue() == (
        "INFO first\n"
        "WARNING /dev/full: the log cannot be written (No space left on device); lines will be missing in it\n"
        "INFO second\n"
    )
