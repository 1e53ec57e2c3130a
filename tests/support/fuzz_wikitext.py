"""Random wikitext against the readers of `wiki.wikitext.paragraphs`, with a fixed seed.

    PYTHONPATH=. python tests/support/fuzz_wikitext.py [--pages 100000] [--seed 1]

Soup (any markup in any order) must be read without error and with correct offsets. Sane paragraphs (the markup of
articles) must give the same text and anchors by the compiled scan and by the reference.
"""

from __future__ import annotations

import argparse
import random
import time

from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.marks import MARK, MARKS
from wiki.wikitext.paragraphs import extract_paragraphs, scan_inline
from wiki.wikitext.patterns import Grammar, grammar
from wiki.wikitext.reference import read_inline

SITE = SiteInfo(
    dbname="enwiki",
    lang="en",
    first_letter=True,
    namespaces=((1, "Talk"), (4, "Wikipedia"), (6, "File"), (6, "Image"), (10, "Template"), (14, "Category")),
)
TITLE = "Page"

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


def check_soup(text: str) -> None:
    """Raise AssertionError where a page's paragraphs break their promises."""
    for inline_templates in (True, False):
        for section, body, anchors in extract_paragraphs(
            text, TITLE, SITE, inline_templates=inline_templates
        ).paragraphs:
            assert body and body == body.strip() and "  " not in body and "\n" not in body, (text, body)
            assert section == section.strip(), (text, section)
            assert not any(mark in body for mark in MARKS), (text, body)
            position = 0
            for start, end, target in anchors:
                surface = body[start:end]
                assert position <= start < end <= len(body), (text, body, anchors)
                assert surface == surface.strip() and surface, (text, surface)
                assert target and target != TITLE, (text, target)
                position = end


def check_sane(markup: str, rules: Grammar) -> bool:
    """Whether the compiled scan read the paragraph; AssertionError where it reads it differently from the reference."""
    scanned = scan_inline(markup, TITLE, rules)
    if scanned is None:
        return False
    assert scanned == read_inline(markup, TITLE, rules), (markup, scanned, read_inline(markup, TITLE, rules))
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100_000, help="inputs of each kind (default 100000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    rules = grammar(SITE)
    longest = 0.0
    scanned = 0
    for _ in range(options.pages):
        text = soup(chance)
        started = time.process_time()
        check_soup(text)
        longest = max(longest, time.process_time() - started)
        scanned += check_sane(sane_paragraph(chance), rules)
    print(
        f"{options.pages} pages of soup and as many paragraphs agree; the scan read {scanned / options.pages:.1%}; ",
        end="",
    )
    print(f"the slowest page took {longest * 1000:.0f} ms")


if __name__ == "__main__":
    main()
