"""Small changes of meaning that a source file admits, as edits of its text: nothing else in the file moves."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}


class Mutation(NamedTuple):
    """An edit of a source file."""

    line: int
    """Line, from 1, on which the edit begins."""
    operator: str
    """A key of OPERATORS."""
    start: int
    end: int
    """In bytes of the file as UTF-8, half open."""
    new: str
    """What stands there instead."""


def apply(source: str, mutation: Mutation) -> str:
    """The source with the edit made."""
    data = source.encode()
    return (data[: mutation.start] + mutation.new.encode() + data[mutation.end :]).decode()


def find_mutations(source: str) -> list[Mutation]:
    """All mutations of a source file, in order; docstrings and annotations have none.

    Some do not compile, such as a `return` in the place of a class's field; to compile each takes a minute for all
    packages, so it is left to who tries one.
    """
    text = _Text(source)
    found = {
        Mutation(text.line(start), operator, start, end, new)
        for node in _nodes(ast.parse(source))
        for operator, edits in OPERATORS.items()
        for start, end, new in edits(node, text)
    }
    return sorted(found, key=lambda each: (each.start, each.end, each.operator, each.new))


def compiles(source: str) -> bool:
    """Whether this is Python."""
    try:
        compile(source, "mutated", "exec")
    except SyntaxError:
        return False
    return True


class _Text:
    """A source file whose nodes are found in its bytes."""

    def __init__(self, source: str) -> None:
        self.data = source.encode()
        self._starts = [0, *(match.end() for match in re.finditer(rb"\n", self.data))]

    def line(self, position: int) -> int:
        return bisect_right(self._starts, position)

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node: ast.expr) -> str:
        start, end = self.span(node)
        return self.data[start:end].decode()

    def between(self, left: ast.expr, right: ast.expr, word: str, new: str) -> Iterator[_Edit]:
        """The edit that puts `new` in the place of the first `word` between two expressions."""
        start, end = self.span(left)[1], self.span(right)[0]
        if found := re.search(word.encode(), self.data[start:end]):
            yield start + found.start(), start + found.end(), new


_Edit = tuple[int, int, str]

_GUARDS = ("frozen", "strict")
"""Named arguments that only stop a mistake that somebody may make later: of a dataclass, of zip."""


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that decide something when they run and whose place is known: in f-strings, Python 3.11 tells none."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not isinstance(node, ast.JoinedStr) and not _is_for_checkers(node):
                yield node
                yield from _nodes(node)


def _is_for_checkers(node: ast.AST) -> bool:
    """Whether a node changes nothing in a right program: a guard, or a signature that only type checkers read."""
    if isinstance(node, ast.FunctionDef):
        return any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)
    return isinstance(node, ast.keyword) and node.arg in _GUARDS


def _comparison(node: ast.AST, text: _Text) -> Iterator[_Edit]:
    if isinstance(node, ast.Compare):
        for (left, right), operator in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
            yield from text.between(left, right, *_COMPARISONS[type(operator)])


def _and_or(node: ast.AST, text: _Text) -> Iterator[_Edit]:
    if isinstance(node, ast.BoolOp):
        words = (r"\band\b", "or") if isinstance(node.op, ast.And) else (r"\bor\b", "and")
        for left, right in pairwise(node.values):
            yield from text.between(left, right, *words)


def _number(node: ast.AST, text: _Text) -> Iterator[_Edit]:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        for step in (1, -1):
            yield *text.span(node), repr(node.value + step)


def _true_false(node: ast.AST, text: _Text) -> Iterator[_Edit]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield *text.span(node), str(not node.value)


def _early_return(node: ast.AST, text: _Text) -> Iterator[_Edit]:
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    without_effect = ast.Pass | ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef
    if isinstance(node, ast.stmt) and not is_docstring and not isinstance(node, without_effect):
        start, end = text.span(node)
        if text.data[start:end] != b"return":
            yield start, end, "return"


def _dropped_call(node: ast.AST, text: _Text) -> Iterator[_Edit]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield *text.span(node), "pass"


def _swapped_arguments(node: ast.AST, text: _Text) -> Iterator[_Edit]:
    if isinstance(node, ast.Call):
        for left, right in pairwise(node.args):
            (start, middle), (following, end) = text.span(left), text.span(right)
            if text.of(left) != text.of(right):
                yield start, end, text.of(right) + text.data[middle:following].decode() + text.of(left)


def _dropped_keyword(node: ast.AST, text: _Text) -> Iterator[_Edit]:
    if isinstance(node, ast.Call):
        spans = sorted([*map(text.span, node.args), *map(text.span, node.keywords)])
        for keyword in (keyword for keyword in node.keywords if keyword.arg not in _GUARDS):
            start, end = text.span(keyword)
            place = spans.index((start, end))
            if place:
                start = spans[place - 1][1]
            elif len(spans) > 1:
                end = spans[1][0]
            yield start, end, ""


OPERATORS: dict[str, Callable[[ast.AST, _Text], Iterator[_Edit]]] = {
    "comparison": _comparison,
    "and/or": _and_or,
    "number ± 1": _number,
    "True/False": _true_false,
    "early return": _early_return,
    "dropped call": _dropped_call,
    "swapped arguments": _swapped_arguments,
    "dropped keyword": _dropped_keyword,
}
"""What a mutation changes, by its name: a function that gives the edits of a node."""
