"""Extractors behind one interface, and how much CPU they take; run as a program in the extractor's environment.

    python extractors.py NAME ARTICLES.jsonl DUMP.xml.bz2 OUT.jsonl

Reads articles (page_id, title, text), writes their paragraphs as JSON lines, and prints a JSON object: CPU seconds of
the extraction, and of `bz2.decompress` of the dump, measured before and after in the same process. An extractor is
called as its documentation tells a user; bringing what it gives into one shape is not counted as its time.
"""

from __future__ import annotations

import bz2
import html
import json
import logging
import pickle
import re
import statistics
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

Paragraphs = list[dict[str, Any]]
"""`[{"text": ..., "anchors": [{"start": ..., "end": ..., "target": ...}]}]`"""


class Extractor(NamedTuple):
    """How an extractor is called with a title and wikitext, and how what it gives becomes paragraphs."""

    extract: Callable[[str, str], Any]
    shape: Callable[[Any], Paragraphs]


def wiki_wikitext(dump: str, inline_templates: bool) -> Extractor:
    from wiki.dump.pages import read_siteinfo
    from wiki.wikitext.paragraphs import Extraction, extract_paragraphs

    site = read_siteinfo(dump)

    def shape(extraction: Extraction) -> Paragraphs:
        return [
            {
                "text": text,
                "anchors": [{"start": start, "end": end, "target": target} for start, end, target in anchors],
            }
            for _, text, anchors, *_ in extraction.paragraphs
        ]

    return Extractor(
        lambda title, text: extract_paragraphs(text, title, site, inline_templates=inline_templates), shape
    )


def mwparserfromhell(_: str) -> Extractor:
    import mwparserfromhell as mw

    def extract(_: str, text: str) -> Any:
        code = mw.parse(text)
        links = code.filter_wikilinks()
        for number, link in enumerate(links):
            link.text = _mark(number, str(link.title if link.text is None else link.text))
        return str(code.strip_code()), [str(link.title) for link in links]

    return Extractor(extract, lambda found: _from_marks(*found))


def wikitextparser(_: str) -> Extractor:
    import wikitextparser as wtp  # type: ignore[import-not-found]

    def extract(_: str, text: str) -> Any:
        parsed = wtp.parse(text)
        links = parsed.wikilinks
        targets = [link.target for link in links]
        # From the last, so that a link is not moved before its turn.
        for number, link in reversed(list(enumerate(links))):
            link.text = _mark(number, link.target if link.text is None else link.text)
        return parsed.plain_text(), targets

    return Extractor(extract, lambda found: _from_marks(*found))


# Their plain text does not say where the links were, so a user has to leave marks in it.
_marked = re.compile("\x02([0-9]+)\x03|\x04")


def _mark(number: int, label: str) -> str:
    return f"\x02{number}\x03{label}\x04"


def _from_marks(text: str, targets: list[str]) -> Paragraphs:
    return [_unmark(piece, targets) for piece in text.split("\n\n") if piece.strip()]


def _unmark(marked: str, targets: list[str]) -> dict[str, Any]:
    pieces: list[str] = []
    anchors = []
    open_links: list[tuple[int, str]] = []
    length = last = 0
    for mark in _marked.finditer(marked):
        pieces.append(marked[last : mark.start()])
        length += len(pieces[-1])
        last = mark.end()
        if mark.group(1):
            open_links.append((length, targets[int(mark.group(1))]))
        elif open_links:
            start, target = open_links.pop()
            anchors.append({"start": start, "end": length, "target": target})
    return {"text": "".join([*pieces, marked[last:]]), "anchors": anchors}


def wikipedia2vec(_: str) -> Extractor:
    """Its parser of a page, as `wikipedia2vec build-dump-db` calls it; packing for its database is part of that."""
    from wikipedia2vec.dump_db import _parse_page  # type: ignore[import-not-found]
    from wikipedia2vec.utils.wiki_page import WikiPage  # type: ignore[import-not-found]

    def shape(parsed: Any) -> Paragraphs:
        sections, _ = pickle.loads(zlib.decompress(parsed[1][1]))
        return [
            {
                "text": line.group(),
                "anchors": [
                    {"start": start - line.start(), "end": end - line.start(), "target": target}
                    for target, _, start, end in links
                    if line.start() <= start and end <= line.end()
                ],
            }
            for text, links, _ in sections
            for line in re.finditer(r"[^\n]+", text)
        ]

    return Extractor(lambda title, text: _parse_page(WikiPage(title, "en", text, None), None), shape)


_anchor_element = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)


def wikiextractor(_: str) -> Extractor:
    """As `WikiExtractor --json --links --no-templates` does."""
    from wikiextractor.extract import Extractor as Theirs  # type: ignore[import-not-found]

    # It warns of what it meets on the way, at length.
    logging.disable(logging.CRITICAL)

    def extract(title: str, text: str) -> Any:
        extractor = Theirs(0, 0, "", title, [], keepLinks=True)
        return extractor.clean_text(text, expand_templates=False, html_safe=False)

    return Extractor(extract, lambda lines: [_from_html(html.unescape(line)) for line in lines])


def _from_html(line: str) -> dict[str, Any]:
    pieces: list[str] = []
    anchors = []
    length = last = 0
    for link in _anchor_element.finditer(line):
        pieces += [line[last : link.start()], link.group(2)]
        start = length + link.start() - last
        length = start + len(link.group(2))
        anchors.append({"start": start, "end": length, "target": unquote(link.group(1))})
        last = link.end()
    return {"text": "".join([*pieces, line[last:]]), "anchors": anchors}


def gensim(_: str) -> Extractor:
    from gensim.corpora.wikicorpus import filter_wiki  # type: ignore[import-not-found]

    def shape(text: str) -> Paragraphs:
        return [{"text": piece, "anchors": []} for piece in re.split(r"\n\s*\n", text) if piece.strip()]

    return Extractor(lambda _, text: filter_wiki(text), shape)


OURS: dict[str, Callable[[str], Extractor]] = {
    "wiki.wikitext.paragraphs, inline templates off": lambda dump: wiki_wikitext(dump, False),
    "wiki.wikitext.paragraphs, inline templates on": lambda dump: wiki_wikitext(dump, True),
}
OTHERS: dict[str, Callable[[str], Extractor]] = {
    "WikiExtractor": wikiextractor,
    "wikipedia2vec": wikipedia2vec,
    "mwparserfromhell strip_code + wikilinks": mwparserfromhell,
    "wikitextparser plain_text + wikilinks": wikitextparser,
    "gensim filter_wiki (no links)": gensim,
}


def main(name: str, articles: str, dump: str, out: str) -> None:
    with Path(articles).open(encoding="utf-8") as lines:
        pages = list(map(json.loads, lines))
    compressed = Path(dump).read_bytes()
    extract, shape = {**OURS, **OTHERS}[name](dump)
    # The first call compiles patterns and fills caches: a cost of the start, not of the megabytes.
    extract(pages[0]["title"], pages[0]["text"])
    floor = [_cpu(lambda: bz2.decompress(compressed)) for _ in range(2)]
    found: list[Any] = []
    seconds = _cpu(lambda: found.extend(extract(page["title"], page["text"]) for page in pages))
    floor += [_cpu(lambda: bz2.decompress(compressed)) for _ in range(2)]
    with Path(out).open("w", encoding="utf-8") as stream:
        for page, result in zip(pages, found, strict=True):
            line = {"title": page["title"], "page_id": page["page_id"], "paragraphs": shape(result)}
            stream.write(json.dumps(line) + "\n")
    print(json.dumps({"seconds": seconds, "bz2": statistics.median(floor)}))


def _cpu(call: Callable[[], Any]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


if __name__ == "__main__":
    main(*sys.argv[1:])
