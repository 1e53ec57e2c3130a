"""The builds of the tests run the code of this checkout."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import pipelines
from tests.support.build import LUIGI, environment
from tests.support.paths import PROJECT

PACKAGES = ["corpora", "dbpedia", "domains", "pipelines", "schemas", "tasks", "training", "wiki", "wiki_ner"]


def places(folder: Path, *options: str) -> list[str]:
    """Where a Python that is started in a folder, as the builds are, finds the packages."""
    code = f"import importlib.util as u\nfor name in {PACKAGES}: print(getattr(u.find_spec(name), 'origin', None))"
    command = [LUIGI[0], *options, "-c", code]
    done = subprocess.run(command, cwd=folder, env=environment(), check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def test_the_tests_themselves_import_this_checkout() -> None:
    assert Path(pipelines.__file__) == PROJECT / "pipelines" / "__init__.py"


@pytest.mark.parametrize("options", [(), ("-S",)])
def test_a_build_imports_this_checkout(tmp_path: Path, options: tuple[str, ...]) -> None:
    """With `-S` nothing that is installed is found, so no other checkout's installation hides an error of ours."""
    wanted = [str(PROJECT / name / "__init__.py") for name in PACKAGES]
    assert places(tmp_path, *options) == wanted
    assert places(PROJECT, *options) == wanted
