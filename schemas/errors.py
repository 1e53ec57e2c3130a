"""The errors that the user can fix, and how its message shows what came from outside."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_QUOTED: Final = 80
_TOLD: Final = 10
# Control characters, line and paragraph separators, what turns the direction of writing, and lone surrogates.
_unprintable = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class InputError(ValueError):
    """Input or settings that cannot be used; the message says what was wrong, where, and what to do.

    The message is one line: whatever part of it came from outside cannot begin another or steer a terminal.
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


def quoted(value: object, longest: int = _QUOTED) -> str:
    r"""A value from outside as a message shows it: in quotes, in one line, cut to `longest` characters.

    Characters that cannot be seen are written as Python writes them (`\x1b`, `\u202e`); so are bytes beyond ASCII.
    """
    text = value if isinstance(value, (str, bytes)) else str(value)
    return repr(text[:longest]) + ("…" if len(text) > longest else "")


def printable(text: str) -> str:
    r"""The text with characters that break a line or steer a terminal written as Python writes them (`\n`, `\x1b`).

    For a line that is put together of our words and other people's; a single value is better `quoted`.
    """
    return _unprintable.sub(lambda found: repr(found.group())[1:-1], text)


class Faults:
    """InputErrors that are told at once, so that nobody has to correct one to hear of the next."""

    def __init__(self) -> None:
        self._messages: list[str] = []

    @contextmanager
    def caught(self) -> Iterator[None]:
        """Keep an InputError that is raised within, and go on."""
        try:
            yield
        except InputError as error:
            self._messages.append(str(error))

    def refuse(self) -> None:
        """Raise InputError with what was caught: the first ten messages, and the number of the others."""
        if self._messages:
            more = [f"and {len(self._messages) - _TOLD:,} more"] if len(self._messages) > _TOLD else []
            raise InputError("; ".join(self._messages[:_TOLD] + more))


class CommandError(InputError):
    """A command line that cannot be used, whatever the settings and inputs are."""


def nearest(name: str, known: Iterable[str]) -> str:
    """The question whether the nearest of the known names was meant; empty where none is near."""
    known = list(known)
    # By letters alone `build` is nearer to `Rebuild`, and `BUILD` to nothing.
    same = [each for each in known if each.lower() == name.lower()]
    near = same or difflib.get_close_matches(name, known, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else ""


def folder_gone() -> str:
    """What to say where the directory in which the command was given is not there any more; empty where it is.

    Whatever is asked by a relative path then fails, with an error that names no file.
    """
    try:
        Path.cwd()
    except FileNotFoundError:
        return "the directory where the command was given was deleted; cd to one that is there and give it again"
    return ""
