"""Wikitext to paragraphs of running text with their anchors, at the accuracy of MediaWiki's own rendering.

Three steps: `strip` removes what cannot hold prose; `blocks` finds the paragraphs; a compiled scan reads most of them,
and `reference` those that the scan cannot read.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any, NamedTuple

from schemas.records import Anchor, Paragraph
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.blocks import split_paragraphs
from wiki.wikitext.inline import (
    PLAIN,
    Inline,
    decode,
    is_canonical,
    plain_spaces,
    shown_target,
    squeeze_spaces,
    strip_external_links,
    strip_inline_tags,
    strip_switches,
)
from wiki.wikitext.inline_templates import expander, tidy, tidy_lines
from wiki.wikitext.language_variants import choose_variants
from wiki.wikitext.marks import HIDDEN, INVALID, MARK, PIECE_END, VOID
from wiki.wikitext.patterns import Grammar, grammar
from wiki.wikitext.quotes import simple_quotes, strip_quotes
from wiki.wikitext.reference import read_inline
from wiki.wikitext.strip import strip_markup

_MAX_REFERENCE = 8_000
"""Longest paragraph, in code points, that the reference reads: its time can grow with the square of the length."""
_PAGE_BUDGET = 40_000
"""Most code points of a page's paragraphs that the reference reads, and most of its headings."""
MAX_SECTION = 255
"""Code points of a heading that are kept: each paragraph below it has a copy."""


# The constructor of a NamedTuple is a Python function and takes twice as long.
_new = tuple.__new__


class Extraction(NamedTuple):
    """Running text of a page."""

    paragraphs: list[Paragraph]
    slow: int
    """Number of paragraphs that the compiled scan left to the reference."""


def extract_paragraphs(text: str, title: str, site: SiteInfo, *, inline_templates: bool = True) -> Extraction:
    """The body paragraphs of a page: running text outside tables, boxes, lists and headings, with its anchors.

    `title` is the page's canonical title: a link to it is text. With `inline_templates`, common templates that hold
    words of the sentence are replaced by them (`inline_templates.toml`); without, every template is read as if it were
    empty. Any string is read, in time linear in its length.
    """
    rules = grammar(site)
    stripped = plain_spaces(strip_markup(text, rules.file_link, expander(site.lang) if inline_templates else None))
    if inline_templates and VOID in stripped:
        stripped = tidy_lines(stripped)
    stripped = choose_variants(strip_switches(stripped), site.lang)
    paragraphs: list[Paragraph] = []
    slow = 0
    budget = heading_budget = _PAGE_BUDGET
    section_markup = section = ""
    for heading, markup in split_paragraphs(stripped):
        if VOID in markup:
            markup = tidy(markup) if inline_templates else markup.replace(VOID, MARK)
        inline = scan_inline(markup, title, rules)
        if inline is None:
            slow += 1
            inline = _read_hard(markup, title, rules, budget)
            budget -= len(markup)
        if not inline.text:
            continue
        if heading is not section_markup:
            section_markup = heading
            heading = heading.replace(VOID, MARK)
            inline_heading = scan_inline(heading, title, rules)
            if inline_heading is None:
                inline_heading = _read_hard(heading, title, rules, heading_budget)
                heading_budget -= len(heading)
            section = inline_heading.text[:MAX_SECTION].rstrip()
        paragraphs.append(Paragraph(section, inline.text, inline.anchors))
    return Extraction(paragraphs, slow)


def _read_hard(markup: str, title: str, rules: Grammar, budget: int) -> Inline:
    if len(markup) > min(budget, _MAX_REFERENCE):
        return scan_loosely(markup, title, rules)
    return read_inline(markup, title, rules)


_target = re.compile(r"\[\[[^\[\]|\n]*+")


def scan_inline(markup: str, title: str, rules: Grammar) -> Inline | None:
    """Text and anchors of one paragraph, or None where the compiled scan cannot say what MediaWiki would make of it."""
    if "'" in markup and "''" in markup:
        if "'''" in markup:
            if not simple_quotes(markup):
                return None
            markup = markup.replace("'''", MARK)
        markup = markup.replace("''", MARK)
    if "<" in markup:
        markup = strip_inline_tags(markup)
    brackets = markup.count("[")
    parts = rules.link.split(markup) if brackets else [markup]
    if 2 * (len(parts) // 4) != brackets:
        links = markup.count("[[")
        if 2 * links != brackets:
            markup = strip_external_links(markup)
            parts = rules.link.split(markup)
        if len(parts) // 4 != links:
            return None
    if "" in parts[2::4]:
        return None
    return _assemble(parts, markup, title, rules)


def scan_loosely(markup: str, title: str, rules: Grammar) -> Inline:
    """What the compiled scan makes of a paragraph that is too long for the reference; brackets it cannot read stay."""
    lines = strip_external_links(strip_inline_tags(markup)).split("\n")
    markup = " ".join(map(strip_quotes, lines))
    markup = _target.sub(lambda match: match[0].replace(MARK, ""), markup)
    found = _assemble(rules.link.split(markup), markup, title, rules)
    return found or squeeze_spaces(decode(markup.replace(MARK, "")), [])


def _assemble(parts: list[str | Any], markup: str, title: str, rules: Grammar) -> Inline | None:
    """A paragraph from its text and links in turn, as `Grammar.link` splits it; None where one is not a link."""
    if len(parts) == 1:
        text = markup.replace(MARK, "").replace("\n", " ")
        return squeeze_spaces(decode(text) if "&" in text else text, [])
    targets, labels, trails = parts[1::4], parts[2::4], parts[3::4]
    titles = rules.titles
    kinds = [target if is_canonical(target) else titles[target] for target in targets]
    if INVALID in kinds:
        return None
    shown = [
        (label if label is not None else target if target is kind else shown_target(target)) + trail
        for target, label, trail, kind in zip(targets, labels, trails, kinds, strict=True)
    ]
    if HIDDEN in kinds:
        shown = [trail if kind is HIDDEN else label for kind, label, trail in zip(kinds, shown, trails, strict=True)]
        kinds = [PLAIN if kind is HIDDEN else kind for kind in kinds]
    pieces: list[str] = [""] * (2 * len(targets) + 1)
    pieces[::2] = parts[::4]
    pieces[1::2] = shown
    # Marks are removed here and not before: they end the trail of the link before them, as line breaks do.
    if MARK in markup or "\n" in markup:
        pieces = PIECE_END.join(pieces).replace(MARK, "").replace("\n", " ").split(PIECE_END)
    if "&" in markup:
        pieces = [decode(piece) for piece in pieces]
    for place, label in enumerate(pieces[1::2]):
        if label[:1] == " " or label[-1:] == " ":
            _move_spaces(pieces, 2 * place + 1)
    edges = list(accumulate(map(len, pieces)))
    anchors = [
        _new(Anchor, (start, end, kind))
        for start, end, kind in zip(edges[::2], edges[1::2], kinds, strict=False)
        if kind and start < end and kind != title
    ]
    return squeeze_spaces("".join(pieces), anchors)


def _move_spaces(pieces: list[str], place: int) -> None:
    """Moves spaces at the edges of a piece to the pieces beside it."""
    piece = pieces[place]
    pieces[place] = inner = piece.strip(" ")
    before = len(piece) - len(piece.lstrip(" "))
    pieces[place - 1] += piece[:before]
    pieces[place + 1] = piece[before + len(inner) :] + pieces[place + 1]
