"""From a split of the dump to sentences with anchors: the pure function behind the `sentences` step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from schemas.chance import uniform
from schemas.records import REDIRECTS, SENTENCES, Page, Reject
from schemas.shards import Shard
from wiki.articles import extract_article, read_articles
from wiki.dump import Split
from wiki.punkt import to_table, train_punkt
from wiki.redirects import redirect_target, redirects_from_tables
from wiki.sentences import Splitter, split_sentences
from wiki.siteinfo import SiteInfo
from wiki.wikitext import Extraction, extract_paragraphs

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

    def extend(self, *rows: Iterable[Any]) -> None:
        """Add rows, given column by column."""
        for column, values in zip(self.values, rows, strict=True):
            column.extend(values)

    def take(self) -> pa.Table:
        """The rows so far as a table; they are forgotten here."""
        arrays = [pa.array(column, type=each.type) for column, each in zip(self.values, self.schema, strict=True)]
        self.__post_init__()
        return pa.Table.from_arrays(arrays, schema=self.schema)


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
    sentences, redirects = Columns(SENTENCES), Columns(REDIRECTS)
    outcome, reject = _outcomes(shard)
    done = 0
    for page in read_articles(split, site, reject, outcome):
        done += len(page.text)
        shard.advance(done)
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
        outcome("article")
        n_sentences, n_anchors = add_sentences(page, extraction, split_text, sentences)
        shard.count_all("sentences", {"sentences": n_sentences, "anchors": n_anchors})
        fast = len(extraction.paragraphs) - extraction.slow
        shard.count_all("paragraphs", {"fast": fast, "slow": extraction.slow})
        if len(sentences) >= _ROWS:
            shard.write("sentences", sentences.take())
    for dataset, columns in (("sentences", sentences), ("redirects", redirects)):
        if len(columns):
            shard.write(dataset, columns.take())


def add_sentences(page: Page, extraction: Extraction, splitter: Splitter, columns: Columns) -> tuple[int, int]:
    """Append the sentences of an article to the columns of `sentences`; returns how many they and their anchors are."""
    n_sentences = n_anchors = 0
    for number, paragraph in enumerate(extraction.paragraphs):
        found = split_sentences(paragraph, splitter)
        rows = len(found)
        texts, anchors = zip(*found, strict=True) if found else ((), ())
        columns.extend(
            [page.page_id] * rows,
            [page.rev_id] * rows,
            [page.title] * rows,
            [paragraph.section] * rows,
            [number] * rows,
            range(rows),
            texts,
            anchors,
        )
        n_sentences += rows
        n_anchors += sum(map(len, anchors))
    return n_sentences, n_anchors


def in_random_order(splits: Sequence[Split]) -> list[Split]:
    """The splits in an order drawn by hash of file name and position, the same in every run."""
    return sorted(splits, key=lambda split: uniform(0, "punkt", split.path.rpartition("/")[2], split.start))


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
                outcome("article")
                for paragraph in extract_paragraphs(page.text, page.title, site).paragraphs:
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
