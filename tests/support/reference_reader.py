"""A reader of whole pages over the parse tree of `mwparserfromhell`: what the fast reader is compared with.

It takes 30 times as long.
"""

from __future__ import annotations

import re

import mwparserfromhell as mw
from mwparserfromhell import nodes
from mwparserfromhell.wikicode import Wikicode

from schemas.records import Paragraph
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.blocks import split_paragraphs
from wiki.wikitext.inline import plain_spaces, strip_switches
from wiki.wikitext.marks import BLOCK, MARK, TAG, VOID
from wiki.wikitext.patterns import Grammar, grammar
from wiki.wikitext.reference import read_inline
from wiki.wikitext.strip import BLOCK_EXTENSIONS, BLOCK_TAGS, OPAQUE, protect


def reference_paragraphs(text: str, title: str, site: SiteInfo) -> list[Paragraph]:
    """What `extract_paragraphs` gives without inline templates, read from the page's parse tree."""
    rules = grammar(site)
    paragraphs = []
    for heading, markup in split_paragraphs(_lines(_prune(mw.parse(text, skip_style_tags=True), rules))):
        inline = read_inline(markup.replace(VOID, MARK), title, rules)
        section = read_inline(heading.replace(VOID, MARK), title, rules).text
        if inline.text:
            paragraphs.append(Paragraph(section, inline.text, inline.anchors, italics=inline.italics))
    return paragraphs


_COMMENT = "\x10"
"""Stands for a comment while the page is pruned."""
_own_line = re.compile(rf"(?m)^[ \t]*{_COMMENT}[ \t{_COMMENT}]*\n")


def _lines(text: str) -> str:
    """The pruned page without comments."""
    return strip_switches(plain_spaces(_own_line.sub("", text).replace(_COMMENT, "")))


def _prune(code: Wikicode, rules: Grammar) -> str:
    """The markup of a page's headings, list items and paragraphs."""
    pieces: list[str] = []
    for node in code.nodes:
        if isinstance(node, nodes.Comment):
            pieces.append(_COMMENT)
        elif isinstance(node, nodes.Template):
            pieces.append(VOID)
        elif isinstance(node, nodes.Tag):
            pieces.append(_prune_tag(node, rules))
        elif isinstance(node, nodes.Wikilink) and rules.file_link.opening.match(str(node)):
            options = str(node.text or "").split("|")
            pieces.append(MARK if rules.file_link.in_line(options) else BLOCK)
        elif isinstance(node, nodes.Wikilink) and node.text is not None:
            pieces.append(f"[[{_prune(node.title, rules)}|{_prune(node.text, rules)}]]")
        elif isinstance(node, nodes.ExternalLink) and node.brackets and node.title is not None:
            pieces.append(f"[{node.url} {_prune(node.title, rules)}]")
        elif isinstance(node, nodes.Heading):
            pieces.append("=" * node.level + _prune(node.title, rules) + "=" * node.level)
        else:
            pieces.append(str(node))
    return "".join(pieces)


def _prune_tag(node: nodes.Tag, rules: Grammar) -> str:
    name = str(node.tag).strip().lower()
    if node.wiki_markup == "{|":
        return BLOCK
    if node.wiki_markup:
        contents = "" if node.contents is None else _prune(node.contents, rules)
        return f"{node.wiki_markup}{contents}{node.closing_wiki_markup or ''}"
    if name == "nowiki":
        return MARK + protect(str(node.contents or "")) + MARK
    if re.fullmatch(OPAQUE, name):
        return BLOCK if re.fullmatch(BLOCK_EXTENSIONS, name) else MARK
    if name == "br":
        return MARK + " "
    opening, closing = MARK, MARK
    if re.fullmatch(BLOCK_TAGS, name):
        opening, closing = f"{TAG}{name}{TAG}", "" if name == "hr" else f"{TAG}/{name}{TAG}"
    return opening + ("" if node.self_closing else _prune(node.contents, rules)) + closing
