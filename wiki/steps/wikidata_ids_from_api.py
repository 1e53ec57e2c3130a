"""From the Action API of a live wiki to the Wikidata items of linked titles: a second source of `wikidata_ids`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from schemas.datasets.dataset import read_manifest
from schemas.datasets.linked_titles import linked_titles
from schemas.datasets.shards import Shard
from schemas.records import Reject
from schemas.sources.wikidata_items import PROPERTY, is_qid
from wiki.categories.api_client import ApiClient, ApiSettings
from wiki.steps.rows import RowWriter

_TITLES = 50
"""Titles of a request: as many as the API takes from who has no special rights."""
_MAX_STEPS = 16
"""Redirects that are followed; the wiki itself follows fewer."""


def write_wikidata_ids_from_api(sentences: str, shard: Shard, *, settings: ApiSettings) -> None:
    """Write the item of each title that the dataset `sentences` links to and that has one, sorted by title.

    The wiki follows redirects, so a title that redirects has the item of the article that it leads to. The rows depend
    on the wiki's answers alone; only the counts `requests` say which of them were in the cache.
    """
    titles = sorted(linked_titles(sentences).to_pylist())
    weight = read_manifest(sentences).bytes
    rows = RowWriter(shard, "wikidata_ids")
    with ApiClient(settings) as client:
        for title, page in _pages(titles, client):
            shard.seen += 1
            qid = page.get("pageprops", {}).get(PROPERTY)
            shard.count("Wikidata items", "titles with an item" if qid else "titles without an item")
            if qid and is_qid(qid):
                rows.append(page["pageid"], title, qid)
            elif qid:
                shard.reject(Reject("malformed-wikidata-id", page["pageid"], title, qid))
            shard.advance(weight * shard.seen // len(titles))
        shard.count_all("requests", client.counts)
    rows.flush()


def _pages(titles: Sequence[str], client: ApiClient) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each title with what the wiki has of the article that it leads to; empty where there is none."""
    batches = [titles[start : start + _TITLES] for start in range(0, len(titles), _TITLES)]
    queries = (
        {"prop": "pageprops", "ppprop": PROPERTY, "redirects": "1", "titles": "|".join(batch)} for batch in batches
    )
    leads: dict[str, str] = {}
    pages: dict[str, dict[str, Any]] = {}
    for number, answer in client.ask_all(queries):
        found = answer.get("query", {})
        leads |= {step["from"]: step["to"] for kind in ("normalized", "redirects") for step in found.get(kind, ())}
        for page in found.get("pages", ()):
            pages[page["title"]] = pages.get(page["title"], {}) | page
        if "continue" in answer:
            continue
        for title in batches[number]:
            page = pages.get(_end(title, leads), {})
            yield title, page if page.get("ns") == 0 and "pageid" in page else {}
        leads.clear()
        pages.clear()


def _end(title: str, leads: dict[str, str]) -> str:
    """The title that redirects lead to."""
    for _ in range(_MAX_STEPS):
        if title not in leads:
            break
        title = leads[title]
    return title
