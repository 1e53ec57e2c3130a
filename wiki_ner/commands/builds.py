"""The commands about what is built below a root: what there is, whether it is whole, what may go, what is current."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from wiki_ner.options import Root, Settings, luigi_command, use_settings

_ANY_SNAPSHOT: Final = "any"
"""What stands below a root is of all snapshots, but Luigi asks for the name of one."""


def builds(settings: Settings = None, root: Root = None) -> int:
    """List the builds below root. Each has size, age, what it was made of, and whether anything needs it."""
    return _say(["Builds"], settings, root)


def verify(settings: Settings = None, root: Root = None) -> int:
    """Tell which files below root are not as they were written. Every file of every build is read."""
    return _say(["Verify"], settings, root)


def prune(
    settings: Settings = None,
    root: Root = None,
    yes: Annotated[bool, typer.Option("--yes", help="delete them; otherwise only print which they are")] = False,
) -> int:
    """Name the stale builds below root, or delete them. What is current and what it was made of stays."""
    return _say(["Prune", "--dry-run", "false" if yes else "true"], settings, root)


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="snapshot to compare with")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="snapshot that is newer")],
    settings: Settings = None,
    root: Root = None,
) -> int:
    """Tell what differs between two snapshots, dataset by dataset. The status is 1 if the newer looks wrong."""
    return _say(["Diff", "--old", old, "--new", new], settings, root)


def promote(
    snapshot: Annotated[
        str, typer.Argument(metavar="SNAPSHOT", help="snapshot that is to be read from now on, else the settings'")
    ] = "",
    settings: Settings = None,
    root: Root = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="also where it looks wrong")] = False,
) -> int:
    """Make a snapshot the one that is read where none is named. One that looks wrong beside the current is refused."""
    command = ["Promote", *(("--name", snapshot) if snapshot else ()), "--anyway", "true" if anyway else "false"]
    return _say(command, settings, root, _ANY_SNAPSHOT if snapshot else None)


def _say(command: Sequence[str], settings: Path | None, root: str | None, snapshot: str | None = _ANY_SNAPSHOT) -> int:
    """Run a task that makes no dataset."""
    use_settings(settings)
    from pipelines import run

    return run.say(luigi_command(command, root, snapshot))
