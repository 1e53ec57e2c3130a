from __future__ import annotations

from pathlib import Path

from benchmarks.category_graph import HIDDEN, OF_AN_ARTICLE, PARENTS, crawl, edges, english, make


def test_the_tables_are_read_as_they_were_meant(tmp_path: Path) -> None:
    share = 0.0005
    sizes = english(share)
    assert sizes == (3500, 5500, 1250, 21000)
    made = make(str(tmp_path), share)
    # All members are found among the pages, and all categories among the link targets, but those of other pages.
    of_articles, of_categories = sizes.articles * OF_AN_ARTICLE, (sizes.categories - HIDDEN - 1) * PARENTS
    found = edges(str(tmp_path))
    assert found["category_edges: rows, million"] * 1e6 == of_articles + of_categories
    assert made["rows of categorylinks, million"] * 1e6 > of_articles + of_categories
    # From a category near the root a crawl gets far, and to the articles of what categories it enters.
    assert 0 < crawl(str(tmp_path), share)["domain_pages: rows, million"] * 1e6 <= sizes.articles
