"""Language variants in wikitext: `-{zh-hans:计算机;zh-hant:電腦}-`, where a language is written in several."""

from __future__ import annotations

import re

from wiki.site.languages import languages
from wiki.wikitext.marks import MARK

_rule = re.compile(r"-\{([^{}]*+)\}-")
_choice = re.compile(r"\s*[a-z]{2,3}(?:-[a-z]+)*\s*:")
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
    if not _choice.match(rest):
        return rest
    first = rest.split(";", 1)[0].split("=>")[-1]
    return first.partition(":")[2].strip()
