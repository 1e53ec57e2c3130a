"""Reads the sources of the sample: the files of `articles/` and `pages/`, and the tables beside them.

`README.md` in the sample's folder says what each source holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sample.generator.titles import canonical

_KEYS = {"title", "class", "redirects", "categories", "item", "model", "text"}


class SourceError(ValueError):
    """The sources do not make a wiki. The message lists what is wrong and where."""


class Source(NamedTuple):
    """A file of `articles/` or `pages/`."""

    where: str
    """Its path from the sample's folder."""
    header: dict[str, str]
    text: str
    """Wikitext, or the text of another content model."""

    @property
    def title(self) -> str:
        return self.header["title"]

    @property
    def dbpedia_class(self) -> str:
        """Its DBpedia class; empty for none."""
        return self.header.get("class", "")

    @property
    def is_deleted(self) -> bool:
        """Whether the revision's text was deleted, so that the dump has the page without its text."""
        return self.header.get("text") == "deleted"

    def values(self, key: str) -> list[str]:
        """The values of a header line, separated by `;`."""
        return [value.strip() for value in self.header.get(key, "").split(";") if value.strip()]


class Sample(NamedTuple):
    """Everything the sources say."""

    articles: list[Source]
    others: list[Source]
    """Pages of other namespaces and content models."""
    types: dict[str, str]
    """Title without an article to its DBpedia class."""
    redirects: dict[str, str]
    """Title of a redirect page to its target, one step, with a fragment where there is one."""
    parents: dict[str, list[str]]
    """Category to its parents; a category that is only a parent has no page."""
    classes: dict[str, tuple[list[str], str]]
    """DBpedia class to its parents and its label."""
    class_items: dict[str, list[str]]
    """DBpedia class to the Wikidata items that it is the same as."""


def read_source(path: Path, folder: Path) -> Source:
    """Reads header lines, a blank line and a text. `folder` is the sample's.

    Raises SourceError where the header is not as `README.md` says.
    """
    where = path.relative_to(folder).as_posix()
    head, blank, text = path.read_text(encoding="utf-8").partition("\n\n")
    header = {}
    for line in head.splitlines():
        key, colon, value = line.partition(":")
        if not colon:
            raise SourceError(f"{where}: {line!r} in the header is not `key: value`")
        header[key.strip()] = value.strip()
    unknown = sorted(header.keys() - _KEYS)
    if unknown:
        raise SourceError(f"{where}: the header has unknown keys {unknown}; the known ones are {sorted(_KEYS)}")
    if not header.get("title") or not blank:
        raise SourceError(f"{where}: needs a title, a blank line and text")
    if canonical(header["title"]) != header["title"]:
        raise SourceError(f"{where}: write the title as {canonical(header['title'])!r}")
    return Source(where, header, text.strip())


def read_table(path: Path, columns: int) -> Iterator[list[str]]:
    """Rows of a tab-separated table. Empty lines and lines that start with `#` are skipped.

    Raises SourceError where a row has another number of columns, or an empty cell.
    """
    for count, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            row = line.split("\t")
            if len(row) != columns or not all(cell.strip() for cell in row):
                raise SourceError(f"{path.name}, line {count}: needs {columns} columns separated by tabs")
            yield row


def read_pairs(path: Path) -> dict[str, str]:
    """A table of two columns whose first is a key. Raises SourceError where a key occurs twice."""
    pairs: dict[str, str] = {}
    for key, value in read_table(path, 2):
        if key in pairs:
            raise SourceError(f"{path.name}: {key!r} occurs twice")
        pairs[key] = value
    return pairs


def read_sample(folder: Path) -> Sample:
    """Reads all sources in the sample's folder, but does not check that they fit together (`checks`).

    Raises SourceError at the first that cannot be read.
    """
    articles = [read_source(path, folder) for path in sorted((folder / "articles").glob("*/*.wiki"))]
    redirects = read_pairs(folder / "redirects.tsv")
    for article in articles:
        for title in article.values("redirects"):
            if redirects.setdefault(title, article.title) != article.title:
                raise SourceError(f"{article.where}: {title!r} already redirects to {redirects[title]!r}")
    parents: dict[str, list[str]] = {}
    for child, parent in read_table(folder / "categories.tsv", 2):
        parents.setdefault(child, []).append(parent)
    class_items: dict[str, list[str]] = {}
    for name, item in read_table(folder / "class_items.tsv", 2):
        class_items.setdefault(name, []).append(item)
    return Sample(
        articles=articles,
        others=[read_source(path, folder) for path in sorted((folder / "pages").glob("*.wiki"))],
        types=read_pairs(folder / "types.tsv"),
        redirects=redirects,
        parents=parents,
        classes={name: (above.split(";"), label) for name, above, label in read_table(folder / "classes.tsv", 3)},
        class_items=class_items,
    )
