"""A page of a dump as XML and as it is read, of a small German wiki."""

from __future__ import annotations

from schemas.records import Page
from wiki.site.siteinfo import SiteInfo

SITE = SiteInfo("dewiki", "de", True, ((14, "Kategorie"),))


def page_xml(
    page_id: int = 1,
    *,
    title: str = "Titel",
    text: str = "Text",
    redirect: str = "",
    model: str = "wikitext",
    before: str = "",
    after: str = "",
) -> str:
    """The page's element; texts must be escaped already."""
    return f"""  <page>
    <title>{title}</title>
    <ns>0</ns>
    <id>{page_id}</id>{redirect}
    {before}<revision>
      <id>{page_id + 1000}</id>
      <parentid>7</parentid>
      <timestamp>2026-01-01T00:00:00Z</timestamp>
      <contributor><username>A</username><id>9</id></contributor>
      <comment>&lt;text&gt; &lt;page&gt;</comment>
      <origin>{page_id + 1000}</origin>
      <model>{model}</model>
      <format>text/x-wiki</format>
      <text bytes="{len(text)}" sha1="x" xml:space="preserve">{text}</text>{after}
      <sha1>x</sha1>
    </revision>
  </page>
"""


def page(page_id: int = 1, *, title: str = "Titel", text: str = "Text", redirect: str | None = None) -> Page:
    """The page that `page_xml` of the same arguments is read as."""
    return Page(page_id, page_id + 1000, 0, title, redirect, "wikitext", text)
