"""The environment of the project's own processes."""

from __future__ import annotations

import os
import sys


def own_environment(**own: str) -> dict[str, str]:
    """The environment of a process that imports what this one would, with further variables.

    A module that Python is to run by its name it looks for in the directory of the command first, and so all that it
    imports: a file there that is called random.py would be Python's own.
    """
    try:
        here = os.getcwd()  # noqa: PTH109 (as sys.path has it)
    except FileNotFoundError:
        here = ""
    safe = {} if "" in sys.path or here in sys.path else {"PYTHONSAFEPATH": "1"}
    return {**os.environ, **safe, **own}
