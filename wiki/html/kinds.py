"""What the elements of Parsoid's HTML are to a reader of running text, by their tags and attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from wiki.site.variants import shown_variant

Attributes = Mapping[str, str | None]

HEADINGS: Final = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
NO_TEXT: Final = frozenset(
    (
        *("-comment", "audio", "figure", "form", "hr", "img", "link", "map", "math", "meta", "object", "pre"),
        *("script", "style", "svg", "table", "template", "video"),
    )
)
"""Tags of elements that hold no running text: data, media, tables, preformatted lines."""

_unshown_type = re.compile(
    r"mw:(?:Extension/(?!nowiki\b|poem\b|section\b|tabs?\b|tabber\b|langconvert\b)|File\b|Image\b|Video\b|Audio\b)"
).search
_unshown_class = re.compile(
    r"(?:^|\s)(?:\S*(?:infobox|navbox|hatnote|sidebar)\S*|ambox|dablink|error|gallery|geo-multi-punct|geo-nondefault|"
    r"metadata|mw-editsection|mw-empty-elt|mw-ref|noprint|reference|references|reflist|scribunto-error|sortkey|"
    r"sr-only|thumb|toc)(?:\s|$)"
).search
_unshown_style = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE).search
_formula = re.compile(r"mw:Extension/(?:math|chem|ce)\b").search
_shown_extension = re.compile(
    r"mw:Extension/(?!ref\b|references\b|templatestyles\b|indicator\b|nowiki\b|poem\b|section\b|gallery\b|phonos\b)"
).search
_file = re.compile(r"mw:(?:File|Image)\b(?!/)").search
_error_class = re.compile(r"(?:^|\s)(?:error|scribunto-error)(?:\s|$)").search
_screen_reader_class = re.compile(r"(?:^|\s)sr-only(?:\s|$)").search
_BOX_ROLES: Final = frozenset(("note", "navigation", "complementary", "presentation"))


def is_unshown(attributes: Attributes) -> bool:
    """Whether the element and what is in it is no running text, whatever its tag: hidden, an extension's, a box.

    Extensions make footnotes, formulas, maps, galleries; the few that only wrap text are read.
    """
    get = attributes.get
    return "hidden" in attributes or _is_unshown(get("typeof"), get("class"), get("style"), get("role"))


@lru_cache(maxsize=1 << 14)
def _is_unshown(kind: str | None, classes: str | None, style: str | None, role: str | None) -> bool:
    return bool(
        (kind and _unshown_type(kind))
        or (classes and _unshown_class(classes))
        or (style and _unshown_style(style))
        or role in _BOX_ROLES
    )


def hole_code(attributes: Attributes) -> str:
    """What is missing where an element of a line is passed over, as a code of `schemas.problems`; empty for nothing.

    Footnotes, data and what is hidden are not missed.
    """
    kind = attributes.get("typeof") or ""
    if _formula(kind):
        return "formula"
    if _shown_extension(kind):
        return "extension"
    if _file(kind):
        return "image"
    return "template" if _error_class(attributes.get("class") or "") else ""


def is_for_screen_readers(attributes: Attributes) -> bool:
    """Whether the element is only read aloud, and not seen: the signs that say how the parts of a fraction stand."""
    return bool(_screen_reader_class(attributes.get("class") or ""))


class _Words(msgspec.Struct):
    t: str
    """HTML."""


class _Choice(msgspec.Struct):
    t: str
    """HTML."""
    variant: str = msgspec.field(name="l")


class _LanguageRule(msgspec.Struct):
    """What an element of the type `mw:LanguageVariant` says of itself, so far as it names words that are shown."""

    disabled: _Words | None = None
    filter: _Words | None = None
    twoway: list[_Choice] = []
    oneway: list[_Choice] = []


_language_rule = msgspec.json.Decoder(_LanguageRule)


def is_language_rule(attributes: Attributes) -> bool:
    """Whether the element stands for a rule of language variants, `-{zh-hans:a;zh-hant:b}-`, whose words it names."""
    return "data-mw-variant" in attributes


def shown_html(attributes: Attributes, lang: str) -> str | None:
    """The HTML that a wiki of a language shows of a rule; None where its words are not known: the name of a variant."""
    try:
        rule = _language_rule.decode(attributes.get("data-mw-variant") or "")
    except (msgspec.MsgspecError, RecursionError):
        return None
    words = rule.disabled or rule.filter
    if words:
        return words.t
    texts = {choice.variant.strip().lower(): choice.t for choice in rule.twoway if choice.t}
    one_way: dict[str, str] = {}
    for choice in rule.oneway:
        one_way.setdefault(choice.variant.strip().lower(), choice.t)
    return shown_variant(lang, texts, one_way)


def is_transclusion(attributes: Attributes) -> bool:
    """Whether the element is the first of what a template gave; the others have the same `about`."""
    kind = attributes.get("typeof")
    return kind is not None and "mw:Transclusion" in kind


def is_article_link(attributes: Attributes) -> bool:
    """Whether an `<a>` is a link within the wiki. Whether it leads to an article, its title says."""
    rel = attributes.get("rel")
    return rel == "mw:WikiLink" or (rel is not None and "mw:WikiLink" in rel.split())


def link_target(attributes: Attributes) -> str:
    """The title that a link within the wiki leads to, percent-encoded, with its fragment: `./A%3F_B#C` is `A%3F_B#C`.

    A literal question mark is encoded; what follows one is the request to write a page that is missing.
    """
    return (attributes.get("href") or "").removeprefix("./").partition("?")[0]
