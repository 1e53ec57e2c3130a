"""Wikitext to paragraphs of running text with their anchors, at the accuracy of MediaWiki's own rendering.

Three steps: `wiki.markup_scan` takes out what cannot hold prose; `wiki.blocks` finds the paragraphs; a compiled scan
reads the paragraphs it can read, `wiki.reference` the others.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from schemas.records import Anchor, Paragraph
from wiki.blocks import split_paragraphs
from wiki.grammar import STOP, Grammar, grammar
from wiki.inline_templates import expander, tidy, tidy_lines
from wiki.inline_text import (
    HIDDEN,
    INVALID,
    Inline,
    decode,
    finish,
    plain_spaces,
    shown_target,
    strip_external_links,
    strip_inline_tags,
    strip_switches,
)
from wiki.markup_scan import MARK, VOID, strip_markup
from wiki.quotes import simple_quotes, strip_quotes
from wiki.reference import read_inline
from wiki.siteinfo import SiteInfo
from wiki.variants import choose_variants

_MAX_REFERENCE = 8_000
"""Longest paragraph, in code points, that goes to the reference: its time can grow with the square of the length."""
_PAGE_BUDGET = 40_000
"""Most code points of a page that go to the reference."""


# The constructor of a NamedTuple is a function of Python, and takes twice as long.
_new = tuple.__new__


class Extraction(NamedTuple):
    """Running text of a page."""

    paragraphs: list[Paragraph]
    slow: int
    """Number of paragraphs that the compiled scan left to the reference."""


def extract_paragraphs(text: str, title: str, site: SiteInfo, *, inline_templates: bool = True) -> Extraction:
    """The body paragraphs of a page: running text outside tables, boxes, lists and headings, with its anchors.

    `title` is the page's canonical title: a link to it is text. With `inline_templates` common templates that hold
    words of the sentence give them (`wiki/inline_templates.toml`); without, each template is as if it were empty.
    Any string is read, in time linear in its length.
    """
    rules = grammar(site)
    stripped = plain_spaces(strip_markup(text, rules.file_link, expander(site.lang) if inline_templates else None))
    if inline_templates and VOID in stripped:
        stripped = tidy_lines(stripped)
    stripped = choose_variants(strip_switches(stripped), site.lang)
    paragraphs: list[Paragraph] = []
    slow = 0
    budget = _PAGE_BUDGET
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
            section = (scan_inline(heading, title, rules) or _read_hard(heading, title, rules, _PAGE_BUDGET)).text
        paragraphs.append(Paragraph(section, inline.text, inline.anchors))
    return Extraction(paragraphs, slow)


def _read_hard(markup: str, title: str, rules: Grammar, budget: int) -> Inline:
    if len(markup) > min(budget, _MAX_REFERENCE):
        return scan_loosely(markup, title, rules)
    return read_inline(markup, title, rules)


_marked_target = re.compile(rf"\[\[[^\[\]|\n{MARK}]*+[\n{MARK}]")


def scan_inline(markup: str, title: str, rules: Grammar) -> Inline | None:
    """Text and anchors of one paragraph, or None where the compiled scan cannot say what MediaWiki would make of it."""
    if "''" in markup:
        if "'''" in markup:
            if not simple_quotes(markup):
                return None
            markup = markup.replace("'''", MARK)
        markup = markup.replace("''", MARK)
    if "<" in markup:
        markup = strip_inline_tags(markup)
    count = markup.count("[[")
    if markup.count("[") != 2 * count:
        markup = strip_external_links(markup)
    if count and "|]]" in markup:
        return None
    if MARK in markup:
        if count and _marked_target.search(markup):
            return None
        if count:
            markup = rules.stop_trails(markup)
        markup = markup.replace(MARK, "")
    if "\n" in markup:
        if count and _marked_target.search(markup):
            return None
        markup = markup.replace("\n", " ")
    while "  " in markup:
        markup = markup.replace("  ", " ")
    markup = markup.strip(" ")
    decoded = "&" in markup
    if not count:
        return finish(decode(markup), []) if decoded else Inline(markup, [])
    parts = rules.link.split(markup)
    if len(parts) != 4 * count + 1 or (STOP in markup and STOP in "".join(parts[::4])):
        return None
    return _assemble(parts, decoded, title, rules)


def scan_loosely(markup: str, title: str, rules: Grammar) -> Inline:
    """What the compiled scan makes of a paragraph that is too long for the reference; brackets it cannot read stay."""
    markup = "\n".join(map(strip_quotes, strip_external_links(strip_inline_tags(markup)).split("\n")))
    markup = rules.stop_trails(markup).replace(MARK, "").replace("\n", " ")
    parts = rules.link.split(markup)
    parts[::4] = [part.replace(STOP, "") for part in parts[::4]]
    return _assemble(parts, True, title, rules) or finish(decode(markup.replace(STOP, "")), [])


def _assemble(parts: list[str | Any], decoded: bool, title: str, rules: Grammar) -> Inline | None:
    """A paragraph from its text and links in turn, as `Grammar.link` splits it; None where a link is none."""
    if decoded:
        parts[::4] = map(decode, parts[::4])
        parts[2::4] = [label and decode(label) for label in parts[2::4]]
    titles = rules.titles
    pieces = [parts[0]]
    length = len(parts[0])
    anchors: list[Anchor] = []
    loose = decoded
    for target, label, trail, rest in zip(parts[1::4], parts[2::4], parts[3::4], parts[4::4], strict=True):
        kind = titles[target]
        if kind is INVALID:
            return None
        if kind is HIDDEN:
            label = ""
        elif label is None:
            label = target if target[0] not in " :" and target[-1] != " " else shown_target(target)
            if decoded:
                label = decode(label)
        if trail:
            label += trail
        pieces.append(label)
        pieces.append(rest)
        end = length + len(label)
        if not label or label[0] == " " or label[-1] == " ":
            loose = True
            shown = label.strip(" ")
            start = end - len(label.lstrip(" "))
            if shown and kind and kind != title and kind is not HIDDEN:
                anchors.append(Anchor(start, start + len(shown), kind))
        elif kind and kind != title and kind is not HIDDEN:
            anchors.append(_new(Anchor, (length, end, kind)))
        length = end + len(rest)
    text = "".join(pieces)
    return finish(text, anchors) if loose else Inline(text, anchors)
