"""What the commands of the package say of themselves."""

from __future__ import annotations

import argparse
import inspect
import sys
from importlib import import_module
from pathlib import Path

import pytest

COMMANDS = {
    "corpora.adjudicate": "wiki-ner adjudicate",
    "corpora.export": "wiki-ner export",
    "corpora.hub.upload": "python -m corpora.hub.upload",
    "corpora.published": "python -m corpora.published",
}


@pytest.mark.parametrize(("name", "given"), COMMANDS.items())
def test_a_command_is_explained_as_it_is_given_and_line_by_line(
    name: str, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module = import_module(name)
    with pytest.raises(SystemExit) as ended:
        module.main(["--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert told.startswith(f"usage: {given} [-h] ")
    assert str(inspect.getdoc(module)) in inspect.cleandoc(told)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_explained(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsers: list[argparse.ArgumentParser] = []

    def stop(parser: argparse.ArgumentParser, _arguments: object) -> None:
        parsers.append(parser)
        sys.exit()

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    with pytest.raises(SystemExit):
        import_module(name).main([])
    [parser] = parsers
    assert [action.dest for action in parser._actions if not action.help] == []


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("corpora.adjudicate", ["nowhere", "nowhere", "--from", "conll", "-o", "out"]),
        ("corpora.export", ["nowhere", "--to", "jsonl", "-o", "out"]),
        ("corpora.hub.upload", ["nowhere", "me/corpora"]),
        ("corpora.published", ["finance", "nowhere", "-o", "out"]),
    ],
)
def test_a_command_complains_by_the_name_by_which_it_is_given(
    name: str, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And with the status of `wiki-ner` for input that cannot be used, whatever the command."""
    monkeypatch.chdir(tmp_path)
    assert import_module(name).main(arguments) == 40
    assert capsys.readouterr().err.startswith(f"{COMMANDS[name]}: nowhere")
