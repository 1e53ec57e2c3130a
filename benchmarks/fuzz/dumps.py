"""Dumps with changes through the reader: `python -m benchmarks.fuzz.dumps --number 100000 --jobs 2`.

A case is a small dump, plain, as gzip or as bzip2 (one stream, one for each page, or cut anywhere), whose XML or whose
file was changed: cut, bits turned over, parts doubled and left out, tags, comments and marks of the compression put in.
It is read whole and in splits. Nothing may fail but with an InputError of one line, or hang; every page element must be
read or rejected; pages may not depend on the splits, but for those that a reject names.
"""

from __future__ import annotations

import bz2
import gzip
import os
import random
import re
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise

from benchmarks.fuzz.harness import run
from benchmarks.fuzz.mutations import mutated
from schemas.errors import InputError
from schemas.records import Page, Reject
from wiki.dump.pages import plan_splits, read_pages, read_siteinfo

_HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo>
    <dbname>enwiki</dbname>
    <case>first-letter</case>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="14" case="first-letter">Category</namespace>
    </namespaces>
  </siteinfo>
"""
_PAGE = """  <page>
    <title>{title}</title>
    <ns>0</ns>
    <id>{number}</id>{redirect}
    <revision>
      <id>{revision}</id>
      <contributor><username>A</username><id>9</id></contributor>
      <model>wikitext</model>
      <text bytes="{size}" xml:space="preserve">{text}</text>
    </revision>
  </page>
"""
_WORDS = ["wiki ", "Kyōto ", "&lt;ref&gt; ", "&amp;amp; ", "[[link]] ", "\n", "東京 ", "&#39;", "x" * 300]
_TAGS = b"""
<page> </page> <page/> <pages> <title> </title> <id> </id> <id/> <ns> <revision> </revision> <text>
</text> <text/> <!-- --> <![CDATA[ ]]> <? ?> < > & </mediawiki> <redirect/> <mediawiki> <siteinfo> </siteinfo> &#0;
&#xD800; &#99999999; &lt; 99999999999999999999 -5 0
"""
_BYTES = [bytes((number,)) for number in (0, 9, 10, 13, 27, 127, 128, 255)]
_SPLICES = [*_TAGS.split(), b"<page id='1'>", b"</page >", *_BYTES, "\u202e".encode(), b"x" * 300]
_FILE_SPLICES = [
    b"BZh9",
    b"BZh91AY&SY",
    b"1AY&SY",
    bytes.fromhex("177245385090"),
    b"\x1f\x8b\x08",
    bytes(20),
    b"\xff" * 20,
]
_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
_NOT_OF_A_PAGE = {"damaged-block", "truncated-input", "cut-comment"}
_section = re.compile(rb"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>", re.DOTALL)
_open_section = re.compile(rb"(?:<!--|<\?|<!\[CDATA\[).*", re.DOTALL)
_page_tag = re.compile(rb"<page[\s/>]")

Coding = Callable[[bytes, random.Random], bytes]


def _streams(xml: bytes, chance: random.Random) -> bytes:
    cuts = [0, *sorted(chance.randrange(len(xml) + 1) for _ in range(chance.randrange(8))), len(xml)]
    return b"".join(bz2.compress(xml[start:end], 1) for start, end in pairwise(cuts))


def _members(xml: bytes, chance: random.Random) -> bytes:
    size = chance.randrange(1, 2000)
    return b"".join(gzip.compress(xml[at : at + size], 1) for at in range(0, len(xml), size))


def _multistream(xml: bytes, _: random.Random) -> bytes:
    parts = re.split(rb"(?<=</page>\n)", xml)
    return b"".join(bz2.compress(part, 1) for part in parts)


CODINGS: dict[str, Coding] = {
    "plain": lambda xml, _: xml,
    "gzip": lambda xml, _: gzip.compress(xml, 1),
    "gzip members": _members,
    "bzip2": lambda xml, _: bz2.compress(xml, 1),
    "bzip2 streams": _streams,
    "bzip2 multistream": _multistream,
}


def drawn_dump(chance: random.Random) -> bytes:
    """A dump of up to eighteen pages, without fault."""
    pages = []
    for number in range(1, chance.randrange(1, 20)):
        text = "".join(chance.choices(_WORDS, k=chance.randrange(40)))
        redirect = '\n    <redirect title="Page 1" />' if chance.randrange(9) == 0 else ""
        pages.append(
            _PAGE.format(
                title=f"Page {number}",
                number=number,
                revision=number + 100,
                size=len(text),
                redirect=redirect,
                text=text,
            )
        )
    return (_HEAD + "".join(pages) + "</mediawiki>\n").encode()


def check_dump(chance: random.Random) -> str:
    """Draw a dump, change it and check what is read; returns the outcome."""
    xml = drawn_dump(chance)
    name = chance.choice(list(CODINGS))
    in_file = chance.random() < 0.5
    if not in_file:
        # The head is changed seldom: without it nothing is read.
        keep = 0 if chance.random() < 0.05 else len(_HEAD)
        xml = xml[:keep] + mutated(xml[keep:], chance, _SPLICES)
    data = CODINGS[name](xml, chance)
    if in_file:
        data = mutated(data, chance, _FILE_SPLICES + _SPLICES)
    with tempfile.NamedTemporaryFile(prefix="fuzz-dump-", dir=_MEMORY, buffering=0) as file:
        file.write(data)
        try:
            pages, rejects = _read(file.name, 1 << 40)
        except InputError as error:
            assert "\n" not in str(error), str(error)
            return "input error"
        parts = _read(file.name, chance.randrange(100, 5000))
    check_pages(pages)
    if not in_file:
        check_nothing_is_lost(xml, pages, rejects)
    check_splits((pages, rejects), parts)
    return "with rejects" if rejects else "without rejects"


def check_pages(pages: list[Page]) -> None:
    """AssertionError where what was read is no page that a wiki can have."""
    for page in pages:
        assert 0 < page.page_id < 1 << 63 and 0 < page.rev_id < 1 << 63, page
        assert page.title and page.title.isprintable() and len(page.title.encode()) <= 255, page
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f]", page.text), page
        (page.text + (page.redirect or "") + page.model).encode()
    assert len({page.page_id for page in pages}) == len(pages), pages


def check_nothing_is_lost(xml: bytes, pages: list[Page], rejects: list[Reject]) -> None:
    """AssertionError where there are not as many pages read and rejected as there are elements."""
    elements = len(_page_tag.findall(_open_section.sub(b"", _section.sub(b" ", xml))))
    told = len(pages) + sum(reject.reason not in _NOT_OF_A_PAGE for reject in rejects)
    assert told == elements, f"{elements} elements, {len(pages)} pages, {[each[:3] for each in rejects]}"


def check_splits(whole: tuple[list[Page], list[Reject]], parts: tuple[list[Page], list[Reject]]) -> None:
    """AssertionError where the pages of the splits are others than those of the file, and no reject says so."""
    reasons = {reject.reason for _, rejects in (whole, parts) for reject in rejects}
    if not reasons & {"cut-comment", "duplicate-page", "damaged-block"}:
        assert whole[0] == parts[0], (whole, parts)


def _read(path: str, target_bytes: int) -> tuple[list[Page], list[Reject]]:
    site = read_siteinfo(path)
    rejects: list[Reject] = []
    pages = [page for split in plan_splits(path, target_bytes) for page in read_pages(split, site, rejects.append)]
    return pages, rejects


def main() -> int:
    """Run the command; returns 1 where there were faults."""
    return run(__doc__, {"dumps": check_dump}, 10_000)


if __name__ == "__main__":
    sys.exit(main())
