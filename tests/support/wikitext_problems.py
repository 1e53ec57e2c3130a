"""Wikitext read with the problems in it."""

from __future__ import annotations

from schemas.records import Paragraph
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.paragraphs import extract_paragraphs

SITE = SiteInfo("enwiki", "en", True, ((2, "User"), (6, "File"), (10, "Template"), (14, "Category")))


def marked(paragraph: Paragraph) -> str:
    """The text with the code of each problem where it is, and anchors in brackets."""
    signs = [
        (start, f"<{code}>" if start == end else f"<{code}:{end - start}>")
        for start, end, code, _ in paragraph.problems
    ]
    signs += [sign for start, end, _ in paragraph.anchors for sign in ((start, "["), (end, "]"))]
    text = paragraph.text
    for place, sign in sorted(signs, key=lambda each: each[0], reverse=True):
        text = text[:place] + sign + text[place:]
    return text


def read(markup: str, *, inline_templates: bool = True) -> list[str]:
    found = extract_paragraphs(markup, "Page", SITE, inline_templates=inline_templates)
    return [marked(paragraph) for paragraph in found.paragraphs]
