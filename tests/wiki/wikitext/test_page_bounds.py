"""What a page may cost, whatever it holds."""

from __future__ import annotations

from benchmarks.fuzz.pages import SITE
from wiki.wikitext.paragraphs import extract_paragraphs


def test_a_heading_is_cut_to_what_a_row_can_carry() -> None:
    text = f"== {'long ' * 100_000} ==\none\n\ntwo"
    found = extract_paragraphs(text, "T", SITE).paragraphs
    assert [paragraph.section for paragraph in found] == [("long " * 51).strip()] * 2
