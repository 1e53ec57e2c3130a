"""Settings of the project for tests in one process, over those of the sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from luigi.configuration.cfg_parser import LuigiConfigParser
from luigi.task_register import Register

import pipelines  # noqa: F401 (registers the tasks whose settings are read)
from tests.support.paths import PROJECT

Configure = Callable[..., None]


@pytest.fixture
def configure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Configure]:
    """Sets settings, `configure(Build={"seed": 1})`, over those of the sample, for a build below `tmp_path`."""
    monkeypatch.chdir(PROJECT)
    monkeypatch.delenv("LUIGI_CONFIG_PATH", raising=False)

    def set_settings(**sections: dict[str, object]) -> None:
        parser = LuigiConfigParser()
        parser.read([str(PROJECT / "luigi.cfg")])
        parser.set("Build", "root", str(tmp_path / "data"))
        for section, values in sections.items():
            for name, value in values.items():
                parser.set(section, name, str(value))
        monkeypatch.setattr(LuigiConfigParser, "_instance", parser)
        # Luigi gives the same object for the same parameters, and ours remember what they are made of.
        Register.clear_instance_cache()

    set_settings()
    yield set_settings
    monkeypatch.undo()
    Register.clear_instance_cache()
