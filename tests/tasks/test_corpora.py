"""The steps from sentences to the NER-BERT corpus."""

from __future__ import annotations

import pytest

from tasks.corpora import FilteredSentences
from tests.support.configured import Configure
from tests.support.manifests import commit


@pytest.mark.parametrize(("rows", "warned"), [(0, True), (1, False)])
def test_filters_that_leave_nothing_are_warned_of(rows: int, warned: bool, configure: Configure) -> None:
    configure(FilteredSentences={"min_mentions": 11})
    step = FilteredSentences(profile="paper")
    commit(step, rows=rows)
    assert list(step.doubts_when_built()) == (
        [
            "no sentence is left, so the corpora that are made of it are empty; the report counts what each filter "
            "took, and min_mentions in [FilteredSentences] is 11"
        ]
        if warned
        else []
    )
