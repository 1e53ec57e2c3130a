"""The command line of a task of Luigi, as a person writes it: which task is meant, and what is wrong with its flags."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import luigi
from luigi.cmdline_parser import CmdlineParser
from luigi.task_register import Register

import pipelines
from schemas.errors import CommandError, nearest
from tasks.luigi_private import flags_parser
from tasks.settings.check import check_settings, own_tasks
from tasks.settings.inputs import possible_directory
from tasks.settings.shared import Build

OPTIONS: Final = ["--settings", "--root", "--snapshot", "--workers", "--processes", "--scheduler", "--dry-run", "--yes"]
"""Options of `wiki-ner build` itself, which are misspelt as well; Luigi is given other ones for them."""
_FEW: Final = 3
"""Settings that are named where any of them may be meant."""


def task_named(name: str) -> type[luigi.Task]:
    """The task of the project, or of a module of one's own, with this name. Raises CommandError where there is none."""
    if name not in pipelines.__all__:
        known = all_names()
        if name not in known:
            hint = nearest(name, known) or "`wiki-ner tasks` lists them"
            raise CommandError(f"there is no task {name}; {hint}")
    found: type[luigi.Task] = Register.get_task_cls(name)
    return found


def all_names() -> list[str]:
    """Names of the project's tasks and, after them, of those in modules of one's own that the settings name."""
    return list(dict.fromkeys([*pipelines.__all__, *own_tasks()]))


def about(task: type[luigi.Task]) -> str:
    """What a task, or a section of settings, is for people: the first paragraph of its docstring, in one line."""
    return " ".join((task.__doc__ or "").partition("\n\n")[0].split())


@contextmanager
def parsed(arguments: Sequence[str]) -> Iterator[luigi.Task]:
    """A context in which Luigi knows the command line, with its task; the task's settings and inputs are checked."""
    with given(arguments) as parser:
        yield parser.get_task_obj()


@contextmanager
def given(arguments: Sequence[str]) -> Iterator[CmdlineParser]:
    """A context in which Luigi knows the command line, for its settings alone: no task is made.

    Raises CommandError for a flag that is none, and InputError for settings that cannot be used, root among them.
    """
    task_named(arguments[0])
    _check_flags(arguments)
    with CmdlineParser.global_instance(list(arguments)) as parser:
        # A task has them checked when it is made, which comes later or never.
        check_settings()
        # What is below root is looked at first, and would be complained of by the name of some file.
        possible_directory("root in [Build]", Build().root)
        yield parser


def _check_flags(arguments: Sequence[str]) -> None:
    """Raise CommandError for a flag that neither the task nor a section of settings has, and for one without value."""
    parser = flags_parser(arguments[0])
    parser.exit_on_error = False
    known = {flag: action for action in parser._actions for flag in action.option_strings}
    flags = [each.partition("=")[0] for each in arguments[1:] if each.startswith("-") and not _is_number(each)]
    for flag in flags:
        if flag not in known:
            own = [f"--{name.replace('_', '-')}" for name, _ in task_named(arguments[0]).get_params()]
            # An option of `wiki-ner build` comes this far where another command was given it: it is not misspelt.
            alike = [] if flag in OPTIONS else [*OPTIONS, *own, *known]
            near = [] if flag in OPTIONS else _of_sections(flag, known)
            near = difflib.get_close_matches(flag, alike, n=1, cutoff=0.7) or near
            its_own = f"its own are {', '.join(own) or 'none'}; --help lists those of the command"
            hint = f"did you mean {' or '.join(near)}?" if near else its_own
            raise CommandError(f"{arguments[0]} has no option {flag}; {hint}")
    try:
        _, left = parser.parse_known_args(list(arguments))
    except argparse.ArgumentError as error:
        raise CommandError(str(error).removeprefix("argument ")) from error
    if left:
        raise CommandError(f"{arguments[0]}: {left[0]} stands alone; options are written as --name value")


def _of_sections(flag: str, known: Iterable[str]) -> list[str]:
    """The settings that a flag without its section may stand for: all if they are few, or that of all steps."""
    found = [each for each in known if re.fullmatch(rf"--[A-Z]\w*{re.escape(flag.removeprefix('-'))}", each)]
    general = [each for each in found if issubclass(Register.get_task_cls(each[2:].partition("-")[0]), luigi.Config)]
    return found if len(found) <= _FEW else general[: len(general) == 1]


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"-[\d.]+", text))
