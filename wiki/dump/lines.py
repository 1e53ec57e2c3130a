"""Lines of a large text file, read in parallel by splits: N-Triples, or JSON with a record a line.

A split owns the lines that begin behind the first line end in its range, and reads on past the range for the end of the
last one; the first split owns the first line too. So any partition of a file gives each line once.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator

from schemas.records import TRUNCATED, Reject
from wiki.dump.compressed import Piece, read_pieces
from wiki.dump.splits import Split, open_split, read_split_pieces

MAX_LINE_BYTES = 64 << 20
"""Longest line that is read. The largest items of Wikidata have some megabytes."""


def read_lines(
    split: Split, reject: Callable[[Reject], None], advance: Callable[[int], None] | None = None
) -> Iterator[bytes]:
    """The lines that begin in the split, in blocks of whole lines, each line with its end.

    The last line of a file gets an end if it has none, the first loses a byte order mark. `advance` is called with the
    bytes of the split that were read. What cannot be read goes to `reject`, with reason

    - `damaged-block`: a part of a bzip2 file fails its checksum; reading goes on after it
    - `cut-line`: a line whose end is in a damaged block or beyond the end of the file
    - `line-too-long`: a line above `MAX_LINE_BYTES`
    - `truncated-input`: the file ends within its compressed data, or it is gzip and damaged, and what follows is not
      read
    """
    with open_split(split) as (file, end):
        lines = _Lines(split, reject)
        for piece in read_split_pieces(file, split, advance):
            yield from lines.feed(piece)
        for piece in read_pieces(file, split.kind, split.end, end) if lines.is_open() and split.end < end else ():
            yield from lines.finish(piece)
            if not lines.is_open():
                return
        yield from lines.end()


class _Lines:
    """Cuts decoded pieces into blocks of whole lines."""

    def __init__(self, split: Split, reject: Callable[[Reject], None]) -> None:
        self._path, self._kind = split.path, split.kind
        self._reject = reject
        self._rest: list[bytes] = []
        self._size = 0
        self._inside = split.start == 0
        """Whether what comes next is, or begins, a line of this split."""
        self._mark = BOM_UTF8 if self._inside else b""
        """What the next line may begin with that is no part of it."""

    def is_open(self) -> bool:
        """Whether a line has begun, or begins right here, and has not ended."""
        return self._inside

    def feed(self, piece: Piece) -> Iterator[bytes]:
        """The lines that end in a piece of the split's own range."""
        yield from self._cut(piece.data)
        self._look_for_problem(piece)

    def _cut(self, data: bytes) -> Iterator[bytes]:
        start = 0
        if not self._inside:
            start = data.find(b"\n") + 1
            if not start:
                return
            self._inside = True
        end = data.rfind(b"\n") + 1
        if end > start:
            yield self._take(data[start:end])
            start = end
        self._keep(data[start:])

    def finish(self, piece: Piece) -> Iterator[bytes]:
        """The line that ends in a piece beyond the split, where it does; then no line is open."""
        end = piece.data.find(b"\n") + 1
        if end:
            yield self._take(piece.data[:end])
            self._inside = False
        else:
            self._keep(piece.data)
            self._look_for_problem(piece)

    def end(self) -> Iterator[bytes]:
        """The last line of the file, if it has no end."""
        if self._inside and self._size:
            yield self._take(b"\n")

    def _take(self, data: bytes) -> bytes:
        block = b"".join([*self._rest, data]).removeprefix(self._mark)
        self._rest, self._size, self._mark = [], 0, b""
        return block

    def _keep(self, data: bytes) -> None:
        if data:
            self._rest.append(data)
            self._size += len(data)
        if self._size > MAX_LINE_BYTES:
            self._drop("line-too-long", f"more than {MAX_LINE_BYTES:,} bytes")

    def _look_for_problem(self, piece: Piece) -> None:
        if not piece.problem:
            return
        damaged = piece.problem == "damaged"
        reason = "damaged-block" if damaged and self._kind != "gzip" else TRUNCATED
        what = "damaged from" if damaged else "cut short at"
        self._reject(Reject(reason, -1, "", f"{self._path}: {what} byte {piece.offset}; fetch the file again"))
        if self._size:
            self._drop("cut-line", f"{self._path}: its end is damaged or missing")
        self._inside = False

    def _drop(self, reason: str, message: str) -> None:
        begin = b"".join(self._rest)[:200].decode(errors="replace")
        self._reject(Reject(reason, -1, "", f"{message}: {begin}"))
        self._rest, self._size, self._inside = [], 0, False
