"""Paragraphs of a little wikitext."""

from __future__ import annotations

from benchmarks.fuzz.pages import SITE
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.paragraphs import extract_paragraphs


def texts(text: str, site: SiteInfo = SITE, *, inline_templates: bool = False) -> list[str]:
    """The text of each paragraph."""
    return [p.text for p in extract_paragraphs(text, "Page", site, inline_templates=inline_templates).paragraphs]


def linked(text: str, site: SiteInfo = SITE) -> tuple[str, list[tuple[str, str]]]:
    """Text of the only paragraph, and its anchors as (surface, target)."""
    [paragraph] = extract_paragraphs(text, "Page", site, inline_templates=False).paragraphs
    return paragraph.text, [(paragraph.text[a.start : a.end], a.target) for a in paragraph.anchors]
