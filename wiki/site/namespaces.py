"""Names of namespaces by language: `namespaces.toml`, read. A dump of wikitext says them, one of HTML does not."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

_PROJECT = 4
_EVERYWHERE = (
    (100, "Portal"),
    (118, "Draft"),
    (710, "TimedText"),
    (711, "TimedText talk"),
    (828, "Module"),
    (829, "Module talk"),
)
"""Namespaces that Wikipedias have besides MediaWiki's own."""


def namespace_names(lang: str, *, is_wikipedia: bool) -> Iterator[tuple[int, str]]:
    """Number and name of the namespaces of a wiki of this language, its main names first; English ones left out."""
    data = _data()
    project = data["wikipedia"].get(lang, "Wikipedia") if is_wikipedia else "Project"
    yield _PROJECT, project
    for number, names in data["names"].get(lang, {}).items():
        for name in names:
            yield int(number), name.replace("$1", project)
    if is_wikipedia:
        for number, name in data["further"].get(lang, {}).items():
            yield int(number), name
        yield from _EVERYWHERE


@cache
def _data() -> dict[str, Any]:
    """The tables of the file, each by single language codes."""
    data = tomllib.loads(files("wiki.site").joinpath("namespaces.toml").read_text("utf-8"))
    return {
        table: {code: value for codes, value in rows.items() for code in codes.split()} for table, rows in data.items()
    }
