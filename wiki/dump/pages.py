"""Pages of a dump, read in parallel by splits.

A dump is a MediaWiki XML export as bzip2, gzip or plain XML, told apart by content, not by name. A split is a range of
the file. It owns the pages whose `<page>` begins in its range and reads on past the range for the end of the last one,
so any partition of a file gives each page once. Splits are found by looking into the file near each multiple of the
wanted size; no index is needed, and the one that comes with a multistream dump is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa

from schemas.errors import InputError
from schemas.records import Page, Reject
from schemas.storage import open_input
from wiki.dump.bzip2 import find_block
from wiki.dump.compressed import Kind, file_end, file_kind, read_pieces
from wiki.dump.page_xml import parse_page, reject_page
from wiki.site.siteinfo import SiteInfo, parse_siteinfo

MAX_PAGE_BYTES = 16 << 20
"""Largest `<page>` element that is read. Articles are at most 2 MiB of text; a longer element is damage."""

_PAGE, _PAGE_END, _DUMP_END = b"<page>", b"</page>", b"</mediawiki>"
_MAX_HEAD = 1 << 20
_END_BYTES = 64
_STREAM_SEARCH = 4 << 20
"""Compressed bytes within which a multistream dump begins a stream; Wikimedia's hold 100 pages each."""


@dataclass(frozen=True)
class Split:
    """A range of a dump file."""

    path: str
    kind: Kind
    start: int
    end: int
    """In bits of the file where kind is `bzip2`, whose blocks begin at any bit; else in bytes."""

    @property
    def size(self) -> int:
        """Bytes of the file in the range; compressed bytes where the file is compressed."""
        return self.end // 8 - self.start // 8 if self.kind == "bzip2" else self.end - self.start


def read_siteinfo(path: str) -> SiteInfo:
    """What the head of a dump says about its wiki. Raises InputError where the file is not a MediaWiki export."""
    with open_input(path) as file:
        kind = _kind(file, path)
        head = b""
        for piece in read_pieces(file, kind, 0, file_end(file, kind)):
            head += piece.data
            if b"</siteinfo>" in head or len(head) > _MAX_HEAD:
                break
            if piece.problem:
                raise InputError(f"{path}: {piece.problem} at byte {piece.offset}, in its head; fetch the file again")
    return parse_siteinfo(head[:_MAX_HEAD].decode(errors="replace"), path)


def plan_splits(path: str, target_bytes: int) -> list[Split]:
    """Splits of about `target_bytes` compressed bytes each that together cover the file.

    bzip2 is cut between streams where the file has many, else between blocks (about 200 kB compressed); gzip cannot be
    cut. Reads at most a few megabytes at each cut.
    """
    if target_bytes < 1:
        raise InputError(f"split size is {target_bytes} bytes; it must be at least 1")
    with open_input(path) as file:
        kind = _kind(file, path)
        end = file_end(file, kind)
        if kind == "bzip2":
            cuts = [0, *_bzip2_cuts(file, end, target_bytes * 8)]
        elif kind == "plain":
            cuts = [0, *range(target_bytes, end - _END_BYTES, target_bytes)]
        else:
            cuts = [0]
    return [Split(path, kind, start, stop) for start, stop in zip(cuts, [*cuts[1:], end], strict=True)]


def _bzip2_cuts(file: pa.NativeFile, end: int, step: int) -> Iterator[int]:
    many = find_block(file, 64, stream=True, limit=min(end, _STREAM_SEARCH * 8)) is not None
    cut: int | None = step
    while cut is not None and cut < end:
        at = find_block(file, cut, stream=True, limit=min(end, cut + _STREAM_SEARCH * 8)) if many else None
        cut = at if at is not None else find_block(file, cut, stream=False, limit=end)
        if cut is not None:
            yield cut
            cut += step


def read_pages(
    split: Split, site: SiteInfo, reject: Callable[[Reject], None], advance: Callable[[int], None] | None = None
) -> Iterator[Page]:
    """Every page that begins in the split, in order, whatever its namespace and content model.

    `advance` is called with the bytes of the split, as `Split.size` counts them, that were read and given as pages.

    What cannot be read goes to `reject`, with reason

    - `damaged-block`: a part of the compressed file fails its checksum; reading goes on after it
    - `cut-page`: a page whose end is in a damaged block or beyond the end of the file
    - `page-too-large`: a page element above `MAX_PAGE_BYTES`
    - `truncated-input`: the file ends without `</mediawiki>`; once, by the split that holds the end
    - the reasons of `parse_page`
    """
    with open_input(split.path) as file:
        end = file_end(file, split.kind)
        if split.end > end:
            raise InputError(f"{split.path}: shorter than when it was split; plan the splits again")
        for xml in _page_elements(file, split, end, reject, advance):
            page = parse_page(xml, site)
            if isinstance(page, Reject):
                reject(page)
            else:
                yield page


def _kind(file: pa.NativeFile, path: str) -> Kind:
    kind = file_kind(file)
    if kind == "plain":
        head = file.read_at(min(_END_BYTES, file.size()), 0)
        if not head:
            raise InputError(f"{path}: the file is empty")
        if not head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"<mediawiki", b"<?xml", b"<!--")):
            raise InputError(
                f"{path}: neither bzip2, gzip nor XML, it begins with {head[:24]!r}; "
                "give a MediaWiki XML export such as pages-articles.xml.bz2"
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
    rest = b""
    last = b""
    damaged = False
    first = split.start // 8 if split.kind == "bzip2" else split.start
    for piece in read_pieces(file, split.kind, split.start, split.end):
        if advance:
            advance(piece.offset - first)
        damaged = piece.problem == "damaged"
        if damaged:
            message = f"{split.path}: damaged from byte {piece.offset}; fetch the file again"
            reject(Reject("damaged-block", -1, "", message))
            _reject_cut(rest, split, reject)
            rest = b""
            continue
        elements, rest = _split_elements(rest + piece.data)
        yield from _within_limit(elements, reject)
        if len(rest) > MAX_PAGE_BYTES:
            reject(reject_page("page-too-large", rest, f"more than {MAX_PAGE_BYTES} bytes"))
            rest = b""
        last = (last + piece.data[-_END_BYTES:])[-_END_BYTES:]
    if split.end < end:
        yield from _within_limit(_read_on(file, Split(split.path, split.kind, split.end, end), rest, reject), reject)
        return
    _reject_cut(rest, split, reject)
    if not damaged and not _is_end(last):
        message = f"{split.path}: ends at byte {file.size()} without </mediawiki>; it was cut short, fetch it again"
        reject(Reject("truncated-input", -1, "", message))


def _split_elements(xml: bytes) -> tuple[list[bytes], bytes]:
    """The page elements of `xml`, and the rest: from a `<page>` whose end is not there, or from a tag that is cut."""
    elements: list[bytes] = []
    start = xml.find(_PAGE)
    while start >= 0:
        stop = _element_end(xml, start)
        if stop < 0:
            return elements, xml[start:]
        elements.append(xml[start:stop])
        start = xml.find(_PAGE, stop)
    cut = next((length for length in range(len(_PAGE) - 1, 0, -1) if xml.endswith(_PAGE[:length])), 0)
    return elements, xml[len(xml) - cut :]


def _element_end(xml: bytes, start: int) -> int:
    """Where the page element at `start` ends: after `</page>`, or before a `<page>` that comes first; -1 where its end
    is not there."""
    following = xml.find(_PAGE, start + len(_PAGE))
    # Where a page follows, searching backwards from it is short: only white space stands between the two.
    end = xml.find(_PAGE_END, start) if following < 0 else xml.rfind(_PAGE_END, start, following)
    return end + len(_PAGE_END) if end >= 0 else following


def _read_on(file: pa.NativeFile, beyond: Split, rest: bytes, reject: Callable[[Reject], None]) -> Iterator[bytes]:
    """The page that begins in `rest`, read to its end; nothing where no page begins there."""
    if not rest:
        return
    for piece in read_pieces(file, beyond.kind, beyond.start, beyond.end):
        if piece.problem == "damaged":
            break
        rest += piece.data
        if len(rest) >= len(_PAGE) and not rest.startswith(_PAGE):
            return
        stop = _element_end(rest, 0)
        if stop >= 0 or len(rest) > MAX_PAGE_BYTES:
            yield rest[:stop] if stop >= 0 else rest
            return
    _reject_cut(rest, beyond, reject)


def _within_limit(elements: Iterable[bytes], reject: Callable[[Reject], None]) -> Iterator[bytes]:
    for element in elements:
        if len(element) > MAX_PAGE_BYTES:
            reject(reject_page("page-too-large", element, f"more than {MAX_PAGE_BYTES} bytes"))
        else:
            yield element


def _reject_cut(rest: bytes, split: Split, reject: Callable[[Reject], None]) -> None:
    if rest.startswith(_PAGE):
        reject(reject_page("cut-page", rest, f"{split.path}: its end is damaged or missing"))


def _is_end(last: bytes) -> bool:
    """Whether the last bytes of a range, which can be very few, end a dump."""
    end = last.rstrip()
    return bool(last) and (end.endswith(_DUMP_END) or _DUMP_END.endswith(end))
