"""Pages that are made to be slow."""

from __future__ import annotations

import time

import pytest

from benchmarks.fuzz.pages import SITE
from schemas.records import Anchor, Paragraph
from wiki.wikitext.paragraphs import Extraction, extract_paragraphs


def test_slow_paragraphs_are_counted() -> None:
    page = "a [[b]] c\n\n[[a|b [[c]] d]]\n\nl'''amour'' x"
    assert extract_paragraphs(page, "Page", SITE).slow == 2
    assert extract_paragraphs("a [[b]]", "Page", SITE) == Extraction([Paragraph("", "a b", [Anchor(2, 3, "B")])], 0)


_SICK = [
    "{{", "}}", "{{{", "[[", "[[File:a|", "[[File:a [[b]] ", "[[a|", "[[a|[[b]] ", "''", "'''", "''a'''b", "{|\n",
    "\n{|\n| a\n", "<ref>", '<ref name="x"', "<!--", "x <!-- a -->\n", "<nowiki>", "<div>", "<blockquote>", "<a ",
    "<", "&", "{{a|", "{{nowrap|", "{{lang|fr|a[[", "({{x}})", ", {{x}}", "__A_", "==", "\n* [[a", " ", "[http://a ",
    "[[a|''b", "|''a", "[[a\n|b]] ", "a\x01", "<table><ul>", "-{", "{{convert|5|", "[[File:a|  ",
    "<div><p>", "<ul><li>", "<dl><dd><div>", "<div></ul><li>", "<table><tr><td>", "<table><p>", "</div></p></td>",
    "\n{|\n|\n{|\n{|\n", "\n:{|", "\n{|\n|-\n|} ", "[[a|b\n\n", "* [[a|\n", "\n[[a|", "\n\n[[Category:X]]", "\n \t",
    "[http://a b\n", "[http://a [http://b c] ", "[//a&lt;]", "http://a&b;", "<nowiki>&", "<nowiki / >", "<pre>", "&&#",
    "[[[", "[[a|[b]]] ''", "<includeonly>", "=", "\n= =", "\n\x02", "<blockquote>\n ", "[[%", "<meta ",
]  # fmt: skip
_TWINS = [("{{", "}}"), ("{{{", "}}}"), ("[[", "]]"), ("{{nowrap|", "}}"), ("{{{a|", "}}}"), ("{{lang|fr|a[[", "b]]}}")]


@pytest.mark.parametrize("inline_templates", [False, True])
def test_time_is_linear_in_sick_pages(inline_templates: bool) -> None:
    """Eight times the input must take about eight times as long; quadratic time would be 64 times as long."""

    def cost(page: str) -> float:
        started = time.process_time()
        extract_paragraphs(page, "Page", SITE, inline_templates=inline_templates)
        return time.process_time() - started

    shapes = [(unit, "") for unit in _SICK] + _TWINS
    for opening, closing in shapes:
        size = 12_000 // len(opening + closing)
        small, large = (opening * n + closing * n * bool(closing) for n in (size, 8 * size))
        bound = 24 * min(cost(small) for _ in range(3)) + 0.05
        # Other programs may slow down a run, but not each.
        assert any(cost(large) < bound for _ in range(3)), (opening, closing)


def test_time_is_linear_in_the_spaces_before_an_argument() -> None:
    """Twenty templates with 4,900 spaces; with quadratic time they take nine seconds."""
    page = "{{lang|fr|" + " " * 4_900 + "mot!=}} a. "
    started = time.process_time()
    found = extract_paragraphs(page * 20, "Page", SITE).paragraphs
    assert time.process_time() - started < 1
    assert [each.text for each in found] == [" ".join(["mot!= a."] * 20)]
