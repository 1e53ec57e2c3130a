"""The reference reader, over the parse tree of `mwparserfromhell`: slow, for what the compiled scan cannot read.

The tree gives links, their nesting and external links. What MediaWiki does and the tree does not know is done here:
quotes (`quotes`), link trails, and brackets that are not a link (around a link in a link's label, a bad title).
"""

from __future__ import annotations

import re

import mwparserfromhell as mw
from mwparserfromhell import nodes
from mwparserfromhell.wikicode import Wikicode

from schemas.records import Anchor
from wiki.wikitext.inline import Inline, LinkTitles, decode, pipe_trick, shown_target, squeeze_spaces, strip_inline_tags
from wiki.wikitext.marks import HIDDEN, INVALID, LINK, MARK
from wiki.wikitext.patterns import Grammar
from wiki.wikitext.quotes import strip_quotes

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
    return squeeze_spaces("".join(pieces), anchors)


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
