"""Reading the documentation: its pages, the blocks of code in them, and where their links lead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[2]
README, INDEX = PROJECT / "README.md", PROJECT / "docs" / "index.md"

_BLOCK = re.compile(r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\[\]]*\]\(([^()\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page."""

    page: Path
    number: int
    """Its place among the blocks of the page, from 1."""
    language: str
    mark: str
    """What follows the language: `runnable`, or `file=NAME` for text that the commands of the page need."""
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(PROJECT)}, block {self.number}"


def pages() -> list[Path]:
    """All pages, the front page first."""
    return [README, *sorted((PROJECT / "docs").rglob("*.md"))]


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = []
    for number, match in enumerate(_BLOCK.finditer(page.read_text("utf-8")), start=1):
        language, _, mark = match["info"].partition(" ")
        found.append(Block(page, number, language, mark, dedent(match["text"])))
    return found


def shown_files(page: Path) -> dict[str, str]:
    """The files that a page tells its reader to write, by name."""
    return {b.mark.removeprefix("file="): b.text for b in blocks(page) if b.mark.startswith("file=")}


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _BLOCK.sub("", page.read_text("utf-8"))


def code_spans(page: Path) -> list[str]:
    """What stands between single backticks."""
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", prose(page))


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """File and anchor (empty for none) of each link of a page that stays within the project."""
    for target in _LINK.findall(re.sub(r"(?<!`)`[^`\n]+`(?!`)", "", prose(page))):
        if not re.match(r"[a-z]+:", target):
            path, _, anchor = target.partition("#")
            yield (page.parent / path).resolve() if path else page, anchor


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges make them: `## What's new?` is `whats-new`."""
    seen: Counter[str] = Counter()
    found = set()
    for heading in _HEADING.findall(prose(page)):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found
