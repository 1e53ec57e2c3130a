from __future__ import annotations

import pytest

from sample.generator.pages import Page, pages_of
from sample.generator.sources import Sample, SourceError


def test_ids_depend_on_the_title_alone() -> None:
    assert Page("Angela Merkel", "one text").page_id == Page("Angela Merkel", "another").page_id == 20657582
    assert Page("Angela Merkel", "one text").rev_id != Page("Angela Merkel", "another").rev_id


def test_two_pages_with_one_id_are_named(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sample.generator.ids.page_id", lambda title: len(title))
    alone = sample._replace(articles=[], others=[], parents={}, redirects={"US": "USA", "UK": "England"})
    with pytest.raises(SourceError, match="'UK' and 'US' have the same page_id: give one another title"):
        pages_of(alone)
