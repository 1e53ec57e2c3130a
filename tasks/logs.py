"""How the build writes its log; `tasks/logging.cfg` names these classes."""

from __future__ import annotations

import logging
import re

from schemas.errors import InputError

_BOOKKEEPING = ("Informed scheduler that task", "[pid %s] Worker %s running", "[pid %s] Worker %s done")
_TRACEBACK = re.compile(
    r"(?:Uncaught exception in luigi\n)?Traceback \(most recent call last\):\n.*\n"
    rf"{InputError.__module__}\.{InputError.__name__}: ",
    re.DOTALL,
)


class Formatter(logging.Formatter):
    """Leaves out the traceback of an InputError: a traceback is for bugs, not for what the user can fix.

    Luigi logs some exceptions as such and others as the text of their traceback.
    """

    def format(self, record: logging.LogRecord) -> str:
        return _TRACEBACK.sub("", super().format(record))


class Console(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes the log without Luigi's bookkeeping of its tasks."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(record.msg).startswith(_BOOKKEEPING) and bool(super().filter(record))
