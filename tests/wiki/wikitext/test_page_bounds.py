"""What a page may cost, whatever it holds."""

from __future__ import annotations

import pytest

import wiki.wikitext.paragraphs
from tests.support.fuzz_wikitext import SITE
from wiki.wikitext.inline import Inline
from wiki.wikitext.paragraphs import extract_paragraphs
from wiki.wikitext.patterns import Grammar
from wiki.wikitext.reference import read_inline


def test_a_heading_is_cut_to_what_a_row_can_carry() -> None:
    text = f"== {'long ' * 100_000} ==\none\n\ntwo"
    found = extract_paragraphs(text, "T", SITE).paragraphs
    assert [paragraph.section for paragraph in found] == [("long " * 51).strip()] * 2


def test_the_headings_of_a_page_have_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference takes ten seconds for a megabyte."""
    read: list[str] = []

    def reference(markup: str, title: str, rules: Grammar) -> Inline:
        read.append(markup)
        return read_inline(markup, title, rules)

    monkeypatch.setattr(wiki.wikitext.paragraphs, "read_inline", reference)
    hard = "[[a|b''" * 100
    extract_paragraphs(f"== {hard} ==\nx\n\n" * 200, "T", SITE)
    assert sum(map(len, read)) <= 40_000 + len(hard)
