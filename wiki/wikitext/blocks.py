"""Paragraphs of a page among its headings, lists and preformatted lines, as MediaWiki's `BlockLevelPass` finds them."""

from __future__ import annotations

from collections.abc import Iterator

from wiki.wikitext.marks import BLOCK, MARK, VOID

_LIST = frozenset("*#:;")
_SPECIAL = frozenset("*#:; \t=-")


def split_paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Heading and markup of each paragraph: the markup of the innermost heading above it, empty in the lead.

    `text` is what `wiki.wikitext.strip.strip_markup` leaves. Items of lists, indented and preformatted lines are not
    paragraphs.
    """
    heading = ""
    lines: list[str] = []
    open_item = after_block = False
    for line in text.split("\n"):
        first = line[:1]
        if open_item:
            open_item = False
            label, closing, _ = line.partition("]]")
            if closing and "[[" not in label:
                continue
        if first == VOID:
            line = line.lstrip(VOID)
            first = line[:1]
        title = None
        if (
            first
            and (
                first not in _SPECIAL
                or (first == "-" and not line.startswith("----"))
                or (first == "=" and (title := _heading(line)) is None)
                or (first == "\t" and not line.isspace())
            )
            and BLOCK not in line
        ):
            if after_block and lines:
                yield heading, "\n".join(lines)
                lines.clear()
            after_block = False
            lines.append(line)
            continue
        if BLOCK in line and first not in _LIST:
            # Text between the blocks of successive lines is one paragraph.
            if lines and not after_block:
                yield heading, "\n".join(lines)
                lines.clear()
            *parts, rest = line.split(BLOCK)
            for part in parts:
                lines.append(part)
                yield heading, "\n".join(lines)
                lines.clear()
            if rest:
                lines.append(rest)
            after_block = True
            continue
        after_block = False
        if lines:
            yield heading, "\n".join(lines)
            lines.clear()
        if title is not None:
            heading = title
        elif first in _LIST:
            # The label of a link may go on in the line after the item.
            open_item = line.count("[[") > line.count("]]") and "|" in line[line.rfind("[[") :]
        elif first == "-":
            yield heading, line.lstrip("-")
    if lines:
        yield heading, "\n".join(lines)


def _heading(line: str) -> str | None:
    """What stands between the equals signs of a heading's line, None where the line is not a heading."""
    line = line.rstrip(" \t" + MARK + VOID)
    inner = line.strip("=")
    if not inner or not line.endswith("="):
        return None
    level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")), 6)
    return line[level:-level].strip()
