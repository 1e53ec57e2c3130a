"""Pages of a dump, read in parallel by splits.

A dump is a MediaWiki XML export as bzip2, gzip or plain XML, told apart by content, not by name. A split is a range of
the file. It owns the pages whose `<page>` begins in its range and reads on past the range for the end of the last one,
so any partition of a file gives each page once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import tee
from typing import NamedTuple

import pyarrow as pa

from schemas.errors import InputError, quoted
from schemas.files.compressed_files import check_form
from schemas.files.storage import open_input
from schemas.records import TRUNCATED, Page, Reject
from wiki.dump.bzip2 import find_last_block
from wiki.dump.compressed import Kind, Piece, file_end, file_kind, read_pieces
from wiki.dump.enterprise import holds_records, read_html_siteinfo
from wiki.dump.page_scanner import PageScanner
from wiki.dump.page_xml import parse_page, reject_page
from wiki.dump.splits import END_BYTES, Split, cut_file, open_split, read_split_pieces
from wiki.site.siteinfo import SiteInfo, parse_siteinfo

MAX_PAGE_BYTES = 16 << 20
"""Largest `<page>` element that is read. Articles are at most 2 MiB of text; a longer element is damage."""

DUPLICATES_WITHIN = 1 << 18
"""How many pages back in its split a page is compared with, by id; the memory of a worker bounds it."""

SITEINFO_END, _DUMP_END = b"</siteinfo>", b"</mediawiki>"
_MAX_HEAD = 1 << 20
_encoding = re.compile(rb"""(?:\xef\xbb\xbf)?\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'>]*)""")


class DumpHead(NamedTuple):
    """What a dump says of itself."""

    site: SiteInfo
    is_html: bool
    """Whether it is an HTML dump, and no export."""


def read_dump_head(path: str) -> DumpHead:
    """What a dump says of itself, an export in its head, an HTML dump in its first record.

    Raises InputError where the file is neither, or an export that is not encoded as UTF-8.
    """
    with open_input(path) as file:
        kind = file_kind(file)
        # Its beginning is decoded once: of bzip2 no less than a block can be.
        begin, pieces = tee(read_pieces(file, kind, 0, file_end(file, kind)))
        if not holds_records(begin):
            _kind(file, path)
            head = _read_head(pieces, path)
            return DumpHead(parse_siteinfo(head.decode(errors="replace"), path), is_html=False)
    return DumpHead(read_html_siteinfo(path), is_html=True)


def read_siteinfo(path: str) -> SiteInfo:
    """What a dump says about its wiki, as `read_dump_head`."""
    return read_dump_head(path).site


def read_head(path: str) -> bytes:
    """The first bytes of a dump, decoded: at least its head, at most some megabytes.

    Raises InputError where the file is not a MediaWiki export, or not encoded as UTF-8.
    """
    with open_input(path) as file:
        kind = _kind(file, path)
        return _read_head(read_pieces(file, kind, 0, file_end(file, kind)), path)


def _read_head(pieces: Iterator[Piece], path: str) -> bytes:
    head = bytearray()
    for piece in pieces:
        searched = max(0, len(head) - len(SITEINFO_END))
        head += piece.data
        if head.find(SITEINFO_END, searched) >= 0 or len(head) > _MAX_HEAD:
            break
        if piece.problem:
            raise InputError(f"{path}: {piece.problem} at byte {piece.offset}, in its head; fetch the file again")
    encoding = _encoding.match(head)
    if encoding and encoding[1].lower() not in (b"utf-8", b"utf8", b"us-ascii"):
        raise InputError(
            f"{path}: its <?xml> says that it is encoded as {quoted(encoding[1].decode(errors='replace'))}; "
            "convert the file to UTF-8 and its <?xml> too"
        )
    return bytes(head[:_MAX_HEAD])


def missing_end(path: str) -> str:
    """What to say of an export that was cut short, "" of a whole one.

    Looks at the last bytes alone, so nothing is said of gzip, which is read from its beginning or not at all.
    """
    with open_input(path) as file:
        kind = _kind(file, path)
        end = file_end(file, kind)
        start: int | None = max(0, end - END_BYTES)
        if kind == "bzip2":
            start = find_last_block(file)
        if kind == "gzip" or start is None:
            return ""
        pieces = list(read_pieces(file, kind, start, end))
        damaged = pieces[-1].problem == "damaged"
        return "" if damaged or _is_end(b"".join(piece.data for piece in pieces)) else _cut_short(path, file)


def plan_splits(path: str, target_bytes: int) -> list[Split]:
    """As `cut_file`. Raises InputError where the file is no dump."""
    with open_input(path) as file:
        _kind(file, path)
    return cut_file(path, target_bytes)


def read_pages(
    split: Split, site: SiteInfo, reject: Callable[[Reject], None], advance: Callable[[int], None] | None = None
) -> Iterator[Page]:
    """Every page that begins in the split, in order, whatever its namespace and content model.

    `advance` is called with the bytes of the split, as `Split.size` counts them, that were read and given as pages.

    What cannot be read goes to `reject`, with reason

    - `damaged-block`: a part of a bzip2 file fails its checksum; reading goes on after it
    - `cut-page`: a page whose end is in a damaged block or beyond the end of the file
    - `cut-comment`: a comment (or processing instruction, or CDATA section) that does not end, or whose pages are read
      by the next split, which begins in it
    - `page-too-large`: a page element above `MAX_PAGE_BYTES`
    - `duplicate-page`: a page with the id of one of the `DUPLICATES_WITHIN` pages before it in the split
    - `truncated-input`: the file ends without `</mediawiki>`, once, by the split that holds the end; or it is gzip and
      damaged, and what follows is not read
    - the reasons of `parse_page`
    """
    with open_split(split) as (file, end):
        seen = _RecentIds()
        for xml in _page_elements(file, split, end, reject, advance):
            if len(xml) > MAX_PAGE_BYTES:
                reject(reject_page("page-too-large", xml, f"more than {MAX_PAGE_BYTES} bytes"))
                continue
            page = parse_page(xml, site)
            if isinstance(page, Reject):
                reject(page)
            elif seen.add(page.page_id):
                yield page
            else:
                reject(reject_page("duplicate-page", xml, "a page with this id came before"))


def read_page_elements(split: Split, advance: Callable[[int], None]) -> Iterator[bytes]:
    """The elements of the pages that begin in the split, as they stand in the file; what cannot be read is left out."""
    with open_split(split) as (file, end):
        yield from _page_elements(file, split, end, lambda _: None, advance)


class _RecentIds:
    """The ids of the pages that were read last."""

    def __init__(self) -> None:
        self._new: set[int] = set()
        self._old: set[int] = set()

    def add(self, page_id: int) -> bool:
        """Add an id; returns whether it is new."""
        if page_id in self._new or page_id in self._old:
            return False
        if len(self._new) == DUPLICATES_WITHIN:
            self._new, self._old = set(), self._new
        self._new.add(page_id)
        return True


def _kind(file: pa.NativeFile, path: str) -> Kind:
    kind = file_kind(file)
    if kind == "plain":
        head = file.read_at(min(END_BYTES, file.size()), 0)
        if not head:
            raise InputError(f"{path}: the file is empty")
        check_form(path, head)
        if not head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"<mediawiki", b"<?xml", b"<!--")):
            raise InputError(
                f"{path}: neither bzip2, gzip nor XML, it begins with {quoted(head[:24])}; "
                "give a MediaWiki XML export such as pages-articles.xml.bz2, or a Wikimedia Enterprise HTML dump"
            )
    return kind


def _page_elements(
    file: pa.NativeFile,
    split: Split,
    end: int,
    reject: Callable[[Reject], None],
    advance: Callable[[int], None] | None,
) -> Iterator[bytes]:
    """The page elements that begin in the split, as they stand in the file, end tag included."""
    scanner = PageScanner(MAX_PAGE_BYTES)
    last = b""
    damaged = False
    for piece in read_split_pieces(file, split, advance):
        if piece.problem == "damaged":
            if not damaged:
                reason = TRUNCATED if split.kind == "gzip" else "damaged-block"
                reject(Reject(reason, -1, "", f"{split.path}: damaged from byte {piece.offset}; fetch the file again"))
            damaged = True
            _reject_cut(scanner, split, reject)
            continue
        damaged = False
        for element in scanner.feed(piece.data):
            yield element.xml
        last = (last + piece.data[-END_BYTES:])[-END_BYTES:]
    if split.end < end:
        yield from _read_on(file, Split(split.path, split.kind, split.end, end), scanner, reject)
        return
    _reject_cut(scanner, split, reject)
    if not damaged and not _is_end(last):
        reject(Reject(TRUNCATED, -1, "", _cut_short(split.path, file)))


def _read_on(
    file: pa.NativeFile, beyond: Split, scanner: PageScanner, reject: Callable[[Reject], None]
) -> Iterator[bytes]:
    """The pages that begin before what lies beyond the split and end in it."""
    limit = scanner.position
    pieces = read_pieces(file, beyond.kind, beyond.start, beyond.end)
    while scanner.pending < limit and scanner.position - limit <= MAX_PAGE_BYTES:
        piece = next(pieces, None)
        if piece is None or piece.problem == "damaged":
            break
        for element in scanner.feed(piece.data):
            if element.start < limit:
                yield element.xml
    if scanner.pending < limit:
        _reject_cut(scanner, beyond, reject)
    elif scanner.hidden_page >= limit:
        # The next split does not know of the comment, and reads them.
        reject(_cut_comment(beyond, "holds pages and goes on into the next split: they were read"))


def _reject_cut(scanner: PageScanner, split: Split, reject: Callable[[Reject], None]) -> None:
    in_section = scanner.in_section
    page = scanner.drop()
    if page:
        reject(reject_page("cut-page", page, f"{split.path}: its end is damaged or missing"))
    if in_section:
        reject(_cut_comment(split, "does not end: what follows it was not read"))


def _cut_comment(split: Split, what: str) -> Reject:
    message = f"{split.path}: a comment, processing instruction or CDATA section {what}; take it out"
    return Reject("cut-comment", -1, "", message)


def _cut_short(path: str, file: pa.NativeFile) -> str:
    return f"{path}: ends at byte {file.size()} without </mediawiki>; it was cut short, fetch it again"


def _is_end(last: bytes) -> bool:
    """Whether the last bytes of a range, which can be very few, end a dump."""
    end = last.rstrip()
    return bool(last) and (end.endswith(_DUMP_END) or _DUMP_END.endswith(end))
