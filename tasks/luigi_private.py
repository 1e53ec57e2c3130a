"""The private parts of Luigi that the project uses, all of them, with what each is for.

`pyproject.toml` takes the minor version of Luigi that they were tried with. Where it is raised, look here first.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import luigi
from luigi.cmdline_parser import CmdlineParser
from luigi.parameter import _no_value
from luigi.rpc import RemoteScheduler


def has_default(parameter: luigi.Parameter) -> bool:
    """Whether the code gives a parameter a value, for the listing and the reference; settings files override it."""
    return parameter._default is not _no_value


def default_of(parameter: luigi.Parameter) -> Any:
    """That value, which Luigi gives out only with what settings files and flags make of it."""
    return parameter._default


class Inheriting(luigi.Parameter):  # type: ignore[misc]
    """A parameter that is what another setting says where it is not given. Luigi has no default that is a function."""

    def inherited(self) -> Any:
        """The value where neither a flag nor a settings file gives one."""
        raise NotImplementedError

    def _value_iterator(self, task_name: str, param_name: str) -> Iterator[tuple[Any, str | None]]:
        # Luigi takes the first value; with each may stand a warning.
        yield from super()._value_iterator(task_name, param_name)
        yield self.inherited(), None


def flags_parser(task: str) -> ArgumentParser:
    """The parser of the command line of a task, to tell which of its flags are none: Luigi's own prints all there are
    and ends the process."""
    parser: ArgumentParser = CmdlineParser._build_parser(root_task=task)
    return parser


def asked_once(address: str) -> RemoteScheduler:
    """A scheduler that is asked once: Luigi's own asks again for a minute, with a traceback each time."""
    scheduler = RemoteScheduler(address)
    scheduler._rpc_retry_attempts, scheduler._rpc_log_retries = 1, False
    return scheduler
