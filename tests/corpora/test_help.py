"""What the commands of the package say of themselves."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["corpora.adjudicate", "corpora.export", "corpora.hub.upload", "corpora.published"])
def test_a_command_is_explained_as_it_is_given_and_line_by_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = import_module(name)
    with pytest.raises(SystemExit) as ended:
        module.main(["--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert told.startswith(f"usage: python -m {name} [-h] ")
    assert str(inspect.getdoc(module)) in inspect.cleandoc(told)
