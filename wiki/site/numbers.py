"""How a wiki writes numbers: MediaWiki's `Language::formatNum` and its reverse, by `numbers.toml`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from wiki.site.siteinfo import SiteInfo

_WESTERN = "0123456789"
_GROUP = 3
_MINUS = "\u2212"
_number = re.compile(r"(-(?=[\d.]))?(\d+|(?=\.\d))(\.\d*)?([Ee][-+]?\d+)?", re.ASCII)


class NumberFormat(NamedTuple):
    """How numbers are written in a language; the fields are explained in `numbers.toml`."""

    group: str = ","
    point: str = "."
    digits: str = _WESTERN
    minimum: int = 1
    indian: bool = False

    def write(self, text: str) -> str:
        """The text with each number in it (`1234.5`, `-3`) written the way of the language."""
        return _number.sub(self._write, text)

    def with_digits(self, text: str) -> str:
        """The text with the language's digits, and its minus, but without separators."""
        return text.translate(str.maketrans(_WESTERN, self.digits)).replace("-", _MINUS)

    def read(self, text: str) -> str:
        """The reverse of `write`: the text with numbers as computers write them."""
        plain = text.translate(str.maketrans(self.digits, _WESTERN))
        return plain.replace(self.group, "").replace(self.point, ".").replace(_MINUS, "-")

    def _write(self, match: re.Match[str]) -> str:
        sign, whole, fraction, exponent = (group or "" for group in match.groups())
        if exponent:
            return self.with_digits(match[0].replace(".", self.point))
        if len(whole) >= _GROUP + self.minimum:
            whole = self.group.join(self._groups(whole))
        return self.with_digits(sign + whole + fraction.replace(".", self.point))

    def _groups(self, whole: str) -> list[str]:
        head, size = whole[:-_GROUP], 2 if self.indian else _GROUP
        first = len(head) % size
        return [*([head[:first]] if first else []), *re.findall("." * size, head[first:]), whole[-_GROUP:]]


def number_format(site: SiteInfo) -> NumberFormat:
    """How numbers are written on a wiki."""
    data = _data()
    entries = _by_language(site, data["formats"]) or {}
    format_ = NumberFormat(**entries)
    return format_._replace(digits=_WESTERN) if site.dbname in data["western_digits"] else format_


def formatnum_names(site: SiteInfo) -> tuple[str, ...]:
    """The names of the parser function `formatnum` on a wiki, in lower case."""
    names = _by_language(site, _data()["function_names"]) or []
    return ("formatnum", *(name.lower() for name in names))


def _by_language(site: SiteInfo, table: dict[str, Any]) -> Any:
    for lang in (site.lang, site.prefix):
        for codes, entry in table.items():
            if lang in codes.split():
                return entry
    return None


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("wiki.site").joinpath("numbers.toml").read_text("utf-8"))
