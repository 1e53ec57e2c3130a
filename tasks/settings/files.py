"""Reading settings files: what is wrong with one is told by file, line and key, before anything is made of it.

Luigi reads the same files itself, but passes over one that it cannot open, and over what it does not know.
"""

from __future__ import annotations

import codecs
import configparser
import locale
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeVar

from schemas.errors import InputError, quoted

Parser = TypeVar("Parser", bound=configparser.RawConfigParser)

NAMED_BY: Final = "LUIGI_CONFIG_PATH"
"""The variable that names a settings file; it is read last."""
USUAL_PLACES: Final = ("/etc/luigi/client.cfg", "/etc/luigi/luigi.cfg", "client.cfg", "luigi.cfg")
"""Where Luigi looks besides, a later file overriding an earlier one."""

_KIND: Final = "LUIGI_CONFIG_PARSER"
_KINDS: Final = ("cfg", "conf", "ini")
_MOST_BYTES: Final = 1_000_000
_MARKS: Final = {b"\xef\xbb\xbf": "UTF-8", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def settings_files() -> list[Path]:
    """The settings files that are there. Raises InputError where the one that is named is not."""
    files = [Path(place) for place in USUAL_PLACES if os.path.lexists(place)]
    named = os.environ.get(NAMED_BY)
    kind = os.environ.get(_KIND, _KINDS[0])
    if kind not in _KINDS:
        raise InputError(f"{_KIND} = {kind}: must be one of {', '.join(_KINDS)}")
    if Path(named or "").suffix == ".toml":
        raise InputError(f"{NAMED_BY} = {named}: must be a file of `key = value` below [sections], and not TOML")
    if named is not None:
        if not named:
            raise InputError(f"{NAMED_BY} is empty: name a settings file, or unset it")
        if not os.path.lexists(named):
            raise InputError(f"{NAMED_BY} = {named}: no such file (looked in {Path.cwd()})")
        files.append(Path(named))
    return files


def files_text() -> str:
    """The settings files for people, those that override others first; empty where there are none."""
    return " over ".join(map(str, reversed(settings_files())))


def read_settings(path: Path, parser: Parser) -> Parser:
    """The parser, with what the file says. Raises InputError, with the line, for what it cannot read."""
    text = _text(path)
    try:
        parser.read_string(text, source=str(path))
    except configparser.MissingSectionHeaderError as error:
        raise InputError(
            f"{path}, line {error.lineno}: {quoted(error.line.strip())} stands before the first section; begin with "
            "its name in brackets, as [Build]"
        ) from error
    except configparser.ParsingError as error:
        number, line = error.errors[0]
        shown = line.strip("'\"\\n ")
        raise InputError(f"{path}, line {number}: {quoted(shown)}: must be key = value or [section]") from error
    except configparser.DuplicateOptionError as error:
        raise InputError(f"{path}, line {error.lineno}: {error.option} stands twice in [{error.section}]") from error
    except configparser.DuplicateSectionError as error:
        raise InputError(f"{path}, line {error.lineno}: there are two sections [{error.section}]") from error
    except configparser.Error as error:
        raise InputError(f"{path}: {error}") from error
    # Whoever names a file wants what it sets; one that was cut short would build the defaults in its place.
    sets_something = parser.defaults() or any(map(parser.options, parser.sections()))
    if not sets_something and path == Path(os.environ.get(NAMED_BY, "")):
        raise InputError(f"{path}: sets nothing; write settings into it, as root below [Build], or leave it out")
    return parser


def check_readable(files: Iterable[Path]) -> None:
    """Raise InputError where Luigi would break on a settings file, misread it or pass over it."""
    # That of the files that Luigi opens; Python's UTF-8 mode, which the locale C brings, is told by it too.
    encoding = locale.getpreferredencoding(False)
    for path in files:
        read_settings(path, configparser.RawConfigParser())
        if codecs.lookup(encoding).name != "utf-8" and not path.read_bytes().isascii():
            raise InputError(
                f"{path}: has letters that are not ASCII, and the locale is of {encoding}; take one of UTF-8, as by "
                "LC_ALL=C.UTF-8"
            )


def _text(path: Path) -> str:
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise InputError(f"{path}: is no file that settings can be read from; name a text file")
        if info.st_size > _MOST_BYTES:
            raise InputError(f"{path}: {info.st_size:,} bytes are too many for a settings file")
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            raise InputError(
                f"{path}, line 1: begins with a byte order mark of {encoding}; save it as UTF-8 without one"
            )
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: not UTF-8 ({error.reason}); save it as UTF-8") from error
