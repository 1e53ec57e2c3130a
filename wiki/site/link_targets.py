"""Link targets as written in wikitext: which ones are articles, and the articles' titles.

The rules are MediaWiki's (its title codec and the internal links of its parser), in their order: percent-encoding,
character references, white space, prefixes, fragment, forbidden characters, first letter. Wikipedias have no subpages
among articles, so `[[/dev/null]]` is an article like any other.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import unquote_to_bytes

from schemas.sources.titles import capitalized
from wiki.site.languages import languages
from wiki.site.siteinfo import CATEGORY, FILE, SiteInfo

LinkKind = Literal["article", "file", "category", "interlanguage", "other", "invalid"]


class Link(NamedTuple):
    """What `[[target]]` is."""

    kind: LinkKind
    """How MediaWiki shows the link:

    - `article`: a link to an article of the wiki; its label is text
    - `other`: a link elsewhere (another namespace or wiki, a section of the page itself); its label is text
    - `file`: an image, sound or film with a caption, outside the running text
    - `category`: membership of a category; not shown
    - `interlanguage`: a link in the page's margin; not shown
    - `invalid`: not a link; the brackets and what is between them are text
    """
    title: str | None
    """Canonical title where kind is `article`, or `category`, there without the namespace; else None."""


_FILE = Link("file", None)
_INTERLANGUAGE = Link("interlanguage", None)
_OTHER = Link("other", None)
_INVALID = Link("invalid", None)

_MAX_BYTES = 255
# Below U+0300 every string is NFC and a character at most two bytes.
_MAX_PLAIN = _MAX_BYTES // 2
_is_plain = re.compile(
    r"[!\"$'()*,\-0-9;=?@A-Z\\^`a-z+\xa1-\u02ff][!\"$'()*,\-.0-9;=?@A-Z\\^`a-z+\xa1-\u02ff]*"
    r"(?: [!\"$'()*,\-.0-9;=?@A-Z\\^`a-z+\xa1-\u02ff]+)*"
).fullmatch
_reference = re.compile(r"&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z0-9]+);")
_direction_marks = re.compile("[\u200e\u200f\u202a-\u202e]+")
_is_forbidden = re.compile(
    r"[\x00-\x1f\x7f<>\[\]{}|\ufffd]|~~~"
    r"|%[0-9A-Fa-f]{2}|&[A-Za-z0-9\x80-\U0010ffff]+;"
    r"|(?:\A|/)\.{1,2}(?:/|\Z)"
).search
_is_markup = re.compile(r"[<>\[\]{}|]").search
_is_control = re.compile(r"[\x00-\x1f\x7f]").search


def link_title(target: str, site: SiteInfo) -> str | None:
    """Canonical title of the article that `[[target]]` points to, or None where it points to none.

    `target` is what stands before the first `|`, as written. The fragment is dropped, redirects are not followed, and
    the article need not exist.
    """
    link = read_link(target, site)
    return link.title if link.kind == "article" else None


@lru_cache(maxsize=1 << 16)
def read_link(target: str, site: SiteInfo) -> Link:
    """What `[[target]]` is, and the canonical title of an article or category. `target` is what stands before `|`."""
    if len(target) <= _MAX_PLAIN and _is_plain(target):
        first = target[0]
        if site.first_letter and not "A" <= first <= "Z":
            target = capitalized(target, site.lang)
        return Link("article", target)
    return _read_any(target, site)


def _read_any(target: str, site: SiteInfo) -> Link:
    known = languages()
    if _is_markup(target) or target.lstrip(" ").lower().startswith(known.url_schemes):
        return _INVALID
    text = unquote_to_bytes(target).decode("utf-8", "replace") if "%" in target else target
    if "&" in text:
        text = _reference.sub(lambda reference: html.unescape(reference.group()), text)
    if _is_control(text):
        return _INVALID
    text = _squeeze(_direction_marks.sub("", text))
    shown = text.startswith(":")
    if shown:
        text = text[1:].lstrip(" ")
    while ":" in text:
        prefix, _, rest = text.partition(":")
        prefix, rest = prefix.rstrip(" ").lower(), rest.lstrip(" ")
        number = site.namespace_number(prefix)
        if number is not None:
            return _in_namespace(number, rest, shown, site)
        if prefix == site.prefix and prefix in known.interlanguage_prefixes:
            text, shown = rest, True
            continue
        if prefix in known.interlanguage_prefixes:
            return _OTHER if shown else _INTERLANGUAGE
        if prefix in known.interwiki_prefixes:
            return _OTHER
        break
    name, hash_sign, _ = text.partition("#")
    title = site.canonical_title(name)
    if not title:
        return _OTHER if hash_sign else _INVALID
    if title.startswith(":") or not _is_valid(title):
        return _INVALID
    return Link("article", title)


def _in_namespace(number: int, rest: str, shown: bool, site: SiteInfo) -> Link:
    name = rest.partition("#")[0].rstrip(" ")
    if not name or not _is_valid(name):
        return _INVALID
    if number == FILE and not shown:
        return _FILE
    if number == CATEGORY and not shown:
        return Link("category", site.canonical_title(name))
    return _OTHER


def _is_valid(title: str) -> bool:
    return not _is_forbidden(title) and len(title.encode()) <= _MAX_BYTES


def _squeeze(text: str) -> str:
    return " ".join(text.replace("_", " ").replace("\u180e", " ").split())
