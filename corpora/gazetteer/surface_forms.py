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
from itertools import compress, islice
from typing import Any, NamedTuple

import marisa_trie
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.gazetteer.anchor_texts import AnchorTexts, read_anchor_texts
from corpora.gazetteer.evidence import Evidence, SampleSentence, count_evidence
from corpora.gazetteer.search import MAX_SURFACE, Gazetteer, build_gazetteer
from corpora.gazetteer.tries import build_trie
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


class Titles(NamedTuple):
    """Some titles of the entity list."""

    titles: Sequence[str]
    classes: Sequence[str]
    """DBpedia class of each."""
    redirects: Sequence[int]
    """Redirects between each title and the article that has the class."""


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
    anchors = read_anchor_texts(sample())
    trie, classes, refused = _candidates(titles(), anchors.strings() if rules.anchor_surfaces else ())
    origins, class_ids = _origins(trie, classes, titles(), anchors)
    small, of_title = _small_anchors(trie, origins, lang)
    class_ids[small[of_title >= 0]] = class_ids[of_title[of_title >= 0]]
    no_names = np.zeros(len(trie), np.bool_)
    no_names[small[of_title < 0]] = True
    evidence = count_evidence(trie, sample(), lang)
    outcomes = judge(origins, no_names, evidence, rules)
    return Surfaces(trie, classes, class_ids, origins, outcomes, evidence.pages, evidence.linked, refused)


def _candidates(titles: Iterable[Titles], anchor_texts: Iterable[str]) -> tuple[Any, tuple[str, ...], dict[str, int]]:
    """The trie of all that can be a surface, the classes of the titles, and how many texts cannot be one, by reason."""
    refused: Counter[str] = Counter()
    classes = {ENTITY}

    def texts() -> Iterator[str]:
        for block in titles:
            classes.update(block.classes)
            yield from map(bare_title, block.titles)
        yield from anchor_texts

    def usable() -> Iterator[str]:
        for text in texts():
            reason = unusable(text)
            if reason:
                refused[reason] += 1
            else:
                yield text

    trie = build_trie(usable(), marisa_trie.LABEL_ORDER)
    return trie, tuple(sorted(classes)), dict(refused)


def _origins(
    trie: Any, classes: Sequence[str], titles: Iterable[Titles], anchors: AnchorTexts
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
    """Where each surface comes from and its class: of its title, else of most of its anchors."""
    ids = {name: number for number, name in enumerate(classes)}
    origins = np.full(len(trie), ORIGINS.index("anchor"), np.uint8)
    class_ids = np.full(len(trie), ids[ENTITY], np.uint16)
    of_anchor = [ids.get(name, ids[ENTITY]) for name in anchors.classes]
    for text, place in zip(anchors.strings(), anchors.majority.tolist(), strict=True):
        number = trie.get(text)
        if number is not None:
            class_ids[number] = of_anchor[place]
    for block in titles:
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
    return origins, class_ids


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
