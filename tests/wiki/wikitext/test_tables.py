"""Which tables are removed, and that nothing of a broken one is lost on the way."""

from __future__ import annotations

import pytest

from wiki.wikitext.marks import TAG
from wiki.wikitext.tables import strip_tables


def tags(text: str) -> str:
    """The text with `<` and `>` for the marks around the names of tags."""
    pieces = text.split(TAG)
    return "".join(f"<{piece}>" if number % 2 else piece for number, piece in enumerate(pieces))


@pytest.mark.parametrize(
    ("page", "left"),
    [
        ("a\n{|\n| c\n{|\n| x\n|}\ninner\n|}\nb", "a\n<hr>\nb"),
        (
            "a\n{|\n|-\n{|\n| x\n|}\ninner\n|}\nb",
            "a\n<table>\n\n<table>\n<tr><td> x\n</td></tr></table>\ninner\n</table>\nb",
        ),
        ("a\n{|\n| c\nb", "a\n<table>\n<tr><td> c\nb"),
    ],
    ids=["a table in a cell", "a table between cells", "a table without end"],
)
def test_tables_by_example(page: str, left: str) -> None:
    assert tags(strip_tables(page)) == left
