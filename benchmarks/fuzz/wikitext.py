"""Wikitext by chance: pages of a grammar, and pages of a wiki with changes."""

from __future__ import annotations

import random
from collections.abc import Sequence

_PLAIN = """
a The city of Kyōto 1999 is was ﬁ 東京 naïve (see) x. y, – 𝒜 ' " &nbsp; &amp; &#91; &#x5d; &bogus; &lt;b&gt;
&#x200b; &#0; &#xD800; - = * : # ; St. Dr. U.S. e.g. “So.” 'tis e\u0301 שלום العربية \u200e \u202e \u00ad
\ufeff ß ǆ İ 👩‍👩‍👧 ~~~~ __TOC__ __NOTOC__ http://x.org/a?b=c ISBN RFC -{zh-hans:a;zh-hant:b}-
"""
_WORDS = [*_PLAIN.split(), "\u3000", "\u2028", "\u2009", "\x85", "\xa0", "\t", "\x7f"]
_LINKED = """
Kyoto kyoto_(city) Kyoto#part #part :Category:X Category:X File:X.jpg Image:Y.png Talk:X fr:X :fr:X wikt:x 2001:_X
a&amp;b %41 a%5Bb Template:X /x ../x . .. ~~~ <b>x</b> a[b Page É ﬁ A\u202eb A&nbsp;b _ : :: Wikipedia:X
"""
_TITLES = [title.replace("_", " ") for title in _LINKED.split()]
_ELEMENTS = """
b i u small sup sub span div center blockquote ref nowiki math gallery pre code poem br hr p li ul table noinclude
"""
_TAGS = _ELEMENTS.split()
_CALLED = """
lang|fr| convert|5|km cite|title= nowrap| ! = quote| as_of|2014 formatnum:12 lang-fr| c.| Infobox|name= #if:x|y|z main|
PAGENAME x:y IPA|a transl|ar| ill|A|fr| DEFAULTSORT:X 1 {{a}}
"""
_NAMES = _CALLED.split()
_STARTS = "* : # ; == ---- | {| |} |- !"
_LINES = ["\n", "\n\n", *(f"\n{start}" for start in _STARTS.split()), "\n ", "==\n", "\r\n"]
_MARKUP = """
[[ ]] [ ] {{ }} { } {{{ }}} | || '' ''' ''''' <!-- --> <ref> </ref> <ref/> <nowiki> </nowiki> <br/> < > </ & ;
"""
_PIECES = [*_LINES, *_MARKUP.split(), *(f"<{tag}>" for tag in _TAGS), *(f"</{tag}>" for tag in _TAGS), *_WORDS]


def drawn_page(chance: random.Random) -> str:
    """A page of the grammar: headings, paragraphs, lists, tables, boxes, one within another; some left open."""
    return "\n".join(_block(chance, 3) for _ in range(chance.randrange(1, 4)))


def _one(chance: random.Random, pieces: Sequence[str]) -> str:
    # Half the time of `choice`, and drawing takes most of the time of a case.
    return pieces[int(chance.random() * len(pieces))]


def _block(chance: random.Random, depth: int) -> str:
    kind = int(chance.random() * 12)
    if kind == 0:
        marks = "=" * chance.randrange(1, 8)
        return f"{marks} {_line(chance, depth - 1)} {_one(chance, [marks, marks, '=', ''])}"
    if kind == 1:
        return "\n".join(_one(chance, "*#:;") * chance.randrange(1, 4) + _line(chance, depth - 1) for _ in range(2))
    if kind == 2 and depth:
        rows = "".join(f"\n|-\n| {_line(chance, depth - 1)} || {_block(chance, depth - 1)}" for _ in range(2))
        return "{| class=x" + rows + _one(chance, ["\n|}", "\n|}", ""])
    if kind == 3 and depth:
        return (
            "{{Infobox\n|a="
            + _block(chance, depth - 1)
            + "\n|b="
            + _line(chance, depth - 1)
            + _one(chance, ["\n}}", "}}", ""])
        )
    if kind == 4 and depth:
        tag = _one(chance, _TAGS)
        return f"<{tag}>\n{_block(chance, depth - 1)}\n</{_one(chance, [tag, tag, 'b'])}>"
    if kind == 5:
        return _one(chance, ["", " ", "----", "<!-- x -->", "__TOC__", " \n"]) + _line(chance, depth - 1)
    return _one(chance, ["\n", " ", "\n\n"]).join(_line(chance, depth) for _ in range(chance.randrange(1, 4)))


def _line(chance: random.Random, depth: int) -> str:
    return _one(chance, ["", " ", " "]).join(_inline(chance, depth) for _ in range(chance.randrange(1, 9)))


def _inline(chance: random.Random, depth: int) -> str:
    kind = int(chance.random() * 16)
    if depth <= 0 or kind > 8:
        return _one(chance, _WORDS)
    inner = _line(chance, depth - 1) if kind < 7 else ""
    if kind == 0:
        return f"[[{_one(chance, _TITLES)}|{inner}]]{_one(chance, ['', 's', 'ö', chr(39) * 2])}"
    if kind == 1:
        return f"[[{_one(chance, _TITLES)}]]{_one(chance, ['', 's', ' '])}"
    if kind == 2:
        return "{{" + _one(chance, _NAMES) + inner + _one(chance, ["}}", "}}", "}", ""])
    if kind == 3:
        quotes = "'" * chance.randrange(1, 8)
        return f"{quotes}{inner}{_one(chance, [quotes, quotes, chr(39) * 2, ''])}"
    if kind == 4:
        tag = _one(chance, _TAGS)
        return f"<{tag}{_one(chance, ['', ' a=b', ' /'])}>{inner}{_one(chance, [f'</{tag}>', f'</{tag}>', ''])}"
    if kind == 5:
        return f"[http://x.org/ {inner}]"
    if kind == 6:
        return f"[[File:X.jpg|thumb|{inner}]]"
    return _one(chance, _PIECES)


def mutated(text: str, chance: random.Random) -> str:
    """The text with up to eight changes: pieces left out, doubled, moved, put in, or cut off."""
    for _ in range(chance.randrange(1, 9)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + int(chance.expovariate(0.05)))
        kind = int(chance.random() * 8)
        if kind == 0:
            text = text[:start] + text[end:]
        elif kind == 1:
            text = text[:end] + text[start:]
        elif kind == 2:
            place = chance.randrange(len(text) + 1)
            text = text[:place] + text[start:end] + text[place:]
        elif kind == 3 and chance.random() < 0.1:
            text = text[:start]
        elif kind == 4:
            text = text[:start] + _one(chance, _PIECES) * chance.randrange(1, 20) + text[start:]
        else:
            text = text[:start] + _one(chance, _PIECES) + text[end if kind == 5 else start :]
    return text


def excerpt(text: str, chance: random.Random) -> str:
    """A part of a text: some hundred characters mostly, at times some ten thousand."""
    size = int(chance.expovariate(1 / 600)) + 20
    if int(chance.random() * 200) == 0:
        size *= 30
    start = chance.randrange(max(1, len(text) - size))
    return text[start : start + size]
