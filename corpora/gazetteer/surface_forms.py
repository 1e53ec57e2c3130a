"""Which names of the entity list a gazetteer looks for: the surface forms, and the rules that keep common words out.

A surface form is a title of the list, a redirect to one, the title without its parentheses (`Nature (journal)`), and
the text of an anchor. Titles begin with a capital whatever they name, so a good part of them are common words at the
beginning of a sentence (`Hope`, a film). The wiki's own sentences show which: in a sample of its pages it is counted on
how many pages a surface occurs and on how many it is an anchor to something of the list at least once. Pages are
counted and not occurrences, since Wikipedia links a name once a page; the share of the two is Mihalcea and Csomai's
keyphraseness (2007, 'Wikify!'). A surface is dropped for one of these reasons:

- `no-letter`: nothing but digits and marks (`1984`);
- `too-short`, `too-long`: less than two code points, more than `corpora.gazetteer.search.MAX_SURFACE`;
- `common-word`: it has a lower-case first letter more often than a capital inside sentences (`Music`);
- `never-linked`: on `MIN_PAGES` pages or more and on none of them an anchor;
- `bare-never-linked`: a title without its parentheses that no anchor has: nothing shows that the bare name is used;
- `anchor-once`: the text of an anchor that is not a title, and an anchor on fewer than `MIN_LINKED` pages;
- `small-no-title`: the text of an anchor that begins in lower case and is not a title even with a capital (`prize`, but
  `jazz`);
- `seldom-linked`: not a title, on `MIN_PAGES` pages or more, and an anchor on a smaller share of them than
  `min_link_share` (`lead`). Titles are kept: no reader needs a link to Canada, so Wikipedia's editors set none.

The class of a surface is that of the title or redirect, with a capital where it begins in lower case; else the class of
most of its anchors; else ENTITY.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, groupby, islice, pairwise
from typing import Any, NamedTuple

import marisa_trie
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.gazetteer.search import MAX_SURFACE, Gazetteer, Match, SurfaceSearch, build_gazetteer
from corpora.gazetteer.tries import build_trie
from corpora.tokens import Tokens, tokenize_all
from schemas.arrow_tables import label_column
from schemas.catalog.corpora import GAZETTEER
from schemas.labels import ENTITY
from schemas.sources.titles import capitalized

ORIGINS = ("title", "redirect", "bare", "anchor")
"""Where a surface comes from: the first that applies."""
OUTCOMES = (
    "kept",
    "common-word",
    "never-linked",
    "bare-never-linked",
    "anchor-once",
    "small-no-title",
    "seldom-linked",
)
"""What the sample shows about a surface: the first reason that applies."""

MIN_PAGES = 5
"""Pages that must have a surface before its share of links is judged."""
MIN_LINKED = 2
"""Pages on which a text must be an anchor before it counts as a name."""

_parentheses = re.compile(r" \([^()]*\)\Z")
_BLOCK = 1 << 16
_ANCHORS = pa.schema([("text", pa.large_string()), ("class", pa.int16()), ("number", pa.int64())])
_SENTENCES = 1 << 12
"""Sentences that are searched together."""


class Titles(NamedTuple):
    """Some titles of the entity list."""

    titles: Sequence[str]
    classes: Sequence[str]
    """DBpedia class of each."""
    redirects: Sequence[int]
    """Redirects between each title and the article that has the class."""


class SampleSentence(NamedTuple):
    """A sentence of the sample. The sentences of a page come one after the other."""

    page_id: int
    title: str
    """Title of its page."""
    text: str
    anchors: Sequence[tuple[int, int, str]]
    """Start, end and class of each anchor, ENTITY where its target is not in the list."""


@dataclass(frozen=True)
class SurfaceRules:
    """What decides which surfaces are kept."""

    min_link_share: float
    """Share of the pages with a surface that is not a title on which it must be an anchor."""
    anchor_surfaces: bool
    """Whether the texts of anchors count as names besides titles and redirects."""


class Surfaces(NamedTuple):
    """The surfaces of an entity list, the dropped ones too, by their number in the trie."""

    trie: Any
    """A `marisa_trie.Trie` that gives them sorted."""
    classes: tuple[str, ...]
    class_ids: npt.NDArray[np.uint16]
    origins: npt.NDArray[np.uint8]
    """Place in `ORIGINS`."""
    outcomes: npt.NDArray[np.uint8]
    """Place in `OUTCOMES`."""
    pages: npt.NDArray[np.int32]
    """As in `Evidence`."""
    linked: npt.NDArray[np.int32]
    """As in `Evidence`."""
    unusable: dict[str, int]
    """Titles and anchors that cannot be surfaces, by reason."""


class Evidence(NamedTuple):
    """What the sample shows about each surface, by its number in the trie."""

    pages: npt.NDArray[np.int32]
    """Pages that have it; a page whose own title has the surface does not count, since it does not link to itself."""
    linked: npt.NDArray[np.int32]
    """Of these, pages on which it is an anchor to something of the list."""
    inside: npt.NDArray[np.int32]
    """Occurrences that do not begin a sentence."""
    small: npt.NDArray[np.int32]
    """Occurrences of the same with a lower-case first letter."""


def bare_title(title: str) -> str:
    """The title without the parentheses that distinguish it from other titles of the same name."""
    return _parentheses.sub("", title)


def unusable(surface: str) -> str | None:
    """Why a text cannot be a surface, or None."""
    if not any(map(str.isalpha, surface)):
        return "no-letter"
    if len(surface) < 2:
        return "too-short"
    return "too-long" if len(surface) > MAX_SURFACE else None


def collect_surfaces(
    titles: Callable[[], Iterable[Titles]],
    sample: Callable[[], Iterable[SampleSentence]],
    rules: SurfaceRules,
    lang: str,
) -> Surfaces:
    """The surfaces of an entity list with what becomes of each; `titles` and `sample` are read twice.

    `lang` is the code of the sample's language. Takes some 60 bytes of memory for each title and each anchor text of
    the sample, beside what `build_trie` takes while it runs.
    """
    anchors = _anchors(sample())
    refused: Counter[str] = Counter()
    known = {ENTITY}

    def titles_and_anchors() -> Iterator[str]:
        for block in titles():
            known.update(block.classes)
            yield from map(bare_title, block.titles)
        if rules.anchor_surfaces:
            yield from _strings(anchors.texts)

    def candidates() -> Iterator[str]:
        for text in titles_and_anchors():
            reason = unusable(text)
            if reason:
                refused[reason] += 1
            else:
                yield text

    trie = build_trie(candidates(), marisa_trie.LABEL_ORDER)
    classes = tuple(sorted(known))
    ids = {name: number for number, name in enumerate(classes)}
    origins = np.full(len(trie), ORIGINS.index("anchor"), np.uint8)
    class_ids = np.full(len(trie), ids[ENTITY], np.uint16)
    of_anchor = [ids.get(name, ids[ENTITY]) for name in anchors.classes]
    for text, place in zip(_strings(anchors.texts), anchors.majority.tolist(), strict=True):
        number = trie.get(text)
        if number is not None:
            class_ids[number] = of_anchor[place]
    for block in titles():
        for title, name, redirects in zip(*block, strict=True):
            bare = bare_title(title)
            number = trie.get(bare)
            if number is None:
                continue
            if bare != title:
                origins[number] = min(origins[number], ORIGINS.index("bare"))
            else:
                origins[number] = ORIGINS.index("redirect" if redirects else "title")
                class_ids[number] = ids[name]
    small, of_title = _small_anchors(trie, origins, lang)
    class_ids[small[of_title >= 0]] = class_ids[of_title[of_title >= 0]]
    no_names = np.zeros(len(trie), np.bool_)
    no_names[small[of_title < 0]] = True
    evidence = count_evidence(trie, sample(), lang)
    outcomes = judge(origins, no_names, evidence, rules)
    return Surfaces(trie, classes, class_ids, origins, outcomes, evidence.pages, evidence.linked, dict(refused))


class _Anchors(NamedTuple):
    """The texts that are anchors to something of the list, each once."""

    texts: pa.LargeStringArray
    classes: tuple[str, ...]
    majority: npt.NDArray[np.int16]
    """Place in `classes` of the class of more than half of each text's anchors, ENTITY where there is none."""


def _anchors(sample: Iterable[SampleSentence]) -> _Anchors:
    places = {ENTITY: 0}
    counts = _anchor_counts(
        (sentence.text[start:end], places.setdefault(name, len(places)))
        for sentence in sample
        for start, end, name in sentence.anchors
        if name != ENTITY
    )
    texts = counts["text"].combine_chunks().dictionary_encode()
    rows = texts.indices.to_numpy()
    numbers = counts["number"].to_numpy()
    most = 2 * numbers > np.bincount(rows, numbers)[rows]
    majority = np.zeros(len(texts.dictionary), np.int16)
    majority[rows[most]] = counts["class"].to_numpy()[most]
    return _Anchors(texts.dictionary, tuple(places), majority)


def _anchor_counts(anchors: Iterable[tuple[str, int]]) -> pa.Table:
    """How often each text is an anchor to something of each class, which is a number."""
    tables = [_ANCHORS.empty_table()]
    rest = iter(anchors)
    while counts := Counter(islice(rest, _BLOCK)):
        columns = [[text for text, _ in counts], [place for _, place in counts], list(counts.values())]
        tables.append(pa.Table.from_arrays(list(map(pa.array, columns, _ANCHORS.types)), schema=_ANCHORS))
        # Whenever they have doubled, so that neither time nor memory grows faster than what is different.
        if sum(map(len, tables)) > 2 * len(tables[0]):
            tables = [_summed(tables)]
    return _summed(tables)


def _summed(tables: Sequence[pa.Table]) -> pa.Table:
    summed = pa.concat_tables(tables).group_by(["text", "class"], use_threads=False).aggregate([("number", "sum")])
    return summed.select(["text", "class", "number_sum"]).rename_columns(_ANCHORS.names)


def count_evidence(trie: Any, sample: Iterable[SampleSentence], lang: str) -> Evidence:
    """What the sample shows about the surfaces of the trie. Costs 0.2 s per MB of text."""
    evidence = Evidence(*(np.zeros(len(trie), np.int32) for _ in Evidence._fields))
    for (_, title), sentences in groupby(_searched(trie, sample, lang, evidence), key=lambda each: each[0][:2]):
        seen: set[int] = set()
        linked: set[int] = set()
        for (_, _, text, anchors), matches in sentences:
            seen.update(match.number for match in matches)
            numbers = (trie.get(text[start:end]) for start, end, name in anchors if name != ENTITY)
            linked.update(number for number in numbers if number is not None)
        own = {number for number in seen - linked if trie.restore_key(number) in title}
        evidence.pages[list((seen | linked) - own)] += 1
        evidence.linked[list(linked)] += 1
    return evidence


def _searched(
    trie: Any, sample: Iterable[SampleSentence], lang: str, evidence: Evidence
) -> Iterator[tuple[SampleSentence, list[Match]]]:
    """The sentences with the surfaces that each has. Counts the occurrences that do not depend on the page."""

    def in_capitals(word: str) -> str:
        capital = capitalized(word, lang)
        return capital if capital != word else ""

    search, search_small = SurfaceSearch(trie), SurfaceSearch(trie, in_capitals)
    sentences = iter(sample)
    while some := list(islice(sentences, _SENTENCES)):
        texts = [sentence.text for sentence in some]
        tokens = tokenize_all(texts, lang)
        found = search.find(texts, tokens)
        inside = [
            match.number
            for first, row in zip(_firsts(tokens), found, strict=True)
            for match in row
            if match.start > first
        ]
        small = [match.number for _, match in search_small.longest(texts, tokens)]
        np.add.at(evidence.inside, np.array(inside, np.int64), 1)
        np.add.at(evidence.small, np.array(small, np.int64), 1)
        yield from zip(some, found, strict=True)


def _firsts(tokens: Tokens) -> Iterator[int]:
    """Where the first token of each text begins that is no mark, 0 where all are."""
    edges = np.searchsorted(tokens.starts, tokens.bases)
    for base, (begin, end) in zip(tokens.bases.tolist(), pairwise(edges.tolist()), strict=False):
        first = next((place for place in range(begin, end) if tokens.words[place][0].isalnum()), None)
        yield 0 if first is None else int(tokens.starts[first]) - base


def _small_anchors(
    trie: Any, origins: npt.NDArray[np.uint8], lang: str
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The anchor texts that begin in lower case, and for each the title that it is with a capital, or -1."""
    titles = (ORIGINS.index("title"), ORIGINS.index("redirect"))
    small, of_title = [], []
    for number in np.flatnonzero(origins == ORIGINS.index("anchor")).tolist():
        surface = trie.restore_key(number)
        if surface[0].islower():
            title = trie.get(capitalized(surface, lang))
            small.append(number)
            of_title.append(title if title is not None and origins[title] in titles else -1)
    return np.array(small, np.int64), np.array(of_title, np.int64)


def judge(
    origins: npt.NDArray[np.uint8], no_names: npt.NDArray[np.bool_], evidence: Evidence, rules: SurfaceRules
) -> npt.NDArray[np.uint8]:
    """What becomes of each surface: its place in `OUTCOMES`. `no_names` are those for which it is `small-no-title`."""
    pages, linked, inside, small = evidence
    bare, anchor = origins == ORIGINS.index("bare"), origins == ORIGINS.index("anchor")
    reasons = {
        "common-word": small > inside + linked,
        "never-linked": (pages >= MIN_PAGES) & (linked == 0),
        "bare-never-linked": bare & (linked == 0),
        "anchor-once": anchor & (linked < MIN_LINKED),
        "small-no-title": no_names,
        "seldom-linked": (bare | anchor) & (pages >= MIN_PAGES) & (linked < rules.min_link_share * pages),
    }
    return np.select(list(reasons.values()), [OUTCOMES.index(name) for name in reasons], 0).astype(np.uint8)


def kept_gazetteer(surfaces: Surfaces) -> Gazetteer:
    """The gazetteer of the surfaces that are kept."""

    def kept() -> Iterator[tuple[str, int]]:
        for texts, numbers in _sorted_blocks(surfaces.trie):
            are_kept = (surfaces.outcomes[numbers] == 0).tolist()
            yield from compress(zip(texts, surfaces.class_ids[numbers].tolist(), strict=True), are_kept)

    return build_gazetteer(kept, surfaces.classes)


def surface_rows(surfaces: Surfaces) -> Iterator[pa.RecordBatch]:
    """The surfaces as readable rows of `schemas.catalog.corpora.GAZETTEER`, sorted by surface."""
    for texts, numbers in _sorted_blocks(surfaces.trie):
        columns = [
            pa.array(texts, pa.string()),
            label_column(surfaces.class_ids[numbers], surfaces.classes),
            label_column(surfaces.origins[numbers], ORIGINS),
            pa.array(surfaces.pages[numbers]),
            pa.array(surfaces.linked[numbers]),
            label_column(surfaces.outcomes[numbers], OUTCOMES),
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=GAZETTEER.schema)


def _sorted_blocks(trie: Any) -> Iterator[tuple[list[str], npt.NDArray[np.int64]]]:
    """The surfaces of a trie in order, with their numbers: no more of them are held than are read together."""
    items = trie.iteritems()
    while block := list(islice(items, _BLOCK)):
        yield [text for text, _ in block], np.array([number for _, number in block], np.int64)


def _strings(column: pa.LargeStringArray) -> Iterator[str]:
    for start in range(0, len(column), _BLOCK):
        yield from column.slice(start, _BLOCK).to_pylist()
