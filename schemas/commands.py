"""What the commands that read and write files share: how they end, and how they say how far they are."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final

from schemas.errors import InputError, folder_gone, printable

UNUSABLE: Final = 40
"""Exit status of all commands, Luigi's among them, for settings, input and output that cannot be used, and for errors
that nobody expected; 2 is that of a command line that cannot be used."""
INTERRUPTED: Final = 128 + signal.SIGINT
"""Exit status of all commands that a person has ended."""
OF_WIKI_NER: Final = {"--Build-root": "--root", "--Build-snapshot": "--snapshot"}
"""What the commands of `wiki-ner` have for flags of Luigi; some of them take nothing of Luigi's."""
_TERMINAL_SECONDS, _LOG_SECONDS = 0.5, 10.0


def command_parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """A parser of the command's options, whose help begins with what the command is about, line by line as given."""
    return argparse.ArgumentParser(prog=name, description=about, formatter_class=argparse.RawDescriptionHelpFormatter)


def run_command(name: str, work: Callable[[], int | None], output: str | None) -> int:
    """Do a command's work and return its exit status, or say in one line why it ended.

    The status is 40 for input or output that cannot be used, 130 where the run was interrupted or terminated, 141 where
    the reader of its output went away, else what `work` returns, None for 0. `output` is where it writes, None for
    standard output.
    """
    end_as_interrupted()
    try:
        return work() or 0
    except InputError as error:
        return complain(name, str(error), UNUSABLE)
    except BrokenPipeError:
        return reader_gone()
    except KeyboardInterrupt:
        return complain(name, "interrupted", INTERRUPTED)
    except OSError as error:
        where = error.filename or output or "standard output"
        return complain(name, folder_gone() or f"{where}: {error.strerror or error}", UNUSABLE)


def end_as_interrupted() -> None:
    """From here on the process that is terminated ends as one that is interrupted, and clears up.

    The first process of a container does not end at all by SIGTERM that it has no handler for.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def reader_gone() -> int:
    """Let go of standard output, which nobody reads any more; returns the status."""
    # The interpreter must not try to write the rest of its buffer.
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + signal.SIGPIPE


@contextmanager
def standard_output() -> Iterator[BinaryIO]:
    """Standard output for bytes: all of them are written, or an OSError says why not.

    Raises InputError where it is closed.
    """
    if sys.stdout is None:
        raise InputError("standard output is closed; give a file to -o")
    # With PYTHONUNBUFFERED the stream below sys.stdout is raw, and may write a part of what it is given.
    with open(sys.stdout.fileno(), "wb", closefd=False) as stream:
        yield stream


def complain(name: str, message: str, status: int) -> int:
    """Say in one line why a command ends; returns the status."""
    print(f"{name}: {printable(message)}", file=sys.stderr)
    return status


def progress_display(describe: Callable[[int, float], str]) -> Callable[..., None]:
    """A function that prints a line or, given none, now and then how far the command is.

    Its second argument is what was done since the last call; `describe` is given what was done in all and the seconds
    that it took. On a terminal the line about the progress is replaced by the next one.
    """
    terminal = sys.stderr.isatty()
    started = shown = time.monotonic()
    done = 0

    def show(line: str, newly_done: int = 0) -> None:
        nonlocal done, shown
        done += newly_done
        now = time.monotonic()
        clear = "\r\x1b[K" if terminal else ""
        if line:
            print(f"{clear}{line}", file=sys.stderr, flush=True)
        elif now - shown >= (_TERMINAL_SECONDS if terminal else _LOG_SECONDS):
            shown = now
            print(f"{clear}{describe(done, now - started)}", end="" if terminal else "\n", file=sys.stderr, flush=True)

    return show
