"""A group of words of a language, as a table of its file has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from schemas.errors import InputError, nearest, quoted

V = TypeVar("V")

_SYLLABLES = {
    "<vowel>": "".join(map(chr, range(0xAC00, 0xD7A4, 28))),
    "<ㄹ>": "".join(map(chr, range(0xAC08, 0xD7A4, 28))),
}
"""The syllables of Korean by what they end in, as Unicode orders them; patterns have them by these names."""


class made_once(Generic[V]):  # noqa: N801 (used as `property` is)
    """A value that is made of the words of a group when it is first asked for, and kept beside them.

    `functools.cached_property` keeps it by way of the dict of the group, behind which every other field is read three
    times slower (Python 3.11: 35 ns instead of 10), and the rules ask for them at every word.
    """

    def __init__(self, make: Callable[[Any], V]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, group: None, owner: type) -> Self: ...
    @overload
    def __get__(self, group: WordGroup, owner: type | None = None) -> V: ...
    def __get__(self, group: WordGroup | None, owner: type | None = None) -> Self | V:
        if group is None:
            return self
        value = self.make(group)
        object.__setattr__(group, self.name, value)
        return value


@dataclass(frozen=True)
class WordGroup:
    """Words of one concern. What a language lacks is empty, false or no pattern, which is the default of each field."""

    not_in_file: ClassVar[frozenset[str]] = frozenset()
    """The fields that the table of a file does not have under their name."""

    @classmethod
    def read(cls, table: Mapping[str, Any], where: str) -> Self:
        """The group that a table says, with the groups in it; `where` names the table in the file.

        InputError for a key that is no field, and for a value that is not of its kind. Patterns in lists are read when
        the rules first ask for them.
        """
        if not isinstance(table, dict):
            raise InputError(f"{where} must be a table, not {quoted(table)}")
        known = {name: empty for name, empty in vars(cls()).items() if name not in cls.not_in_file}
        for key in [key for key in table if key not in known]:
            hint = nearest(key, known) or f"the keys are {', '.join(known)}"
            raise InputError(f"{where} has the key {quoted(key)}, which no rule reads; {hint}")
        inner = f"{where}." if ": " in where else f"{where}: "
        return cls(**{key: _value(value, known[key], inner + key) for key, value in table.items()})

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        """As it is made: unpickled otherwise, its fields would be read several times slower in workers."""
        return type(self), tuple(getattr(self, each.name) for each in fields(self))


def _value(value: Any, empty: Any, where: str) -> Any:
    """A value of a file as the field has it that is `empty` without one."""
    match empty, value:
        case WordGroup(), _:
            return empty.read(value, where)
        case bool(), bool():
            return value
        case int(), int() if not isinstance(empty, bool) and not isinstance(value, bool):
            return value
        case frozenset() | tuple(), list():
            return type(empty)(tuple(each) if isinstance(each, list) else each for each in value)
        case dict(), dict():
            return value
        case None, str():
            return pattern(value, where)
    raise InputError(f"{where} must be {_kind(empty)}, not {quoted(value)}")


def _kind(empty: Any) -> str:
    match empty:
        case dict():
            return "a table"
        case bool():
            return "true or false"
        case int():
            return "a number"
        case None:
            return "a pattern in quotation marks"
    return "a list"


def pattern(text: str, where: str) -> re.Pattern[str]:
    """A pattern as a file writes it. InputError, with the place in the file, for what is none."""
    for name, syllables in _SYLLABLES.items():
        text = text.replace(name, syllables)
    try:
        return re.compile(text)
    except re.error as error:
        raise InputError(f"{where} is no pattern: {error}") from error


def longest_first(words: Iterable[str]) -> list[str]:
    """Words in the order in which a pattern asks for them, so that none is found as the beginning of another."""
    return sorted(words, key=lambda word: (-len(word), word))
