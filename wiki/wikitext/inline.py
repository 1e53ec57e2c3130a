"""What the two readers of a paragraph share: kinds of links, inline tags, character references, white space."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from html.entities import html5
from itertools import accumulate, zip_longest
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from schemas.records import Anchor, Span
from wiki.site.link_targets import read_link
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.holes import Hole, holes_in
from wiki.wikitext.marks import ALL_HOLES, BLOCK, DIGITS, HIDDEN, HOLES, INVALID, ITALIC, MARK, VOID

# The constructor of a NamedTuple is a Python function and takes twice as long.
_new = tuple.__new__


class Inline(NamedTuple):
    """Text of a paragraph with its anchors."""

    text: str
    anchors: list[Anchor]
    holes: Sequence[Hole] = ()
    italics: Sequence[Span] = ()
    """What is in italic type, in order."""


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


_first_in_line = re.compile(r"\n\[\[([^\[\]|{}<>\n]++)(?:\|[^\[\]]*+)?+\]\]")


def join_hidden_links(text: str, titles: LinkTitles) -> str:
    """The page without links to categories and other languages at the beginning of lines, nor the line breaks before.

    As in MediaWiki they do not part the text before them from the text after them.
    """
    pieces: list[str] = []
    position = 0
    for link in _first_in_line.finditer(text):
        if ":" in link[1] and titles[link[1]] == HIDDEN:
            pieces.append(_without_voids(text[position : link.start()]))
            position = link.end()
    return "".join([*pieces, text[position:]]) if pieces else text


def _without_voids(text: str) -> str:
    """The text without the white space and the templates at its end; a hole in its last line of text stays."""
    left = text.rstrip(f"\n \t{VOID}{ALL_HOLES}")
    line = text[len(left) :].partition("\n")[0] if left else ""
    return left + "".join(MARK + hole for hole in holes_in(line))


_italic = re.compile(r"<i>([^<\n]*+)</i>")
_line_break = re.compile(r"</?br\b[^<>]*>", re.IGNORECASE)
_inline_tag = re.compile(
    r"</?(?:(?:abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|rb|rp|rt|rtc|ruby|s|samp|small|span|"
    r"strike|strong|sub|sup|time|translate|tt|tvar|u|var|wbr)(?=[\s/>])|(?:link|meta)(?=\s[^<>]*itemprop))[^<>]*+>",
    re.IGNORECASE,
)


def strip_inline_tags(markup: str) -> str:
    """The markup without inline HTML tags; a line break is a space. Tags that MediaWiki does not know are text.

    What stands between tags of italic type on one line is marked as such.
    """
    if "<i>" in markup:
        markup = _italic.sub(rf"{MARK}{ITALIC}\1{MARK}{ITALIC}", markup)
    return _inline_tag.sub(MARK, _line_break.sub(" ", markup))


_switch = re.compile(r"__(?:[A-Z]+|[^\W\d_a-z]+(?:_[^\W\d_a-z]+)*|((?i:NOTOC|NOEDITSECTION|FORCETOC|TOC|NOGALLERY)))__")


def strip_switches(text: str) -> str:
    """The page without behaviour switches (`__NOTOC__`), in whatever language: words in capitals between two lines.

    Those of MediaWiki's own may be in any case. The table of contents is a block where the page has headings.
    """
    if "_" not in text or "__" not in text:
        return text
    contents = BLOCK if "\n=" in text else MARK
    return _switch.sub(lambda match: contents if match[0].upper() == "__TOC__" else "", text)


character_reference = re.compile(r"&(?:#0*([0-9]{1,7})|#[xX]0*([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));")


def decode(text: str) -> str:
    """The text with character references resolved; one that names no character, or a forbidden one, stays."""
    return character_reference.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        character = html5.get(f"{name};")
    else:
        code = int(decimal) if decimal else int(hexadecimal, 16)
        character = chr(code) if _is_allowed(code) else None
    if character is None:
        return match[0]
    return " " if character.isspace() else character


def _is_allowed(code: int) -> bool:
    """Whether a character may be written by its number (`Sanitizer::validateCodepoint`)."""
    return (
        code in (0x9, 0xA)
        or 0x20 <= code <= 0x7E
        or 0xA0 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or 0x10000 <= code <= 0x10FFFF
    )


_WIDE_SPACES = "\t\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
_blank_line = re.compile(r"\n[ \t]++(?=\n|\Z)")
_spaces = re.compile("  +")


def plain_spaces(text: str) -> str:
    """The page with all white space but line breaks as plain spaces; a line that began with another is not indented."""
    for space in _WIDE_SPACES:
        if space in text:
            text = _plain(text, space)
    return _plain(text, "&nbsp;") if "&nbsp;" in text else text


def _plain(text: str, space: str) -> str:
    if space == "\t":
        text = _blank_line.sub("\n", text)
    if text.startswith(space):
        text = MARK + text[len(space) :]
    *pieces, last = text.split(space)
    return "".join([piece + MARK if piece.endswith("\n") else piece + " " for piece in pieces]) + last


def squeeze_spaces(text: str, anchors: list[Anchor]) -> Inline:
    """The paragraph with one space for each run of spaces and none at its ends.

    No anchor may begin or end with a space. What says that something is missing becomes a `Hole`.
    """
    if ITALIC not in text:
        return _squeezed(text, anchors)
    text, anchors, italics = _take_italics(text, anchors)
    inline = _squeezed(text, anchors)
    if inline.text is not text:
        italics = _squeezed(text, italics).anchors
    return Inline(inline.text, inline.anchors, inline.holes, [(start, end) for start, end, _ in italics])


def _squeezed(text: str, anchors: list[Anchor]) -> Inline:
    for hole in HOLES:
        if hole in text:
            return _take_holes(text, anchors)
    if "  " in text or text[:1] == " " or text[-1:] == " ":
        return _squeeze(text, anchors)
    return Inline(text, anchors)


def _take_italics(text: str, anchors: list[Anchor]) -> tuple[str, list[Anchor], list[Anchor]]:
    """The text without the marks of italic type, its anchors, and what is in italics as anchors to nowhere."""
    pieces = text.split(ITALIC)
    marks = list(accumulate(map(len, pieces)))
    marks.pop()
    text = "".join(pieces)
    if anchors:
        # Where they stand before any is taken out.
        places = [place + number for number, place in enumerate(marks)]
        anchors = [
            _new(Anchor, (start - bisect_left(places, start), end - bisect_left(places, end), target))
            for start, end, target in anchors
        ]
        anchors = trimmed(anchors, text)
    pairs = zip_longest(marks[::2], marks[1::2], fillvalue=len(text))
    return text, anchors, trimmed([_new(Anchor, (start, end, "")) for start, end in pairs], text)


def trimmed(anchors: list[Anchor], text: str) -> list[Anchor]:
    """The anchors without the spaces at their edges; those of spaces alone are left out."""
    found = []
    for anchor in anchors:
        start, end, target = anchor
        if start < end and text[start] != " " and text[end - 1] != " ":
            found.append(anchor)
            continue
        surface = text[start:end]
        start += len(surface) - len(surface.lstrip(" "))
        end -= len(surface) - len(surface.rstrip(" "))
        if start < end:
            found.append(Anchor(start, end, target))
    return found


def _take_holes(text: str, anchors: list[Anchor]) -> Inline:
    """As `squeeze_spaces`, of a text that has holes, by each character: few paragraphs have any."""
    kept: list[str] = []
    places: list[int] = []
    holes: list[Hole] = []
    spaced = True
    for character in text:
        places.append(len(kept))
        if character in HOLES:
            holes.append(Hole(len(kept), HOLES[character], ""))
        elif character in DIGITS:
            holes[-1] = holes[-1]._replace(number=holes[-1].number + character)
        elif character != " " or not spaced:
            kept.append(character)
            spaced = character == " "
    places.append(len(kept))
    text = "".join(kept).rstrip(" ")
    moved = []
    for anchor in anchors:
        start, end = places[anchor.start], places[anchor.end]
        surface = text[start:end]
        end -= end - start - len(surface.rstrip(" "))
        start += len(surface) - len(surface.lstrip(" "))
        if start < end:
            moved.append(Anchor(start, end, anchor.target))
    size = len(text)
    return Inline(text, moved, [each._replace(place=min(each.place, size)) for each in holes])


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


def percent_decoded(target: str) -> str:
    """A link's target as its text shows it: `a%20b` as `a b`."""
    return unquote_to_bytes(target).decode("utf-8", "replace") if "%" in target else target


def shown_target(target: str) -> str:
    """The text of a link without a label."""
    shown = percent_decoded(target).strip(" ")
    return shown[1:].lstrip(" ") if shown[:1] == ":" else shown
