"""From an HTML dump to pages that several workers can read: the function behind the step `html_pages`."""

from __future__ import annotations

from schemas.catalog.wiki import HTML_PAGES
from schemas.datasets.shards import Shard
from schemas.records import Reject
from wiki.dump.enterprise import read_lines, read_record
from wiki.site.siteinfo import SiteInfo
from wiki.steps.rows import MAX_CHARACTERS, RowBuffer


def write_html_pages(path: str, shard: Shard, *, site: SiteInfo) -> None:
    """Write the records of a dump's file, each as it comes; repeated pages too."""
    rows = RowBuffer(HTML_PAGES.schema)
    characters = 0

    for line in read_lines(path, shard.reject_read, shard.advance):
        record = read_record(line, site)
        if isinstance(record, Reject):
            shard.reject_read(record)
            continue
        shard.seen += 1
        page = record.page
        shard.count_all("records", {"pages": 1, "redirects": len(record.redirects), "items": record.qid is not None})
        rows.append(
            page.page_id,
            page.rev_id,
            page.namespace,
            page.title,
            record.qid,
            record.redirects,
            page.text,
            page.html,
        )
        characters += len(page.text) + len(page.html or "")
        if characters >= MAX_CHARACTERS:
            shard.write("html_pages", rows.take())
            characters = 0
    shard.write("html_pages", rows.take())
