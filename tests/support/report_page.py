"""The build report's page as its elements, and files that stand for the pictures of the evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path


class Page(HTMLParser):
    """The elements of a page, and what its scripts and its text hold."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.scripts: dict[str, str] = {}
        self.text = ""
        self._open: list[str] = []
        self._script = ""
        self.feed(text)
        self.close()
        assert self._open == [], "every element ends"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if tag not in ("meta", "link", "input", "br", "img"):
            self._open.append(tag)
        if tag == "script":
            self._script = attributes.get("id", f"script {len(self.scripts)}")
            self.scripts[self._script] = ""

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "script":
            self.scripts[self._script] += data
        elif "style" not in self._open:
            self.text += data

    def values(self, attribute: str) -> Iterator[str]:
        return (attributes[attribute] for _, attributes in self.elements if attribute in attributes)


def draw(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
