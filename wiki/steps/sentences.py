"""From a split of the dump to sentences with anchors: the function behind the step `sentences`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from schemas.catalog.wiki import REDIRECTS, SENTENCES
from schemas.datasets.shards import Shard
from schemas.problems import GIVEN
from schemas.records import Anchor, Page, Reject, Span
from wiki.articles import count_page, extract_article, read_articles
from wiki.dump.html_pages import HtmlSplit
from wiki.dump.redirects import redirect_target
from wiki.dump.splits import Split
from wiki.sentences.split import Splitter, split_sentences
from wiki.site.siteinfo import ARTICLE, SiteInfo
from wiki.steps.rows import MAX_CHARACTERS, ROWS, RowBuffer, RowWriter
from wiki.wikitext.paragraphs import Extraction

_MAX_ROWS = 1 << 16
"""Rows of a table: each holds the title and the heading again."""


class SentenceRows:
    """Rows of `sentences`, collected paragraph by paragraph; Arrow repeats what all sentences of one have in common."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._pages: list[tuple[int, int, str]] = []
        self._paragraphs: list[tuple[int, str, int, int]] = []
        self._texts: list[str] = []
        self._anchors: list[list[Anchor]] = []
        self._problems: list[Sequence[tuple[int, int, str]]] = []
        self._italics: list[Sequence[Span]] = []
        self._characters = 0

    def __len__(self) -> int:
        return len(self._texts)

    @property
    def is_full(self) -> bool:
        """Whether it is time to write the rows."""
        return len(self._texts) >= ROWS or self._characters >= MAX_CHARACTERS

    def add(self, page: Page, extraction: Extraction, splitter: Splitter) -> tuple[int, int]:
        """Add the sentences of an article; returns how many they and their anchors are.

        Nothing is added where the splitter fails.
        """
        before, paragraphs_before = len(self._texts), len(self._paragraphs)
        page_index = len(self._pages)
        n_anchors = n_characters = 0
        try:
            for number, paragraph in enumerate(extraction.paragraphs):
                found = split_sentences(paragraph, splitter)
                self._paragraphs.append((page_index, paragraph.section, number, len(found)))
                for text, anchors, problems, italics in found:
                    self._texts.append(text)
                    self._anchors.append(anchors)
                    self._problems.append([(start, end, code) for start, end, code, _ in problems])
                    self._italics.append(italics)
                    n_characters += len(text)
                    n_anchors += len(anchors)
        except Exception:
            del self._texts[before:], self._anchors[before:], self._problems[before:], self._italics[before:]
            del self._paragraphs[paragraphs_before:]
            raise
        self._pages.append((page.page_id, page.rev_id, page.title))
        self._characters += n_characters
        return len(self._texts) - before, n_anchors

    def take(self) -> Iterator[pa.Table]:
        """The rows so far, in tables of at most 65,536 rows; the buffer is empty afterwards."""
        page_index, sections, numbers, lengths = zip(*self._paragraphs, strict=True)
        pages = [pa.array(column) for column in zip(*self._pages, strict=True)]
        texts, anchors, problems, italics = self._texts, self._anchors, self._problems, self._italics
        self._clear()
        paragraph_of = np.repeat(np.arange(len(lengths)), lengths)
        first_rows = np.cumsum(lengths) - lengths
        for start in range(0, len(texts), _MAX_ROWS):
            rows = slice(start, start + _MAX_ROWS)
            paragraph = paragraph_of[rows]
            page = pa.array(np.asarray(page_index)[paragraph])
            arrays = [
                *(column.take(page) for column in pages),
                pa.array(sections, pa.string()).take(pa.array(paragraph)),
                pa.array(np.asarray(numbers)[paragraph], pa.int32()),
                pa.array(np.arange(start, start + len(paragraph)) - first_rows[paragraph], pa.int32()),
                pa.array(texts[rows], pa.string()),
                pa.array(anchors[rows], SENTENCES.schema.field("anchors").type),
                pa.array(problems[rows], SENTENCES.schema.field("problems").type),
                pa.array(italics[rows], SENTENCES.schema.field("italics").type),
            ]
            yield pa.Table.from_arrays(arrays, schema=SENTENCES.schema)


def write_sentences(
    split: Split | HtmlSplit,
    shard: Shard,
    *,
    site: SiteInfo,
    splitter: Callable[[], Splitter],
    inline_templates: bool,
) -> None:
    """Write the sentences and redirects of a split, and which pages it has.

    `splitter` makes the splitter and is called once, in the process that does the work: a splitter cannot be pickled.
    """
    split_text = splitter()
    sentences, redirects, pages = SentenceRows(), RowBuffer(REDIRECTS.schema), RowWriter(shard, "pages")
    if isinstance(split, HtmlSplit) and split.superseded:
        shard.count("pages", "superseded", len(split.superseded))

    def outcome(kind: str, page: Page) -> None:
        count_page(shard, kind, page)
        if page.namespace == ARTICLE:
            pages.append(page.page_id, page.rev_id, page.title, kind)

    for page in read_articles(split, site, shard.reject_read, outcome, shard.advance):
        if page.redirect is not None:
            target = redirect_target(page, site)
            outcome("redirect" if target else "redirect-elsewhere", page)
            if target:
                redirects.append(page.page_id, page.title, target)
            continue
        extraction = extract_article(page, site, inline_templates=inline_templates)
        if isinstance(extraction, Reject):
            shard.reject_read(extraction)
            continue
        try:
            n_sentences, n_anchors = sentences.add(page, extraction, split_text)
        except Exception as error:
            # As in `extract_article`: no text is known that a splitter fails on.
            shard.reject_read(Reject("splitting-failed", page.page_id, page.title, repr(error)))
            continue
        outcome("article", page)
        shard.count_all("sentences", {"sentences": n_sentences, "anchors": n_anchors})
        fast = len(extraction.paragraphs) - extraction.slow
        shard.count_all("paragraphs", {"fast": fast, "slow": extraction.slow})
        if sentences.is_full:
            _write(sentences, shard)
    if len(sentences):
        _write(sentences, shard)
    if len(redirects):
        shard.write("redirects", redirects.take())
    if len(pages):
        pages.flush()


def _write(sentences: SentenceRows, shard: Shard) -> None:
    for table in sentences.take():
        shard.write("sentences", table)
        problems = table["problems"].combine_chunks()
        found = pc.value_counts(problems.flatten().field("code")).to_pylist()
        if found:
            shard.count_all("problems", {each["values"]: each["counts"] for each in found})
            # What a template gave is told apart, and nothing is wrong with it.
            wrong = problems.value_parent_indices().filter(pc.not_equal(problems.flatten().field("code"), GIVEN))
            shard.count("sentences with problems", "any", len(wrong.unique()))
