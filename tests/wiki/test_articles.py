from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schemas.records import Page, Reject
from tests.support.small_dump import dump, page
from wiki import articles
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.site.siteinfo import known_site


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


@pytest.mark.parametrize(("inline_templates", "expected"), [(True, "It is far, far."), (False, "It is far.")])
def test_a_page_of_html_is_read_with_what_its_templates_gave_or_without(inline_templates: bool, expected: str) -> None:
    html = '<body><p>It is far<span about="#mwt1" typeof="mw:Transclusion">, far</span>.</p></body>'
    page = Page(1, 1, 0, "A", None, "wikitext", "It is far.", html)
    site = known_site("enwiki", "en", "https://en.wikipedia.org/wiki/A")
    extraction = articles.extract_article(page, site, inline_templates=inline_templates)
    assert not isinstance(extraction, Reject)
    assert [paragraph.text for paragraph in extraction.paragraphs] == [expected]
