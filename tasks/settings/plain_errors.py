"""Settings of a task or a section whose errors are told as they are."""

from __future__ import annotations

import functools
from typing import Any

import luigi
from luigi.cmdline_parser import CmdlineParser
from luigi.parameter import MissingParameterException

from schemas.commands import OF_WIKI_NER
from schemas.errors import InputError


class PlainErrors(luigi.Task):  # type: ignore[misc]
    """Parameters whose errors are their own: Luigi wraps those of a value that it reads from a file or a flag."""

    # Luigi looks through the whole class for them whenever a task is named, which a build does thousands of times.
    @classmethod
    @functools.cache
    def get_params(cls) -> list[tuple[str, luigi.Parameter]]:
        return list(super().get_params())

    @classmethod
    def get_param_values(cls, params: Any, args: Any, kwargs: Any) -> Any:
        try:
            return super().get_param_values(params, args, kwargs)
        except MissingParameterException as error:
            family = cls.get_task_family()
            name = next(n for n, each in params if n not in kwargs and not each.has_task_value(family, n))
            command = CmdlineParser.get_instance()
            own = command is not None and command.known_args.root_task == family
            flag = f"--{'' if own else f'{family}-'}{name}".replace("_", "-")
            if flag in OF_WIKI_NER:
                flag = f"{OF_WIKI_NER[flag]} (of luigi {flag})"
            raise InputError(
                f"{name} in [{family}] is missing: give it as {flag} or in a settings file (luigi.cfg, or the one that "
                f"--settings or LUIGI_CONFIG_PATH names); it must be {dict(params)[name].allowed}: "
                f"{dict(params)[name].description}"
            ) from error
        except ValueError as error:
            if isinstance(error.__cause__, InputError):
                raise error.__cause__ from None
            raise
