"""How the build speaks in the log: a message for what the user can mend, a traceback only for what is broken."""

from __future__ import annotations

import logging

from schemas.errors import InputError


class Formatter(logging.Formatter):
    """A formatter that prints an InputError as its message alone; named in `logging.cfg`."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, InputError):
            plain = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None})
            return f"{super().format(plain)}: {error}"
        return super().format(record)
