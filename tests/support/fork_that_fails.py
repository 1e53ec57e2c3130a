"""Has the next fork of the process that imports it fail, as one does where there is no memory."""

from __future__ import annotations

import errno
import os

_fork = os.fork


def _fail() -> int:
    os.fork = _fork
    raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))


os.fork = _fail
