"""A group of words of a language, as a table of its file has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from schemas.errors import InputError, nearest, quoted


@dataclass(frozen=True)
class WordGroup:
    """Words of one concern. What a language lacks is empty or false, which is the default of each field."""

    @classmethod
    def read(cls, table: Mapping[str, Any], where: str) -> Self:
        """The group that a table says, with the groups in it; `where` names the table in the file.

        InputError for a key that is no field, and for a value that is not of its kind.
        """
        known = {name: empty for name, empty in vars(cls()).items() if isinstance(empty, _READ)}
        for key in [key for key in table if key not in known]:
            hint = nearest(key, known) or f"the keys are {', '.join(known)}"
            raise InputError(f"{where} has the key {quoted(key)}, which no rule reads; {hint}")
        return cls(**{key: _value(value, known[key], f"{where}.{key}") for key, value in table.items()})


_READ = (WordGroup, bool, frozenset, tuple)
"""What the fields are that a file says."""


def _value(value: Any, empty: Any, where: str) -> Any:
    """A value of a file as the field has it that is `empty` without one."""
    match empty, value:
        case WordGroup(), dict():
            return empty.read(value, where)
        case bool(), bool():
            return value
        case frozenset() | tuple(), list():
            return type(empty)(tuple(each) if isinstance(each, list) else each for each in value)
    kind = "a table" if isinstance(empty, WordGroup) else "true or false" if isinstance(empty, bool) else "a list"
    raise InputError(f"{where} must be {kind}, not {quoted(value)}")


def longest_first(words: Iterable[str]) -> list[str]:
    """Words in the order in which a pattern asks for them, so that none is found as the beginning of another."""
    return sorted(words, key=lambda word: (-len(word), word))
