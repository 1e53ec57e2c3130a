"""The kinds of settings that are lists: what is separated by commas, and may be broken into lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from schemas.setting_text import has_control_characters
from tasks.settings.parameters import MOST, Text
from tasks.settings.syntax import NAME, is_name, items, pairs


class _List(Text):
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

    what = f"names, separated by commas, each {NAME}"

    def accepts_item(self, item: str) -> bool:
        return is_name(item)


class NamedPairs(Names):
    """Names that become parts of paths, some with another one."""

    what = f"names or pairs of names as a=b, separated by commas, each name {NAME}"

    def accepts_item(self, item: str) -> bool:
        first, equals, second = item.partition("=")
        return is_name(first.strip()) and (is_name(second.strip()) or not equals)


class Pairs(_List):
    """Pairs of names; no name has two values."""

    what = "pairs as a=b, separated by commas, with one b for each a,"

    def accepts_item(self, item: str) -> bool:
        first, _, second = item.partition("=")
        return bool(first.strip() and second.strip() and not has_control_characters(item))

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


class Knowns(_List):
    """A list of what a function knows; `what` tells it to people."""

    def __init__(self, *, knows: Callable[[str], bool], what: str, **others: Any) -> None:
        super().__init__(**others)
        self._knows = knows
        self.what = f"some of these, separated by commas: {what}"

    def accepts_item(self, item: str) -> bool:
        return self._knows(item)
