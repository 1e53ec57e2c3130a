"""How well the passages of a domain's pages belong to it: the function behind the step `domain_passages`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from corpora.paired_parts import PartPair, mention_rows, read_with_mentions
from corpora.passages import (
    CENTRALITY,
    MIN_DENSITY,
    Numbers,
    Page,
    Sentence,
    Terms,
    centralities,
    density,
    learn,
    passages,
    score,
    sentence_terms,
)
from schemas.catalog.corpora import DOMAIN_PASSAGES, DOMAIN_TERMS
from schemas.catalog.wiki import DOMAIN_PAGES
from schemas.chance import uniform
from schemas.dataset import read_dataset
from schemas.shards import Shard
from schemas.sorted_lookup import find_sorted

_CRAWL_SAMPLE = 20_000
"""Pages of the crawl that show what the domain is like; more of them tell hardly more."""
_WORDS = 1_000
"""Typical words that are kept for a reader."""
_BLOCK = 10_000
"""Rows that are written at a time."""
_COLUMNS = ("page_id", "paragraph", "section", "text")

_Row = tuple[int, int, str, str, list[str]]
"""A sentence: page, paragraph, heading, text and the classes of its mentions."""


class _Draws(NamedTuple):
    """Which pages show what the domain is like, and what the wiki is like."""

    page_ids: npt.NDArray[np.int64]
    crawl_rate: float
    wiki_rate: float
    seed: int

    def evidence(self, page_id: int) -> tuple[bool, bool]:
        """Whether a page is evidence of the domain, and of the wiki."""
        chance = uniform(self.seed, "passages", page_id)
        member = find_sorted(self.page_ids, np.array([page_id]))[0] >= 0
        return bool(member and chance < self.crawl_rate), chance < self.wiki_rate


def write_domain_passages(
    pairs: Sequence[PartPair],
    shard: Shard,
    *,
    domain_pages: str,
    specialised: Collection[str],
    min_score: float,
    wiki_rate: float,
    seed: int,
) -> None:
    """Write every passage of the domain's pages with its score, and the terms that are typical of the domain.

    `specialised` are the DBpedia classes of the domain's specialised types. The wiki's pages are drawn with the
    probability `wiki_rate`, for what the domain is compared with.
    """
    page_ids, central = _read_centralities(domain_pages)
    draws = _Draws(page_ids, min(1.0, _CRAWL_SAMPLE / max(1, len(page_ids))), wiki_rate, seed)
    terms = Terms()
    done = 0

    def read(wanted: Callable[[int], bool], numbers: Callable[..., list[int]]) -> Iterator[Page]:
        nonlocal done
        for pair in pairs:
            for page_id, rows in groupby(_read_rows(pair, wanted), key=lambda row: row[0]):
                yield Page(page_id, passages(_sentences(rows, specialised), numbers), *draws.evidence(page_id))
            done += pair.bytes
            shard.advance(done // 2)  # the parts are read twice

    sample = list(read(lambda page_id: any(draws.evidence(page_id)), terms.add))
    learned = learn(sample, terms)
    typical = learned.typical if learned else ()
    del sample
    words = [each for each in typical if not each.is_class][:_WORDS]
    chosen = [each for each in typical if each.is_class] + words
    shard.write("domain_terms", _table(DOMAIN_TERMS.schema, chosen))
    rows: list[tuple[object, ...]] = []
    members = dict(zip(page_ids.tolist(), central.tolist(), strict=True))
    for page in read(members.__contains__, terms.find):
        centrality = members[page.page_id]
        scores: list[float | None] = [None] * len(page.passages)
        if learned:
            scores = (score(page, learned) + CENTRALITY * centrality).tolist()
        classes = density(page, learned) if learned else None
        shard.seen += sum(each.sentences for each in page.passages)
        for passage, value in zip(page.passages, scores, strict=True):
            kept = value is None or classes is None or (value >= min_score and classes >= MIN_DENSITY)
            place = page.page_id, passage.first, passage.last, passage.section
            rows.append((*place, passage.sentences, value, centrality, classes, kept))
            outcome = "not scored" if value is None else "kept" if kept else "left out"
            shard.count("passages", outcome)
            shard.count("sentences", outcome, passage.sentences)
        if len(rows) > _BLOCK:
            shard.write("domain_passages", _table(DOMAIN_PASSAGES.schema, rows))
            rows = []
    shard.write("domain_passages", _table(DOMAIN_PASSAGES.schema, rows))


def _read_rows(pair: PartPair, wanted: Callable[[int], bool]) -> Iterator[_Row]:
    """The sentences of the wanted pages, in order."""
    for table in read_with_mentions(pair, _COLUMNS):
        pages, place = np.unique(table.column("page_id").to_numpy(), return_inverse=True)
        here = table.filter(pa.array(np.array([wanted(page) for page in pages.tolist()], bool)[place]))
        columns = (here.column(name).to_pylist() for name in _COLUMNS)
        for page_id, paragraph, section, text, mentions in zip(*columns, mention_rows(here), strict=True):
            yield page_id, paragraph, section, text, [name for _, _, name, _ in mentions]


def _sentences(rows: Iterable[_Row], specialised: Collection[str]) -> Iterator[Sentence]:
    for _, paragraph, section, text, classes in rows:
        seed = any(name in specialised for name in classes)
        yield Sentence(paragraph, section, sentence_terms(text, classes), seed)


def _table(schema: pa.Schema, rows: Sequence[Sequence[object]]) -> pa.Table:
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.table([pa.array(list(c), f.type) for c, f in zip(columns, schema, strict=True)], schema=schema)


def _read_centralities(location: str) -> tuple[npt.NDArray[np.int64], Numbers]:
    """The pages of a `domain_pages` dataset, sorted, and how central each is to the domain."""
    names = ["page_id", "categories", "all_categories"]
    schema = pa.schema([DOMAIN_PAGES.schema.field(name) for name in names])
    pages = pa.Table.from_batches(read_dataset(location, names), schema).sort_by("page_id")
    page_ids, own, every = (pages[name].to_numpy() for name in names)
    return page_ids, centralities(own, every)


class Passages:
    """Some passages of a domain's pages, looked up by page and paragraph."""

    def __init__(self, location: str, wanted: pc.Expression) -> None:
        """Take those of a `domain_passages` dataset for which the expression holds."""
        batches = [
            pa.Table.from_batches([batch]).filter(wanted)
            for batch in read_dataset(location, ["page_id", "first", "last", "score", "kept"])
        ]
        page, first, last = (
            np.concatenate([np.empty(0, np.int64), *(each[name].to_numpy() for each in batches)])
            for name in ("page_id", "first", "last")
        )
        order = np.lexsort((first, page))
        self._first, self._last = _places(page[order], first[order]), _places(page[order], last[order])

    def have(self, page_ids: npt.NDArray[np.int64], paragraphs: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Whether each of the paragraphs is of one of the passages."""
        places = _places(page_ids, paragraphs)
        before = np.searchsorted(self._first, places, side="right") - 1
        return (before >= 0) & (places <= np.concatenate([self._last, [-1]])[before])


KEPT: Final = pc.field("kept")
"""Passages that belong to the domain."""
NEAR: Final = KEPT | (pc.field("score") >= 0.5)
"""Those as well that are nearer to the domain than to the wiki."""


def _places(page_ids: npt.NDArray[np.int64], paragraphs: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A number for each paragraph, in order: page ids have less than 2^39, paragraphs less than 2^24."""
    return (page_ids.astype(np.int64) << 24) + paragraphs


def read_typical_classes(location: str) -> frozenset[str]:
    """The classes that are typical of a domain, of a `domain_terms` dataset."""
    batches = [batch.to_pydict() for batch in read_dataset(location, ["term", "is_class"])]
    return frozenset(
        term for each in batches for term, known in zip(each["term"], each["is_class"], strict=True) if known
    )
