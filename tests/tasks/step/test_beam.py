"""What a step that a Beam job writes asks for before work begins."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from schemas.errors import InputError
from tasks.wikipedia import Punkt
from tests.support.configured import Configure


def test_python_without_docstrings_is_refused(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    configure()
    for level in (0, 1):
        monkeypatch.setattr("tasks.step.beam.sys.flags", SimpleNamespace(optimize=level))
        Punkt().check_inputs()
    monkeypatch.setattr("tasks.step.beam.sys.flags", SimpleNamespace(optimize=2))
    told = "^Beam does not run without docstrings: unset PYTHONOPTIMIZE, or leave out -OO$"
    with pytest.raises(InputError, match=told):
        Punkt().check_inputs()
