"""Dumps as files: written by hand, and compressed as Wikimedia and others do it."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from schemas.records import Page, Reject
from tests.support.page_xml import page_xml
from wiki.dump.pages import plan_splits, read_pages, read_siteinfo

HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">
  <siteinfo>
    <dbname>dewiki</dbname>
    <case>first-letter</case>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="14" case="first-letter">Kategorie</namespace>
    </namespaces>
  </siteinfo>
"""
TAIL = "</mediawiki>\n"


def read(path: Path, target_bytes: int = 1 << 40) -> tuple[list[Page], list[Reject]]:
    """All pages of a dump and its rejects, read in splits of so many bytes."""
    site = read_siteinfo(str(path))
    rejects: list[Reject] = []
    pages = [page for split in plan_splits(str(path), target_bytes) for page in read_pages(split, site, rejects.append)]
    return pages, rejects


def reasons(rejects: list[Reject]) -> list[tuple[str, int]]:
    return [(reject.reason, reject.page_id) for reject in rejects]


def multistream(xml: bytes, pages: int, level: int = 9) -> bytes:
    """As Wikimedia writes it: the head, groups of pages, and the tail, each a stream of its own."""
    ends = [at + 8 for at in places(xml, b"</page>\n")]
    cuts = [xml.index(b"  <page>"), *ends[pages - 1 : -1 : pages], ends[-1]]
    parts = [xml[: cuts[0]], *(xml[a:b] for a, b in pairwise(cuts)), xml[cuts[-1] :]]
    return b"".join(bz2.compress(part, level) for part in parts)


def places(xml: bytes, needle: bytes) -> Iterator[int]:
    """Where something begins in a file."""
    at = xml.find(needle)
    while at >= 0:
        yield at
        at = xml.find(needle, at + 1)


def blind_streams(xml: bytes, size: int, level: int = 1) -> bytes:
    """As a parallel bzip2 writes it: cut anywhere."""
    return b"".join(bz2.compress(xml[at : at + size], level) for at in range(0, len(xml), size))


ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "single stream": bz2.compress,
    "small blocks": lambda xml: bz2.compress(xml, 1),
    "multistream": lambda xml: multistream(xml, 10),
    "blind streams": lambda xml: blind_streams(xml, 70_001),
    "gzip": lambda xml: gzip.compress(xml, 1),
    "gzip members": lambda xml: gzip.compress(xml[:1_000_003], 1) + gzip.compress(xml[1_000_003:], 1) + bytes(100_000),
    "plain": lambda xml: xml,
}


def dump(pages: int) -> bytes:
    elements = (page_xml(i, title=f"Seite {i}", text=f"Wört{i} " * (i * 37 % 400)) for i in range(1, pages + 1))
    return (HEAD + "".join(elements) + TAIL).encode()


DUMP = dump(59)
LONG = dump(300)
