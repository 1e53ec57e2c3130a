"""What is left in a text of markup that its author did not close, or that only a template closes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from schemas.records import Problem

_TAGS = (
    "b|big|blockquote|br|center|code|div|em|font|gallery|i|includeonly|li|math|noinclude|nowiki|ol|onlyinclude|p|poem|"
    "pre|ref|references|s|small|source|span|strong|sub|sup|syntaxhighlight|table|td|th|tr|tt|u|ul"
)
_LEFT = re.compile(
    # How any of it begins, which is fast to see.
    r"(?=[\[\]{}|<'acrsw])(?:"
    rf"(\{{\{{++|\}}\}}++|\[\[++|\]\]++|\{{\||\|\}}|''++|<!--|</?(?:{_TAGS})(?=[\s/>])[^<>]*+>?+)"
    r"|(^\||\|\||(?:\b(?:align|class|colspan|rowspan|style|width)\s?=\s?\"[^\"]*+\"\s?)++\|))",
    re.IGNORECASE,
)
"""Markup that is text on the page too, or that the page shows as something else."""


def damage(text: str, problems: Sequence[Problem]) -> Sequence[Problem]:
    """The problems of a paragraph and, in order, where markup is left in its text."""
    # Single characters are looked for first, which is fast: hardly a paragraph has any.
    quotes = "'" in text and "''" in text
    if not (quotes or "[" in text or "{" in text or "|" in text or "<" in text or "}" in text or "]" in text):
        return problems
    found = [
        Problem(match.start(), match.end(), "unclosed-markup" if match[1] else "table")
        for match in _LEFT.finditer(text)
    ]
    return sorted([*problems, *found]) if found else problems
