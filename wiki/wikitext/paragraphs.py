"""Wikitext to paragraphs of running text with their anchors, at the accuracy of MediaWiki's own rendering.

Three steps: `strip` removes what cannot hold prose; `blocks` finds the paragraphs; a compiled scan reads most of them,
and `reference` those that the scan cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from schemas.records import Anchor, Paragraph, Problem
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.blocks import split_paragraphs
from wiki.wikitext.damage import damage
from wiki.wikitext.external_links import scan_external_links
from wiki.wikitext.holes import HoleNames
from wiki.wikitext.inline import (
    PLAIN,
    Inline,
    decode,
    is_canonical,
    join_hidden_links,
    plain_spaces,
    shown_target,
    squeeze_spaces,
    strip_inline_tags,
    strip_switches,
)
from wiki.wikitext.inline_templates import expander, part_fractions
from wiki.wikitext.language_variants import choose_variants
from wiki.wikitext.marks import HIDDEN, INVALID, ITALIC, MARK, PIECE_END, SOUND, VOID
from wiki.wikitext.patterns import Grammar, grammar
from wiki.wikitext.quotes import mark_italics, simple_quotes
from wiki.wikitext.reference import read_inline
from wiki.wikitext.strip import strip_markup
from wiki.wikitext.vanished import settle_boxes, tidy, tidy_lines

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
    names = HoleNames()
    stripped = plain_spaces(strip_markup(text, rules.file_link, expander(site, names, templates=inline_templates)))
    if inline_templates:
        stripped = part_fractions(tidy_lines(stripped) if VOID in stripped else stripped)
    stripped = choose_variants(strip_switches(join_hidden_links(stripped, rules.titles)), site.lang)
    paragraphs: list[Paragraph] = []
    slow = 0
    section_markup = section = ""
    for heading, markup in split_paragraphs(stripped):
        # One character is looked for, which is faster than two.
        if SOUND in markup:
            markup = settle_boxes(markup)
        if VOID in markup:
            markup = tidy(markup) if inline_templates else markup.replace(VOID, MARK)
        inline = scan_inline(markup, title, rules)
        if inline is None:
            slow += 1
            inline = read_inline(markup, title, rules)
        if not inline.text:
            continue
        if heading is not section_markup:
            section_markup = heading
            heading = heading.replace(VOID, MARK).replace(SOUND, "")
            section = (scan_inline(heading, title, rules) or read_inline(heading, title, rules)).text
            section = section[:MAX_SECTION].rstrip()
        missing: Sequence[Problem] = ()
        if inline.holes:
            missing = [Problem(hole.place, hole.place, hole.code, names.name(hole)) for hole in inline.holes]
        problems = damage(inline.text, missing)
        paragraphs.append(Paragraph(section, inline.text, inline.anchors, problems, inline.italics))
    return Extraction(paragraphs, slow)


_bracket_in_label = re.compile(r"\[\[[^\[\]]*+\[(?!\[)")


def scan_inline(markup: str, title: str, rules: Grammar) -> Inline | None:
    """Text and anchors of one paragraph, or None where the compiled scan cannot say what MediaWiki would make of it."""
    if "'" in markup and "''" in markup:
        if "'''" in markup:
            if not simple_quotes(markup):
                return None
            markup = markup.replace("'''", MARK)
        markup = mark_italics(markup)
    if "<" in markup:
        markup = strip_inline_tags(markup)
    brackets = markup.count("[")
    parts = rules.link.split(markup) if brackets else [markup]
    if 2 * (len(parts) // 4) != brackets:
        links = markup.count("[[")
        if 2 * links != brackets:
            if "[[[" in markup or "]]]" in markup or _bracket_in_label.search(markup):
                return None
            scanned = scan_external_links(markup)
            if scanned is None:
                return None
            markup = scanned
            parts = rules.link.split(markup)
        if len(parts) // 4 != links:
            return None
    if "" in parts[2::4] or ("&" in markup and "://" in markup):
        return None
    return _assemble(parts, markup, title, rules)


def _assemble(parts: list[str | Any], markup: str, title: str, rules: Grammar) -> Inline | None:
    """A paragraph from its text and links in turn, as `Grammar.link` splits it; None where one is not a link."""
    if len(parts) == 1:
        text = markup.replace(MARK, "").replace("\n", " ")
        return squeeze_spaces(decode(text) if "&" in text else text, [])
    targets, labels, trails = parts[1::4], parts[2::4], parts[3::4]
    if ITALIC in markup and any(label and label.count(ITALIC) % 2 for label in labels):
        return None  # what a label leaves open ends there
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
    if rules.prefix:
        _take_prefixes(pieces, rules.prefix)
    # Marks are removed here and not before: they end the trail of the link before them, as line breaks do.
    if MARK in markup or "\n" in markup:
        pieces = PIECE_END.join(pieces).replace(MARK, "").replace("\n", " ").split(PIECE_END)
    if "&" in markup:
        pieces = [decode(piece) if "&" in piece else piece for piece in pieces]
    for place, label in enumerate(pieces[1::2]):
        if label.strip(" ") != label:
            _move_spaces(pieces, 2 * place + 1)
    edges = list(accumulate(map(len, pieces)))
    anchors = [
        _new(Anchor, (start, end, kind))
        for start, end, kind in zip(edges[::2], edges[1::2], kinds, strict=False)
        if kind and start < end and kind != title
    ]
    return squeeze_spaces("".join(pieces), anchors)


def _take_prefixes(pieces: list[str], prefix: re.Pattern[str]) -> None:
    """Moves the letters before each link that belong to it from the text before it to its surface."""
    for place in range(1, len(pieces), 2):
        letters = prefix.search(pieces[place - 1])
        if letters:
            pieces[place - 1] = pieces[place - 1][: letters.start()]
            pieces[place] = letters[0] + pieces[place]


def _move_spaces(pieces: list[str], place: int) -> None:
    """Moves spaces at the edges of a piece to the pieces beside it."""
    piece = pieces[place]
    pieces[place] = inner = piece.strip(" ")
    before = len(piece) - len(piece.lstrip(" "))
    pieces[place - 1] += piece[:before]
    pieces[place + 1] = piece[before + len(inner) :] + pieces[place + 1]
