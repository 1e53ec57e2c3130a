"""What holds where nothing is said: the defaults of functions and fields, the numbers that modules name, and the
options of the commands, kept in a file that was read and found right.

Those of settings are in docs/reference/settings.md. Numbers with private names are kept as well: no rule tells those
that decide what is in a dataset (the longest word of a rule) from those that do not (how many names an error shows),
and a test of either kind that takes the number from the module would pass with any other.
"""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator

import pytest

from tests.support.golden import different_lines
from tests.support.paths import PROJECT

GOLDEN = PROJECT / "tests" / "golden" / "defaults.json"
PACKAGES = ("corpora", "dbpedia", "pipelines", "schemas", "snapshots", "tasks", "training", "wiki", "wiki_ner")
_LONGEST = 100
"""Characters of a constant; what is longer is a table."""


def test_defaults_stay_what_they_were() -> None:
    """A default is seldom seen in what a test builds, which says what it means.

    `UPDATE_GOLDEN=1 pytest tests/test_defaults.py` writes the file anew; read the diff before committing.
    """
    found = {}
    for path in sorted(path for package in PACKAGES for path in (PROJECT / package).rglob("*.py")):
        module = ast.parse(path.read_text("utf-8"))
        if defaults := dict((*_defaults(module, ""), *_numbers(module), *_options(module))):
            found[str(path.relative_to(PROJECT))] = defaults
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    if differences := different_lines(GOLDEN.read_text(encoding="utf-8"), text):
        pytest.fail(f"defaults differ from {GOLDEN.relative_to(PROJECT)}:\n{differences}", pytrace=False)


def _defaults(scope: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """The defaults that say something, as they are written: `None` and what is empty say that nothing is there."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.ClassDef):
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign) and each.value]
            yield from _said((f"{name}{node.name}.{ast.unparse(each.target)}", each.value) for each in fields)
            yield from _defaults(node, f"{name}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args]
            given = zip(arguments[len(arguments) - len(node.args.defaults) :], node.args.defaults, strict=True)
            named = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            yield from _said((f"{name}{node.name}({each.arg})", value) for each, value in (*given, *named))


def _numbers(module: ast.Module) -> Iterator[tuple[str, str]]:
    """The constants with a number in them, but for long ones, which are tables."""
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name, value = ast.unparse(target), ast.unparse(node.value)
            of_numbers = any(isinstance(each, ast.Constant) and _is_number(each.value) for each in ast.walk(node.value))
            if name.isupper() and of_numbers and len(value) <= _LONGEST:
                yield name, value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _options(module: ast.Module) -> Iterator[tuple[str, str]]:
    """What the options of commands take, in their order, as it is written, without their help."""
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call)]
    options = [call for call in calls if ast.unparse(call.func).endswith((".add_argument", "typer.Option"))]
    for number, call in enumerate(sorted(options, key=lambda call: call.lineno), 1):
        given = [ast.unparse(each) for each in call.keywords if each.arg != "help"]
        yield f"option {number}", ", ".join([*map(ast.unparse, call.args), *given])


def _said(defaults: Iterator[tuple[str, ast.expr | None]]) -> Iterator[tuple[str, str]]:
    for name, value in defaults:
        if value is not None and not isinstance(value, ast.Call | ast.Lambda) and _is_something(value):
            yield name, ast.unparse(value)


def _is_something(value: ast.expr) -> bool:
    return not (isinstance(value, ast.Constant) and value.value in (None, "")) and ast.unparse(value) not in (
        "()",
        "[]",
    )
