"""Splits of a file of a dump: ranges that are read in parallel.

They are found by looking into the file near each multiple of the wanted size; no index is needed, and the one that
comes with a multistream dump is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pyarrow as pa

from schemas.errors import InputError
from schemas.files.storage import open_input
from wiki.dump.bzip2 import find_block
from wiki.dump.compressed import Kind, Piece, file_end, file_kind, read_pieces

END_BYTES = 64
"""Bytes at the end of a dump by which it is seen to be whole; no cut is made within them."""
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


def cut_file(path: str, target_bytes: int) -> list[Split]:
    """Splits of about `target_bytes` compressed bytes each that together cover the file, whatever its content.

    bzip2 is cut between streams where the file has many, else between blocks (about 200 kB compressed); gzip cannot be
    cut. Reads at most a few megabytes at each cut.
    """
    if target_bytes < 1:
        raise InputError(f"split size is {target_bytes} bytes; it must be at least 1")
    with open_input(path) as file:
        kind = file_kind(file)
        end = file_end(file, kind)
        if kind == "bzip2":
            cuts = [0, *_bzip2_cuts(file, end, target_bytes * 8)]
        elif kind == "plain":
            cuts = [0, *range(target_bytes, end - END_BYTES, target_bytes)]
        else:
            cuts = [0]
    return [Split(path, kind, start, stop) for start, stop in zip(cuts, [*cuts[1:], end], strict=True)]


def _bzip2_cuts(file: pa.NativeFile, end: int, step: int) -> Iterator[int]:
    many = find_block(file, 64, stream=True, limit=min(end, _STREAM_SEARCH * 8)) is not None
    cut: int | None = step
    while cut is not None:
        at = find_block(file, cut, stream=True, limit=min(end, cut + _STREAM_SEARCH * 8)) if many else None
        cut = at if at is not None else find_block(file, cut, stream=False, limit=end)
        if cut is not None:
            yield cut
            cut += step


@contextmanager
def open_split(split: Split) -> Iterator[tuple[pa.NativeFile, int]]:
    """The file of a split and its end, as `file_end` has it. Raises InputError where it ends before the split does."""
    with open_input(split.path) as file:
        end = file_end(file, split.kind)
        if split.end > end:
            raise InputError(f"{split.path}: shorter than when it was split; plan the splits again")
        yield file, end


def read_split_pieces(file: pa.NativeFile, split: Split, advance: Callable[[int], None] | None) -> Iterator[Piece]:
    """The decoded content of a split; `advance` is called before each piece with the bytes of the split before it."""
    first = split.start // 8 if split.kind == "bzip2" else split.start
    for piece in read_pieces(file, split.kind, split.start, split.end):
        if advance:
            advance(piece.offset - first)
        yield piece
