"""The kinds of settings: what values each allows, how that is told, and the message where a value is none of them.

A setting is a Luigi parameter of one of these kinds. Its kind and bounds stand where it is declared, and from there
come the check before any work begins, the message (`setting = value: must be …`) and the page of the reference.
"""

from __future__ import annotations

import math
import re
import urllib.parse
from collections.abc import Callable, Sequence
from typing import Any, Final

import luigi

from schemas.errors import InputError, quoted
from schemas.setting_text import has_control_characters, has_quotes, hint
from schemas.sources.web import is_contact
from tasks.settings.syntax import (
    LONGEST_PATH,
    NAME,
    SCHEMES,
    expanded,
    is_name,
    is_path,
    items,
)

LEAST_MB: Final = 0.001
"""Least size of a piece of work, in MB."""
MOST_MB: Final = 1_000_000
"""Greatest size of a piece of work, in MB: more than any dump has."""
MOST: Final = 2**31 - 1
"""Greatest whole number where nothing smaller is declared: what Arrow and torch count in 32 bits."""
MOST_PROCESSES: Final = 1024
"""Most processes and threads of anything on one machine."""
LONGEST_TEXT: Final = 2000
"""Most characters of a text where nothing else is declared."""

_SHOWN: Final = 120
_is_encoder = re.compile(r"new|package:[\w.]+(/[^/]+)*|[^\s:]+").fullmatch


class Kind(luigi.Parameter):  # type: ignore[misc]
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
        return InputError(f"{self.setting} = {shown}: must be {self.allowed}{hint(written)}")

    def parse(self, x: str) -> Any:
        try:
            return super().parse(x)
        except (ValueError, OverflowError) as error:
            raise self.refuse(x) from error


class _Bounded(Kind):
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


class Bool(Kind, luigi.BoolParameter):  # type: ignore[misc]
    """true or false, written out on the command line too."""

    parsing = luigi.BoolParameter.EXPLICIT_PARSING
    allowed = "true or false"


class Choice(Kind, luigi.ChoiceParameter):  # type: ignore[misc]
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


class Text(Kind):
    """A text that a function accepts; `optional` says that it may be empty as well."""

    what: str
    longest = LONGEST_TEXT

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
        if not x.strip() or len(x) > self.longest or has_control_characters(x) or not self.accepts(x):
            raise self.refuse(x)
        return x


class Name(Text):
    """A name that becomes part of a path."""

    what = f"a name {NAME}"

    def accepts(self, text: str) -> bool:
        return is_name(text)


class Address(Text):
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


class Contact(Text):
    """Whom a server may write to."""

    what = "a mail or web address, in ASCII without parentheses"

    def accepts(self, text: str) -> bool:
        return is_contact(text)


class Options(Text):
    """Options of a command line."""

    what = "options that begin with --, separated by spaces,"

    def accepts(self, text: str) -> bool:
        return text.split()[0].startswith("--")


class Folders(Text):
    """Folders by their whole paths."""

    what = "folders that begin with /, separated by commas,"

    def accepts(self, text: str) -> bool:
        return all(each.startswith("/") and is_path(each) for each in items(text))


class EncoderName(Text):
    """Where an encoder comes from."""

    what = "new, a Hugging Face name, a local folder, or package:folder/in/a/package"

    def accepts(self, text: str) -> bool:
        return bool(_is_encoder(text)) and is_path(text)


class Path(Text):
    """A local path or URI of something that is read; a list of them where `several`."""

    longest = 1_000_000

    def __init__(self, *, several: bool = False, folder: bool = False, **others: Any) -> None:
        super().__init__(**others)
        self.several = several
        self.kind = "directory" if folder else "file"
        self.what = f"a {self.kind}, by path or URI ({', '.join(SCHEMES)}),"
        if several:
            self.what = f"{self.kind}s, separated by commas, by path or URI ({', '.join(SCHEMES)}),"

    def normalize(self, x: str) -> str:
        # A list may be broken into lines.
        names = items(x) if self.several else [x] * bool(x.strip())
        if not (names or self.optional):
            raise InputError(f"{self.setting} is empty: name a {self.kind}")
        if has_quotes(x):
            raise self.refuse(x)
        for name in names:
            if not is_path(name):
                raise self.refuse(name)
        return ",".join(map(expanded, names)) if "~" in x else x


class LocalPath(Text):
    """A local path of something that is written."""

    longest = LONGEST_PATH
    what = "a local path"

    def accepts(self, text: str) -> bool:
        return is_path(text) and "://" not in text

    def normalize(self, x: str) -> str:
        return expanded(super().normalize(x))


class Root(Text):
    """The directory under which everything is written, which is nobody else's."""

    longest = LONGEST_PATH
    what = f"a directory that has a name (not /, ., .. or ~), or a URI ({', '.join(SCHEMES)})"

    def accepts(self, text: str) -> bool:
        name = text.partition("://")[2] or text
        return is_path(text) and name.rstrip("/").rpartition("/")[2] not in ("", ".", "..", "~")

    def normalize(self, x: str) -> str:
        return expanded(super().normalize(x))


class Known(Text):
    """What a function knows; `what` tells it to people."""

    def __init__(self, *, knows: Callable[[str], bool], what: str, **others: Any) -> None:
        super().__init__(**others)
        self._knows = knows
        self.what = what

    def accepts(self, text: str) -> bool:
        return self._knows(text)


class Around(Kind):
    """A setting that takes more than what another kind takes."""

    def __init__(self, kind: Kind, **others: Any) -> None:
        super().__init__(description=kind.description, **others)
        self.kind = kind
        """What each value of it is."""

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self.kind.__set_name__(owner, name)

    def taken(self, take: Callable[[Any], Any], x: Any, given: Any) -> Any:
        """What the kind takes `x` for. Raises InputError for the `given` value, of which `x` may be a part."""
        try:
            return take(x)
        except InputError:
            # What is allowed is more than the kind itself says.
            raise self.refuse(given) from None


def _number(value: float) -> str:
    if math.isinf(value):
        raise ValueError("a setting has finite bounds")
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"
