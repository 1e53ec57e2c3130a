"""Short wikitext through the readers of paragraphs: `python -m benchmarks.fuzz.paragraphs --number 100000 --jobs 2`.

Cases of two kinds. Soup, any markup in any order, must be read without error, each anchor where it says. Sane
paragraphs, with the markup of articles, must give the same text and anchors by the compiled scan and by the reference.
"""

from __future__ import annotations

import random
import sys

from benchmarks.fuzz.harness import run
from benchmarks.fuzz.pages import SITE, TITLE, check_paragraph
from wiki.wikitext.marks import MARK, MARKS
from wiki.wikitext.paragraphs import extract_paragraphs, scan_inline
from wiki.wikitext.patterns import grammar
from wiki.wikitext.reference import read_inline

_WORDS = """
a l The city of Kyōto 1999 is ﬁ 東京 naïve (see) x. y, – 𝒜 ' " &nbsp; &amp; &#91; &bogus; &lt;b&gt; &#x200b; - = * : #
"""
WORDS = [*_WORDS.split(), "\xa0", "\u2009", "\t"]
BRACKETS = [
    "[[",
    "]]",
    "[",
    "]",
    "{{",
    "}}",
    "{",
    "}",
    "{{{",
    "}}}",
    "{|",
    "|}",
    "|-",
    "|",
    "||",
    "!",
    "[[File:",
    "[[:",
]
_TAGS = """
<ref> </ref> <nowiki> </nowiki> <nowiki/> <!-- --> <br> <b> </b> <div> </div> <table> </table> <blockquote>
</blockquote> <math> </math> < > <p> <gallery> </gallery> <noinclude> </noinclude> <REF> <ul> <li> </ul> <hr/> <unknown>
"""
TAGS = [*_TAGS.split(), "<ref name=x/>", "<span class='a'>"]
NAMES = [
    "lang|",
    "convert|5|km",
    "cite|",
    "nowrap|",
    "!",
    "=",
    "quote|",
    "as of|2014",
    "formatnum:12",
    "lang-fr|",
    "c.|",
]
LINES = [
    "\n",
    "\n\n",
    "\n*",
    "\n:",
    "\n ",
    "\n#",
    "\n;",
    "\n==",
    "==\n",
    "\n----",
    "\n|",
    "\n{|",
    "\n|}",
    "\r\n",
    "__TOC__",
]
QUOTES = ["''", "'''", "'''''", "''''", "''''''''"]
CONTROLS = ["\x00", *MARKS, "\x0b", "\x1f", "\ud800", "\ufeff"]
SOUP = [*WORDS, " ", " ", *BRACKETS, *BRACKETS, *TAGS, *NAMES, *LINES, *QUOTES, *CONTROLS, "http://x.org ", "[//x y]"]
TARGETS = [
    "Kyoto",
    "kyoto (city)",
    "Page",
    "#part",
    "Kyoto#part",
    ":Category:X",
    "Talk:X",
    "fr:X",
    "wikt:x",
    "2001: X",
    "a&amp;b",
]


def soup(chance: random.Random) -> str:
    """Any markup in any order."""
    return "".join(chance.choice(SOUP) for _ in range(chance.randrange(1, 60)))


def sane_paragraph(chance: random.Random) -> str:
    """A paragraph as articles have them, after the first pass: balanced links, external links, quotes and tags."""
    return "".join(_piece(chance, depth=2) for _ in range(chance.randrange(1, 9)))


def _piece(chance: random.Random, depth: int) -> str:
    kind = chance.randrange(12)
    inner = "".join(chance.choice([_word, _word, _link])(chance) for _ in range(chance.randrange(1, 4)))
    if depth and kind == 0:
        quote = chance.choice(["''", "'''", "'''''"])
        return f" {quote}{inner.strip()}{quote}"
    if depth and kind == 1:
        tag = chance.choice(["b", "i", "small", "span style='x'", "sup", "code"])
        return f"<{tag}>{_piece(chance, depth - 1)}</{tag.split()[0]}>"
    if kind == 2:
        return f" [http://x.org/a?b=c {inner.strip()}]"
    if kind == 3:
        return chance.choice([MARK, "<br>", "\n", f" {MARK} ", "[http://x.org]", " [sic]"])
    return chance.choice([_word, _link])(chance)


def _word(chance: random.Random) -> str:
    return chance.choice(["", " ", "  "]) + chance.choice(WORDS[:24])


def _link(chance: random.Random) -> str:
    target = chance.choice(TARGETS)
    label = chance.choice(
        ["", "", "|label", "| Label ", "|''label''", "|'''a''' b", f"|{MARK}", "|a&nbsp;b", "|<b>x</b>"]
    )
    return chance.choice(["", " "]) + f"[[{target}{label}]]" + chance.choice(["", "", "s", "''", " ", "ö", MARK + "s"])


def check_text(text: str) -> str:
    """Check the paragraphs of any text, with and without inline templates; returns the outcome."""
    anchors = paragraphs = 0
    for inline_templates in (True, False):
        found = extract_paragraphs(text, TITLE, SITE, inline_templates=inline_templates).paragraphs
        for paragraph in found:
            check_paragraph(paragraph)
            anchors += len(paragraph.anchors)
        paragraphs += len(found)
    return "with anchors" if anchors else "with text" if paragraphs else "without text"


def check_soup(chance: random.Random) -> str:
    """Any markup in any order."""
    return check_text(soup(chance))


def check_sane(chance: random.Random) -> str:
    """A paragraph as articles have them, by scan and reference; the outcome is whether the scan read it."""
    markup, rules = sane_paragraph(chance), grammar(SITE)
    scanned = scan_inline(markup, TITLE, rules)
    if scanned is None:
        return "left to the reference"
    assert scanned == read_inline(markup, TITLE, rules), (markup, scanned, read_inline(markup, TITLE, rules))
    return "scanned"


def main() -> int:
    """Run the command; returns 1 where there were faults."""
    return run(__doc__, {"soup": check_soup, "sane paragraphs": check_sane}, 10_000)


if __name__ == "__main__":
    sys.exit(main())
