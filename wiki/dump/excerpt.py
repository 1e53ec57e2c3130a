"""An excerpt of a dump: pages from all over it, as a dump of their own."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Sequence
from dataclasses import dataclass

from schemas.chance import uniform
from schemas.files import storage
from wiki.dump.enterprise import is_html_dump, read_lines
from wiki.dump.pages import SITEINFO_END, plan_splits, read_head, read_page_elements

_SPLIT_BYTES = 1_000_000
"""Most compressed bytes of the pieces that are drawn."""
_LEAST_SPLITS = 50
"""Pieces that a small dump is cut into."""
_STREAM_PAGES = 100
"""Pages of a bzip2 stream of the excerpt, as in Wikimedia's own, so that it can be read in parallel."""


@dataclass(frozen=True)
class Excerpt:
    """What was taken out of a dump."""

    pages: int
    share: float
    """Of the bytes of the dump, those that the pages stand for."""


def write_excerpt(dumps: Sequence[str], pages: int, uri: str) -> Excerpt:
    """Write about `pages` pages of the dump's files to a dump at the URI, the same ones in every run.

    Pieces of the dump are drawn by hash and read whole, so the pages are a sample of the wiki's and not its oldest; of
    a dump that cannot be cut, compressed with gzip or of HTML, the first are taken. Raises InputError where a file is
    no dump.
    """
    if is_html_dump(dumps[0]):
        return _write_html_excerpt(dumps, pages, uri)
    piece = max(1, min(_SPLIT_BYTES, sum(map(storage.size, dumps)) // _LEAST_SPLITS))
    splits = [split for dump in dumps for split in plan_splits(dump, piece)]
    total = sum(split.size for split in splits)
    drawn = sorted(range(len(splits)), key=lambda place: uniform(0, "excerpt", place))
    head, end, _ = read_head(dumps[0]).partition(SITEINFO_END)
    taken = read = done = 0

    def advance(bytes_done: int) -> None:
        nonlocal done
        done = bytes_done

    with storage.NewFile(uri) as file:
        file.write(bz2.compress(head + end + b"\n"))
        for split in (splits[place] for place in drawn):
            stream: list[bytes] = []
            for xml in read_page_elements(split, advance):
                stream.append(xml + b"\n")
                taken += 1
                if len(stream) == _STREAM_PAGES:
                    file.write(bz2.compress(b"".join(stream)))
                    stream.clear()
                if split.kind == "gzip" and taken >= pages:
                    break
            else:
                done = split.size
            file.write(bz2.compress(b"".join(stream)))
            read += done
            if taken >= pages:
                break
        file.write(bz2.compress(b"</mediawiki>\n"))
    return Excerpt(taken, read / total)


def _write_html_excerpt(dumps: Sequence[str], pages: int, uri: str) -> Excerpt:
    """Write the first records of an HTML dump, which cannot be cut, as NDJSON."""
    taken = before = done = 0

    def advance(bytes_done: int) -> None:
        nonlocal done
        done = bytes_done

    with storage.NewFile(uri) as file:
        for dump in dumps:
            for line in read_lines(dump, lambda _: None, advance):
                if taken == pages:
                    break
                # A gzip file may consist of several members.
                file.write(gzip.compress(line.rstrip(b"\n") + b"\n", mtime=0))
                taken += 1
            else:
                before, done = before + storage.size(dump), 0
                continue
            break
    return Excerpt(taken, min(1.0, (before + done) / sum(map(storage.size, dumps))))
