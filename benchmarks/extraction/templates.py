"""What the table of inline templates gains on real articles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from schemas.records import Page
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.holes import HoleNames
from wiki.wikitext.inline_templates import expander
from wiki.wikitext.marks import VOID
from wiki.wikitext.paragraphs import extract_paragraphs
from wiki.wikitext.patterns import grammar
from wiki.wikitext.strip import strip_markup

_AROUND = 30


class Gain(NamedTuple):
    """Templates that the table gives words, and what that changes."""

    resolved: Counter[str]
    """Uses by template name."""
    unresolved: Counter[str]
    """Uses of templates without words, by name: citations and boxes for the most part."""
    paragraphs: int
    changed: int
    """Paragraphs that read differently than with the table switched off."""
    examples: list[tuple[str, str]]
    """Before and after, from different articles."""


def gain(pages: list[Page], site: SiteInfo, number: int) -> Gain:
    resolved: Counter[str] = Counter()
    unresolved: Counter[str] = Counter()
    paragraphs = changed = 0
    examples: list[tuple[str, str]] = []
    for page in pages:
        strip_markup(page.text, grammar(site).file_link, _counting(expander(site, HoleNames()), resolved, unresolved))
        before, after = (
            [each.text for each in extract_paragraphs(page.text, page.title, site, inline_templates=on).paragraphs]
            for on in (False, True)
        )
        paragraphs += len(after)
        pairs = list(_changed(before, after))
        changed += len(pairs)
        found = next(filter(None, (_example(*pair) for pair in pairs)), None)
        if found and len(examples) < number:
            examples.append(found)
    return Gain(resolved, unresolved, paragraphs, changed, examples)


def _counting(expand: Callable[[str], str], resolved: Counter[str], unresolved: Counter[str]) -> Callable[[str], str]:
    def count(inner: str) -> str:
        text = expand(inner)
        name = inner.partition("|")[0].strip()
        (unresolved if text == VOID else resolved)[name[:1].lower() + name[1:]] += 1
        return text

    return count


def _changed(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "replace" and j - i == m - k:
            yield from zip(before[i:j], after[k:m], strict=True)


def _example(before: str, after: str) -> tuple[str, str] | None:
    """The first place where words came in, with what stands around it."""
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal" and m - k >= 3 and any(map(str.isalnum, after[k:m])):
            return (
                before[max(0, i - _AROUND) : j + _AROUND],
                after[max(0, k - _AROUND) : m + _AROUND],
            )
    return None
