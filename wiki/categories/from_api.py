"""The category graph of a live wiki, read by its Action API: for small domains, and for wikis without dumps.

Titles of categories are without `Category:`. That English name is understood by every wiki, whatever it shows itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from schemas.records import CategoryEdge
from schemas.sources.titles import canonical_title
from wiki.categories.api_cache import Answer
from wiki.categories.api_client import ApiClient
from wiki.categories.walk import Kind, Members
from wiki.site.siteinfo import ARTICLE, CATEGORY

_HIDDEN, _DISAMBIGUATION = "hiddencat", "disambiguation"
# The properties of the table `page_props`; `prop=categoryinfo` has nothing on a category without members.
_PROPERTIES = {"prop": "pageprops", "ppprop": f"{_HIDDEN}|{_DISAMBIGUATION}"}
# As a generator, so that one request brings 500 members with their properties.
_MEMBERS = {
    "generator": "categorymembers",
    "gcmtype": "page|subcat",
    "gcmnamespace": f"{ARTICLE}|{CATEGORY}",
    "gcmlimit": "max",
    **_PROPERTIES,
}


def api_members(client: ApiClient) -> Members:
    """The API as a source of the walk. One request brings both kinds: the second time they come from the cache."""

    def members(categories: Sequence[str], kind: Kind) -> Iterator[CategoryEdge]:
        return (edge for edge in fetch_members(categories, client) if edge.type == kind)

    return members


def fetch_members(categories: Iterable[str], client: ApiClient) -> Iterator[CategoryEdge]:
    """The articles and subcategories directly in each of the categories, in the order of the categories.

    Takes canonical titles. A category that does not exist has no members. Pages of other namespaces and files are left
    out; redirects are articles here, as in the SQL tables. Three requests are under way at a time, so give all
    categories of a level at once. When the reader stops, so do the requests.
    """
    asked: list[str] = []

    def queries() -> Iterator[dict[str, str]]:
        for category in categories:
            asked.append(category)
            yield {**_MEMBERS, "gcmtitle": f"Category:{category}"}

    pages: dict[str, dict[str, Any]] = {}
    for number, answer in client.ask_all(queries()):
        _merge(pages, answer)
        if answer.get("batchcomplete") or "continue" not in answer:
            yield from (_edge(page, asked[number]) for page in pages.values())
            pages.clear()


def _merge(pages: dict[str, dict[str, Any]], answer: Answer) -> None:
    """Add the pages of an answer. One that continues another repeats its pages and adds properties to some.

    A wiki in miser mode (`$wgMiserMode`) filters namespaces late, so an answer may have no page and yet continue.
    """
    for page in answer.get("query", {}).get("pages", ()):
        pages[page["title"]] = {**pages.get(page["title"], {}), **page}


def _edge(page: dict[str, Any], parent: str) -> CategoryEdge:
    properties = page.get("pageprops", {})
    if page["ns"] == CATEGORY:
        return CategoryEdge(page["pageid"], _without_prefix(page["title"]), "subcat", parent, _HIDDEN in properties)
    disambiguation = _DISAMBIGUATION in properties
    return CategoryEdge(page["pageid"], _tidy(page["title"]), "page", parent, disambiguation=disambiguation)


def _without_prefix(title: str) -> str:
    """The title without the name that the wiki gives to the namespace (`Kategorie:Musik`)."""
    return _tidy(title.partition(":")[2])


def _tidy(title: str) -> str:
    # The wiki has made the first letter upper case already where it has to be.
    return canonical_title(title, first_letter=False)
