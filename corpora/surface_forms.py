"""Which names of the entity list a gazetteer looks for: the surface forms, and the rules that keep common words out.

A surface form is a title of the list, a redirect to one, the title without its parentheses (`Nature (journal)`), and
the text of an anchor. Titles begin with a capital whatever they name, so a good part of them are common words at the
beginning of a sentence (`Hope`, a film). The wiki's own sentences show which: in a sample of its pages it is counted on
how many pages a surface occurs and on how many it is an anchor to something of the list at least once. Pages are
counted and not occurrences, since Wikipedia links a name once a page; the share of the two is Mihalcea and Csomai's
keyphraseness (2007, 'Wikify!'). A surface is dropped for one of these reasons:

- `no-letter`: nothing but digits and marks (`1984`);
- `too-short`, `too-long`: less than two code points, more than `corpora.gazetteer.MAX_SURFACE`;
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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, pairwise
from typing import Any, NamedTuple

import marisa_trie
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from corpora.gazetteer import MAX_SURFACE, Gazetteer, Match, SurfaceSearch, build_gazetteer
from corpora.tokens import Tokens, tokenize_all
from schemas.arrow_tables import label_column
from schemas.catalog.corpora import GAZETTEER
from schemas.labels import ENTITY
from schemas.titles import capitalized

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
    """A `marisa_trie.Trie`."""
    classes: tuple[str, ...]
    class_ids: npt.NDArray[np.uint16]
    origins: npt.NDArray[np.uint8]
    """Place in `ORIGINS`."""
    outcomes: npt.NDArray[np.uint8]
    """Place in `OUTCOMES`."""
    evidence: Evidence
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

    `lang` is the code of the sample's language. Takes up to 120 bytes of memory for each title, and at least as much
    for each anchor text of the sample.
    """
    anchors = _anchor_classes(sample())
    refused: Counter[str] = Counter()
    known = {ENTITY}

    def titles_and_anchors() -> Iterator[str]:
        for block in titles():
            known.update(block.classes)
            yield from map(bare_title, block.titles)
        if rules.anchor_surfaces:
            yield from {surface: None for surface, _ in anchors}

    def candidates() -> Iterator[str]:
        for text in titles_and_anchors():
            reason = unusable(text)
            if reason:
                refused[reason] += 1
            else:
                yield text

    trie = marisa_trie.Trie(candidates())
    classes = tuple(sorted(known))
    ids = {name: number for number, name in enumerate(classes)}
    origins = np.full(len(trie), ORIGINS.index("anchor"), np.uint8)
    class_ids = np.full(len(trie), ids[ENTITY], np.uint16)
    _majority(trie, anchors, ids, class_ids)
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
    return Surfaces(trie, classes, class_ids, origins, outcomes, evidence, dict(refused))


def _anchor_classes(sample: Iterable[SampleSentence]) -> Counter[tuple[str, str]]:
    """How often each text is an anchor to something of each class."""
    counts: Counter[tuple[str, str]] = Counter()
    for sentence in sample:
        counts.update((sentence.text[start:end], name) for start, end, name in sentence.anchors if name != ENTITY)
    return counts


def _majority(
    trie: Any, anchors: Mapping[tuple[str, str], int], ids: Mapping[str, int], class_ids: npt.NDArray[np.uint16]
) -> None:
    """Give each surface the class of more than half of its anchors, where there is one."""
    totals: Counter[str] = Counter()
    for (surface, _), number in anchors.items():
        totals[surface] += number
    for (surface, name), number in anchors.items():
        place = trie.get(surface)
        if place is not None and name in ids and 2 * number > totals[surface]:
            class_ids[place] = ids[name]


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
    numbers = np.flatnonzero(surfaces.outcomes == 0)
    return build_gazetteer(_texts(surfaces.trie, numbers), surfaces.class_ids[numbers], surfaces.classes)


def surface_rows(surfaces: Surfaces) -> Iterator[pa.RecordBatch]:
    """The surfaces as readable rows of `schemas.catalog.corpora.GAZETTEER`, sorted by surface."""
    texts = _texts(surfaces.trie, np.arange(len(surfaces.trie)))
    order = pc.sort_indices(texts).to_numpy()
    for start in range(0, len(order), _BLOCK):
        rows = order[start : start + _BLOCK]
        columns = [
            texts.take(pa.array(rows)).cast(pa.string()),
            label_column(surfaces.class_ids[rows], surfaces.classes),
            label_column(surfaces.origins[rows], ORIGINS),
            pa.array(surfaces.evidence.pages[rows]),
            pa.array(surfaces.evidence.linked[rows]),
            label_column(surfaces.outcomes[rows], OUTCOMES),
        ]
        yield pa.RecordBatch.from_arrays(columns, schema=GAZETTEER.schema)


def _texts(trie: Any, numbers: npt.NDArray[np.int64]) -> pa.LargeStringArray:
    blocks = [
        pa.array(map(trie.restore_key, numbers[start : start + _BLOCK].tolist()), pa.large_string())
        for start in range(0, len(numbers), _BLOCK)
    ]
    return pa.concat_arrays([pa.array([], pa.large_string()), *blocks])
