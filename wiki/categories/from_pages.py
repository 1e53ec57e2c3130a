"""The category graph of a wiki from the wikitext of its pages: the categories that each page names itself.

For a wiki of which there is nothing but the dump. Categories that a template gives are not in the wikitext of the page,
and neither are the marks of hidden categories and disambiguation pages that templates set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from schemas.records import CategoryEdge, Page
from wiki.categories.walk import Kind
from wiki.site.link_targets import read_link
from wiki.site.siteinfo import ARTICLE, CATEGORY, SiteInfo
from wiki.wikitext.strip import strip_extensions

MEMBER_KINDS: dict[int, Kind] = {ARTICLE: "page", CATEGORY: "subcat"}
"""What a page of a namespace is among the members of a category; pages of others are none."""

# Up to what closes it, a template in its target, or the next link, so that each character is looked at once.
_link = re.compile(
    r"\[\[([^\[\]|{}<>\n:]*+:[^\[\]|{}<>\n]*+)"
    r"(?:(\{\{)|(?:\|[^\[\]]*+(?:(?:\[(?!\[)|\](?!\]))[^\[\]]*+)*+)?+\]\])"
)
_DISAMBIGUATION = "__DISAMBIG__"
_noinclude = re.compile(r"<noinclude\s*>.*?(?:</noinclude\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_includeonly_tag = re.compile(r"</?includeonly\s*/?>", re.IGNORECASE)


class OwnCategories(NamedTuple):
    """What a page says of its categories, and as a category of itself."""

    titles: list[str]
    """Canonical titles without the namespace, each once, in the order in which they first stand there."""
    templated: int
    """Further links to categories, whose titles are made by templates."""
    hidden: bool
    """Whether the page has the word that hides a category."""
    disambiguation: bool
    """Whether the page has the word that marks a disambiguation page."""


def own_categories(text: str, site: SiteInfo) -> OwnCategories:
    """The categories that a page names itself: not in comments, `<nowiki>`, `<includeonly>` and tags of extensions
    (`<ref>`, `<poem>`). Links among the parameters of a template count: most templates show what they are given.
    """
    if "<" in text:
        text = strip_extensions(text)
    titles: dict[str, None] = {}
    templated = 0
    for match in _link.finditer(text):
        target = match[1]
        if match[2]:
            templated += site.namespace_number(target.partition(":")[0]) == CATEGORY
        elif (link := read_link(target, site)).kind == "category" and link.title:
            titles[link.title] = None
    hidden = any(word in text for word in site.hidden_category_words)
    return OwnCategories(list(titles), templated, hidden, _DISAMBIGUATION in text)


def gives_categories(text: str, site: SiteInfo) -> bool:
    """Whether a template has categories for the pages that it is on: outside `<noinclude>`."""
    found = own_categories(_includeonly_tag.sub("", _noinclude.sub("", text)), site)
    return bool(found.titles or found.templated)


def page_edges(page: Page, found: OwnCategories, site: SiteInfo) -> Iterator[CategoryEdge]:
    """The edges to the categories that a page names: an article, or a category."""
    kind = MEMBER_KINDS[page.namespace]
    subcat = kind == "subcat"
    title = site.canonical_title(page.title.partition(":")[2]) if subcat else page.title
    for parent in found.titles:
        yield CategoryEdge(page.page_id, title, kind, parent, subcat and found.hidden, found.disambiguation)
