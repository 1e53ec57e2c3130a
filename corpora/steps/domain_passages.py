"""How well the passages of the domains' pages belong to them: the function behind the step `domain_passages`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.paired_parts import PartPair, mention_classes, read_with_mentions
from corpora.passages.scores import MIN_DENSITY, Learned, Page, centralities, density, learn, score
from corpora.passages.terms import Numbers, Sentence, Terms, passages, sentence_terms
from schemas.catalog.corpora import DOMAIN_PASSAGES, DOMAIN_TERMS
from schemas.catalog.wiki import DOMAIN_PAGES
from schemas.chance import uniform
from schemas.datasets.dataset import Manifest, read_dataset
from schemas.datasets.shards import Shard
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
_SentenceTerms = tuple[int, str, frozenset[str], list[str]]
"""Paragraph, heading, terms and classes of a sentence."""
_PageIds = npt.NDArray[np.int64]
_Flags = npt.NDArray[np.bool_]
_NOT_SCORED: Final = "not scored"


class DomainCrawl(NamedTuple):
    """What the passages of a domain are scored by."""

    pages: str
    """Location of its `domain_pages`."""
    specialised: Collection[str]
    """The DBpedia classes of its specialised types."""


class WikiSample(NamedTuple):
    """The pages of the wiki that the domains are compared with."""

    rate: float
    """Probability with which each page is drawn."""
    seed: int

    def chance(self, page_id: int) -> float:
        """The number in [0, 1) of a page, which is drawn where it is below a rate: the wiki's or a domain's."""
        return uniform(self.seed, "passages", page_id)


class _Domain(NamedTuple):
    specialised: frozenset[str]
    page_ids: _PageIds
    central: Numbers
    """How central each of them is."""
    rate: float
    """Share of them that show what the domain is like."""

    def has(self, page_ids: _PageIds) -> _Flags:
        """Whether each of the pages is one of the domain's."""
        return np.greater_equal(find_sorted(self.page_ids, page_ids), 0)

    def centrality(self, page_id: int) -> float | None:
        """How central a page is, None where it is no page of the domain."""
        place = find_sorted(self.page_ids, np.array([page_id]))[0]
        return float(self.central[place]) if place >= 0 else None


class _Pages(NamedTuple):
    """All pages, which are read more than once."""

    pairs: Sequence[PartPair]
    lang: str

    def read(
        self, wanted: Callable[[_PageIds], _Flags], advance: Callable[[int], None]
    ) -> Iterator[tuple[int, list[_SentenceTerms]]]:
        """The wanted ones with their sentences, in order. `advance` is called with the bytes that were read."""
        done = 0
        for pair in self.pairs:
            for page_id, rows in groupby(_read_rows(pair, wanted), key=lambda row: row[0]):
                yield page_id, _with_terms(rows, self.lang)
            done += pair.bytes
            advance(done)


def write_domain_passages(
    pairs: Sequence[PartPair],
    shard: Shard,
    *,
    domains: Mapping[str, DomainCrawl],
    sample: WikiSample,
    min_score: float,
    lang: str,
) -> None:
    """Write every passage of the domains' pages with its score, and the terms that are typical of each domain.

    The parts are read twice, for all domains at once; memory holds the pages that were drawn and one more. `lang` is
    the code of the wiki's language.
    """
    pages = _Pages(pairs, lang)
    crawls = {name: _read_crawl(crawl) for name, crawl in domains.items()}
    half = sum(pair.bytes for pair in pairs) // 2
    terms = Terms()
    samples = _draw_samples(pages, crawls, sample, terms, lambda done: shard.advance(done // 2))
    learned = {name: learn(samples.pop(name), terms) for name in crawls}
    for name, found in learned.items():
        typical = found.typical if found else ()
        words = [each for each in typical if not each.is_class][:_WORDS]
        chosen = [each for each in typical if each.is_class] + words
        shard.write("domain_terms", _table(DOMAIN_TERMS.schema, chosen), f"domain={name}")
    writers = {name: _PassageWriter(name, learned[name], min_score) for name in crawls}

    def of_any(page_ids: _PageIds) -> _Flags:
        return _any([crawl.has(page_ids) for crawl in crawls.values()], len(page_ids))

    for page_id, sentences in pages.read(of_any, lambda done: shard.advance(half + done // 2)):
        shard.seen += len(sentences)
        chance = sample.chance(page_id)
        for name, crawl in crawls.items():
            centrality = crawl.centrality(page_id)
            if centrality is not None:
                own = passages(_seeded(sentences, crawl.specialised), terms.find)
                page = Page(page_id, own, chance < crawl.rate, chance < sample.rate, centrality)
                writers[name].write(page, shard)
    for writer in writers.values():
        writer.flush(shard)


def scores_doubt(passages: Manifest, domains: Iterable[str]) -> str:
    """What may be wrong where passages of some of these domains could not be scored; empty where all could."""
    counts = passages.counts.get("passages", {})
    unscored = [name for name in domains if f"{name}: {_NOT_SCORED}" in counts]
    if not unscored:
        return ""
    return (
        f"{', '.join(unscored)}: not scored, so all of the crawl's passages are kept: too few sentences name an entity "
        "of a specialised label, or too few pages have one, or the sample of the wiki has no page "
        "(docs/explanation/domains.md, What belongs to a domain)"
    )


def _read_crawl(crawl: DomainCrawl) -> _Domain:
    page_ids, central = _read_centralities(crawl.pages)
    return _Domain(frozenset(crawl.specialised), page_ids, central, min(1.0, _CRAWL_SAMPLE / max(1, len(page_ids))))


def _draw_samples(
    pages: _Pages, crawls: Mapping[str, _Domain], sample: WikiSample, terms: Terms, advance: Callable[[int], None]
) -> dict[str, list[Page]]:
    """The pages that show what each domain is like, and what the wiki is like."""

    def drawn(page_ids: _PageIds) -> _Flags:
        chances = np.array([sample.chance(page_id) for page_id in page_ids.tolist()])
        members = [crawl.has(page_ids) & (chances < crawl.rate) for crawl in crawls.values()]
        return _any([*members, chances < sample.rate], len(page_ids))

    samples: dict[str, list[Page]] = {name: [] for name in crawls}
    for page_id, sentences in pages.read(drawn, advance):
        chance = sample.chance(page_id)
        # Most pages are of the wiki alone: all domains share one copy of them.
        of_wiki = None
        if chance < sample.rate:
            of_wiki = Page(page_id, passages(_seeded(sentences, frozenset()), terms.add), of_wiki=True)
        for name, crawl in crawls.items():
            centrality = crawl.centrality(page_id) if chance < crawl.rate else None
            if centrality is not None:
                own = passages(_seeded(sentences, crawl.specialised), terms.add)
                samples[name].append(Page(page_id, own, True, chance < sample.rate, centrality))
            elif of_wiki:
                samples[name].append(of_wiki)
    return samples


class _PassageWriter:
    """Writes the passages of a domain, some thousands at a time."""

    def __init__(self, name: str, learned: Learned | None, min_score: float) -> None:
        self._partition = f"domain={name}"
        self._name = name
        self._learned = learned
        self._min_score = min_score
        self._rows: list[tuple[object, ...]] = []

    def write(self, page: Page, shard: Shard) -> None:
        """Write the passages of a page, and count them."""
        learned = self._learned
        text = page.text
        scores: list[float | None] = [None] * text.number
        if learned:
            scores = score(page, learned).tolist()
        classes = density(page, learned) if learned else None
        columns = text.first.tolist(), text.last.tolist(), text.sections, text.sentences.tolist()
        for first, last, section, sentences, value in zip(*columns, scores, strict=True):
            kept = value is None or classes is None or (value >= self._min_score and classes >= MIN_DENSITY)
            self._rows.append((page.page_id, first, last, section, sentences, value, page.centrality, classes, kept))
            outcome = f"{self._name}: {_NOT_SCORED if value is None else 'kept' if kept else 'left out'}"
            shard.count("passages", outcome)
            shard.count("sentences", outcome, sentences)
        if len(self._rows) > _BLOCK:
            self.flush(shard)

    def flush(self, shard: Shard) -> None:
        """Write what is left."""
        shard.write("domain_passages", _table(DOMAIN_PASSAGES.schema, self._rows), self._partition)
        self._rows = []


def _read_rows(pair: PartPair, wanted: Callable[[_PageIds], _Flags]) -> Iterator[_Row]:
    """The sentences of the wanted pages, in order."""
    for table in read_with_mentions(pair, _COLUMNS):
        pages, place = np.unique(table.column("page_id").to_numpy(), return_inverse=True)
        here = table.filter(pa.array(wanted(pages)[place]))
        columns = (here.column(name).to_pylist() for name in _COLUMNS)
        yield from zip(*columns, mention_classes(here), strict=True)


def _any(flags: Sequence[_Flags], size: int) -> _Flags:
    found: _Flags = np.logical_or.reduce(flags) if flags else np.zeros(size, bool)
    return found


def _with_terms(rows: Iterable[_Row], lang: str) -> list[_SentenceTerms]:
    return [
        (paragraph, section, sentence_terms(text, names, lang), names) for _, paragraph, section, text, names in rows
    ]


def _seeded(sentences: Iterable[_SentenceTerms], specialised: frozenset[str]) -> Iterator[Sentence]:
    for paragraph, section, terms, classes in sentences:
        yield Sentence(paragraph, section, terms, not specialised.isdisjoint(classes))


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
