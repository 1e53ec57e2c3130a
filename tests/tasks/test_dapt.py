"""The steps of the domains' corpora."""

from __future__ import annotations

import logging

import pytest

from schemas.dataset import Wiki
from tasks.dapt import DomainVocabulary
from tests.tasks.conftest import Configure


@pytest.mark.parametrize(("language", "stop_words", "told"), [("en", "", 0), ("ru", "", 1), ("ru", "own.txt", 0)])
def test_words_that_do_not_count_in_another_language_are_doubted(
    language: str,
    stop_words: str,
    told: int,
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("tasks.beam.BeamTask.build", lambda _task: None)
    monkeypatch.setattr(DomainVocabulary, "wiki", Wiki("wiki", language, ""))
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    configure(DomainVocabulary={"stop_words": stop_words})
    DomainVocabulary().build()
    assert caplog.messages == told * [
        "domain_vocabulary: the words that do not count are English, and the wiki is of ru: name a file of your own as "
        "stop_words in [DomainVocabulary]"
    ]
