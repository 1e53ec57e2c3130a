"""Options of several commands, and what becomes of them: the settings files that Luigi reads, and its command line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from schemas.commands import OF_WIKI_NER
from schemas.errors import CommandError
from tasks.settings.files import NAMED_BY, check_readable, settings_files

NAME: Final = "wiki-ner"

Settings = Annotated[
    Path | None,
    typer.Option(
        "--settings",
        metavar="FILE",
        help="settings file, which overrides luigi.cfg of this directory; LUIGI_CONFIG_PATH does the same",
    ),
]
Arguments = Annotated[
    list[str] | None,
    typer.Argument(metavar="[TASK] [--OPTION VALUE]...", help="task and its options; `wiki-ner tasks [TASK]` has them"),
]
Root = Annotated[
    str | None,
    typer.Option("--root", metavar="DIR", help="directory or URI below which builds are, else that of [Build]"),
]
Snapshot = Annotated[
    str | None,
    typer.Option("--snapshot", metavar="NAME", help="first part of every path below root, else that of [Build]"),
]
Workers = Annotated[int, typer.Option(min=1, max=1024, help="steps at the same time")]
Processes = Annotated[int | None, typer.Option(min=1, max=1024, help="processes of each step, else workers of [Beam]")]
Yes = Annotated[bool, typer.Option("--yes", help="go on where hundreds of models would be trained")]


def luigi_command(
    arguments: Sequence[str] | None,
    root: str | None = None,
    snapshot: str | None = None,
    workers: int = 1,
    processes: int | None = None,
    scheduler: str | None = None,
) -> list[str]:
    """Luigi's command line."""
    given = list(arguments or [])
    task = given.pop(0) if given and not given[0].startswith("-") else "BuildCorpora"
    command = [task, *given, "--workers", str(workers)]
    command += ["--scheduler-url", scheduler] if scheduler else ["--local-scheduler"]
    for flag, value in (*zip(OF_WIKI_NER, (root, snapshot), strict=True), ("--Beam-workers", processes)):
        command += [] if value is None else [flag, str(value)]
    return command


def use_settings(file: Path | None) -> None:
    """Have Luigi read this settings file as well.

    Raises CommandError where it is not there, InputError where it, or another that Luigi reads, cannot be read.
    """
    if file is not None:
        if not file.exists():
            raise CommandError(f"--settings {file}: no such file (looked in {Path.cwd()})")
        os.environ[NAMED_BY] = str(file)
    check_readable(settings_files())
