from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schemas.records import Reject
from tests.support.small_dump import dump, page
from wiki import articles
from wiki.dump.pages import plan_splits, read_siteinfo


def test_a_page_that_breaks_the_extraction_is_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail(text: str, *_: Any, **__: Any) -> None:
        raise RecursionError(f"too deep in {text}")

    monkeypatch.setattr(articles, "extract_paragraphs", fail)
    made = str(dump(tmp_path / "dump.xml", page(1, "A", "text")))
    site = read_siteinfo(made)
    (read,) = articles.read_articles(
        plan_splits(made, 1 << 20)[0],
        site,
        lambda reject: pytest.fail(str(reject)),
        lambda kind, _: pytest.fail(kind),
    )
    rejected = articles.extract_article(read, site, inline_templates=True)
    assert rejected == Reject("extraction-failed", 1, "A", "RecursionError('too deep in text'): text")
