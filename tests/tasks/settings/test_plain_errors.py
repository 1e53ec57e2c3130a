from __future__ import annotations

import pytest
from luigi.configuration import LuigiConfigParser
from luigi.task_register import Register

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas.errors import InputError
from tasks.settings.shared import Build

pytestmark = pytest.mark.usefixtures("folder")


def test_a_setting_that_must_be_given_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LuigiConfigParser, "_instance", LuigiConfigParser())
    Register.clear_instance_cache()
    message = (
        r"^root in \[Build\] is missing: give it as --root \(of luigi --Build-root\) or in a settings file .*; "
        "it must be a directory.*: "
    )
    message += "directory or URI under which everything is written$"
    with pytest.raises(InputError, match=message):
        Build()
