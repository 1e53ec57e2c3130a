"""Parts of titles."""

from __future__ import annotations

import pytest

from dbpedia.mentions.titles import split_qualifier


@pytest.mark.parametrize(
    ("title", "bare", "qualifier"),
    [
        ("Rush (band)", "Rush", "band"),
        ("Rush", "Rush", ""),
        ("(500) Days of Summer", "(500) Days of Summer", ""),
        ("Sigma (A) (film)", "Sigma (A)", "film"),
        ("(band)", "(band)", ""),
        ("A ()", "A ()", ""),
    ],
)
def test_split_qualifier(title: str, bare: str, qualifier: str) -> None:
    assert split_qualifier(title) == (bare, qualifier)
