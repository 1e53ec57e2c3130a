"""Templates in wikitext: where they stand and what their parameters are, by one linear scan.

Braces are matched in pairs, from the inside out; ones that match nothing are text. The name and the values stay as
written. Comments and tags such as `<nowiki>` are the caller's to take away first.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_brace = re.compile(r"\{\{|\}\}")
_piece = re.compile(r"\{\{|\}\}|\[\[|\]\]|\|")
_key = re.compile(r"([^={\[]*)=")


class Span(NamedTuple):
    """A template in a text: `text[start:end]` is between its braces."""

    start: int
    end: int


class Template(NamedTuple):
    """A template as it is called."""

    name: str
    parameters: dict[str, str]
    """Values by name, without white space at the ends; unnamed ones by number, from `1`. Of equal names the last."""


def outer_templates(text: str) -> list[Span]:
    """The templates of a text that stand in no other template, in order."""
    opened: list[int] = []
    spans: list[Span] = []
    for match in _brace.finditer(text):
        if match[0] == "{{":
            opened.append(match.end())
        elif opened:
            spans.append(Span(opened.pop(), match.start()))
    spans.sort()
    outer: list[Span] = []
    for span in spans:
        if not outer or span.start > outer[-1].end:
            outer.append(span)
    return outer


def template_name(text: str, span: Span) -> str:
    """What stands before the first bar of a template, without white space at the ends."""
    bar = text.find("|", span.start, span.end)
    return text[span.start : bar if bar >= 0 else span.end].strip()


def read_template(text: str, span: Span) -> Template:
    """Name and parameters of a template. Bars in inner templates and links separate nothing."""
    pieces: list[str] = []
    depth, start = 0, span.start
    for match in _piece.finditer(text, span.start, span.end):
        token = match[0]
        if token == "|":
            if not depth:
                pieces.append(text[start : match.start()])
                start = match.end()
        elif token in ("{{", "[["):
            depth += 1
        elif depth:
            depth -= 1
    pieces.append(text[start : span.end])
    parameters: dict[str, str] = {}
    unnamed = 0
    for piece in pieces[1:]:
        key = _key.match(piece)
        if key:
            parameters[key[1].strip()] = piece[key.end() :].strip()
        else:
            unnamed += 1
            parameters[str(unnamed)] = piece.strip()
    return Template(pieces[0].strip(), parameters)
