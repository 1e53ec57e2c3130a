"""Files in TOML that people write: read with errors that name file, key and reason."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from schemas.errors import InputError, nearest, quoted
from schemas.files import storage

_MOST_BYTES: Final = 1_000_000


def read_toml(path: str, kind: str, keys: Sequence[str]) -> dict[str, Any]:
    """The document in a file of a kind (`domain file`), which has these keys and no others.

    Raises InputError for a file that is not TOML or too large, and for a key that is unknown or missing.
    """
    if (size := storage.size(path)) > _MOST_BYTES:
        raise InputError(f"{path}: {size:,} bytes are too many for a {kind}")
    text = storage.read_text(path)
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not TOML ({error})") from error
    for key in document:
        if key not in keys:
            raise InputError(f"{path}: unknown key {quoted(key)}; {nearest(key, keys) or f'known are {_list(keys)}'}")
    for key in keys:
        if key not in document:
            raise InputError(f"{path}: {key} is missing; a {kind} has {_list(keys)}")
    return document


def strings(table: Mapping[str, Any], key: str, path: str) -> tuple[str, ...]:
    """A list of strings, each once and none empty. Raises InputError for anything else."""
    values = table[key]
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise InputError(f'{path}: {key} must be a list of strings, as {key} = ["…"]')
    for value in values:
        if not value.strip():
            raise InputError(f"{path}: {key} has an empty entry")
        if values.count(value) > 1:
            raise InputError(f"{path}: {key} has {quoted(value)} twice")
    return tuple(values)


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)
