"""Where the report on a crawl is written, and what its scores are made of."""

from __future__ import annotations

import pytest

from tasks.domains import DomainPages, DomainReport
from tasks.linking import TypedSentences
from tests.tasks.conftest import Configure


@pytest.mark.parametrize(
    ("asked", "scores", "name"),
    [
        ("", False, "domains.md"),
        ("music,ai", False, "domains.md"),
        ("ai", False, "domains-ai.md"),
        ("ai,politics", False, "domains-ai-politics.md"),
        ("ai,politics,literature", False, "domains-others.md"),
        ("", True, "domains-scores.md"),
        ("politics", True, "domains-politics-scores.md"),
    ],
)
def test_a_report_on_other_domains_leaves_that_of_the_build_alone(
    configure: Configure, asked: str, scores: bool, name: str
) -> None:
    configure(BuildDomains={"domains": "ai,music"})
    assert DomainReport(domains=asked, scores=scores).file_name() == name
    configure(BuildDomains={"domains": "ai,music"}, DomainReport={"scores": "true"})
    assert DomainReport(domains="ai,music", scores=True).file_name() == "domains.md"


def test_categories_are_scored_by_the_links_in_every_profile(configure: Configure) -> None:
    configure(Quality={"profile": "names"}, DomainPages={"prune_below": "0.35"})
    links = TypedSentences(profile="paper")
    assert DomainPages(domain="ai").requires()["typed_sentences"] is links
    assert DomainReport(domains="ai", scores=True).requires()["typed_sentences"] is links
