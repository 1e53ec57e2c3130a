"""The log of a run: without the messages of Luigi that the summary takes the place of, and in a file as well."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from pathlib import Path

from luigi.interface import core
from luigi.setup_logging import InterfaceLogging

from schemas.files import storage
from tasks.logs import Formatter, LogFile
from tasks.settings.shared import Build

_LUIGIS = ("Running Worker", "Done scheduling tasks", "\n===== Luigi Execution Summary", "Worker Worker(")
"""How messages of Luigi begin that the summary takes the place of."""
_logger = logging.getLogger("luigi-interface")


def set_up_log() -> None:
    """Log as the settings say, without the messages of Luigi that the summary takes the place of."""
    InterfaceLogging.setup(core())
    _logger.addFilter(_is_not_luigis)


def _is_not_luigis(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(_LUIGIS)


def open_log(name: str) -> Path:
    """Have the log written to a file as well, which has the time and this name in its own; returns its path.

    It is below root, or for a store in the directory of the command.
    """
    root = Build().root
    folder = Path(storage.resolve(root)[1]) / "_logs" if storage.is_local(root) else Path.cwd()
    with storage.writing(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
        path, handler = _new_log(folder, f"{time.strftime('%Y%m%d-%H%M%S')}-{name}")
    handler.setFormatter(Formatter("%(asctime)s %(levelname)s %(message)s"))
    _logger.addHandler(handler)
    return path


def _new_log(folder: Path, name: str) -> tuple[Path, LogFile]:
    """A log file that no other build has: those that a timer starts begin in the same second, on several machines."""
    path, number = folder / f"{name}.log", 1
    while True:
        with suppress(FileExistsError):
            return path, LogFile(path, "x", encoding="utf-8")
        number += 1
        path = folder / f"{name}-{number}.log"
