"""Apostrophes that are markup, and those that are text."""

from __future__ import annotations

import pytest

from wiki.wikitext.marks import MARK
from wiki.wikitext.quotes import strip_quotes


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("of ''art'' and '''love'''", "of |art| and |love|"),
        ("of L'''amour'' x", "of L'|amour| x"),
        ("a ''''four'''' b", "a '|four'| b"),
        ("a ''''''six'' b", "a '|six| b"),
    ],
    ids=["pairs", "an apostrophe before italic type", "four", "six"],
)
def test_apostrophes_by_example(line: str, left: str) -> None:
    assert strip_quotes(line) == left.replace("|", MARK)
