"""The check of all settings, those of files and those of the command line, before any work begins."""

from __future__ import annotations

import configparser
import functools
import hashlib
import importlib
from argparse import Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

import luigi
import luigi.interface
import luigi.retcodes
from luigi.cmdline_parser import CmdlineParser
from luigi.configuration import LuigiConfigParser
from luigi.task import flatten
from luigi.task_register import Register

from schemas.errors import InputError, nearest, quoted
from tasks.settings.files import read_settings, settings_files
from tasks.settings.parameters import MOST, MOST_PROCESSES
from tasks.settings.plain_errors import PlainErrors
from tasks.settings.shared import Build

_RESOURCES: Final = "resources"
_LOGGING: Final = ("logger", "handler", "formatter", "logging")
"""How sections begin that Python's own logging reads."""
_ASIDE: Final = {
    "core": (
        "autoload_range",
        "no_configure_logging",
        "default_scheduler_host",
        "default_scheduler_port",
        "default_scheduler_url",
        "rpc_connect_timeout",
        "rpc_retry_attempts",
        "rpc_retry_wait",
        "rpc_log_retries",
    ),
}
"""Settings of Luigi's own sections that are no parameters of a class of its own."""
_LUIGI_BOUNDS: Final = {("core", "workers"): (1, MOST_PROCESSES), ("scheduler", "retry_count"): (1, MOST)}
"""Least and most of settings of Luigi that it takes as they are, and then does nothing or for ever the same."""


_checked: Final[WeakSet[CmdlineParser]] = WeakSet()
"""The command lines whose build has been checked."""
_checked_flags: Final[WeakSet[CmdlineParser]] = WeakSet()
"""Those whose flags have been: a task is made hundreds of times in a run, and Luigi has hundreds of flags."""


class CheckedTask(PlainErrors):
    """A task before whose first parameter is read the settings are checked.

    The task of a command line also has the inputs of all steps below it checked before Luigi gets it. Luigi would find
    out about them one by one, after it has begun to write.
    """

    task_id: str

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # All that a shared scheduler knows a step by, and it may have builds of several wikis.
        self.task_id = f"{self.task_id}_{_place()}"
        command = CmdlineParser.get_instance()
        if command and command.known_args.root_task == self.get_task_family() and command not in _checked:
            # Before the check, which may make the same task again: BuildDomains has settings that others read.
            _checked.add(command)
            _check_build(self)

    def check_inputs(self) -> None:
        """Raise InputError for settings or inputs of this step that cannot be used."""

    @classmethod
    def get_param_values(cls, params: Any, args: Any, kwargs: Any) -> Any:
        check_settings()
        return super().get_param_values(params, args, kwargs)


def _place() -> str:
    """A short name of the place that is built below."""
    root = Build().root
    whole = root.rstrip("/") if "://" in root else str(Path(root).absolute())
    return hashlib.sha256(f"{whole}/{Build().snapshot}".encode()).hexdigest()[:8]


def _check_build(task: luigi.Task) -> None:
    """Raise InputError where a task, or one that it requires, cannot use its settings or inputs.

    Nothing is written, and nothing need be writable: all that is asked for may be there.
    """
    known = set()
    waiting = [task]
    while waiting:
        each = waiting.pop()
        if each.task_id not in known:
            known.add(each.task_id)
            if isinstance(each, CheckedTask):
                each.check_inputs()
            waiting += flatten(each.requires())


def check_settings() -> None:
    """Raise InputError for what the settings files and the command line say that nothing reads or allows."""
    _check_files(tuple((path, path.stat().st_mtime_ns) for path in settings_files()))
    command = CmdlineParser.get_instance()
    if command and command not in _checked_flags:
        _check_flags(command.known_args)
        _checked_flags.add(command)


def own_tasks() -> list[str]:
    """Names of the tasks of one's own: those of the modules that the settings files name, in their order.

    Raises InputError for a file that cannot be read and for a module that cannot be imported.
    """
    modules = _own_modules([(path, read_settings(path, LuigiConfigParser())) for path in settings_files()])
    found = ((name, cls.__module__) for name, cls in _classes() if not issubclass(cls, luigi.Config))
    return [name for name, home in found if any(f"{home}.".startswith(f"{module}.") for module in modules)]


@functools.lru_cache(maxsize=4)
def _check_files(files: tuple[tuple[Path, int], ...]) -> None:
    parsers = [(path, read_settings(path, LuigiConfigParser())) for path, _ in files]
    _own_modules(parsers)
    known = {name: dict(cls.get_params()) for name, cls in _classes()}
    for path, parser in parsers:
        try:
            _check_file(parser, known)
        except InputError as error:
            raise InputError(f"{path}: {error}") from error


def _check_file(parser: LuigiConfigParser, known: Mapping[str, Mapping[str, luigi.Parameter]]) -> None:
    """Raise InputError for what a file says that no section has; `known` are the settings of the sections."""
    if defaults := parser.defaults():
        # The parser takes them for keys of every other section of the file, and of none that it does not have.
        raise InputError(
            f"[{parser.default_section}] sets {quoted(next(iter(defaults)))}: put each key into the section of its "
            "setting, as root into [Build]"
        )
    for section in parser.sections():
        if section.startswith(_LOGGING):
            continue
        if section not in known and section != _RESOURCES:
            hint = nearest(section, known) or "`wiki-ner tasks` lists the steps that have one."
            own = "For a step of your own give its module as module in [core]"
            raise InputError(f"unknown section [{section}]; {hint} {own}")
        for key in parser.options(section):
            _check_key(parser, section, key, known.get(section, {}))


def _check_key(parser: LuigiConfigParser, section: str, key: str, parameters: Mapping[str, luigi.Parameter]) -> None:
    name = key.replace("-", "_")
    parameter = parameters.get(name)
    value = _value(parser, section, key, parameter)
    if section == _RESOURCES:
        _check_resource(key, value)
    elif parameter is not None:
        _check_is_read(section, name, parameter)
        _check(section, name, parameter, value)
    elif name not in _ASIDE.get(section, ()):
        raise InputError(f"unknown setting {quoted(key)} in [{section}]{_instead(key, parameters)}")


def _own_modules(parsers: Iterable[tuple[Path, LuigiConfigParser]]) -> list[str]:
    """Import the modules of steps of one's own that files name: their tasks and sections are known from then on."""
    named = [(path, parser.get("core", "module", raw=True, fallback="")) for path, parser in parsers]
    modules = [(path, module) for path, module in named if module]
    for path, module in modules:
        _import(path, module)
    return [module for _, module in modules]


def _import(path: Path, module: str) -> None:
    setting = f"{path}: module in [core] = {quoted(module)}"
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and f"{module}.".startswith(f"{error.name}."):
            raise InputError(
                f"{setting}: there is no module {error.name}; have the folder that holds it be on PYTHONPATH"
            ) from error
        raise InputError(f"{setting} cannot be imported: it needs {error.name}, which is not installed here") from error
    except Exception as error:  # Whatever somebody's own code does.
        raise InputError(f"{setting} cannot be imported: {type(error).__name__}: {error}") from error


def _value(parser: LuigiConfigParser, section: str, key: str, parameter: luigi.Parameter | None) -> str:
    try:
        return str(parser.get(section, key))
    except configparser.InterpolationError as error:
        written = parser.get(section, key, raw=True)
        if parameter and "$" not in written:
            # A share is written as 0.1: 10% is no more allowed where the percent sign is written as two.
            _check(section, key.replace("-", "_"), parameter, written)
        raise InputError(
            f"{key} in [{section}] = {quoted(written)}: write %% for a percent sign, and ${{NAME}} for a variable of "
            "the environment that is set"
        ) from error


def _check_flags(given: Namespace) -> None:
    """Raise InputError for a flag with a value that is not allowed, used or not, and for an empty one."""
    for task, _, name, parameter in Register.get_all_params():
        # The settings of the command's own task have short flags too.
        for flag in (f"{task}_{name}", *([name] if task == given.root_task else [])):
            value = getattr(given, flag, None)
            if value == "":
                shown = f"--{flag}".replace("_", "-")
                raise InputError(f"{shown} is empty, and then Luigi takes the settings file's: write it there")
            if isinstance(value, str):
                if flag != name:
                    _check_is_read(task, name, parameter)
                _check(task, name, parameter, value)


def _check_is_read(section: str, name: str, parameter: luigi.Parameter) -> None:
    """Raise InputError for a setting that a build passes to its step, whatever is said there."""
    if instead := getattr(parameter, "instead", ""):
        raise InputError(
            f"{name} in [{section}]: is what [{instead}] says, for every build; set it there, or build {section} alone "
            f"with --{name.replace('_', '-')}"
        )


def _check(section: str, name: str, parameter: luigi.Parameter, value: str) -> None:
    try:
        parsed = parameter.normalize(parameter.parse(value))
    except InputError:
        raise
    except Exception as error:
        # Luigi's own parameters raise what they like.
        raise InputError(f"{name} in [{section}] = {quoted(value)}: {error}") from error
    least, most = _LUIGI_BOUNDS.get((section, name), (None, None))
    if least is not None and not least <= parsed <= most:
        raise InputError(f"{name} in [{section}] = {value}: must be a whole number from {least} to {most:,}")


def _check_resource(name: str, value: str) -> None:
    if not value.isascii() or not value.isdecimal() or len(value) > 10 or not 1 <= int(value) <= MOST:
        raise InputError(f"{name} in [{_RESOURCES}] = {quoted(value)}: must be a whole number from 1 to {MOST:,}")


def _classes() -> Iterable[tuple[str, type[luigi.Task]]]:
    for name in Register.task_names():
        if "." not in name:
            yield name, Register.get_task_cls(name)


def _instead(name: str, known: Mapping[str, object]) -> str:
    public = ", ".join(sorted(each for each in known if not each.startswith("_")))
    return f"; {nearest(name, known) or f'known are {public}'}"
