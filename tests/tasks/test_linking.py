"""The steps from sentences to mentions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tasks.linking import TypedSentences
from tasks.settings.inputs import siteinfo
from tests.support.configured import Configure
from tests.support.manifests import commit


@pytest.mark.parametrize(("typed", "warned"), [(49, True), (50, False)])
def test_types_that_hardly_any_anchor_has_are_warned_of(typed: int, warned: bool, configure: Configure) -> None:
    configure()
    step = TypedSentences(profile="paper")
    commit(step, counts={"anchors": {"direct": typed, "none": 1000 - typed}})
    assert [doubt.partition(" have a class")[0] for doubt in step.doubts_when_built()] == (
        ["49 of 1,000 anchors (4.9%)"] if warned else []
    )


@pytest.mark.parametrize(
    ("lang", "profile", "warned"),
    [
        ("et", "paper", False),
        ("lb", "names", True),
        ("en", "names", False),
        ("fr", "names", False),
        ("nl", "names", False),
        ("tr", "names", False),
        ("pt", "names", False),
        ("id", "names", False),
        ("my", "names", True),
        ("ja", "names", True),
        ("th", "names", True),
        ("ar", "names", True),
    ],
)
def test_a_language_without_words_for_names_by_their_capitals_is_doubted(
    lang: str, profile: str, warned: bool, configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tasks.linking.siteinfo", lambda path: replace(siteinfo(path), lang=lang))
    configure()
    # In Japanese and Thai they are looked for by their characters, in Arabic by words.
    letters = ", in letters that have capitals" if lang == "my" else ""
    nouns = ", as all nouns have them" if lang == "lb" else ""
    told = (
        f"names in {lang} are not known by their capitals{nouns}, so of those that nobody linked only what "
        f"repeats a link or the subject is found{letters}; docs/how-to/trade-recall-for-precision.md says "
        "what is known of which language"
    )
    assert list(TypedSentences(profile=profile).doubts()) == ([told] if warned else [])


def test_a_language_whose_names_are_told_by_capitals_alone_is_doubted(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tasks.linking.siteinfo", lambda path: replace(siteinfo(path), lang="tk"))
    configure()
    assert list(TypedSentences(profile="names").doubts()) == [
        "no words of tk are known that tell names by their capitals, so more of them are missed, and more of those "
        "found are parts of names or none; "
        "docs/how-to/trade-recall-for-precision.md says what is known of which language"
    ]
