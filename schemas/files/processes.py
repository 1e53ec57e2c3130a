"""Which process has done something, so that others can tell whether it is still there."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


def system() -> str:
    """The running system in which this process's number means it, as 16 hexadecimal digits; empty if not known."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        namespace = os.readlink("/proc/self/ns/pid")  # noqa: PTH115 (no path, a name)
    except OSError:
        return ""
    return hashlib.sha256(f"{boot} {namespace}".encode()).hexdigest()[:16]


def is_gone(where: str, pid: int) -> bool:
    """Whether a process was one of this system and is none any more; False where that is not known."""
    if not where or where != system():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        # It is another user's.
        pass
    return False
