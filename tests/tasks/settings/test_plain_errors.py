from __future__ import annotations

import pytest
from luigi.configuration import LuigiConfigParser
from luigi.task_register import Register

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas.errors import InputError
from tasks.settings.shared import Build

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize(
    ("given", "name", "allowed"),
    [
        ({}, "root", "a directory.*: directory or URI under which everything is written"),
        ({"root": "data"}, "snapshot", "a name of .*: name of the input snapshot, first part of every path"),
    ],
)
def test_a_setting_that_must_be_given_is_named(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], name: str, allowed: str
) -> None:
    monkeypatch.setattr(LuigiConfigParser, "_instance", LuigiConfigParser())
    Register.clear_instance_cache()
    message = (
        rf"^{name} in \[Build\] is missing: give it as --{name} \(of luigi --Build-{name}\) or in a settings file .*; "
        f"it must be {allowed}$"
    )
    with pytest.raises(InputError, match=message):
        Build(**given)
