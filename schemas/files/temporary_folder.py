"""Paths in the temporary folder of this machine that are the same whenever they are asked for."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

JOB_FOLDER: Final = "wiki-ner-job-"
"""How the names of the temporary folders begin that jobs have for themselves (`tasks/jobs/process.py`)."""


def temporary_path(start: str, text: str) -> Path:
    """A path in the temporary folder, its name beginning so: always the same for a text and a user.

    Each user has another, because what one makes there the others cannot use. It is never in the temporary folder that
    a job has for itself.
    """
    folder = Path(tempfile.gettempdir())
    name = hashlib.sha256(f"{os.getuid()} {text}".encode()).hexdigest()[:16]
    return (folder.parent if folder.name.startswith(JOB_FOLDER) else folder) / f"{start}{name}"
