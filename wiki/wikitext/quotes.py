"""Runs of apostrophes, which mark bold and italic type: MediaWiki's `Parser::doQuotes`, without the bold type."""

from __future__ import annotations

import re

from wiki.wikitext.marks import ITALIC, MARK

_run = re.compile(r"''+")
_label = re.compile(r"\|([^\[\]|]*+)\]\]")


def strip_quotes(line: str) -> str:
    """The line without the apostrophes that are markup; a `MARK` stands for each run, with an `ITALIC` for italic type.

    In a run of four one apostrophe is text, in one of more than five all but five are. Where both the bold and the
    italic runs are odd in number, one bold run is an apostrophe and an italic run.
    """
    pieces = re.split(r"(''+)", line)
    if len(pieces) == 1:
        return line
    sizes: dict[int, int] = {}
    for i in range(1, len(pieces), 2):
        size = len(pieces[i])
        if size == 4 or size > 5:
            text = 1 if size == 4 else size - 5
            pieces[i - 1] += "'" * text
            size -= text
        sizes[i] = size
        pieces[i] = MARK
    italic = sum(size != 3 for size in sizes.values())
    bold = sum(size != 2 for size in sizes.values())
    if italic % 2 and bold % 2:
        at = _apostrophe(pieces, [i for i, size in sizes.items() if size == 3])
        if at:
            pieces[at - 1] += "'"
            sizes[at] = 2
    for i, size in sizes.items():
        if size != 3:
            pieces[i] = MARK + ITALIC
    return _close_italics("".join(pieces))


def mark_italics(markup: str) -> str:
    """A paragraph in which all runs of apostrophes are of italic type, with marks in their place."""
    return _close_italics(markup.replace("''", MARK + ITALIC))


def _close_italics(markup: str) -> str:
    """The markup with italic type closed at the end of each line that leaves it open."""
    if "\n" in markup:
        return "\n".join(map(_close_italics, markup.split("\n")))
    return markup + ITALIC if markup.count(ITALIC) % 2 else markup


def _apostrophe(pieces: list[str], bold: list[int]) -> int:
    """The bold run that begins with an apostrophe: after a word of one letter, else a longer word, else a space."""
    word = space = 0
    for i in bold:
        before = pieces[i - 1].encode("utf-8", "surrogatepass")
        if before[-1:] == b" ":
            space = space or i
        elif before[-2:-1] == b" ":
            return i
        else:
            word = word or i
    return word or space


def simple_quotes(markup: str) -> bool:
    """Whether every run of apostrophes in the paragraph is markup and nothing else."""
    if "\n" in markup:
        return all(map(simple_quotes, markup.split("\n")))
    if not _even(markup):
        return False
    labels = [label for label in _label.findall(markup) if "''" in label]
    return not labels or (all(map(_even, labels)) and _even(_label.sub("]]", markup)))


def _even(markup: str) -> bool:
    bold = italic = 0
    for run in _run.findall(markup):
        size = len(run)
        if size == 2:
            italic += 1
        elif size == 3:
            bold += 1
        elif size == 5:
            bold += 1
            italic += 1
        else:
            return False
    return not (bold % 2 and italic % 2)
