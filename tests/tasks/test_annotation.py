"""The steps from a domain's corpus to sentences for annotators."""

from __future__ import annotations

import pytest

from tasks.annotation import PreAnnotation
from tests.support.configured import Configure
from tests.support.manifests import commit


@pytest.mark.parametrize(
    ("level", "drawn", "warnings"),
    [
        (
            "task",
            71,
            [
                "71 sentences are drawn of the 100 that were asked for: level task of the domain music has no others "
                "that differ; level domain has more, and a deeper crawl finds more"
            ],
        ),
        (
            "domain",
            99,
            [
                "99 sentences are drawn of the 100 that were asked for: level domain of the domain music has no others "
                "that differ; a deeper crawl finds more"
            ],
        ),
        ("task", 100, []),
    ],
)
def test_a_level_that_has_too_few_sentences_is_warned_of(
    level: str, drawn: int, warnings: list[str], configure: Configure
) -> None:
    configure()
    step = PreAnnotation(domain="music", profile="names", level=level)
    commit(step, counts={"sentences": {"drawn": drawn, "to annotate again": 40, "formula": 9}})
    assert list(step.doubts_when_built()) == warnings
