"""Language variants in wikitext: `-{zh-hans:计算机;zh-hant:電腦}-`, where a language is written in several."""

from __future__ import annotations

import re
from functools import cache

from wiki.site.languages import languages
from wiki.wikitext.marks import MARK

_rule = re.compile(r"-\{([^{}]*+)\}-")
_ROUNDS = 4
"""Deepest nesting of rules within rules that is read."""


def choose_variants(text: str, lang: str) -> str:
    """The page with the first variant in place of each rule; in a language without variants the page as it is.

    Rules that are marked as not shown (flags `H`, `T` and `-`) are removed.
    """
    if lang not in languages().languages_with_variants:
        return text
    for _ in range(_ROUNDS):
        if "-{" not in text:
            break
        text = _rule.sub(_shown, text)
    return text


def _shown(match: re.Match[str]) -> str:
    flags, bar, rest = match[1].partition("|")
    if not bar or "[[" in flags:
        flags, rest = "", match[1]
    if any(flag.strip() in ("H", "T", "-") for flag in flags.split(";")):
        return MARK
    first = _first_choice().match(rest)
    return first[1].strip() if first else rest


@cache
def _first_choice() -> re.Pattern[str]:
    """A code and its text. As in MediaWiki only a `;` before another code ends it: not that of a style or an entity."""
    # Inuktitut's variants are not named after it.
    code = rf"(?:ike|{'|'.join(sorted(languages().languages_with_variants))})(?:-[A-Za-z]+)*\s*:"
    end = rf";\s*(?:{code}|[^;]*?=>\s*{code}|\Z)"
    return re.compile(rf"\s*{code}((?:&[#a-zA-Z0-9]+;|(?!{end}).)*+)", re.DOTALL)
