"""A wiki that is hard to crawl, as an XML dump for a MediaWiki: `python -m tests.support.crawl_wiki > crawl.xml`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from xml.sax.saxutils import escape

ROOT = "Crawl root"
LONG, LONG_SIZE = "Long list", 1200
TALKED, TALKS = "Talked about", 600
NO_PAGE = "Without page"
HIDDEN, HIDDEN_EMPTY = "Hidden stuff", "Hidden and empty"
NAMES = (
    '"Heroes"',
    "'''",
    "1 + 1 = 2?",
    "100 % wool",
    "A\\B",
    "AT&T",
    "Mission: Impossible",
    "O'Brien",
    "Étude",
    "ßtraße",
    "中文",
    "😀",
)
REDIRECT = "Heroes (redirect)"


def _pages() -> Iterator[tuple[int, str, str]]:
    """Namespace, title and text of each page."""
    for name in (LONG, TALKED, HIDDEN, HIDDEN_EMPTY, "Names"):
        text = "__HIDDENCAT__\n" if name in (HIDDEN, HIDDEN_EMPTY) else ""
        yield 14, f"Category:{name}", f"{text}[[Category:{ROOT}]]"
    yield 14, f"Category:{ROOT}", "Where the crawl begins."
    yield 14, "Category:Ring B", "[[Category:Ring A]]"
    yield 14, "Category:Ring A", f"[[Category:{ROOT}]] [[Category:Ring B]]"
    yield 14, "Category:Itself", f"[[Category:{ROOT}]] [[Category:Itself]]"
    for number in range(1, LONG_SIZE + 1):
        yield 0, f"Long list {number:04}", f"[[Category:{LONG}]]"
    for number in range(1, TALKS + 1):
        yield 1, f"Talk:Aaa {number:03}", f"[[Category:{TALKED}]]"
    for number in range(1, 4):
        yield 0, f"Zzz {number}", f"[[Category:{TALKED}]] [[Category:{HIDDEN}]] [[Category:{NO_PAGE}]]"
    for name in NAMES:
        yield 0, name, "[[Category:Names]]"
    for namespace, name in ((2, "User:Crawler"), (6, "File:Crawl.png"), (10, "Template:Crawl"), (118, "Draft:Crawl")):
        yield namespace, name, "[[Category:Names]]"
    yield 0, REDIRECT, '#REDIRECT [["Heroes"]]\n[[Category:Names]]'


def crawl_wiki() -> str:
    """The dump."""
    body = "".join(
        f"<page><title>{escape(title)}</title><ns>{namespace}</ns><id>{number}</id><revision><id>{number}</id>"
        "<timestamp>2026-09-01T00:00:00Z</timestamp><contributor><username>Sample author</username><id>1</id>"
        "</contributor><model>wikitext</model><format>text/x-wiki</format>"
        f'<text xml:space="preserve">{escape(text)}</text></revision></page>\n'
        for number, (namespace, title, text) in enumerate(_pages(), 1)
    )
    return (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">'
        f"<siteinfo><dbname>enwiki</dbname></siteinfo>\n{body}</mediawiki>\n"
    )


if __name__ == "__main__":
    sys.stdout.write(crawl_wiki())
