"""The steps of the domains' corpora."""

from __future__ import annotations

import pytest

from schemas.datasets.dataset import Wiki
from tasks.dapt import DomainPassages, DomainVocabulary
from tests.support.configured import Configure
from tests.support.manifests import commit


@pytest.mark.parametrize(("language", "stop_words", "told"), [("en", "", 0), ("ru", "", 1), ("ru", "own.txt", 0)])
def test_words_that_do_not_count_in_another_language_are_doubted(
    language: str, stop_words: str, told: int, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DomainVocabulary, "wiki", Wiki("wiki", language, ""))
    configure(DomainVocabulary={"stop_words": stop_words})
    assert list(DomainVocabulary().doubts()) == told * [
        "the words that do not count are English, and the wiki is of ru: name a file of your own as "
        "stop_words in [DomainVocabulary]"
    ]


def test_domains_whose_passages_could_not_be_scored_are_warned_of(configure: Configure) -> None:
    """All of their crawl is kept then, in the profile `names` too."""
    configure()
    step = DomainPassages(domains="ai,music")
    commit(step, counts={"passages": {"ai: not scored": 3, "music: kept": 2, "music: left out": 1}})
    [doubt] = step.doubts_when_built()
    assert doubt.startswith("ai: not scored, so all of the crawl's passages are kept: ")
