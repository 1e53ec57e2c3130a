"""Every field of a step's transform reaches its work."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import PROJECT

TRANSFORMS = [
    (path, node)
    for path in sorted(PROJECT.glob("*/transforms.py"))
    for node in ast.parse(path.read_text("utf-8")).body
    if isinstance(node, ast.ClassDef)
]


def test_all_are_found() -> None:
    assert {path.parent.name for path, _ in TRANSFORMS} == {"wiki", "dbpedia", "corpora"}


@pytest.mark.parametrize(("path", "transform"), [pytest.param(*each, id=each[1].name) for each in TRANSFORMS])
def test_a_transform_reads_each_of_its_fields(path: Path, transform: ast.ClassDef) -> None:
    fields = {
        each.target.id
        for each in transform.body
        if isinstance(each, ast.AnnAssign)
        if isinstance(each.target, ast.Name)
    }
    read = {
        node.attr
        for node in ast.walk(transform)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    assert fields <= read, f"{path.relative_to(PROJECT)}: {transform.name} has a field that nothing reads"


def test_steps_that_split_no_sentences_do_without_nltk() -> None:
    """It brings scikit-learn and SciPy where these are installed, which takes longer than most steps."""
    program = "import sys, wiki.transforms; print([name for name in sys.modules if name.split('.')[0] == 'nltk'])"
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
