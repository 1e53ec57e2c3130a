"""Articles of a dump and their paragraphs; a page that cannot be read becomes a reject."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from schemas.datasets.shards import Shard
from schemas.records import Page, Reject
from wiki.dump.html_pages import HtmlSplit, read_html_pages
from wiki.dump.pages import read_pages
from wiki.dump.splits import Split
from wiki.html.paragraphs import extract_html_paragraphs
from wiki.site.siteinfo import ARTICLE, SiteInfo
from wiki.wikitext.paragraphs import Extraction, extract_paragraphs

_SAMPLE = 200


def read_split(
    split: Split | HtmlSplit,
    site: SiteInfo,
    reject: Callable[[Reject], None],
    advance: Callable[[int], None] | None,
) -> Iterator[Page]:
    """Every page of a split, in order, whatever its namespace, of an export or of an HTML dump."""
    if isinstance(split, HtmlSplit):
        return read_html_pages(split, site, advance)
    return read_pages(split, site, reject, advance)


def read_articles(
    split: Split | HtmlSplit,
    site: SiteInfo,
    reject: Callable[[Reject], None],
    outcome: Callable[[str, Page], None],
    advance: Callable[[int], None] | None = None,
) -> Iterator[Page]:
    """Pages of the main namespace whose content is wikitext, redirects included; others are given to `outcome`
    with what they are.

    `reject` and `advance` are those of `wiki.dump.pages.read_pages`.
    """
    for page in read_split(split, site, reject, advance):
        if page.namespace != ARTICLE:
            outcome("other-namespace", page)
        elif page.model != "wikitext":
            outcome("other-content-model", page)
        else:
            yield page


def extract_article(page: Page, site: SiteInfo, *, inline_templates: bool) -> Extraction | Reject:
    """The paragraphs of an article, or a Reject with reason `extraction-failed`.

    No page is known on which it fails, wikitext or HTML. Should there be one, a build loses that page and goes on.
    """
    try:
        if page.html is not None:
            return extract_html_paragraphs(page.html, page.title, site, inline_templates=inline_templates)
        return extract_paragraphs(page.text, page.title, site, inline_templates=inline_templates)
    except Exception as error:
        return Reject("extraction-failed", page.page_id, page.title, f"{error!r}: {page.text[:_SAMPLE]}")


def count_page(shard: Shard, outcome: str, _page: Page) -> None:
    """Count a page that was read by what became of it."""
    shard.seen += 1
    shard.count("pages", outcome)
