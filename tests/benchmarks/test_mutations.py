from __future__ import annotations

import pytest

from benchmarks.faults.mutations import apply, compiles, find_mutations


@pytest.mark.parametrize(
    ("operator", "source", "changed"),
    [
        ("comparison", "(a) < b", ["(a) <= b"]),
        ("comparison", "a <= b == c", ["a < b == c", "a <= b != c"]),
        ("comparison", "a >= b > c", ["a > b > c", "a >= b >= c"]),
        ("comparison", "a != b", ["a == b"]),
        ("comparison", "a is b", ["a is not b"]),
        ("comparison", "a is  not b", ["a is b"]),
        ("comparison", "'ü' not in b", ["'ü' in b"]),
        ("comparison", "a in b", ["a not in b"]),
        ("and/or", "a and b and (c or d)", ["a or b and (c or d)", "a and b or (c or d)", "a and b and (c and d)"]),
        (
            "number ± 1",
            "x = 'é', 4, -0.5",
            ["x = 'é', 3, -0.5", "x = 'é', 5, -0.5", "x = 'é', 4, --0.5", "x = 'é', 4, -1.5"],
        ),
        ("number ± 1", "'1'", []),
        ("number ± 1", "x: Array[3] = True", []),
        ("number ± 1", "def f(a: Array[3]) -> Array[4]: pass", []),
        ("number ± 1", "f'{1}'", []),
        ("True/False", "f(True, x=False)", ["f(False, x=False)", "f(True, x=True)"]),
        (
            "early return",
            "def f():\n    'About.'\n    a = 1\n    if a:\n        return a\n",
            [
                "def f():\n    'About.'\n    return\n    if a:\n        return a\n",
                "def f():\n    'About.'\n    a = 1\n    return\n",
                "def f():\n    'About.'\n    a = 1\n    if a:\n        return\n",
            ],
        ),
        ("early return", "a = 1", []),
        ("early return", "def f():\n    return", []),
        ("dropped call", "a = f()\ng(a)\n", ["a = f()\npass\n"]),
        ("swapped arguments", "f(a, b, b, *c)", ["f(b, a, b, *c)", "f(a, b, *c, b)"]),
        ("dropped keyword", "f(a, b=1, c=2)", ["f(a, c=2)", "f(a, b=1)"]),
        ("dropped keyword", "f(b=1, c=2)", ["f(c=2)", "f(b=1)"]),
        ("dropped keyword", "f(b=1)", ["f()"]),
        ("dropped keyword", "f(**a)", ["f()"]),
        ("dropped keyword", "zip(a, b, strict=True)", []),
        ("True/False", "zip(a, b, strict=True)", []),
        ("number ± 1", "@overload\ndef f(a: int = 1) -> int: ...", []),
        ("number ± 1", "@cache\ndef f(a=1): ...", ["@cache\ndef f(a=0): ...", "@cache\ndef f(a=2): ..."]),
    ],
)
def test_each_mutation_is_one_small_edit(operator: str, source: str, changed: list[str]) -> None:
    found = [apply(source, mutation) for mutation in find_mutations(source) if mutation.operator == operator]
    assert sorted(filter(compiles, found)) == sorted(changed)


def test_a_mutation_says_where_it_is() -> None:
    source = "a = 'ü'\nif (a\n    <\n    b): c = d\n"
    (mutation,) = (each for each in find_mutations(source) if compiles(apply(source, each)))
    assert (mutation.line, mutation.operator, mutation.new) == (3, "comparison", "<=")
