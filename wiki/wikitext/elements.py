"""The block elements of HTML that are open where a page is read: MediaWiki's tidy, which builds a tree as browsers do.

Whether text is a paragraph depends on what it stands in. Tags close what HTML closes by itself: a paragraph ends where
a block begins, an item where the next one begins, and a tag that closes nothing is ignored.
"""

from __future__ import annotations

_CELLS = ("td", "th", "caption")
_ROWS = ("table", "tr")
_SCOPES = ("table", *_CELLS)
"""What is open outside these is out of reach for a closing tag within."""
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_ITEMS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd")}
"""Items that end where one begins."""
_NO_EDGE = frozenset(("div", "p"))
"""Elements that do not keep the beginning of an item from ending the one that they are in."""
_MAX_DEPTH = 1_000
"""Most elements that can be open; a tag that would open more is ignored."""


class Elements:
    """The block elements that are open, by their tags in the order of the page. Time does not depend on the depth."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._boxed: list[bool] = []
        self._places: dict[str, list[int]] = {}
        """Places in `_names`, by name."""

    def shows_text(self) -> bool:
        """Whether bare text is part of the article's running text: in a paragraph or a quotation, or in no element.

        MediaWiki makes no paragraphs of bare text in other elements (`<div>text</div>`).
        """
        if not self._names:
            return True
        return self._names[-1] in ("p", "blockquote") and not self._boxed[-1]

    def shows_paragraph(self) -> bool:
        """Whether a paragraph that begins here is part of the article's running text, not of a table."""
        return not self._names or not self._inside()

    def apply(self, tag: str) -> bool:
        """Read a tag, `div` or `/div`; whether it is more than ignored, and so ends the bare text before it."""
        if tag == "hr":
            self.close_paragraph()
            return True
        return self._end(tag[1:]) if tag[0] == "/" else self._start(tag)

    def close_paragraph(self) -> None:
        """What the beginning of a block does."""
        if not self._names:
            return
        place = self._last("p")
        if place > self._last(*_SCOPES):
            self._pop(place)

    def _start(self, name: str) -> bool:
        if len(self._names) >= _MAX_DEPTH:
            return False
        if name in _CELLS or name == "tr":
            return self._start_in_table(name)
        if name == "table" and self._in_row():
            self._pop(self._last("table"))
        if name in _ITEMS:
            item = self._last(*_ITEMS[name])
            if item >= 0 and all(places[-1] <= item for each, places in self._open() if each not in _NO_EDGE):
                self._pop(item)
        self.close_paragraph()
        if name in _HEADINGS and self._names and self._names[-1] in _HEADINGS:
            self._pop(len(self._names) - 1)
        self._push(name, boxed=name == "table" or self._inside())
        return True

    def _start_in_table(self, name: str) -> bool:
        """A row, a cell or a caption: it closes what is open in the table, and means nothing outside one."""
        table, row = self._last("table"), self._last("tr")
        if table < 0:
            return False
        if name in ("td", "th") and row > table:
            self._pop(row + 1)
        else:
            self._pop(table + 1)
            if name in ("td", "th"):
                self._push("tr", boxed=True)
        self._push(name, boxed=True)
        return True

    def _end(self, name: str) -> bool:
        place = self._last(*(_HEADINGS if name in _HEADINGS else (name,)))
        if name in _CELLS or name in _ROWS:
            edge = self._last("table") if name != "table" else -1
        elif name == "li":
            edge = self._last(*_SCOPES, "ul", "ol")
        else:
            edge = self._last(*_SCOPES)
        if place <= edge:
            # HTML makes an empty paragraph of a tag that closes none.
            return name == "p"
        self._pop(place)
        return True

    def _open(self) -> list[tuple[str, list[int]]]:
        return [(name, places) for name, places in self._places.items() if places]

    def _last(self, *names: str) -> int:
        """The place of the innermost open element with one of these names, -1 where there is none."""
        return max((self._places[name][-1] for name in names if self._places.get(name)), default=-1)

    def _in_row(self) -> bool:
        """Whether a table is open and no cell of it."""
        return self._last(*_ROWS) > self._last(*_CELLS)

    def _inside(self) -> bool:
        """Whether an element that begins here is part of a table; between its cells it is put in front of the table."""
        if self._in_row():
            table = self._last("table")
            return table > 0 and self._boxed[table - 1]
        return bool(self._boxed) and self._boxed[-1]

    def _push(self, name: str, *, boxed: bool) -> None:
        self._places.setdefault(name, []).append(len(self._names))
        self._names.append(name)
        self._boxed.append(boxed)

    def _pop(self, place: int) -> None:
        """Close all elements from this place on."""
        while len(self._names) > place:
            self._places[self._names.pop()].pop()
            self._boxed.pop()
