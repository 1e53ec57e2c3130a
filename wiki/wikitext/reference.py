"""The reference reader, over the parse tree of `mwparserfromhell`: slow, for what the compiled scan leaves.

The tree gives links, their nesting and external links. What MediaWiki does and the tree does not know is done here:
quotes (`quotes`), link trails, and brackets that are no link (around a link in a link's label, a bad title).
`reference_paragraphs` reads a whole page that way: the measure of the fast reader, 30 times slower.
"""

from __future__ import annotations

import re

import mwparserfromhell as mw
from mwparserfromhell import nodes
from mwparserfromhell.wikicode import Wikicode

from schemas.records import Anchor, Paragraph
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.blocks import split_paragraphs
from wiki.wikitext.inline import (
    Inline,
    LinkTitles,
    decode,
    finish,
    pipe_trick,
    plain_spaces,
    shown_target,
    strip_inline_tags,
    strip_switches,
)
from wiki.wikitext.marks import BLOCK, HIDDEN, INVALID, LINK, MARK, VOID
from wiki.wikitext.patterns import Grammar, grammar
from wiki.wikitext.quotes import strip_quotes
from wiki.wikitext.strip import BOXES, OPAQUE, SECTION, file_stands_in_line, protect

_text_characters = str.maketrans({"{": "&#123;", "}": "&#125;", "<": "&#60;"})


def read_inline(markup: str, title: str, rules: Grammar) -> Inline:
    """Text and anchors of one paragraph without templates; `title` is the page's."""
    code = mw.parse(strip_inline_tags(markup).translate(_text_characters), skip_style_tags=True)
    links: list[tuple[str, str]] = []
    parts = _strip_quotes(_flatten(code, links, rules.titles)).split(LINK)
    pieces = [_text(parts[0])]
    anchors: list[Anchor] = []
    length = len(pieces[0])
    for part, (label, target) in zip(parts[1:], links, strict=True):
        rest = part
        if target != HIDDEN:
            letters = rules.trail.match(part)
            after = letters.end() if letters else 0
            surface = _text(label) + part[:after]
            rest = part[after:]
            pieces.append(surface)
            shown = surface.strip(" ")
            if shown and target and target != title:
                start = length + len(surface) - len(surface.lstrip(" "))
                anchors.append(Anchor(start, start + len(shown), target))
            length += len(surface)
        pieces.append(_text(rest))
        length += len(pieces[-1])
    return finish("".join(pieces), anchors)


def _text(markup: str) -> str:
    return decode(markup.replace(MARK, "").replace("\n", " "))


def _strip_quotes(markup: str) -> str:
    return "\n".join(map(strip_quotes, markup.split("\n"))) if "''" in markup else markup


def _flatten(code: Wikicode, links: list[tuple[str, str]] | None, titles: LinkTitles) -> str:
    """The markup with a slot for each link, whose label and target go to `links`; in a label (None) links are text."""
    pieces: list[str] = []
    for node in code.nodes:
        if isinstance(node, nodes.Wikilink):
            pieces.append(_link(node, links, titles))
        elif isinstance(node, nodes.ExternalLink) and node.brackets and links is not None:
            label = "" if node.title is None else _flatten(node.title, links, titles)
            pieces.append(MARK + label + MARK)
        else:
            pieces.append(str(node))
    return "".join(pieces)


def _link(node: nodes.Wikilink, links: list[tuple[str, str]] | None, titles: LinkTitles) -> str:
    target = str(node.title)
    label = shown_target(target) if node.text is None else str(node.text)
    kind = INVALID if re.search(rf"[\[\]{MARK}\n]", target) else titles[target]
    if links is None or kind == INVALID or "[[" in label:
        shown = "" if node.text is None else "|" + _flatten(node.text, links, titles)
        return f"[[{target}{shown}]]"
    if node.text is not None:
        label = _strip_quotes(label) if label else pipe_trick(target)
    links.append((label, kind))
    return LINK


def reference_paragraphs(text: str, title: str, site: SiteInfo) -> list[Paragraph]:
    """What `extract_paragraphs` gives without inline templates, read from the page's parse tree."""
    rules = grammar(site)
    paragraphs = []
    for heading, markup in split_paragraphs(_lines(_prune(mw.parse(text, skip_style_tags=True), rules))):
        inline = read_inline(markup.replace(VOID, MARK), title, rules)
        section = read_inline(heading.replace(VOID, MARK), title, rules).text
        if inline.text:
            paragraphs.append(Paragraph(section, inline.text, inline.anchors))
    return paragraphs


_COMMENT = "\x10"
_QUOTATION = "\x11"
_own_line = re.compile(rf"(?m)^[ \t]*{_COMMENT}[ \t{_COMMENT}]*\n")
_item = re.compile(r"(?m)^[*#:;].*")


def _lines(text: str) -> str:
    """The pruned page without comments; a quotation in an item of a list begins a line."""
    text = _own_line.sub("", text).replace(_COMMENT, "")
    text = _item.sub(lambda match: match[0].replace(_QUOTATION, "\n" + BLOCK), text)
    return strip_switches(plain_spaces(text.replace(_QUOTATION, BLOCK)))


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
        elif isinstance(node, nodes.Wikilink) and rules.file_link.match(str(node)):
            options = str(node.text or "").split("|")
            pieces.append(MARK if file_stands_in_line(options) else BLOCK)
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
        return MARK
    if re.fullmatch(BOXES, name):
        return BLOCK + _prune(node.contents, rules) + BLOCK if SECTION in str(node.contents) else BLOCK
    if name == "br":
        return MARK + " "
    edge = _QUOTATION if name == "blockquote" else BLOCK if name in ("p", "hr") else MARK
    return edge + ("" if node.self_closing else _prune(node.contents, rules)) + edge
