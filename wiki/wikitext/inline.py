"""What the two readers of a paragraph share: kinds of links, inline tags, character references, white space."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from schemas.records import Anchor
from wiki.site.link_targets import read_link
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.marks import HIDDEN, INVALID, MARK


class Inline(NamedTuple):
    """Text of a paragraph with its anchors."""

    text: str
    anchors: list[Anchor]


PLAIN = ""
"""In place of a link's target: the label is text and not an anchor (another namespace or wiki, the page itself)."""

_KINDS = {"other": PLAIN, "file": HIDDEN, "category": HIDDEN, "interlanguage": HIDDEN, "invalid": INVALID}
_MAX_KNOWN = 1 << 16
_LONG = 256
_TITLE = r"A-Za-zÀ-ÖØ-öø-ÿ0-9(),.'\-–"
is_canonical = re.compile(rf"(?!.{{86}})[A-Z0-9][{_TITLE}]*+(?: [{_TITLE}]++)*+").fullmatch
"""Whether a link's target is already the canonical title of an article, as most are, in any wiki."""


class LinkTitles(dict[str, str]):
    """A wiki's link targets, as written, to canonical titles, or to PLAIN, HIDDEN or INVALID; each is read once.

    A target that holds half of a surrogate pair, as a Python string may, is INVALID: no title does.
    """

    def __init__(self, site: SiteInfo) -> None:
        super().__init__()
        self._site = site

    def __missing__(self, target: str) -> str:
        title = self._read(target)
        if len(target) < _LONG:
            if len(self) >= _MAX_KNOWN:
                self.clear()
            self[target] = title
        return title

    def _read(self, target: str) -> str:
        try:
            link = read_link(target, self._site)
        except UnicodeEncodeError:
            return INVALID
        return link.title or PLAIN if link.kind == "article" else _KINDS[link.kind]


_line_break = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_inline_tag = re.compile(
    r"</?(?:abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|rb|rp|rt|rtc|ruby|s|samp|small|span|"
    r"strike|strong|sub|sup|time|tt|u|var|wbr|noinclude|onlyinclude|includeonly|nowiki|a|img|link|meta|ref|references|"
    r"blockquote|center|div|p|table|tr|td|th|caption|ul|ol|li|dl|dt|dd|h[1-6]|hr|pre|translate|tvar|poem|br)"
    r"(?=[\s/>])[^<>]*+>",
    re.IGNORECASE,
)
_SCHEME = (
    r"(?:(?:https?|ftps?|ircs?|gopher|telnet|nntp|worldwind|ssh|svn|git|mms|redis)://|//|"
    r"mailto:|news:|urn:|geo:|tel:|sip:)"
)
_external_link = re.compile(
    rf"\[{_SCHEME}[^\s\[\]<>\"{MARK}]++[ {MARK}]*+((?:[^\[\]\n]|\[\[[^\[\]\n]*+\]\]|\[(?!{_SCHEME}))*+)\]",
    re.IGNORECASE,
)


def strip_inline_tags(markup: str) -> str:
    """The markup without inline HTML tags; a line break is a space. Tags that MediaWiki does not know are text."""
    return _inline_tag.sub(MARK, _line_break.sub(" ", markup))


def strip_external_links(markup: str) -> str:
    """The markup with each external link replaced by its label; one without a label is removed."""
    return _external_link.sub(lambda match: MARK + match[1] + MARK, markup)


_switch = re.compile(r"__(?:[A-Z]+|[^\W\d_a-z]+(?:_[^\W\d_a-z]+)*)__")


def strip_switches(text: str) -> str:
    """The page without behaviour switches (`__TOC__`), in whatever language: words in capitals between two lines."""
    return _switch.sub(MARK, text) if "_" in text and "__" in text else text


_reference = re.compile(r"&(?:#[0-9]{1,8}|#[xX][0-9A-Fa-f]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});")


def decode(text: str) -> str:
    """The text with character references resolved; one that names no character stays."""
    return _reference.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    character = html.unescape(match[0])
    return " " if character.isspace() else character


_WIDE_SPACES = "\t\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
_spaces = re.compile("  +")


def plain_spaces(text: str) -> str:
    """The page with all white space but line breaks as plain spaces; a line that began with another is not indented."""
    for space in _WIDE_SPACES:
        if space in text:
            text = _plain(text, space)
    return _plain(text, "&nbsp;") if "&nbsp;" in text else text


def _plain(text: str, space: str) -> str:
    *pieces, last = text.split(space)
    return "".join([piece + MARK if piece.endswith("\n") else piece + " " for piece in pieces]) + last


def squeeze_spaces(text: str, anchors: list[Anchor]) -> Inline:
    """The paragraph with one space for each run of spaces and none at its ends.

    No anchor may begin or end with a space.
    """
    if "  " in text or text[:1] == " " or text[-1:] == " ":
        return _squeeze(text, anchors)
    return Inline(text, anchors)


def _squeeze(text: str, anchors: list[Anchor]) -> Inline:
    before = len(text) - len(text.lstrip(" "))
    text = text.strip(" ")
    edges = [edge - before for anchor in anchors for edge in (anchor.start, anchor.end)]
    pieces: list[str] = []
    position = removed = moved = 0
    for match in _spaces.finditer(text):
        start, end = match.span()
        while moved < len(edges) and edges[moved] <= start:
            edges[moved] -= removed
            moved += 1
        pieces.append(text[position : start + 1])
        removed += end - start - 1
        position = end
    pieces.append(text[position:])
    for number in range(moved, len(edges)):
        edges[number] -= removed
    spans = zip(edges[::2], edges[1::2], anchors, strict=True)
    return Inline("".join(pieces), [Anchor(start, end, anchor.target) for start, end, anchor in spans])


def shown_target(target: str) -> str:
    """The text of a link without a label."""
    shown = target.strip(" ")
    return shown[1:].lstrip(" ") if shown[:1] == ":" else shown


_qualifier = re.compile(r"(?: ?\([^()]*\)|, .*)\Z", re.DOTALL)


def pipe_trick(target: str) -> str:
    """The label of `[[target|]]`: the title without its namespace and its qualifier (`(city)`, `, France`)."""
    shown = target.lstrip(":").rpartition(":")[2] if ":" in target.lstrip(":") else target
    return _qualifier.sub("", shown) or target
