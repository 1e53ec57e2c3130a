"""Functions of MediaWiki's parser that give words: written as templates (`{{formatnum:1234}}`), they are none."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from wiki.site.numbers import formatnum_names, number_format
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.marks import without_marks

ParserFunctions = Callable[[str], str | None]
"""From what stands between the braces to the text that stands for it; None where that is no function known here."""

_LONGEST_NAME = 32
_CONSTANTS = {"!": "|", "=": "&#61;"}
"""The sign of equality is written so that it ends no parameter's name in a template around it."""


@lru_cache(maxsize=16)
def parser_functions(site: SiteInfo) -> ParserFunctions:
    """The functions of a wiki, by their names in its language and in English."""
    numbers = number_format(site)

    def formatnum(argument: str) -> str:
        number, _, option = argument.partition("|")
        number, option = number.strip(), option.strip()
        if option.upper() == "R":
            return numbers.read(number)
        return numbers.with_digits(number) if option.upper() == "NOSEP" else numbers.write(number)

    functions: dict[str, Callable[[str], str]] = {
        "lc": str.lower,
        "uc": str.upper,
        "lcfirst": lambda text: text[:1].lower() + text[1:],
        "ucfirst": lambda text: text[:1].upper() + text[1:],
        **dict.fromkeys(formatnum_names(site), formatnum),
    }

    def read(inner: str) -> str | None:
        colon = inner.find(":", 0, _LONGEST_NAME)
        if colon < 0:
            return _CONSTANTS.get(inner)
        function = functions.get(inner[:colon].strip().lower())
        if function is None:
            return None
        return function(without_marks(inner[colon + 1 :]).strip())

    return read
