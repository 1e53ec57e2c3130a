"""The steps from a domain's corpus to sentences for annotators."""

from __future__ import annotations

import pytest

from tasks.annotation import PreAnnotation
from tests.support.configured import Configure
from tests.support.manifests import commit


@pytest.mark.parametrize(("drawn", "warned"), [(71, True), (100, False)])
def test_a_level_that_has_too_few_sentences_is_warned_of(drawn: int, warned: bool, configure: Configure) -> None:
    configure()
    step = PreAnnotation(domain="music", profile="names")
    commit(step, counts={"sentences": {"drawn": drawn, "to annotate again": 40, "formula": 9}})
    assert list(step.doubts_when_built()) == (
        [
            "71 sentences are drawn of the 100 that were asked for: level task of the domain music has no others that "
            "differ; level domain has all, and a deeper crawl finds more"
        ]
        if warned
        else []
    )
