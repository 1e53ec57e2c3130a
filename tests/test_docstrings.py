"""What the docstrings name of the project exists."""

from __future__ import annotations

import ast
import pkgutil
import re
from pathlib import Path

import pytest

from tests.support.paths import PROJECT
from tests.support.wheel import PACKAGES

_NAME = re.compile(rf"`((?:{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+)`")


def _docstrings(path: Path) -> list[str]:
    """The docstrings of a module, those of its attributes too."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    strings = (node.value for node in nodes if isinstance(node, ast.Expr))
    return [each.value for each in strings if isinstance(each, ast.Constant) and isinstance(each.value, str)]


NAMED = sorted(
    (name, str(path.relative_to(PROJECT)))
    for package in PACKAGES
    for path in (PROJECT / package).rglob("*.py")
    for docstring in _docstrings(path)
    for name in _NAME.findall(docstring)
    if not name.endswith(".md")
)


def test_docstrings_name_modules_and_what_they_have() -> None:
    assert len(NAMED) > 40


@pytest.mark.parametrize(("name", "path"), NAMED)
def test_what_a_docstring_names_exists(name: str, path: str) -> None:
    owner, _, last = name.rpartition(".")
    # Fields of a dataclass without a default are no attributes of it.
    if last not in getattr(_resolved(owner, path), "__annotations__", {}):
        _resolved(name, path)


def _resolved(name: str, path: str) -> object:
    try:
        return pkgutil.resolve_name(name)
    except (ImportError, AttributeError) as error:
        pytest.fail(f"{path} names {name}: {error}")
