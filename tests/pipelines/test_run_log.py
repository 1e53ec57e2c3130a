from __future__ import annotations

import logging
from pathlib import Path

import pytest

from pipelines.run_log import _is_not_luigis, open_log, set_up_log
from tests.support.configured import Configure


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


@pytest.mark.parametrize(("root", "folder"), [("data", "data/_logs"), ("gs://bucket/data", ".")])
def test_the_log_lies_below_a_local_root_else_where_the_command_runs(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, root: str, folder: str
) -> None:
    configure(Build={"root": root})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda _form: "20261127-020000")
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "handlers", [])
    assert open_log("Punkt").resolve() == tmp_path / folder / "20261127-020000-Punkt.log"


def test_the_log_has_what_is_logged_of_the_build_without_what_the_end_tells_better(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    logger = logging.getLogger("luigi-interface")
    configure(Build={"root": str(tmp_path)})
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr(logger, "filters", [])
    monkeypatch.setattr("luigi.setup_logging.InterfaceLogging.setup", lambda _settings: None)
    set_up_log()
    path = open_log("Punkt")
    (handler,) = logger.handlers
    logger.warning("Done scheduling tasks")
    logger.warning("punkt: %s", "building")
    logging.getLogger("another").warning("of another")
    handler.close()
    assert [line.split(" ", 2)[2] for line in path.read_text().splitlines()] == ["WARNING punkt: building"]
