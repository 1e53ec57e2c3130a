from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki.dump.page_scanner import Element, PageScanner


def scan(*pieces: bytes, max_bytes: int = 1000) -> list[bytes]:
    scanner = PageScanner(max_bytes)
    return [element.xml for piece in pieces for element in scanner.feed(piece)]


@pytest.mark.parametrize(
    ("xml", "elements"),
    [
        (b"<mediawiki> <page>a</page>\n <page>b</page> </mediawiki>", [b"<page>a</page>", b"<page>b</page>"]),
        (b'<page id="1">a</page><page\n>b</page >', [b'<page id="1">a</page>', b"<page\n>b</page "]),
        (b"<page/><page>a</page>", [b"<page/>", b"<page>a</page>"]),
        (b"<pages><pageid>1</pageid></pages><page>a</page>", [b"<page>a</page>"]),
        (b"<page>a<page>b</page>", [b"<page>a", b"<page>b</page>"]),
        (b"<page>a</page></page> b</page>", [b"<page>a</page>"]),
        (b"<page>a", []),
        (b"<!-- <page>a</page> --><page>b<!-- </page> <page> -->c</page><!---->", [b"<page>bc</page>"]),
        (b"<?php <page> ?><page>a<??>b</page>", [b"<page>ab</page>"]),
        (
            b"<![CDATA[<page>]]><page><text><![CDATA[</text> & <page></page>]]> b</text></page>",
            [b"<page><text>&lt;/text&gt; &amp; &lt;page&gt;&lt;/page&gt; b</text></page>"],
        ),
        (b"<!-- <![CDATA[ --><page>a</page>", [b"<page>a</page>"]),
        (b"<!-- <page>a</page>", []),
        (b"<!DOCTYPE x><page>a</page>", [b"<page>a</page>"]),
    ],
)
def test_elements_whatever_the_pieces(xml: bytes, elements: list[bytes]) -> None:
    assert scan(xml) == elements
    assert scan(*(xml[at : at + 1] for at in range(len(xml)))) == elements
    for cut in range(len(xml)):
        assert scan(xml[:cut], b"", xml[cut:]) == elements


PARTS = [b"<page>", b"</page>", b"<page a='b'>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?", b"?>", b"<", b"x", b"&"]


@given(st.lists(st.sampled_from(PARTS), max_size=30).map(b"".join), st.lists(st.integers(0, 120), max_size=8))
def test_pieces_do_not_matter(xml: bytes, cuts: list[int]) -> None:
    bounds = [0, *sorted(cuts), len(xml)]
    pieces = [xml[start:end] for start, end in pairwise(bounds)]
    whole, cut = PageScanner(1 << 20), PageScanner(1 << 20)
    assert [each for piece in pieces for each in cut.feed(piece)] == whole.feed(xml)
    assert (cut.pending, cut.in_section, cut.hidden_page) == (whole.pending, whole.in_section, whole.hidden_page)
    assert cut.drop() == whole.drop()


def test_where_an_element_begins_and_what_is_pending() -> None:
    scanner = PageScanner(1000)
    assert scanner.feed(b"head <page>a</pa") == []
    assert (scanner.position, scanner.pending) == (16, 5)
    assert scanner.feed(b"ge> <") == [Element(5, b"<page>a</page>")]
    assert (scanner.position, scanner.pending) == (21, 20)
    assert scanner.feed(b"!-- <page>12345678") == []
    assert (scanner.pending, scanner.in_section, scanner.drop()) == (20, True, b"")
    assert (scanner.pending, scanner.in_section, scanner.hidden_page) == (39, False, 25)
    assert scanner.feed(b"--><page>b<") == []
    assert scanner.drop() == b"<page>b<"
    assert scanner.feed(b"/page>") == []


def test_an_element_ends_where_it_becomes_too_long() -> None:
    pieces = [b"<page>", *[b"0123456789"] * 9, b"</page> <page>a</page>"]
    assert scan(*pieces, max_bytes=50) == [b"<page>" + b"0123456789" * 5, b"<page>a</page>"]
