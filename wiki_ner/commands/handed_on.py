"""The commands that are modules of the packages below, and take what these take."""

from __future__ import annotations

import importlib
from typing import Annotated

import typer


def extract(arguments: Annotated[list[str] | None, typer.Argument(metavar="DUMP [OPTIONS]")] = None) -> int:
    """Write the text and links of a dump as JSON lines. `python -m wiki.extract` is the same."""
    return _hand_on("wiki.extract", arguments)


def export(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="DATASET --to FORMAT [OPTIONS]")] = None,
) -> int:
    """Write a corpus in another format. `python -m corpora.export` is the same."""
    return _hand_on("corpora.export", arguments)


def adjudicate(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="DATASET FOLDER --from TOOL -o OUT")] = None,
) -> int:
    """Make a gold set of what annotators sent back. `python -m corpora.adjudicate` is the same."""
    return _hand_on("corpora.adjudicate", arguments)


def _hand_on(module: str, arguments: list[str] | None) -> int:
    status: int = importlib.import_module(module).main(arguments or [])
    return status
