"""How the build writes its log; `tasks/logging.cfg` names these classes."""

from __future__ import annotations

import logging
import re
import shutil
import sys
from typing import Final

from luigi.rpc import RPCError

from schemas.errors import InputError, printable
from schemas.root.snapshot_diff import LooksWrongError
from schemas.root.verification import DamagedError

SHARE: Final = "share"
"""Attribute of a record that tells how far a step is: the share that is done."""
BEGUN: Final = -1.0
"""The share where a step's work begins."""

_BOOKKEEPING = ("Informed scheduler that task", "[pid %s] Worker %s running", "[pid %s] Worker %s done")
_FAILED = re.compile(r"\[pid \d+\] Worker Worker\([^()]*\) failed\s+")
"""How Luigi begins its message of a step that failed, with what says nothing to a person."""
_TOLD = [f"{each.__module__}.{each.__name__}" for each in (InputError, DamagedError, LooksWrongError, RPCError)]
"""Errors whose message says all that a person can do about them."""
_TRACEBACK = re.compile(
    r"(?:Uncaught exception in luigi\n)?Traceback \(most recent call last\):\n.*\n"
    rf"(?:{'|'.join(map(re.escape, _TOLD))}): ",
    re.DOTALL,
)


class Formatter(logging.Formatter):
    """Leaves out the traceback of an InputError: a traceback is for bugs, not for what the user can fix.

    Nor for a scheduler that cannot be reached.

    Luigi logs some exceptions as such and others as the text of their traceback.
    """

    def format(self, record: logging.LogRecord) -> str:
        return _FAILED.sub("failed: ", _TRACEBACK.sub("", super().format(record)))


class Console(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes the log without Luigi's bookkeeping of its tasks.

    On a terminal a line about how far a step is takes the place of the one before, so that a step leaves one line.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(record.msg).startswith(_BOOKKEEPING) and bool(super().filter(record))

    def emit(self, record: logging.LogRecord) -> None:
        if not self.stream.isatty():
            super().emit(record)
            return
        try:
            if hasattr(record, SHARE):
                # A line that the terminal breaks could not be taken back.
                line, end = printable(record.getMessage())[: shutil.get_terminal_size().columns - 1], ""
            else:
                line, end = self.format(record), "\n"
            self.stream.write(f"\r\x1b[K{line}{end}")
            self.flush()
        except Exception:
            self.handleError(record)


class LogFile(logging.FileHandler):
    """Writes the log of a build into a file, without how far its steps are.

    Where the file cannot be written, as on a full disk, that is told once and the build goes on.
    """

    _is_told = False

    def filter(self, record: logging.LogRecord) -> bool:
        told = getattr(record, SHARE, BEGUN) == BEGUN
        return told and not str(record.msg).startswith(_BOOKKEEPING) and bool(super().filter(record))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's own name)
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._is_told:
            self._is_told = True
            text = "%s: the log cannot be written (%s); lines will be missing in it"
            logging.getLogger(record.name).warning(text, self.baseFilename, error.strerror or error)
