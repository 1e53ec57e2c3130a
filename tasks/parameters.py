"""The kinds of settings: what values each allows, how that is told, and the message where a value is none of them.

A setting is a Luigi parameter of one of these kinds. Its kind and bounds stand where it is declared, and from there
come the check before any work begins, the message (`setting = value: must be …`) and the page of the reference.
"""

from __future__ import annotations

import functools
import math
import os
import re
import urllib.parse
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import luigi
from luigi.cmdline_parser import CmdlineParser
from luigi.parameter import MissingParameterException

from schemas.errors import InputError, quoted
from schemas.web import is_contact
from tasks.luigi_private import default_of

LEAST_MB: Final = 0.001
"""Least size of a piece of work, in MB."""
MOST_MB: Final = 1_000_000
"""Greatest size of a piece of work, in MB: more than any dump has."""
MOST: Final = 2**31 - 1
"""Greatest whole number where nothing smaller is declared: what Arrow and torch count in 32 bits."""
MOST_PROCESSES: Final = 1024
"""Most processes and threads of anything on one machine."""
LONGEST_NAME: Final = 100
"""Most characters of a name that becomes part of a path. File systems take 255 bytes, of which the key needs some."""

_LONGEST_PATH: Final = 4000
_LONGEST_PART: Final = 255
"""Most bytes of a part of a path."""
_LONGEST_TEXT: Final = 2000
_SHOWN: Final = 120
_SCHEMES: Final = ("s3", "gs", "gcs", "hdfs", "viewfs", "file")
_control = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_comment = re.compile(r"(?:^|\s)[#;]")
_is_name = re.compile(rf"[^\W_][\w.-]{{0,{LONGEST_NAME - 1}}}").fullmatch
_is_encoder = re.compile(r"new|package:[\w.]+(/[^/]+)*|[^\s:]+").fullmatch
_NAME: Final = (
    f"of letters, digits, '.', '-' and '_' that begins with a letter or digit, at most {LONGEST_NAME} characters"
)


class _Setting(luigi.Parameter):  # type: ignore[misc]
    """A parameter that knows what it allows, and whose errors name the setting and its value."""

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self.setting = f"{name} in [{owner.__name__}]"

    @property
    def allowed(self) -> str:
        """What values are allowed, as it follows "must be"."""
        raise NotImplementedError

    @property
    def meaning(self) -> str:
        """What it is for, in the words of its declaration."""
        # Luigi adds the choices, in an order that changes from run to run.
        return str(self.description or "").partition(" Choices: ")[0]

    def refuse(self, value: object) -> InputError:
        """The error for a value that is not allowed."""
        written = str(value)
        shown = written if written.isprintable() and 0 < len(written) <= _SHOWN else quoted(written, _SHOWN)
        return InputError(f"{self.setting} = {shown}: must be {self.allowed}{_hint(written)}")

    def parse(self, x: str) -> Any:
        try:
            return super().parse(x)
        except (ValueError, OverflowError) as error:
            raise self.refuse(x) from error


class _Bounded(_Setting):
    """A number between two bounds, which both belong to the range."""

    kind: str

    def __init__(self, *, least: float = 0, most: float = MOST, **others: Any) -> None:
        super().__init__(**others)
        self.least, self.most = least, most

    @property
    def allowed(self) -> str:
        return f"{self.kind} from {_number(self.least)} to {_number(self.most)}"

    def normalize(self, x: float) -> float:
        if not self.least <= x <= self.most:
            raise self.refuse(x)
        return x


class Int(_Bounded, luigi.IntParameter):  # type: ignore[misc]
    """A whole number."""

    kind = "a whole number"


class Float(_Bounded, luigi.FloatParameter):  # type: ignore[misc]
    """A number."""

    kind = "a number"

    def __init__(self, *, default: float, **others: Any) -> None:
        # As a value that is read: 30 and 30.0 would be two identities.
        super().__init__(default=float(default), **others)


class Bool(_Setting, luigi.BoolParameter):  # type: ignore[misc]
    """true or false, written out on the command line too."""

    parsing = luigi.BoolParameter.EXPLICIT_PARSING
    allowed = "true or false"


class Choice(_Setting, luigi.ChoiceParameter):  # type: ignore[misc]
    """One of some names."""

    def __init__(self, *, choices: Sequence[str], **others: Any) -> None:
        super().__init__(choices=choices, **others)
        self.names = choices

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.names)}"

    def normalize(self, x: str) -> str:
        if x not in self.names:
            raise self.refuse(x)
        return x


class _Text(_Setting):
    """A text that a function accepts; `optional` says that it may be empty as well."""

    what: str
    longest = _LONGEST_TEXT

    def __init__(self, *, optional: bool = False, **others: Any) -> None:
        super().__init__(**others)
        self.optional = optional

    @property
    def allowed(self) -> str:
        return f"{self.what} or empty" if self.optional else self.what.rstrip(",")

    def accepts(self, text: str) -> bool:
        """Whether a text that is not empty, too long or broken into lines is allowed."""
        raise NotImplementedError

    def normalize(self, x: str) -> str:
        if not x.strip() and self.optional:
            return x
        if not x.strip() or len(x) > self.longest or _control.search(x) or not self.accepts(x):
            raise self.refuse(x)
        return x


class Name(_Text):
    """A name that becomes part of a path."""

    what = f"a name {_NAME}"

    def accepts(self, text: str) -> bool:
        return is_name(text)


class Address(_Text):
    """The address of a server."""

    what = "an address that begins with http:// or https:// and names a server"

    def accepts(self, text: str) -> bool:
        if not re.fullmatch(r"https?://[^\s<>\"{}|\\^`]+", text):
            return False
        try:
            parts = urllib.parse.urlsplit(text)
            return bool(parts.hostname) and parts.port != 0
        except ValueError:
            return False


class Contact(_Text):
    """Whom a server may write to."""

    what = "a mail or web address, in ASCII without parentheses"

    def accepts(self, text: str) -> bool:
        return is_contact(text)


class Options(_Text):
    """Options of a command line."""

    what = "options that begin with --, separated by spaces,"

    def accepts(self, text: str) -> bool:
        return text.split()[0].startswith("--")


class Folders(_Text):
    """Folders by their whole paths."""

    what = "folders that begin with /, separated by commas,"

    def accepts(self, text: str) -> bool:
        return all(each.startswith("/") and is_path(each) for each in items(text))


class EncoderName(_Text):
    """Where an encoder comes from."""

    what = "new, a Hugging Face name, a local folder, or package:folder/in/a/package"

    def accepts(self, text: str) -> bool:
        return bool(_is_encoder(text)) and is_path(text)


class Path(_Text):
    """A local path or URI of something that is read; a list of them where `several`."""

    longest = 1_000_000

    def __init__(self, *, several: bool = False, folder: bool = False, **others: Any) -> None:
        super().__init__(**others)
        self.several = several
        kind = "directory" if folder else "file"
        self.what = f"a {kind}, by path or URI ({', '.join(_SCHEMES)}),"
        if several:
            self.what = f"{kind}s, separated by commas, by path or URI ({', '.join(_SCHEMES)}),"

    def normalize(self, x: str) -> str:
        # A list may be broken into lines.
        names = items(x) if self.several else [x] * bool(x.strip())
        if not (names or self.optional) or _has_quotes(x):
            raise self.refuse(x)
        for name in names:
            if not is_path(name):
                raise self.refuse(name)
        return ",".join(map(expanded, names)) if "~" in x else x


class LocalPath(_Text):
    """A local path of something that is written."""

    longest = _LONGEST_PATH
    what = "a local path"

    def accepts(self, text: str) -> bool:
        return is_path(text) and "://" not in text

    def normalize(self, x: str) -> str:
        return expanded(super().normalize(x))


class Root(_Text):
    """The directory under which everything is written, which is nobody else's."""

    longest = _LONGEST_PATH
    what = f"a directory that has a name (not /, ., .. or ~), or a URI ({', '.join(_SCHEMES)})"

    def accepts(self, text: str) -> bool:
        name = text.partition("://")[2] or text
        return is_path(text) and name.rstrip("/").rpartition("/")[2] not in ("", ".", "..", "~")

    def normalize(self, x: str) -> str:
        return expanded(super().normalize(x))


class _List(_Text):
    """A list, separated by commas. It may be broken into lines."""

    def accepts_item(self, item: str) -> bool:
        """Whether an entry of the list is allowed."""
        raise NotImplementedError

    def normalize(self, x: str) -> str:
        entries = items(x)
        if not (entries or self.optional) or len(x) > self.longest:
            raise self.refuse(x)
        for entry in entries:
            if not self.accepts_item(entry):
                raise self.refuse(entry)
        return x


class Choices(_List):
    """Some of a number of names."""

    def __init__(self, *, known: Iterable[str], **others: Any) -> None:
        super().__init__(**others)
        self.known = tuple(known)
        self.what = f"some of {', '.join(self.known)}, separated by commas,"

    def accepts_item(self, item: str) -> bool:
        return item in self.known


class Names(_List):
    """Names that become parts of paths."""

    what = f"names, separated by commas, each {_NAME}"

    def accepts_item(self, item: str) -> bool:
        return is_name(item)


class NamedPairs(Names):
    """Names that become parts of paths, some with another one."""

    what = f"names or pairs of names as a=b, separated by commas, each name {_NAME}"

    def accepts_item(self, item: str) -> bool:
        first, equals, second = item.partition("=")
        return is_name(first.strip()) and (is_name(second.strip()) or not equals)


class Pairs(_List):
    """Pairs of names; no name has two values."""

    what = "pairs as a=b, separated by commas, with one b for each a,"

    def accepts_item(self, item: str) -> bool:
        first, _, second = item.partition("=")
        return bool(first.strip() and second.strip() and not _control.search(item))

    def normalize(self, x: str) -> str:
        text = super().normalize(x)
        last = pairs(text)
        for entry in items(text):
            [(first, second)] = pairs(entry).items()
            if second != last[first]:
                raise self.refuse(f"{entry},{first}={last[first]}")
        return text


class Merges(Pairs):
    """Names that are merged: what one becomes does not become another itself."""

    what = "pairs as a=b, separated by commas, with one b for each a, and no b that becomes another itself,"

    def normalize(self, x: str) -> str:
        text = super().normalize(x)
        merged = pairs(text)
        for first, second in merged.items():
            if merged.get(second, second) != second:
                raise self.refuse(f"{first}={second},{second}={merged[second]}")
        return text


class Numbers(_List):
    """Whole numbers of at least 0."""

    what = f"whole numbers from 0 to {MOST:,}, separated by commas"

    def accepts_item(self, item: str) -> bool:
        return bool(re.fullmatch("[0-9]{1,10}", item)) and int(item) <= MOST


class Sizes(_List):
    """Numbers of things, and shares of all of them."""

    what = f"whole numbers from 0 to {MOST:,} and shares between 0 and 1 as 0.05, separated by commas"

    def accepts_item(self, item: str) -> bool:
        return bool(re.fullmatch(r"0\.[0-9]{0,8}[1-9]|[0-9]{1,10}", item)) and float(item) <= MOST


class Known(_Text):
    """What a function knows; `what` tells it to people."""

    def __init__(self, *, knows: Callable[[str], bool], what: str, **others: Any) -> None:
        super().__init__(**others)
        self._knows = knows
        self.what = what

    def accepts(self, text: str) -> bool:
        return self._knows(text)


class Knowns(_List):
    """A list of what a function knows; `what` tells it to people."""

    def __init__(self, *, knows: Callable[[str], bool], what: str, **others: Any) -> None:
        super().__init__(**others)
        self._knows = knows
        self.what = f"some of these, separated by commas: {what}"

    def accepts_item(self, item: str) -> bool:
        return self._knows(item)


BY_PROFILE: Final = "profile"
"""The value of a setting that leaves it to the profile of its step."""


class _Around(_Setting):
    """A setting that takes more than what another kind takes."""

    def __init__(self, kind: _Setting, **others: Any) -> None:
        super().__init__(description=kind.description, **others)
        self.kind = kind
        """What each value of it is."""

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self.kind.__set_name__(owner, name)

    def _taken(self, take: Callable[[Any], Any], x: Any, given: Any) -> Any:
        """What the kind takes `x` for. Raises InputError for the `given` value, of which `x` may be a part."""
        try:
            return take(x)
        except InputError:
            # What is allowed is more than the kind itself says.
            raise self.refuse(given) from None


class ByProfile(_Around):
    """A setting that is what the profile of its step says unless it is given: `tasks/quality.py` has what that is."""

    def __init__(self, kind: _Setting) -> None:
        super().__init__(kind, default=BY_PROFILE, significant=kind.significant)

    @property
    def allowed(self) -> str:
        return f"{BY_PROFILE}, or {self.kind.allowed}"

    def parse(self, x: str) -> Any:
        return x if x == BY_PROFILE else self._taken(self.kind.parse, x, x)

    def normalize(self, x: Any) -> Any:
        return x if x == BY_PROFILE else self._taken(self.kind.normalize, x, x)

    def serialize(self, x: Any) -> str:
        return BY_PROFILE if x == BY_PROFILE else str(self.kind.serialize(x))


class ByRun(_Around):
    """A setting that has other values for some targets, models and settings, and for some of these together:
    `5e-5,bilstm=1e-3,restaurant=1e-5,politics/joint=3e-5`."""

    def __init__(self, kind: _Setting, *others: str) -> None:
        super().__init__(kind, default=",".join([kind.serialize(default_of(kind)), *others]))

    @property
    def allowed(self) -> str:
        return (
            f"{self.kind.allowed}, after which others may follow for targets, models and settings as name=value or "
            "name/name=value, by commas"
        )

    def normalize(self, x: Any) -> str:
        text = str(x)
        names = self.names(text)
        if _control.search(text.replace("\n", " ")) or len(text) > _LONGEST_TEXT or not all(map(is_name, names)):
            raise self.refuse(text)
        for value in self._values(text):
            self._taken(lambda value: self.kind.normalize(self.kind.parse(value)), value, text)
        return text

    def value(self, text: str, *names: str) -> Any:
        """The value for what has these names: the last of those whose names are all among them, else the first."""
        fitting = [value for wanted, value in self._others(text) if {*wanted} <= {*names}]
        return self.kind.normalize(self.kind.parse([*self._values(text)[:1], *fitting][-1]))

    def names(self, text: str) -> list[str]:
        """The targets, models and settings that have a value of their own."""
        return [name for names, _ in self._others(text) for name in names]

    def _values(self, text: str) -> list[str]:
        """All values: first that for what has none of its own."""
        first = items(text)[:1]
        if not first:
            raise self.refuse(text)
        return [*first, *(value for _, value in self._others(text))]

    def _others(self, text: str) -> list[tuple[list[str], str]]:
        parts = (part.partition("=") for part in items(text)[1:])
        return [([name.strip() for name in names.split("/")], value.strip()) for names, _, value in parts]


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
            raise InputError(
                f"{name} in [{family}] is missing: give it as {flag} or in a settings file (luigi.cfg, or the one that "
                f"--settings or LUIGI_CONFIG_PATH names); it must be {dict(params)[name].allowed}: "
                f"{dict(params)[name].description}"
            ) from error
        except ValueError as error:
            if isinstance(error.__cause__, InputError):
                raise error.__cause__ from None
            raise


def items(value: str) -> list[str]:
    """The entries of a comma-separated setting, each once, in their order."""
    return list(dict.fromkeys(filter(None, (part.strip() for part in value.split(",")))))


def pairs(value: str) -> dict[str, str]:
    """The pairs of a setting of the form `researcher=person, country=location`."""
    found = (part.partition("=") for part in items(value))
    return {first.strip(): second.strip() for first, _, second in found}


def is_name(text: str) -> bool:
    """Whether a text may be part of a path: it stays where it is put, and no file system refuses its length."""
    return bool(_is_name(text)) and len(text.encode()) <= 2 * LONGEST_NAME


def is_path(text: str) -> bool:
    """Whether a text may be a path or a URI: quotes, as TOML has them around a text, or a comment behind it would be
    part of it."""
    scheme, separator, rest = text.partition("://")
    if separator and not (scheme in _SCHEMES and rest.strip("/")):
        return False
    if len(text) > _LONGEST_PATH or _control.search(text) or _hint(text):
        return False
    if expanded(text).startswith("~"):
        return False
    return all(len(part.encode()) <= _LONGEST_PART for part in text.split("/"))


def _hint(text: str) -> str:
    """What to do about a value that was written as in another format; empty for any other."""
    if _has_quotes(text):
        return "; leave out the quotes"
    return "; a comment stands on a line of its own" if _comment.search(text) else ""


def _has_quotes(text: str) -> bool:
    text = text.strip()
    # A name may begin, or end, with an apostrophe.
    return text.startswith('"') or text.endswith('"') or text[:1] == text[-1:] == "'"


def expanded(path: str) -> str:
    """A path with `~` and `~name` replaced by the home directory; as it is where there is no such user."""
    return os.path.expanduser(path)  # noqa: PTH111 (Path.expanduser raises for an unknown user, and drops "./")


def _number(value: float) -> str:
    if math.isinf(value):
        raise ValueError("a setting has finite bounds")
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"
