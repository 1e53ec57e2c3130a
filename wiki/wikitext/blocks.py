"""Paragraphs of a page among its headings, lists, boxes and preformatted lines: MediaWiki's `BlockLevelPass` and tidy.

The first makes paragraphs of lines, by the tags that it sees in them. On the lines that have such tags it leaves the
text bare; the second makes paragraphs of bare text where it stands in no element, or in a quotation.
"""

from __future__ import annotations

from itertools import islice
from operator import length_hint

from wiki.wikitext.elements import Elements
from wiki.wikitext.marks import ALL_HOLES, BLOCK, TAG, VOID

_VOIDS = VOID + ALL_HOLES
_LIST = frozenset("*#:;")
_SPECIAL = frozenset(("", VOID, *"*#:; =-"))
"""Beginnings of lines that may be no text."""
_RULE = "----"
_CONTAINERS = ("table", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "ul", "ol", "dl")
_ALWAYS_RESUMING = ("td", "th", "center", "/center", "blockquote", "/blockquote", "div", "/div", "hr", "/hr")
_RESUMING = frozenset((*(f"/{name}" for name in _CONTAINERS), *_ALWAYS_RESUMING))
"""Tags after whose line the lines are paragraphs again; after a line that has only others, lines are bare text."""


class _Page:
    """What is found on a page, and what is open at the line that is read."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []
        self.heading = ""
        self.lines: list[str] = []
        """The lines of the paragraph that is open, or pieces of bare text."""
        self.bare = False
        self.blank = False
        """Whether a blank line followed the bare text; a second one ends it."""
        self.in_block = False
        """Whether all lines are bare text."""
        self.quoted = False
        """Whether a quotation is open, in which indented lines are paragraphs."""
        self.elements = Elements()

    def end(self) -> None:
        """The paragraph or the bare text that is open ends."""
        if self.lines:
            if self.bare or self.elements.shows_paragraph():
                self.found.append((self.heading, "\n".join(self.lines)))
            if not self.bare:
                self.elements.close_paragraph()
            self.lines.clear()
            self.bare = self.blank = False

    def read_tags(self, line: str) -> None:
        """Take a line with tags: what is between them is bare text."""
        begun = False
        for number, piece in enumerate(line.split(TAG)):
            if number % 2:
                if self.elements.apply(piece):
                    self.end()
                    begun = False
            elif piece and self.elements.shows_text():
                if begun:
                    self.lines[-1] += piece
                else:
                    self.lines.append(piece)
                self.bare = begun = True

    def read_item(self, line: str) -> None:
        """Take an item of a list: only paragraphs of elements in it are left of it."""
        if self.lines:
            self.end()
        if TAG not in line:
            self.elements.close_paragraph()
            return
        for piece in ("ul", "li", line, "/li", "/ul"):
            if piece is line:
                self.read_tags(line)
                self.end()
            else:
                self.elements.apply(piece)

    def read_heading(self, title: str) -> None:
        """Take a heading: only paragraphs of elements in it are left of it."""
        self.end()
        if TAG in title:
            self.elements.apply("h2")
            self.read_tags(title)
            self.end()
            self.elements.apply("/h2")
            title = "".join(title.split(TAG)[::2])
        else:
            self.elements.close_paragraph()
        self.heading = title
        self.in_block = False

    def read_line(self, line: str) -> None:
        """Take a line that is no item and no heading, and that has tags or is bare text."""
        if not self.bare:
            self.end()
        self.blank = False
        names = line.split(TAG)[1::2]
        if names:
            self.in_block = _RESUMING.isdisjoint(names)
        self.read_tags(line)
        for name in names:
            if name.endswith("blockquote"):
                self.quoted = name[0] != "/"


def split_paragraphs(text: str) -> list[tuple[str, str]]:
    """Heading and markup of each paragraph: the markup of the innermost heading above it, empty in the lead.

    `text` is what `wiki.wikitext.strip.strip_markup` leaves. Items of lists, indented and preformatted lines are not
    paragraphs, nor is what stands in a table, or bare in a box (`<div>text</div>`).
    """
    page = _Page()
    lines = page.lines
    rows = text.split("\n")
    ahead = iter(rows)
    for line in ahead:
        first = line[:1]
        if first not in _SPECIAL and TAG not in line and not page.in_block:
            if page.bare:
                page.end()
            lines.append(line)
            continue
        if first == VOID:
            line = line.lstrip(_VOIDS)
            first = line[:1]
        tagged = page.in_block or TAG in line
        # Single characters are looked for first, which is fast: this is asked at the end of each paragraph and item.
        if (
            not tagged
            and lines
            and lines[-1].rfind("[") > lines[-1].rfind("]")
            and not page.bare
            and _label_is_open(lines[-1])
        ):
            count = _lines_of_label(rows, len(rows) - length_hint(ahead) - 1)
            if count:
                line = " ".join([lines.pop(), line, *islice(ahead, count - 1)])
                if TAG in line:
                    page.read_line(line)
                else:
                    lines.append(line)
                continue
        if not tagged and (not first or line.isspace()):
            if page.bare and not page.blank:
                page.blank = True
            elif lines:
                page.end()
        elif first in _LIST:
            if line.rfind("[") > line.rfind("]") and _label_is_open(line):
                count = _lines_of_label(rows, len(rows) - length_hint(ahead))
                line = " ".join([line, *islice(ahead, count)])
            page.read_item(line)
        elif first == "=" and (title := _heading(line)) is not None:
            page.read_heading(title)
        elif first == "-" and line.startswith(_RULE):
            page.read_line(BLOCK + line.lstrip("-"))
        elif tagged:
            page.read_line(line)
        elif first == " " and not page.quoted:
            page.end()
            page.elements.close_paragraph()
        else:
            if page.bare:
                page.end()
            lines.append(line)
    page.end()
    return page.found


def _heading(line: str) -> str | None:
    """What stands between the equals signs of a heading's line, None where the line is not a heading."""
    line = line.rstrip(f" \t{_VOIDS}")
    before, after = len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("="))
    level = min(before, after, (len(line) - 1) // 2, 6)
    return line[level:-level].strip() if level > 0 else None


def _label_is_open(line: str) -> bool:
    """Whether the line, whose last bracket is an opening one, ends in the label of a link."""
    bracket = line.rfind("[")
    return line[bracket - 1 : bracket] == "[" and "|" in line[bracket:]


def _lines_of_label(rows: list[str], number: int) -> int:
    """How many lines, from `number` on, the label that is open there goes on; 0 where no line ends it.

    A link is read before its lines are, so its label may go on in any line, even after a blank one.
    """
    for end in range(number, len(rows)):
        label, brackets, _ = rows[end].partition("]]")
        if "[[" in label or TAG in label:
            return 0
        if brackets:
            return end - number + 1
    return 0
