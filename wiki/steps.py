"""From a split of the dump to sentences with anchors: the pure function behind the `sentences` step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from schemas.chance import uniform
from schemas.records import REDIRECTS, SENTENCES, Anchor, Page, Reject
from schemas.shards import Shard
from wiki.articles import extract_article, read_articles
from wiki.dump import Split
from wiki.punkt import to_table, train_punkt
from wiki.redirects import redirect_target, redirects_from_tables
from wiki.sentences import Splitter, split_sentences
from wiki.siteinfo import SiteInfo
from wiki.wikitext import Extraction

_ROWS = 4096
"""Sentences collected before they become an Arrow table."""


@dataclass
class Columns:
    """Rows of a dataset, collected column by column: what Arrow takes fastest."""

    schema: pa.Schema
    values: list[list[Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.values = [[] for _ in self.schema]

    def __len__(self) -> int:
        return len(self.values[0])

    def append(self, *row: Any) -> None:
        """Add a row."""
        for column, value in zip(self.values, row, strict=True):
            column.append(value)

    def take(self) -> pa.Table:
        """The rows so far as a table; they are forgotten here."""
        arrays = [pa.array(column, type=each.type) for column, each in zip(self.values, self.schema, strict=True)]
        self.__post_init__()
        return pa.Table.from_arrays(arrays, schema=self.schema)


class SentenceRows:
    """Rows of `sentences`, collected paragraph by paragraph; what repeats within one is repeated by Arrow."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._pages: list[tuple[int, int, str]] = []
        self._paragraphs: list[tuple[int, str, int, int]] = []
        self._texts: list[str] = []
        self._anchors: list[list[Anchor]] = []

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, page: Page, extraction: Extraction, splitter: Splitter) -> tuple[int, int]:
        """Add the sentences of an article; returns how many they and their anchors are.

        Nothing is added where the splitter fails.
        """
        paragraphs = [split_sentences(paragraph, splitter) for paragraph in extraction.paragraphs]
        before = len(self._texts)
        page_index = len(self._pages)
        self._pages.append((page.page_id, page.rev_id, page.title))
        n_anchors = 0
        for number, (paragraph, found) in enumerate(zip(extraction.paragraphs, paragraphs, strict=True)):
            self._paragraphs.append((page_index, paragraph.section, number, len(found)))
            for text, anchors in found:
                self._texts.append(text)
                self._anchors.append(anchors)
                n_anchors += len(anchors)
        return len(self._texts) - before, n_anchors

    def take(self) -> pa.Table:
        """The rows so far as a table; they are forgotten here."""
        page_index, sections, numbers, lengths = zip(*self._paragraphs, strict=True)
        paragraph_of = np.repeat(np.arange(len(lengths)), lengths)
        page_of = pa.array(np.asarray(page_index)[paragraph_of])
        first_rows = np.cumsum(lengths) - lengths
        arrays = [
            *(pa.array(column).take(page_of) for column in zip(*self._pages, strict=True)),
            pa.array(sections, pa.string()).take(pa.array(paragraph_of)),
            pa.array(np.asarray(numbers)[paragraph_of], pa.int32()),
            pa.array(np.arange(len(self)) - first_rows[paragraph_of], pa.int32()),
            pa.array(self._texts, pa.string()),
            pa.array(self._anchors, SENTENCES.field("anchors").type),
        ]
        self._clear()
        return pa.Table.from_arrays(arrays, schema=SENTENCES)


def _outcomes(shard: Shard) -> tuple[Callable[[str], None], Callable[[Reject], None]]:
    """What to call with the outcome of a page that was read, and with one that could not be."""

    def outcome(name: str) -> None:
        shard.seen += 1
        shard.count("pages", name)

    def reject(rejected: Reject) -> None:
        shard.seen += 1
        shard.reject(rejected)

    return outcome, reject


def write_sentences(
    split: Split, shard: Shard, *, site: SiteInfo, splitter: Callable[[], Splitter], inline_templates: bool
) -> None:
    """Write the sentences and redirects of a split.

    `splitter` is called once, where the work is done: the splitters themselves do not travel between processes.
    """
    split_text = splitter()
    sentences, redirects = SentenceRows(), Columns(REDIRECTS)
    outcome, reject = _outcomes(shard)
    for page in read_articles(split, site, reject, outcome, shard.advance):
        if page.redirect is not None:
            target = redirect_target(page, site)
            outcome("redirect" if target else "redirect-elsewhere")
            if target:
                redirects.append(page.page_id, page.title, target)
            continue
        extraction = extract_article(page, site, inline_templates=inline_templates)
        if isinstance(extraction, Reject):
            reject(extraction)
            continue
        try:
            n_sentences, n_anchors = sentences.add(page, extraction, split_text)
        except Exception as error:
            # As in `extract_article`: no text is known that a splitter fails on.
            reject(Reject("splitting-failed", page.page_id, page.title, repr(error)))
            continue
        outcome("article")
        shard.count_all("sentences", {"sentences": n_sentences, "anchors": n_anchors})
        fast = len(extraction.paragraphs) - extraction.slow
        shard.count_all("paragraphs", {"fast": fast, "slow": extraction.slow})
        if len(sentences) >= _ROWS:
            shard.write("sentences", sentences.take())
    for dataset, columns in (("sentences", sentences), ("redirects", redirects)):
        if len(columns):
            shard.write(dataset, columns.take())


SAMPLE_SPLIT_BYTES = 1_000_000
"""Compressed bytes of the pieces of the dump that the sentence splitter's text is drawn from."""


def in_random_order(splits: Sequence[Split]) -> list[Split]:
    """The splits in an order drawn by hash of their place in the sequence, the same in every run."""
    drawn = sorted(range(len(splits)), key=lambda place: uniform(0, "punkt", place))
    return [splits[place] for place in drawn]


def write_punkt(splits: Sequence[Split], shard: Shard, *, site: SiteInfo, train_bytes: int) -> None:
    """Train the sentence splitter on the articles of the splits, in order, until there is enough text."""
    outcome, reject = _outcomes(shard)
    total = 0

    def texts() -> Iterator[str]:
        nonlocal total
        for split in splits:
            for page in read_articles(split, site, reject, outcome):
                if page.redirect is not None:
                    outcome("redirect")
                    continue
                extraction = extract_article(page, site, inline_templates=True)
                if isinstance(extraction, Reject):
                    reject(extraction)
                    continue
                outcome("article")
                for paragraph in extraction.paragraphs:
                    total += len(paragraph.text)
                    yield paragraph.text
                shard.advance(total)
                if total >= train_bytes:
                    return

    shard.write("punkt", to_table(train_punkt(texts())))
    shard.count("punkt", "characters", total)


def write_redirect_tables(tables: tuple[str, str], shard: Shard, *, site: SiteInfo) -> None:
    """Write the redirects that the SQL tables `page` and `redirect` hold."""
    columns = Columns(REDIRECTS)
    counts: Counter[str] = Counter()
    for row in redirects_from_tables(*tables, site, counts):
        columns.append(*row)
        if len(columns) >= _ROWS:
            shard.write("redirects", columns.take())
    shard.write("redirects", columns.take())
    shard.seen = counts.total()
    if unreadable := counts.pop("invalid-utf8", 0):
        shard.reject(Reject("invalid-utf8", -1, "", f"{tables[0]}, {tables[1]}: titles that are not UTF-8"), unreadable)
    shard.count_all("redirects", counts)
