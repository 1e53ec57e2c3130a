"""The work of `wiki-ner extract`: pieces of a dump, which workers turn into lines."""

from __future__ import annotations

import gzip
import json
from array import array
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from schemas.commands import progress_display
from schemas.files.storage import size
from schemas.records import Page, Paragraph, Reject
from schemas.text_table import duration_text
from wiki.articles import extract_article, read_articles
from wiki.dump.enterprise import pages_of, read_lines, read_record, record_ids, superseded
from wiki.dump.siteinfo_check import HeadCheck
from wiki.dump.splits import Split
from wiki.site.siteinfo import ARTICLE, SiteInfo

_BATCH_CHARACTERS = 8 << 20
"""Characters of wikitext that go to a worker at once where the dump is gzip, which cannot be split."""
_Item = TypeVar("_Item")


class Records(NamedTuple):
    """Records of an HTML dump, as they stand in it."""

    lines: list[bytes]


class Work(NamedTuple):
    """What a worker turns into lines: a split, or, where the dump cannot be split, pages or records of an HTML dump."""

    source: Split | list[Page] | Records
    rejects: list[Reject]
    counts: Counter[str]
    """Outcomes of the pages that the main process read before it handed them over; `rejects` are theirs too."""
    bytes_done: int
    """Compressed bytes of the dump that this work stands for."""
    head: HeadCheck | None = None
    """Where it is the first work of an export, what its head is compared with the articles by."""


class Article(NamedTuple):
    """What became of the article of a line."""

    title: str
    problems: Counter[tuple[str, str]]
    """How often it has each problem, by code and name."""
    rejects: int
    """Rejects of its piece of work that came before it."""


class Lines(NamedTuple):
    """Lines of a piece of work, and what became of its pages."""

    data: bytes
    rejects: list[Reject]
    counts: Counter[str]
    bytes_done: int
    articles: list[Article]
    """One for each line."""
    head: HeadCheck | None
    """That of the work, when it has read the articles."""


def work_units(splits: list[Split], site: SiteInfo) -> Iterator[Work]:
    """The work on a dump, in the order of the dump; together it stands for each byte of the dump once."""
    head: HeadCheck | None = HeadCheck(site)
    if splits[0].kind != "gzip":
        for split in splits:
            yield Work(split, [], Counter(), split.size, head)
            head = None
        return
    batch: _Batch[Page] = _Batch()
    for page in read_articles(splits[0], site, batch.reject, batch.count, batch.advance):
        batch.add(page, len(page.text))
        if batch.is_full():
            yield Work(*batch.take(), head)
            head = None
    yield Work(*batch.take(splits[0].size), head)


def html_work_units(dump: str, site: SiteInfo, *, whole: bool) -> Iterator[Work]:
    """The work on an HTML dump, in its order; together it stands for each byte of the dump once.

    Where the `whole` dump is wanted it is read twice: first, before this returns, the ids alone, so that of a page that
    is repeated the greatest revision that can be used counts, wherever it stands.
    """
    return _html_work(dump, _superseded_lines(dump, site) if whole else frozenset())


def _html_work(dump: str, old: frozenset[int]) -> Iterator[Work]:
    batch: _Batch[bytes] = _Batch()
    for number, line in enumerate(read_lines(dump, batch.reject, batch.advance)):
        if number in old:
            batch.counts["superseded"] += 1
            continue
        batch.add(line, len(line))
        if batch.is_full():
            lines, rejects, counts, done = batch.take()
            yield Work(Records(lines), rejects, counts, done)
    lines, rejects, counts, done = batch.take(size(dump))
    yield Work(Records(lines), rejects, counts, done)


class _Batch(Generic[_Item]):
    """What is read ahead for a worker of a dump that cannot be split."""

    def __init__(self) -> None:
        self.items: list[_Item] = []
        self.rejects: list[Reject] = []
        self.counts: Counter[str] = Counter()
        self._characters = self._read = self._told = 0

    def add(self, item: _Item, characters: int) -> None:
        self.items.append(item)
        self._characters += characters

    def reject(self, reject: Reject) -> None:
        self.rejects.append(reject)

    def count(self, outcome: str, _page: Page) -> None:
        self.counts[outcome] += 1

    def advance(self, done: int) -> None:
        """So many compressed bytes of the dump have been read."""
        self._read = done

    def is_full(self) -> bool:
        return self._characters >= _BATCH_CHARACTERS

    def take(self, read: int | None = None) -> tuple[list[_Item], list[Reject], Counter[str], int]:
        """The items, what was rejected and counted among them, and the bytes since the last ones; begins anew.

        For the last items `read` is where the dump ends.
        """
        end = self._read if read is None else read
        taken = self.items, self.rejects, self.counts, end - self._told
        self.items, self.rejects, self.counts = [], [], Counter()
        self._characters, self._told = 0, end
        return taken


def _superseded_lines(dump: str, site: SiteInfo) -> frozenset[int]:
    """Places of the records of a dump that another record of their page takes the place of; the progress is shown."""
    places, page_ids, rev_ids = array("q"), array("q"), array("q")
    show = progress_display(partial(_described_ids, size(dump)))
    told = 0

    def advance(done: int) -> None:
        nonlocal told
        show("", done - told)
        told = done

    for number, line in enumerate(read_lines(dump, lambda _: None, advance)):
        if ids := record_ids(line, site):
            places.append(number)
            page_ids.append(ids[0])
            rev_ids.append(ids[1])
    old = superseded(np.asarray(page_ids), np.asarray(rev_ids))
    return frozenset(np.asarray(places)[old].tolist())


def to_lines(work: Work, *, site: SiteInfo, inline_templates: bool, compress: bool) -> Lines:
    """The lines of a piece of work, as a member of a gzip file where they are to be compressed."""
    source, rejects, counts, bytes_done, head = work
    pages: Iterator[Page] | list[Page]
    if isinstance(source, Split):
        pages = read_articles(source, site, rejects.append, lambda name, _: counts.update((name,)))
    elif isinstance(source, Records):
        pages = _articles_of(source.lines, site, rejects, counts)
    else:
        pages = source
    lines = []
    articles = []
    for page in pages:
        if page.redirect is not None:
            counts["redirect"] += 1
            continue
        if head and not head.done:
            head.read(page.text)
        extraction = extract_article(page, site, inline_templates=inline_templates)
        if isinstance(extraction, Reject):
            rejects.append(extraction)
            continue
        counts["article"] += 1
        counts["paragraphs"] += len(extraction.paragraphs)
        counts["anchors"] += sum(len(paragraph.anchors) for paragraph in extraction.paragraphs)
        found = Counter((each.code, each.name) for paragraph in extraction.paragraphs for each in paragraph.problems)
        articles.append(Article(page.title, found, len(rejects)))
        lines.append(_line(page, extraction.paragraphs))
    counts["rejected"] = len(rejects)
    data = "".join(lines).encode()
    # A gzip file may consist of several members, so each worker can compress its own.
    data = gzip.compress(data, 6, mtime=0) if compress and data else data
    return Lines(data, rejects, counts, bytes_done, articles, head)


def _articles_of(lines: list[bytes], site: SiteInfo, rejects: list[Reject], counts: Counter[str]) -> Iterator[Page]:
    """The articles and redirects of records of an HTML dump."""
    for line in lines:
        record = read_record(line, site)
        if isinstance(record, Reject):
            rejects.append(record)
            continue
        for page in pages_of(record, site):
            if page.namespace == ARTICLE:
                yield page
            else:
                counts["other-namespace"] += 1


def _line(page: Page, paragraphs: list[Paragraph]) -> str:
    record = {
        "page_id": page.page_id,
        "rev_id": page.rev_id,
        "title": page.title,
        "paragraphs": [
            {
                "section": section,
                "text": text,
                "anchors": [{"start": start, "end": end, "target": target} for start, end, target in anchors],
                "problems": [
                    {"start": start, "end": end, "code": code} | ({"name": name} if name else {})
                    for start, end, code, name in problems
                ],
            }
            for section, text, anchors, problems, _ in paragraphs
        ],
    }
    return json.dumps(record, ensure_ascii=False) + "\n"


def described(total: int, done: int, seconds: float) -> str:
    """How much of a dump has been read, how fast, and how long the rest takes; bytes, of so many."""
    share = f"{done / total:.1%} of {total / 1e6:,.1f} MB"
    if not done:
        return share
    rate = done / seconds
    return f"{share}, {rate / 1e6:.2f} MB/s, {duration_text((total - done) / rate)} left"


def _described_ids(total: int, done: int, seconds: float) -> str:
    return f"ids of the pages, {described(total, done, seconds)}"
