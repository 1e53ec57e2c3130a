"""Text is UTF-8 in any locale."""

from __future__ import annotations

import ast

import pytest

from tests.support.git import project_files
from tests.support.paths import PROJECT

_BEFORE = {"read_text": 0, "write_text": 1}
"""Methods of paths, and how many arguments stand before the encoding."""
FILES = [name for name in project_files() if name.endswith(".py") and not name.startswith("tests/")]


def unspecified(source: str) -> list[int]:
    """Lines of calls that read or write text in the encoding of the locale; our own storage knows UTF-8 only."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _BEFORE
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "storage")
        if len(node.args) <= _BEFORE[node.func.attr] and all(each.arg != "encoding" for each in node.keywords)
    ]


@pytest.mark.parametrize(
    ("call", "lines"),
    [
        ("path.read_text()", [1]),
        ("path.read_text('utf-8')", []),
        ("path.write_text(text, newline='')", [1]),
        ("path.write_text(text, encoding='utf-8')", []),
        ("storage.read_text(uri)", []),
    ],
)
def test_calls_without_an_encoding_are_seen(call: str, lines: list[int]) -> None:
    assert unspecified(call) == lines


@pytest.mark.parametrize("name", FILES)
def test_text_is_read_and_written_in_utf_8(name: str) -> None:
    lines = unspecified((PROJECT / name).read_text("utf-8"))
    assert lines == [], f"{name}, lines {lines}: give an encoding"
