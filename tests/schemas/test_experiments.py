"""What the names of settings and encoders stand for, of which jobs and reports are made."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from schemas.errors import InputError
from schemas.experiments import OUTSIDE, SETTING_NAMES, Setting, is_taken, split_share


@pytest.mark.parametrize(
    ("encoder", "name", "share"),
    [
        ("dapt-task", "dapt-task", 1.0),
        ("dapt-task@0.25", "dapt-task", 0.25),
        ("a@0.0001", "a", 0.0001),
        ("a@0.00001", "a@0.00001", 1.0),
        ("a@0.10", "a@0.10", 1.0),
        ("@0.5", "@0.5", 1.0),
    ],
)
def test_the_share_of_a_corpus_is_the_end_of_a_name(encoder: str, name: str, share: float) -> None:
    assert split_share(encoder) == (name, share)


SETTINGS = {
    "direct": ("direct", (), 1.0),
    "source-then-target+music": ("source-then-target", ("music",), 1.0),
    "joint+music+my-data.2+others": ("joint", ("music", "my-data.2", "others"), 1.0),
    "direct+others@0.1": ("direct", ("others",), 0.1),
}
"""What is trained on, what is added, the share of that."""


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_says_what_is_added(name: str) -> None:
    setting = Setting.parse(name)
    assert astuple(setting) == SETTINGS[name]
    assert str(setting) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", "jiont", "direct+", "+music", "direct@0.1", "direct+music@1", "direct+music@0.10", "direct+music@0"),
        *("direct+music@0.12345", "direct+a@0.1+b", "direct+-a", "direct + a", "direct+a/b", "direct+music+music"),
        *("direct+others+each", "joint+each+a+others@0.5"),
    ],
)
def test_what_is_no_setting_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="settings: "):
        Setting.parse(name)


def test_why_a_setting_is_refused_is_told() -> None:
    for name, why in [
        ("jiont", f"there is no jiont; there are {SETTING_NAMES}"),
        ("direct+music+music", "direct+music+music adds a dataset twice"),
        ("joint+each+others", "joint+each+others adds all others, so each of them is added already"),
    ]:
        with pytest.raises(InputError) as raised:
            Setting.parse(name)
        assert str(raised.value) == f"settings: {why}"


def test_others_are_those_that_there_are() -> None:
    setting = Setting.parse("joint+music+others@0.5").with_others(["ai", "music"])
    assert str(setting) == "joint+music+ai@0.5"
    assert Setting.parse("direct").with_others(["ai"]) == Setting("direct")


def test_a_name_that_settings_have_for_something_else_is_no_datasets() -> None:
    taken = [
        "tagger",
        "laner-no-context-d50-crf-bio",
        "rnn-o0.1",
        *OUTSIDE,
        "direct",
        "source-then-target",
        "joint",
        "others",
        "each",
        "laner-d100",
    ]
    assert [name for name in taken if not is_taken(name)] == []
    assert [name for name in ("ai", "direct+ai", "direct-mail", "other", "tagger-2", "laners") if is_taken(name)] == []
