"""Apostrophes that are markup, and those that are text."""

from __future__ import annotations

import pytest

from wiki.wikitext.marks import ITALIC, MARK
from wiki.wikitext.quotes import strip_quotes


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("of ''art'' and '''love'''", "of /art/ and |love|"),
        ("of L'''amour'' x", "of L'/amour/ x"),
        ("a ''''four'''' b", "a '|four'| b"),
        ("a ''''''six'' b", "a '/six/ b"),
        ("'''''both''' and italic''", "/both| and italic/"),
        ("''left open", "/left open_"),
        ("x '''a bc'''d e'''f'' g", "x |a bc|d e'/f/ g"),
        ("x '''a bc'''d ef'''g'' h", "x |a bc'/d ef|g/ h"),
        ("x '''a '' b", "x '/a / b"),
    ],
    ids=[
        *("pairs", "an apostrophe before italic type", "four", "six", "five", "closed at the end"),
        *("behind one letter first", "then behind a word", "then behind a space"),
    ],
)
def test_apostrophes_by_example(line: str, left: str) -> None:
    for shown, marks in (("|", MARK), ("/", MARK + ITALIC), ("_", ITALIC)):
        left = left.replace(shown, marks)
    assert strip_quotes(line) == left
