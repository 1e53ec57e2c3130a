"""Tables of a page: most are removed whole; a broken one becomes tags, as by MediaWiki's `Parser::handleTables`.

Broken are a table that is never closed and one with a table between its cells, which HTML takes out of the outer one:
what follows may be text of the article.
"""

from __future__ import annotations

import re

from wiki.wikitext.marks import BLOCK, TAG

_token = re.compile(r"\n(?:[ \t]*+(:*+)[ \t]*+(\{\|)|[ \t]*+\|\})")
_cell = re.compile(r"\n[ \t]*+(?:\|(?!\})(-)?|!)")
_start = re.compile(r":*[ \t]*\{\|")


def strip_tables(text: str) -> str:
    """The page without its tables, a `BLOCK` in place of each; a broken one and its contents are left as tags."""
    text = "\n" + text
    kept: list[str] = []
    # Where each open table begins, and where the last table in it ended.
    opened: list[list[int]] = []
    position = 0
    broken = indented = False
    for match in _token.finditer(text):
        start, end = match.span()
        if match[2]:
            if not opened:
                kept.append(text[position:start])
                position = start
                broken, indented = False, bool(match[1])
            elif not broken:
                broken = not _cell_is_open(text, opened[-1], start)
            opened.append([end, end])
        elif opened:
            opened.pop()
            if opened:
                opened[-1][1] = end
            elif broken:
                kept.append(_as_tags(text[position:end]))
                position = end
            else:
                kept.append("\n" + BLOCK)
                position = text.find("\n", end) if indented else end
                if position < 0:
                    position = len(text)
    rest = text[position:]
    kept.append(_as_tags(rest) if opened else rest)
    return "".join(kept)[1:]


def _cell_is_open(text: str, table: list[int], end: int) -> bool:
    """Whether at `end` a cell of the table is open. What stands before the last table in it need not be read again."""
    begin, after = table
    lines = list(_cell.finditer(text, after, end))
    return lines[-1][1] is None if lines else after > begin


def _as_tags(text: str) -> str:
    """The lines of the page, from a table on, with the tags of tables, rows and cells in place of their markup."""
    lines: list[str] = []
    # The cell and the row that are open in each open table.
    opened: list[list[str]] = []
    for line in text.split("\n"):
        trimmed = line.strip(" \t")
        if start := _start.match(trimmed):
            opened.append(["", ""])
            lines.append(_tags("dl", "dd") * start[0].count(":") + _tags("table"))
        elif not opened:
            lines.append(line)
        elif trimmed.startswith("|}"):
            cell, row = opened.pop()
            lines.append(_close(cell) + _close(row) + _tags("/table") + trimmed[2:])
        elif trimmed.startswith("|-"):
            cell, row = opened[-1]
            opened[-1] = ["", ""]
            lines.append(_close(cell) + _close(row))
        elif trimmed[:1] in ("|", "!"):
            lines.append(_read_cells(trimmed, opened[-1]))
        else:
            lines.append(line)
    return "\n".join(lines)


def _read_cells(line: str, table: list[str]) -> str:
    """The cells of a line, which may be a caption's; `table` has the cell and the row that are open, and is changed."""
    caption = line.startswith("|+")
    name = "caption" if caption else "td" if line[0] == "|" else "th"
    contents = line[2 if caption else 1 :]
    pieces: list[str] = []
    for part in (contents.replace("!!", "||") if name == "th" else contents).split("||"):
        pieces.append(_close(table[0]))
        if not caption and not table[1]:
            pieces.append(_tags("tr"))
            table[1] = "tr"
        attributes, bar, content = part.partition("|")
        pieces += _tags(name), content if bar and "[[" not in attributes else part
        table[0] = name
    return "".join(pieces)


def _tags(*names: str) -> str:
    return "".join(f"{TAG}{name}{TAG}" for name in names)


def _close(name: str) -> str:
    return _tags(f"/{name}") if name else ""
