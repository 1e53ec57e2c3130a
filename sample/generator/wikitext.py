"""What the generator reads from wikitext: templates, links, and the values of a few templates."""

from __future__ import annotations

import re

from sample.generator.titles import INTERWIKI, canonical, namespace_of

_TEMPLATE = re.compile(r"(?<!\{)\{\{(?!\{)\s*([^|{}#:<>\[\]\n]+?)\s*(?=\||\}\}|\n)")
_NOT_READ = re.compile(r"<!--.*?-->|<nowiki>.*?</nowiki>", re.DOTALL)
_LINK = re.compile(r"\[\[([^\[\]|{}<>\n]+)")
_DEFAULT_SORT = re.compile(r"\{\{DEFAULTSORT:([^{}]*)\}\}")
_SHORT_DESCRIPTION = re.compile(r"\{\{[Ss]hort description\|([^{}|]*)\}\}")


def templates(text: str) -> set[str]:
    """Names of the templates that the wikitext uses."""
    return {canonical(name) for name in _TEMPLATE.findall(text)}


def link_targets(text: str) -> set[str]:
    """Titles of the articles that the wikitext links to, comments and nowiki left out."""
    targets = set()
    for target in _LINK.findall(_NOT_READ.sub("", text)):
        title = canonical(target.partition("#")[0].lstrip(" :"))
        if title and namespace_of(title) == 0 and title.partition(":")[0].lower() not in INTERWIKI:
            targets.add(title)
    return targets


def default_sort(text: str) -> str | None:
    """The page's own sort key in its categories; None where the wikitext gives none."""
    match = _DEFAULT_SORT.search(text)
    return match[1] if match else None


def short_description(text: str) -> str | None:
    """The page's short description; None where the wikitext gives none."""
    match = _SHORT_DESCRIPTION.search(text)
    return match[1] if match else None
