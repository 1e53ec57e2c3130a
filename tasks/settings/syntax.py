"""How the values of settings are written: lists, pairs, names and paths, and what is no part of any of them."""

from __future__ import annotations

import os
import re
from typing import Final

from schemas.setting_text import has_control_characters, hint

LONGEST_NAME: Final = 100
"""Most characters of a name that becomes part of a path. File systems take 255 bytes, of which the key needs some."""
NAME: Final = (
    f"of letters, digits, '.', '-' and '_' that begins with a letter or digit, at most {LONGEST_NAME} characters"
)
"""What a name has, for people, as it follows "a name"."""
LONGEST_PATH: Final = 4000
"""Most characters of a path or URI."""
SCHEMES: Final = ("s3", "gs", "gcs", "hdfs", "viewfs", "file")
"""Schemes of URIs that are read and written."""

_LONGEST_PART: Final = 255
"""Most bytes of a part of a path."""
_is_name = re.compile(rf"[^\W_][\w.-]{{0,{LONGEST_NAME - 1}}}").fullmatch


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
    """Whether a text may be a path or a URI: quotes, as TOML has them around a text, a comment behind it, or a variable
    as a shell has it, would be part of it."""
    scheme, separator, rest = text.partition("://")
    if separator and not (scheme in SCHEMES and rest.strip("/")):
        return False
    if len(text) > LONGEST_PATH or has_control_characters(text) or (hint(text) and not os.path.lexists(text)):
        return False
    if expanded(text).startswith("~"):
        return False
    return all(len(part.encode()) <= _LONGEST_PART for part in text.split("/"))


def expanded(path: str) -> str:
    """A path with `~` and `~name` replaced by the home directory; as it is where there is no such user."""
    return os.path.expanduser(path)  # noqa: PTH111 (Path.expanduser raises for an unknown user, and drops "./")
