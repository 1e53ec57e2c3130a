"""Which sentences are annotated, and by whom: chance is a hash, rare labels have their share, near duplicates none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from corpora.annotation.changes import overlap
from corpora.annotation.records import Link, Span
from schemas.chance import uniform

Item = TypeVar("Item")
Place = tuple[int, int, int]
"""Page, paragraph and sentence."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def place_of(row: Mapping[str, Any]) -> Place:
    """The place of a sentence, of a row of any dataset of sentences."""
    return row["page_id"], row["paragraph"], row["sentence"]


def wording_of(text: str, spans: Collection[Span], links: Iterable[Link]) -> str:
    """What a sentence has in common with its near duplicates: they differ in names, in numbers or in case only.

    A name with a suggestion is replaced by its label, another link by a mark, each number by 0. Spans do not overlap
    each other, nor do links.
    """
    named = [span.key for span in spans]
    named += [(link.start, link.end, "link") for link in links if not any(overlap(link, span) for span in spans)]
    pieces, done = [], 0
    for start, end, mark in sorted(named):
        pieces += [text[done:start], f"<{mark}>"]
        done = end
    return _NUMBER.sub("0", "".join([*pieces, text[done:]]).casefold())


class _Drawn(NamedTuple, Generic[Item]):
    """A sentence with what decides whether it is taken."""

    chance: float
    place: Place
    wording: str
    labels: frozenset[str]
    item: Item

    @property
    def order(self) -> tuple[float, Place]:
        return self.chance, self.place

    @property
    def kind(self) -> tuple[str, frozenset[str]]:
        """What near duplicates share."""
        return self.wording, self.labels


class StratifiedSample(Generic[Item]):
    """A sample of sentences in which every label stands, as far as there are sentences that have it.

    Of near duplicates, which are of one kind, it takes the one that comes first. It holds no more than
    twice `size` and, for each label, twice `of_each` sentences at a time, whatever it is shown. The order in which
    sentences come decides nothing.
    """

    def __init__(self, size: int, of_each: int, seed: int) -> None:
        """`of_each` is how many sentences of each label there are at least, where as many kinds have it."""
        self._size, self._of_each, self._seed = size, of_each, seed
        self._all: _First[Item] = _First(size)
        self._by_label: dict[str, _First[Item]] = {}
        self.seen: Counter[str] = Counter()
        """Sentences with each label, among all that were added."""

    def add(self, place: Place, labels: Collection[str], wording: str, item: Item, rank: float | None = None) -> None:
        """Show the sample a sentence with suggestions of these labels.

        Sentences are taken by chance, or by their rank where they have one, the least first.
        """
        chance = uniform(self._seed, "annotation", *place) if rank is None else rank
        drawn = _Drawn(chance, place, wording, frozenset(labels), item)
        self._all.add(drawn)
        for label in drawn.labels:
            self.seen[label] += 1
            self._by_label.setdefault(label, _First(self._of_each)).add(drawn)

    def take(self) -> list[Item]:
        """The sample in the order of places: of each label, the rarest first, as many as are asked for; then others."""
        chosen: dict[Place, _Drawn[Item]] = {}
        for label in sorted(self.seen, key=lambda label: (self.seen[label], label)):
            missing = self._of_each - sum(label in drawn.labels for drawn in chosen.values())
            _take(chosen, self._by_label[label].taken(), missing)
        _take(chosen, self._all.taken(), self._size - len(chosen))
        return [chosen[place].item for place in sorted(chosen)]


class _First(Generic[Item]):
    """The sentences that come first, one of each kind, so many at most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[tuple[str, frozenset[str]], _Drawn[Item]] = {}

    def add(self, drawn: _Drawn[Item]) -> None:
        held = self._held.get(drawn.kind)
        if held is None or drawn.order < held.order:
            self._held[drawn.kind] = drawn
            if len(self._held) > 2 * self._most:
                self._held = {each.kind: each for each in self.taken()}

    def taken(self) -> list[_Drawn[Item]]:
        """In their order."""
        return sorted(self._held.values(), key=lambda each: each.order)[: self._most]


def _take(chosen: dict[Place, _Drawn[Item]], found: Iterable[_Drawn[Item]], number: int) -> None:
    """Choose so many more of the sentences, the first ones."""
    for drawn in found:
        if number <= 0:
            return
        if drawn.place not in chosen:
            chosen[drawn.place] = drawn
            number -= 1


def deal(places: Sequence[Place], annotators: Sequence[str], shared: float, seed: int) -> list[tuple[str, ...]]:
    """Who annotates each sentence: all annotators a share of them, to measure agreement, and one of them each other.

    The shared ones are drawn by hash. The others are dealt one by one in the order of a second hash, so the loads of
    two annotators differ by one sentence at most.
    """
    ranked = sorted(range(len(places)), key=lambda number: (uniform(seed, "shared", *places[number]), places[number]))
    n_shared = round(shared * len(places))
    dealt = [tuple(annotators)] * len(places)
    others = sorted(ranked[n_shared:], key=lambda number: (uniform(seed, "dealt", *places[number]), places[number]))
    for turn, number in enumerate(others):
        dealt[number] = (annotators[turn % len(annotators)],)
    return dealt
