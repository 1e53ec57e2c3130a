"""Dumps of a few pages, written by the tests."""

from __future__ import annotations

from pathlib import Path

_HEAD = (
    '<mediawiki version="0.11" xml:lang="en">\n<siteinfo><dbname>samplewiki</dbname><case>first-letter</case>'
    '<namespaces><namespace key="0" case="first-letter" /><namespace key="10">Template</namespace></namespaces>'
    "</siteinfo>\n"
)


def page(page_id: int, title: str, text: str, namespace: int = 0) -> str:
    """A page of a dump; `text` must be escaped already."""
    return (
        f"<page><title>{title}</title><ns>{namespace}</ns><id>{page_id}</id><revision><id>{page_id + 100}</id>"
        f"<model>wikitext</model><text>{text}</text></revision></page>\n"
    )


def dump(path: Path, *pages: str, end: str = "</mediawiki>\n") -> Path:
    """Write a dump of these pages; returns its path."""
    path.write_text(_HEAD + "".join(pages) + end, "utf-8")
    return path
