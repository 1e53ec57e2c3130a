"""Hundreds of trainings are asked about."""

from __future__ import annotations

import io

import pytest

from pipelines import run
from schemas.errors import InputError
from tests.support.configured import Configure
from tests.support.terminal import Terminal


def test_hundreds_of_trainings_are_asked_about(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schemas.installed.importlib.util.find_spec", lambda _name: object())
    seeds = ",".join(map(str, range(101)))
    configure(FineTuning={"seeds": seeds, "few_shot": "0"})
    command = ["FineTuning", "--target", "ai", "--encoder", "plain", "--model", "tagger", "--settings", "direct"]
    with pytest.raises(InputError, match=r"^this trains 101 models: add --yes if that is meant"):
        run.build(command, agreed=False)


@pytest.mark.parametrize("answer", ["y\n", "Yes\n", " YES \n"])
def test_hundreds_of_trainings_are_agreed_to_on_a_terminal(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    monkeypatch.setattr("sys.stderr", said := Terminal())
    run.check_agreed(100)
    assert said.getvalue() == ""
    run.check_agreed(1101)
    assert said.getvalue() == said.shown == "wiki-ner: this trains 1,101 models. Go on? [y/N] "


@pytest.mark.parametrize("answer", ["", "\n", "n\n", "yeah\n"])
def test_without_agreement_nothing_is_built(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    monkeypatch.setattr("sys.stderr", Terminal())
    with pytest.raises(InputError, match="^nothing was built$"):
        run.check_agreed(101)


@pytest.mark.parametrize("asked", ["stdin", "stderr"])
def test_nobody_is_asked_where_one_side_is_no_terminal(monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    for name in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{name}", (Terminal if name == asked else io.StringIO)("y\n"))
    with pytest.raises(InputError, match="^this trains 101 models: add --yes"):
        run.check_agreed(101)
