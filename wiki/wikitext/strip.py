"""The first pass over a page: it removes what cannot hold running text, in time linear in the page.

The order is MediaWiki's: comments and extension tags by one scan from left to right, templates from the inside out
(`Preprocessor_Hash::preprocessToObj`), then tables, block elements of HTML and files. A mark (`marks`) stays where
something was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from wiki.wikitext.marks import BLOCK, DROP_INDENT, HOLE_OF, MARK, MARKS, TAG
from wiki.wikitext.tables import strip_tables

_CONTROLS = (*MARKS, "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f")
"""Characters that are deleted first: the marks, and what Python takes for white space. XML can hold none of them."""

BLOCK_EXTENSIONS = (
    "gallery|references|imagemap|timeline|score|hiero|pre|graph|mapframe|templatedata|inputbox|categorytree|poem|"
    "dynamicpagelist|chart|rss|quiz"
)
"""Extension tags that show a block. Others stand in the line, as source code may, or show nothing."""
OPAQUE = (
    f"{BLOCK_EXTENSIONS}|ref|nowiki|math|chem|ce|syntaxhighlight|source|maplink|templatestyles|section|indicator|"
    "includeonly|charinsert|listing|phonos"
)
_FORMULAS = frozenset(("math", "chem", "ce"))
_SHOWN = frozenset(("syntaxhighlight", "source", "maplink", "listing"))
"""Extension tags that show something within the line, other than formulas and footnotes."""
_block_extensions = frozenset(BLOCK_EXTENSIONS.split("|"))
_COMMENT = r"!--[^-]*+(?:-(?!->)[^-]*+)*+(?:-->|\Z)"
_extension = re.compile(
    rf"<(?:({_COMMENT}(?:[ \t]*+<{_COMMENT})*+(?:[ \t]*+\n)?+)"
    rf"|({OPAQUE})(?=\s|/?>)[^<>]*+"
    r"(?:(?<=/)>|>([^<]*+(?:<(?!/\2\s*>)[^<]*+)*+)(?:</\2\s*>|(\Z))))",
    re.IGNORECASE,
)
_transclusion_tag = re.compile(r"</?(?:noinclude|onlyinclude|includeonly)\s*/?>", re.IGNORECASE)
_tabber = re.compile(r"<tabber(?=\s|>)[^<>]*+>([^<]*+(?:<(?!/tabber\s*>)[^<]*+)*+)</tabber\s*>", re.IGNORECASE)
_tab_name = re.compile(r"\A\s*+[^=|\n]*+=|\|-\|(?:\s*+[^=|\n]*+=)?+")
_PROTECTED = {ord(c): f"&#{ord(c)};" for c in "[]{}|'<>*#:;=_-~!/"} | {ord("\n"): " ", ord("\t"): " "}
_unprotected = re.compile(r"&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);|([^&]++|&)")


def protect(text: str) -> str:
    """The text with references for the characters that could be markup, as `<nowiki>` asks for; references stay."""
    return _unprotected.sub(_protected, text)


def _protected(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[0]
    return "&amp;" if match[1] == "&" else match[1].translate(_PROTECTED)


def strip_markup(text: str, file_link: FileLinks, expand: Callable[[str], str]) -> str:
    """What is left of a page for the reader of paragraphs: links, quotes, inline tags, headings, list lines.

    `expand` gives the wikitext that stands for a template, from what is between its braces.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    for control in _CONTROLS:
        if control in text:
            text = text.replace(control, "")
    if "<" in text:
        text = strip_extensions(_untabbed(text))
    if "{{" in text:
        text = _strip_templates(text, expand)
    # One character is looked for first: two take ten times as long to find.
    if "{" in text and "{|" in text:
        text = strip_tables(text)
    if "<" in text:
        text = _mark_blocks(text)
    return _strip_files(text, file_link)


def _untabbed(text: str) -> str:
    """The page with what stands in tabs (`<tabber>`) in its place, each tab by itself and without its name."""
    if "abber" not in text:
        return text
    return _tabber.sub(lambda tabs: "\n\n" + _tab_name.sub("\n\n", tabs[1]) + "\n\n", text)


def strip_extensions(text: str) -> str:
    """The page without comments and extension tags. What `<nowiki>` protects becomes character references.

    A tag that is never closed is text.
    """
    unclosed: list[tuple[str, int]] = []

    def replace(match: re.Match[str]) -> str:
        kind = match.lastindex
        if kind == 1:
            return _comment(match)
        name = match[2]
        if name == "ref" and kind != 4:
            # Most are, and this is asked for each.
            return MARK
        name = name.lower()
        if name == "includeonly":
            return ""
        if kind == 4:
            unclosed.append((name, match.start()))
        elif name in _block_extensions:
            return BLOCK
        elif kind == 3 and name == "nowiki":
            return MARK + protect(match[3]) + MARK
        elif name in _FORMULAS:
            return MARK + HOLE_OF["formula"]
        elif name in _SHOWN:
            return MARK + HOLE_OF["extension"]
        return MARK

    stripped = _extension.sub(replace, text)
    while unclosed:
        # No closing tag of this name follows: all its opening tags become text, so each name costs one more pass.
        name, start = unclosed.pop()
        opening = re.compile(rf"<({name}(?=\s|/?>)[^<>]*+(?<!/)>)", re.IGNORECASE)
        text = text[:start] + opening.sub(r"&lt;\1", text[start:])
        stripped = _extension.sub(replace, text)
    if DROP_INDENT in stripped:
        stripped = re.sub(rf"(?<![ \t])[ \t]*{DROP_INDENT}", "", stripped)
    return _transclusion_tag.sub("", stripped)


def _comment(match: re.Match[str]) -> str:
    """What stands for a comment: nothing; one that has a line to itself takes the line with it, as in MediaWiki."""
    if not match[1].endswith("\n"):
        return ""
    text, start = match.string, match.start()
    if start == 0 or text[start - 1] == "\n":
        return ""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return DROP_INDENT if not line.strip(" \t") else "\n"


_brace_token = re.compile(r"\{\{+|\}\}+|\[\[|\]\]")


def _strip_templates(text: str, expand: Callable[[str], str]) -> str:
    """The page with each template replaced, inner ones first. Braces that match nothing stay."""
    if text.count("[") == text.count("]") or text.count("[[") == text.count("]]"):
        first, *parts = text.split("{{")
        if {part[:1] for part in parts}.isdisjoint(("{", "")):
            return _match_pairs(first, parts, expand)
    return _match_braces(text, expand)


def _match_pairs(first: str, parts: list[str], expand: Callable[[str], str]) -> str:
    """Templates matched by a stack, in a page where all braces that matter come in pairs and no link is open.

    The page is given as it is split at `{{`.
    """
    level = [first]
    # Pieces of what stands around the template that is open, of what is around that one, and so on.
    outer: list[list[str]] = []
    for part in parts:
        outer.append(level)
        level = []
        *closed, rest = part.split("}}")
        for piece in closed:
            level.append(piece)
            if outer:
                inner = "".join(level)
                level = outer.pop()
                level.append(expand(inner))
            else:
                level.append("}}")
        level.append(rest)
    pieces: list[str] = []
    for unclosed in outer:
        pieces += unclosed
        pieces.append("{{")
    return "".join(pieces + level)


def _match_braces(text: str, expand: Callable[[str], str]) -> str:
    """Templates, parameters and links matched by a stack, as MediaWiki's preprocessor does."""
    pieces: list[str] = []
    # What is open: the character, how many of it, how many more are text, and their place in `pieces`.
    stack: list[tuple[str, int, int, int]] = []
    position = 0
    for match in _brace_token.finditer(text):
        start, token = match.start(), match[0]
        if start > position:
            pieces.append(text[position:start])
        position = match.end()
        kind, size = token[0], len(token)
        if kind in "{[":
            stack.append((kind, size, 0, len(pieces)))
            pieces.append("")
            continue
        while size > 1 and stack and stack[-1][0] == ("{" if kind == "}" else "["):
            _, opened, literal, place = stack.pop()
            if kind == "]":
                pieces[place] = "[["
                break
            matched = min(size, opened, 3)
            size -= matched
            opened -= matched
            if matched < 3:
                inner = "{" * literal + "".join(pieces[place + 1 :])
                del pieces[place + 1 :]
                pieces.append(expand(inner))
                literal = 0
            elif literal or not _take_default(pieces, place + 1):
                # A template parameter outside a template, without a default: it is text.
                literal += 3
                pieces.append("}}}")
            if opened > 1:
                stack.append(("{", opened, literal, place))
            else:
                pieces[place] = "{" * (opened + literal)
        if size:
            pieces.append(kind * size)
    pieces.append(text[position:])
    for kind, opened, literal, place in stack:
        pieces[place] = kind * (opened + literal)
    return "".join(pieces)


def _take_default(pieces: list[str], start: int) -> bool:
    """Whether the parameter whose pieces begin at `start` has a default; if so, only the default is left of it."""
    if start == len(pieces):
        return False
    _, bar, default = pieces[start].partition("|")
    if bar:
        pieces[start] = default
    return bool(bar)


BLOCK_TAGS = "table|ul|ol|dl|div|center|h[1-6]|blockquote|p|pre|hr|li|dt|dd|tr|td|th|caption"
_block_tag = re.compile(rf"<(/?(?:{BLOCK_TAGS}))(?=[\s/>])[^<>]*+>", re.IGNORECASE)


def _mark_blocks(text: str) -> str:
    """The page with its tags of block elements as `TAG`, name, `TAG`."""
    return _block_tag.sub(lambda tag: f"{TAG}{tag[1].lower()}{TAG}", text)


_bracket_token = re.compile(r"\[\[|\]\]")


class FileLinks(NamedTuple):
    """How a wiki's links to files are written."""

    opening: re.Pattern[str]
    boxes: frozenset[str]
    """The options that put a file into a box of its own: a side, a frame, a thumbnail."""

    def in_line(self, options: list[str]) -> bool:
        """Whether a file's link with these options shows it in the line, like a letter (`Parser::makeImage`)."""
        return not any(
            option in self.boxes or ("=" in option and option[: option.index("=") + 1] in self.boxes)
            for option in map(str.strip, options)
        )


def _strip_files(text: str, file_link: FileLinks) -> str:
    """The page without links to files, their captions included. One that is not closed stays as text.

    Links in captions nest one deep. As in `Parser::replaceInternalLinks2`, the search for the closing brackets ends at
    a link in the caption that is not closed.
    """
    kept: list[str] = []
    position = 0
    match = file_link.opening.search(text)
    while match:
        start = match.start()
        end = _file_end(text, match.end())
        if end < 0:
            match = file_link.opening.search(text, match.end())
            continue
        kept.append(text[position:start])
        options = text[start : end - 2].split("|")[1:]
        kept.append(MARK + HOLE_OF["image"] if file_link.in_line(options) else BLOCK)
        position = end
        match = file_link.opening.search(text, position)
    if not kept:
        return text
    kept.append(text[position:])
    return "".join(kept)


def _file_end(text: str, position: int) -> int:
    """Where the link to a file that is open at `position` ends, or -1."""
    nested = linked = False
    for token in _bracket_token.finditer(text, position):
        if token[0] == "[[":
            if nested:
                return -1
            nested = linked = True
        elif nested:
            nested = False
        else:
            end = token.end()
            # As in any link, the first of three brackets closes one that is open in the caption.
            return end + (text.startswith("]", end) and not linked and "[" in text[position : end - 2])
    return -1
