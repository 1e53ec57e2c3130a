"""From the wikitext of a dump's pages to the category graph: a third source of `category_edges`."""

from __future__ import annotations

from collections.abc import Mapping

from schemas.catalog.wiki import CATEGORY_EDGES
from schemas.datasets.shards import Shard
from wiki.categories.from_pages import MEMBER_KINDS, gives_categories, own_categories, page_edges
from wiki.categories.walk import Kind
from wiki.dump.pages import read_pages
from wiki.dump.splits import Split
from wiki.site.siteinfo import TEMPLATE, SiteInfo
from wiki.steps.rows import RowBuffer

_ROWS = 1 << 17
"""Edges that are sorted at once. A split has fewer, unless it is a whole file of gzip."""


def write_category_edges_from_pages(split: Split, shard: Shard, *, site: SiteInfo) -> None:
    """Write the edges to the categories that the articles and categories of a split name.

    Redirects are no members. The edges of a type are sorted by category and page id, some 100,000 at a time.
    """
    edges: dict[Kind, RowBuffer] = {kind: RowBuffer(CATEGORY_EDGES.schema) for kind in MEMBER_KINDS.values()}
    for page in read_pages(split, site, shard.reject_read, shard.advance):
        shard.seen += 1
        kind = MEMBER_KINDS.get(page.namespace)
        if page.model != "wikitext":
            shard.count("pages", "other")
            continue
        if page.redirect is not None:
            shard.count("pages", "redirect")
            continue
        if kind is None:
            gives = page.namespace == TEMPLATE and gives_categories(page.text, site)
            shard.count("pages", "template with categories" if gives else "other")
            continue
        found = own_categories(page.text, site)
        what = "article" if kind == "page" else "category"
        shard.count("pages", f"{what} with categories" if found.titles else f"{what} without categories")
        shard.count("edges", kind, len(found.titles))
        shard.count("edges", "named-by-template", found.templated)
        for edge in page_edges(page, found, site):
            edges[kind].append(*(getattr(edge, name) for name in CATEGORY_EDGES.schema.names))
        if len(edges[kind]) >= _ROWS:
            _write(edges[kind], kind, shard)
    for kind, rest in edges.items():
        _write(rest, kind, shard)


def templates_doubt(counts: Mapping[str, Mapping[str, int]]) -> str:
    """What is doubtful of the categories in wikitext, by what the step counted.

    Empty where every article names a category, and no template one or a part of its title.
    """
    pages, edges = counts.get("pages", {}), counts.get("edges", {})
    templates = pages.get("template with categories", 0)
    without = pages.get("article without categories", 0)
    articles = without + pages.get("article with categories", 0)
    templated = edges.get("named-by-template", 0)
    if not templates and not without and not templated:
        return ""
    return (
        "pages are not in the categories that templates give them (templates with categories: "
        f"{templates:,}; articles that name none themselves: {without:,} of {articles:,}; titles made by templates: "
        f"{templated:,}); where the wiki has SQL tables or an API, set source = tables or api in [BuildDomains]"
    )


def _write(edges: RowBuffer, kind: Kind, shard: Shard) -> None:
    if len(edges):
        rows = edges.take().sort_by([("parent", "ascending"), ("page_id", "ascending")])
        shard.write("category_edges", rows, f"type={kind}")
