"""Page elements, cut out of the bytes of an export as they come, in pieces of any size.

An export escapes every `<` of the content, so what looks like a tag is one, except in comments, processing instructions
and CDATA sections. MediaWiki writes none of these, but XML allows them: the first two are left out, and what a CDATA
section holds is escaped, so that whoever reads an element need not know of them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_token = re.compile(rb"<(?:(page)[\s/>]|/page[\s>]|(!--|\?|!\[CDATA\[))")
_TOKEN_BYTES = 9
_ENDS = {b"!--": b"-->", b"?": b"?>", b"![CDATA[": b"]]>"}
_CDATA = b"]]>"
_page = re.compile(rb"<page[\s/>]")


class Element(NamedTuple):
    """A page element."""

    start: int
    """Byte at which it begins, counted from the first that was fed."""
    xml: bytes
    """From its `<` to its end tag, to the next page where it has none, or to the limit of its size."""


class PageScanner:
    """Finds the page elements in bytes that it is fed, in time linear in their number whatever the pieces are.

    A page ends at its end tag, or where another begins. Holds an open page, up to `max_bytes` and a piece: there an
    element ends that has become longer, and no page begins before the next tag.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self.position = 0
        """Number of bytes that were fed."""
        self.hidden_page = -1
        """Where the last page begins that stands in a comment, processing instruction or CDATA section; -1 for none."""
        self._forget()

    def _forget(self) -> None:
        self._page = -1
        self._parts: list[bytes] = []
        self._size = 0
        self._section = -1
        self._section_end = b""
        self._tail = b""

    @property
    def pending(self) -> int:
        """Where the first thing begins that is not complete: a page, a section, a tag; `position` where all is."""
        if self._page >= 0:
            return self._page
        return self._section if self._section >= 0 else self.position - len(self._tail)

    @property
    def in_section(self) -> bool:
        """Whether a comment, processing instruction or CDATA section has begun and not ended."""
        return self._section >= 0

    def drop(self) -> bytes:
        """Forget what is not complete; returns what there is of the page that is open, empty where none is."""
        page = b"".join([*self._parts, self._tail]) if self._page >= 0 else b""
        self._forget()
        return page

    def feed(self, data: bytes) -> list[Element]:
        """The elements that end in `data`."""
        base = self.position - len(self._tail)
        self.position += len(data)
        data = self._tail + data
        self._tail = b""
        elements: list[Element] = []
        place = 0
        while place < len(data):
            if self._section >= 0:
                place = self._skip_section(data, place, base)
                continue
            found = _token.search(data, place)
            if found is None:
                cut = data.rfind(b"<", max(place, len(data) - _TOKEN_BYTES + 1))
                self._tail = data[cut:] if cut >= 0 else b""
                self._keep(data[place : len(data) - len(self._tail)])
                break
            page, section = found.groups()
            if section:
                self._keep(data[place : found.start()])
                self._section, self._section_end = base + found.start(), _ENDS[section]
                place = found.end()
                continue
            if self._page >= 0:
                self._keep(data[place : found.start() if page else found.end()])
                elements.append(self._close())
            place = found.end()
            if page:
                self._page = base + found.start()
                self._keep(found.group())
        if self._size > self._max_bytes:
            elements.append(self._close())
        return elements

    def _skip_section(self, data: bytes, place: int, base: int) -> int:
        """Where the section ends that `place` stands in; where it does not, the end of what is known not to end it."""
        end = data.find(self._section_end, place)
        stop = end if end >= 0 else max(place, len(data) - _TOKEN_BYTES + 1)
        for found in _page.finditer(data, place, end if end >= 0 else len(data)):
            self.hidden_page = base + found.start()
        if self._section_end == _CDATA:
            self._keep(data[place:stop].replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;"))
        if end < 0:
            self._tail = data[stop:]
            return len(data)
        place = end + len(self._section_end)
        self._section = -1
        return place

    def _keep(self, part: bytes) -> None:
        if self._page >= 0 and part:
            self._parts.append(part)
            self._size += len(part)

    def _close(self) -> Element:
        element = Element(self._page, b"".join(self._parts))
        self._page, self._parts, self._size = -1, [], 0
        return element
