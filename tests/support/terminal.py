"""Running a command on a terminal of its own, as a person does, and streams that are one."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path


def on_a_terminal(
    command: Sequence[str], folder: Path, variables: dict[str, str], interrupt: Callable[[str], bool] = lambda _: False
) -> tuple[int, str]:
    """Exit status and output of a command whose input and output are a terminal.

    It gets what Ctrl-C sends as soon as `interrupt` is true of its output so far.
    """
    main, other = pty.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=variables, stdin=other, stdout=other, stderr=other, start_new_session=True
    )
    os.close(other)
    output = b""
    sent = False
    try:
        while True:
            try:
                data = os.read(main, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            output += data
            if not sent and interrupt(output.decode(errors="replace")):
                sent = True
                os.killpg(process.pid, signal.SIGINT)
    finally:
        os.close(main)
    return process.wait(), output.decode(errors="replace")


class Terminal(io.StringIO):
    """A stream of this process that is a terminal."""

    shown = ""
    """What a person sees: what was written before the last flush."""

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.shown = self.getvalue()
