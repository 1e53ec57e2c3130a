"""The floors of the house: which package may import which."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.paths import PROJECT

BELOW: dict[str, set[str]] = {
    "schemas": set(),
    "wiki": {"schemas"},
    "dbpedia": {"schemas"},
    "corpora": {"schemas"},
    "training": {"schemas"},
    "tasks": {"schemas", "wiki", "dbpedia", "corpora"},
    "pipelines": {"tasks"},
}
PACKAGES = {*BELOW, "tests", "benchmarks"}
ONLY_IN: dict[str, Callable[[Path], bool]] = {
    "luigi": lambda path: path.parts[0] in {"pipelines", "tasks"},
    "apache_beam": lambda path: path.name == "transforms.py" or path == Path("tasks/beam_job.py"),
    **dict.fromkeys(
        ("accelerate", "matplotlib", "seqeval", "sklearn", "tokenizers", "torch", "transformers"),
        lambda path: path.parts[0] == "training",
    ),
}

MODULES = sorted(path.relative_to(PROJECT) for package in BELOW for path in (PROJECT / package).rglob("*.py"))


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the floor they go to"
            assert node.module is not None
            yield node.module


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_go_downwards_only(path: Path) -> None:
    package = path.parts[0]
    for name in imports((PROJECT / path).read_text()):
        top = name.split(".")[0]
        if top in PACKAGES and top != package:
            assert top in BELOW[package], f"{path} imports {name}, which is not below {package}"
        if top in ONLY_IN:
            assert ONLY_IN[top](path), f"{path} imports {name}, which does not belong there"


def test_every_package_of_the_project_is_covered() -> None:
    folders = {path.parent.name for path in PROJECT.glob("*/__init__.py")}
    assert folders - {"tests"} == set(BELOW)


def test_the_walk_sees_imports_inside_functions() -> None:
    assert list(imports("def f():\n    import luigi\n    from wiki.dump.pages import x\n")) == [
        "luigi",
        "wiki.dump.pages",
    ]
