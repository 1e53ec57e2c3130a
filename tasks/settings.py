"""Settings that several tasks share, and the check of the whole settings file before any work begins.

Everything is read from `luigi.cfg` by Luigi itself: a section is a task or one of the classes here, a key one of its
parameters. Another file, named by `LUIGI_CONFIG_PATH`, overrides it key by key.
"""

from __future__ import annotations

import configparser
import difflib
import functools
import glob
import math
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import luigi
from luigi.task_register import Register

from schemas import storage
from schemas.errors import InputError

T = TypeVar("T")

_LUIGI_SECTIONS = {"core", "email", "execution_summary", "logging", "resources", "retcode", "scheduler", "worker"}

LEAST_MB = 0.001
"""Least size of a piece of work, in MB."""


class _Named(luigi.Parameter):  # type: ignore[misc]
    """A parameter whose errors name the setting and its value, on the command line too."""

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self.setting = f"{name} in [{owner.__name__}]"

    def parse(self, x: str) -> Any:
        try:
            return super().parse(x)
        except InputError:
            raise
        except ValueError as error:
            raise InputError(f"{self.setting} = {x}: {error}") from error


class _Bounded(_Named):
    """A number between two bounds, which both belong to the range."""

    def __init__(self, *, least: float = -math.inf, most: float = math.inf, **others: Any) -> None:
        super().__init__(**others)
        self.least, self.most = least, most

    @property
    def allowed(self) -> str:
        """The range, for the reference; empty where every number is allowed."""
        if self.most < math.inf:
            return f"{self.least} to {self.most}"
        return f"{self.least} or more" if self.least > -math.inf else ""

    def normalize(self, x: float) -> float:
        in_range(self.setting, x, self.least, self.most)
        return x


class Int(_Bounded, luigi.IntParameter):  # type: ignore[misc]
    """A whole number."""


class Float(_Bounded, luigi.FloatParameter):  # type: ignore[misc]
    """A number."""


class Bool(_Named, luigi.BoolParameter):  # type: ignore[misc]
    """true or false, written out on the command line too."""

    parsing = luigi.BoolParameter.EXPLICIT_PARSING


class Choice(_Named, luigi.ChoiceParameter):  # type: ignore[misc]
    """One of some names."""

    def __init__(self, *, choices: Sequence[str], **others: Any) -> None:
        super().__init__(choices=choices, **others)
        self.names = choices

    @property
    def allowed(self) -> str:
        """The names, for the reference."""
        return ", ".join(f"`{name}`" for name in self.names)

    def normalize(self, x: str) -> str:
        if x not in self.names:
            raise InputError(f"{self.setting} = {x}: not one of {', '.join(self.names)}")
        return x


class _PlainErrors(luigi.Task):  # type: ignore[misc]
    """Parameters whose errors are their own: Luigi wraps those of a value that it reads from a file or a flag."""

    @classmethod
    def get_param_values(cls, params: Any, args: Any, kwargs: Any) -> Any:
        try:
            return super().get_param_values(params, args, kwargs)
        except ValueError as error:
            if isinstance(error.__cause__, InputError):
                raise error.__cause__ from None
            raise


class Build(_PlainErrors, luigi.Config):  # type: ignore[misc]
    """What the whole build shares."""

    root = luigi.Parameter(description="directory or URI under which everything is written")
    snapshot = luigi.Parameter(description="name of the input snapshot, first part of every path")
    seed = Int(default=0, description="seed of every decision left to chance")
    max_reject_share = Float(
        default=0.01,
        least=0,
        most=1,
        description="failure budget: a step that rejects a greater share of its records fails",
    )
    keep_filtered = Bool(default=False, description="also keep among the rejects what the filters left out on purpose")


class Wikipedia(_PlainErrors, luigi.Config):  # type: ignore[misc]
    """The dump."""

    pages = luigi.Parameter(description="XML dump files, comma-separated; local ones may be patterns")
    page_table = luigi.Parameter(default="", description="SQL table page, for redirects = tables")
    redirect_table = luigi.Parameter(default="", description="SQL table redirect, for redirects = tables")
    redirects = Choice(
        default="pages",
        choices=["pages", "tables"],
        description="where redirects come from: the dump's redirect pages, or the SQL tables",
    )
    split_mb = Float(default=32, least=LEAST_MB, description="compressed MB of dump that one worker reads at a time")


class DBpedia(_PlainErrors, luigi.Config):  # type: ignore[misc]
    """The DBpedia release."""

    ontology = luigi.Parameter(description="the ontology, RDF/XML or N-Triples")
    instance_types = luigi.Parameter(description="instance types, comma-separated; local ones may be patterns")
    redirects = luigi.Parameter(default="", description="DBpedia's own redirects besides the wiki's, or empty")
    mappings = luigi.Parameter(
        default="", description="export of DBpedia's mappings of templates to classes, for the source infobox"
    )


class Beam(_PlainErrors, luigi.Config):  # type: ignore[misc]
    """How Beam jobs run; nothing here changes what they write."""

    runner = luigi.Parameter(default="local", description="local, or the name of a Beam runner, as FlinkRunner")
    workers = Int(default=1, least=1, description="processes of the local runner")
    options = luigi.Parameter(default="", description="further pipeline options of the runner, separated by spaces")


def input_files(setting: str, value: str) -> list[str]:
    """The files a comma-separated setting names, patterns expanded and sorted.

    Raises InputError, with the setting's name, where it is empty or names a file that is not there.
    """
    files: list[str] = []
    for name in filter(None, (part.strip() for part in value.split(","))):
        local = "://" not in name
        found = sorted(glob.glob(name)) if local and glob.has_magic(name) else [name]  # noqa: PTH207 (absolute patterns)
        if not found:
            raise InputError(f"{setting} = {name}: no file matches")
        for each in found:
            path = os.path.abspath(each) if local else each  # noqa: PTH100 (Path.absolute keeps "..")
            if not storage.exists(path):
                raise InputError(f"{setting} = {each}: no such file (looked in {Path.cwd()})")
            if path in files:
                raise InputError(f"{setting} names {path} twice")
            files.append(path)
    if not files:
        raise InputError(f"{setting} is empty: name a file")
    return files


def listed(setting: str, value: str, kind: Callable[[str], T]) -> list[T]:
    """The values of a comma-separated setting, each once. Raises InputError for none, or one not of the kind."""
    result = []
    for part in dict.fromkeys(filter(None, (part.strip() for part in value.split(",")))):
        try:
            result.append(kind(part))
        except ValueError as error:
            raise InputError(f"{setting} = {value}: {error}") from error
    if not result:
        raise InputError(f"{setting} is empty")
    return result


def pairs(setting: str, value: str) -> dict[str, str]:
    """The pairs of a setting of the form `researcher=person, country=location`; it may be empty."""
    found = [part.partition("=") for part in filter(None, (part.strip() for part in value.split(",")))]
    for name, _, other in found:
        if not name.strip() or not other.strip():
            raise InputError(f"{setting} = {value}: write pairs as a=b, separated by commas")
    return {name.strip(): other.strip() for name, _, other in found}


def choices(setting: str, value: str, known: Iterable[str]) -> tuple[str, ...]:
    """The values of a comma-separated setting. Raises InputError for one that is not known, or for none at all."""
    if not value.strip(" ,"):
        raise InputError(f"{setting} is empty: choose from {', '.join(known)}")
    names = listed(setting, value, str)
    for name in names:
        if name not in known:
            raise InputError(f"{setting} = {value}: {name} is not one of {', '.join(known)}")
    return tuple(names)


def in_range(setting: str, value: float, least: float, most: float = math.inf) -> None:
    """Raise InputError, with the setting's name, where a number is out of its range (both ends belong to it)."""
    if not least <= value <= most:
        bounds = f"at least {least}" if most == math.inf else f"between {least} and {most}"
        raise InputError(f"{setting} = {value}: must be {bounds}")


def input_file(setting: str, value: str) -> str:
    """The one file a setting names. Raises InputError as `input_files` does, and where there are several."""
    files = input_files(setting, value)
    if len(files) > 1:
        raise InputError(f"{setting} names {len(files)} files: name one")
    return files[0]


class CheckedTask(_PlainErrors):
    """A task before whose first parameter is read the settings are checked."""

    @classmethod
    def get_param_values(cls, params: Any, args: Any, kwargs: Any) -> Any:
        check_settings()
        return super().get_param_values(params, args, kwargs)


def check_settings() -> None:
    """Raise InputError for a section or key of the settings files that nothing reads, or a value it cannot read."""
    _check_files(tuple((path, path.stat().st_mtime_ns) for path in _settings_files()))


@functools.lru_cache(maxsize=4)
def _check_files(files: tuple[tuple[Path, int], ...]) -> None:
    known = {name: dict(cls.get_params()) for name, cls in _settings_classes()}
    for path, _ in files:
        parser = configparser.ConfigParser()
        try:
            parser.read(path, encoding="utf-8")
        except configparser.Error as error:
            raise InputError(f"{path}: {error}") from error
        for section in parser.sections():
            if section in _LUIGI_SECTIONS or section.startswith("logger"):
                continue
            if section not in known:
                raise InputError(f"{path}: unknown section [{section}]{_nearest(section, known)}")
            for key in parser.options(section):
                try:
                    value = parser.get(section, key)
                except configparser.InterpolationError as error:
                    raise InputError(f"{path}: {key} in [{section}]: write %% for a percent sign ({error})") from error
                name = key.replace("-", "_")
                if name not in known[section]:
                    raise InputError(f"{path}: unknown setting {key} in [{section}]{_nearest(key, known[section])}")
                try:
                    known[section][name].normalize(known[section][name].parse(value))
                except InputError as error:
                    raise InputError(f"{path}: {error}") from error
                except ValueError as error:
                    raise InputError(f"{path}: {key} in [{section}] = {value}: {error}") from error


def _settings_classes() -> Iterable[tuple[str, type[luigi.Task]]]:
    for name in Register.task_names():
        if "." not in name:
            yield name, Register.get_task_cls(name)


def _settings_files() -> list[Path]:
    default = Path("luigi.cfg")
    files = [default] if default.is_file() else []
    if named := os.environ.get("LUIGI_CONFIG_PATH"):
        if not Path(named).is_file():
            raise InputError(f"LUIGI_CONFIG_PATH = {named}: no such file (looked in {Path.cwd()})")
        files.append(Path(named))
    return files


def _nearest(name: str, known: Iterable[str]) -> str:
    matches = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.5)
    if matches:
        return f"; did you mean {matches[0]}?"
    return f"; known are {', '.join(sorted(n for n in known if not n.startswith('_')))}"
