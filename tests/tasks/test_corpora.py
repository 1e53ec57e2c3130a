"""The steps from sentences to the NER-BERT corpus."""

from __future__ import annotations

import logging

import pytest

from tasks.corpora import FilteredSentences
from tests.tasks.conftest import Configure
from tests.tasks.test_plan import commit


@pytest.mark.parametrize(("rows", "warned"), [(0, True), (1, False)])
def test_filters_that_leave_nothing_are_warned_of(
    rows: int,
    warned: bool,
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("tasks.beam.BeamTask.build", lambda task: commit(task, rows=rows))
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    configure(FilteredSentences={"min_mentions": 11})
    FilteredSentences(profile="paper").build()
    assert caplog.messages == (
        [
            "filtered_sentences: no sentence is left, so the corpora that are made of it are empty; the report counts "
            "what each filter took, and min_mentions in [FilteredSentences] is 11"
        ]
        if warned
        else []
    )
