"""The reference reader of a paragraph, for what the compiled scan cannot read: MediaWiki's own algorithm, step by step.

Links first (`Parser::handleInternalLinks2`), then runs of apostrophes (`doAllQuotes`), then external links
(`handleExternalLinks`), each in time linear in the paragraph.
"""

from __future__ import annotations

import re

from schemas.records import Anchor
from wiki.wikitext.external_links import clean_urls, strip_external_links
from wiki.wikitext.inline import (
    Inline,
    decode,
    percent_decoded,
    shown_target,
    squeeze_spaces,
    strip_inline_tags,
)
from wiki.wikitext.marks import HIDDEN, INVALID, LINK, MARK, MARKS
from wiki.wikitext.patterns import Grammar
from wiki.wikitext.quotes import strip_quotes

_target = re.compile(rf"[^\[\]{{}}|<>\n\x7f\ufffd{''.join(MARKS)}]++")
_text_brackets = str.maketrans({"<": "&lt;", ">": "&gt;"})


def read_inline(markup: str, title: str, rules: Grammar) -> Inline:
    """Text and anchors of one paragraph without templates; `title` is the page's."""
    # What is no tag of HTML is text for MediaWiki, and text may be part of a link's target.
    markup = strip_inline_tags(markup).translate(_text_brackets)
    links: list[tuple[str, str]] = []
    markup = _take_links(markup, links, rules)
    if "''" in markup:
        markup = "\n".join(map(strip_quotes, markup.split("\n")))
    parts = clean_urls(strip_external_links(markup)).split(LINK)
    pieces = [_text(parts[0])]
    anchors: list[Anchor] = []
    length = len(pieces[0])
    for part, (label, target) in zip(parts[1:], links, strict=True):
        surface = _text(label)
        shown = surface.strip(" ")
        if shown and target and target != title:
            start = length + len(surface) - len(surface.lstrip(" "))
            anchors.append(Anchor(start, start + len(shown), target))
        pieces += surface, _text(part)
        length += len(surface) + len(pieces[-1])
    return squeeze_spaces("".join(pieces), anchors)


def _text(markup: str) -> str:
    return decode(markup.replace(MARK, "").replace("\n", " "))


def _take_links(markup: str, links: list[tuple[str, str]], rules: Grammar) -> str:
    """The markup with a slot for each link, whose label, with its trail, and target go to `links`."""
    first, *parts = markup.split("[[")
    pieces = [first]
    for part in parts:
        target, label, rest = _cut(part)
        kind = rules.titles[target] if target else INVALID
        if kind == INVALID:
            pieces += "[[", part
        elif rest is None:
            # The brackets are never closed: MediaWiki has decoded the target when it finds that out.
            pieces += "[[", percent_decoded(target), "|", label or ""
        elif kind == HIDDEN:
            pieces += MARK, rest
        else:
            letters = rules.trail.match(rest)
            end = letters.end() if letters else 0
            shown = shown_target(target) if label is None else strip_quotes(label)
            before = rules.prefix.search(pieces[-1]) if rules.prefix else None
            if before:
                pieces[-1] = pieces[-1][: before.start()]
                shown = before[0] + shown
            links.append((shown + rest[:end], kind))
            pieces += LINK, rest[end:]
    return "".join(pieces)


def _cut(part: str) -> tuple[str, str | None, str | None]:
    """Target, label and rest of what begins behind `[[`, as far as the next.

    Without a label that is None; the rest is None where a label is never closed; the target is empty where it is none.
    """
    found = _target.match(part)
    if not found:
        return "", None, None
    target, end = found[0], found.end()
    if part.startswith("]]", end):
        return target, None, part[end + 2 :]
    if not part.startswith("|", end):
        return "", None, None
    close = part.find("]]", end + 2)
    if close < 0:
        return target, part[end + 1 :], None
    label, rest = part[end + 1 : close], part[close + 2 :]
    if rest.startswith("]") and "[" in label:
        # The first of three brackets closes one that is open in the label: `[[a|[b]]]`.
        label, rest = f"{label}]", rest[1:]
    return target, label, rest
