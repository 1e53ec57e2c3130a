"""What Luigi does unless a settings file says otherwise: its exit statuses, retries and log.

Luigi's own defaults end a failed build with status 0. These hold wherever the command is given, in a checkout or not.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from types import TracebackType

import luigi.configuration
from luigi.parameter import UnconsumedParameterWarning
from luigi.task_register import TaskClassException

from schemas.commands import INTERRUPTED, UNUSABLE
from schemas.errors import InputError, printable

DEFAULTS = {
    # Luigi would refuse a second command that reads the same, below whatever root, and keep its lock in a directory of
    # /tmp that belongs to the first user. Our own locks are by root and step: `schemas/root/locks.py`.
    "core": {"logging_conf_file": str(Path(__file__).with_name("logging.cfg")), "no_lock": "true"},
    "worker": {"check_complete_on_run": "true"},
    # A failed step is tried again only by the next command: what fails here fails for a reason. The scheduler in the
    # command would send a second mail of each, that it is not tried again; it keeps them for one that it never sends.
    "scheduler": {"retry_count": "1", "batch_emails": "true"},
    "batch_email": {"email_interval": str(365 * 24 * 60)},
    "retcode": {
        "already_running": "10",
        "not_run": "25",
        "task_failed": "30",
        "scheduling_error": "35",
        "unhandled_exception": str(UNUSABLE),
    },
}


def set_defaults() -> None:
    """Set what the settings files do not, and have errors that Luigi does not catch told in one line."""
    config = luigi.configuration.get_config()
    for section, values in DEFAULTS.items():
        for key, value in values.items():
            if not config.has_option(section, key):
                config.set(section, key, value)
    sys.excepthook = _tell
    # What nothing reads is an error of ours, in one line: `tasks/settings/check.py`.
    warnings.simplefilter("ignore", UnconsumedParameterWarning)


def _tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what a person can correct in one line, with its exit status; anything else as Python does."""
    if isinstance(error, TaskClassException):
        what, _, names = str(error).partition(":\n")
        print(f"luigi: {printable(what)}: {printable(', '.join(names.splitlines()))}", file=sys.stderr)
    elif isinstance(error, InputError):
        print(f"luigi: {error}", file=sys.stderr)
        sys.exit(int(DEFAULTS["retcode"]["unhandled_exception"]))
    elif isinstance(error, KeyboardInterrupt):
        print("luigi: interrupted; give the same command again: it continues where it was", file=sys.stderr)
        sys.exit(INTERRUPTED)
    else:
        sys.__excepthook__(kind, error, trace)
