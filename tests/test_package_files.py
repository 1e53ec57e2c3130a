"""What an installation has of the packages: `.ci/wheel` tries one; this says at once what it would miss, and where."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.support.paths import PROJECT
from tests.support.wheel import PACKAGES, packaged_files

SETUPTOOLS = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["setuptools"]


FILES = [Path(name) for name in packaged_files()]


def test_the_top_packages_and_what_is_below_them_are_installed() -> None:
    assert SETUPTOOLS["packages"]["find"]["include"] == [
        pattern for package in PACKAGES for pattern in (package, f"{package}.*")
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_top_package_says_that_it_is_typed(package: str) -> None:
    assert Path(package, "py.typed") in FILES


@pytest.mark.parametrize("folder", sorted({str(path.parent) for path in FILES}))
def test_every_folder_of_a_package_is_a_package(folder: str) -> None:
    assert Path(folder, "__init__.py") in FILES, f"{folder} has no __init__.py: a wheel would not have its files"


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix != ".py"], ids=str)
def test_every_data_file_is_installed(path: Path) -> None:
    patterns = SETUPTOOLS["package-data"]["*"]
    assert any(fnmatch(path.name, pattern) for pattern in patterns), (
        f"{path} would not be in a wheel: name its kind in [tool.setuptools.package-data] of pyproject.toml"
    )
