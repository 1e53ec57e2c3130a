"""The steps from sentences to mentions."""

from __future__ import annotations

import logging

import pytest

from tasks.linking import TypedSentences
from tests.tasks.conftest import Configure
from tests.tasks.test_plan import commit


@pytest.mark.parametrize(("typed", "warned"), [(49, True), (50, False)])
def test_types_that_hardly_any_anchor_has_are_warned_of(
    typed: int,
    warned: bool,
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    counts = {"anchors": {"direct": typed, "none": 1000 - typed}}
    monkeypatch.setattr("tasks.beam.BeamTask.build", lambda task: commit(task, counts=counts))
    monkeypatch.setattr(logging.getLogger("luigi-interface"), "propagate", True)
    configure()
    TypedSentences(profile="paper").build()
    assert [message.partition(" have a class")[0] for message in caplog.messages] == (
        ["typed_sentences: 49 of 1,000 anchors (4.9%)"] if warned else []
    )
