"""Which sentences are annotated, and by whom: chance is a hash, rare labels have their share, near duplicates none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from schemas.chance import uniform

Item = TypeVar("Item")
Place = tuple[int, int, int]
"""Page, paragraph and sentence."""


_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def wording(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """What a sentence has in common with its near duplicates: they differ in names, in numbers or in case only.

    Each span `(start, end, mark)` of a name is replaced by its mark, and each number by 0. Of spans that overlap the
    first stands, and of two with one start the shorter.
    """
    pieces, done = [], 0
    for start, end, mark in sorted(spans):
        if start >= done:
            pieces += [text[done:start], f"<{mark}>"]
            done = end
    return _NUMBER.sub("0", "".join([*pieces, text[done:]]).casefold())


class _Drawn(NamedTuple, Generic[Item]):
    """A sentence with what decides in which order sentences are taken."""

    chance: float
    place: Place
    labels: frozenset[str]
    item: Item

    @property
    def order(self) -> tuple[float, Place]:
        return self.chance, self.place


class StratifiedSample(Generic[Item]):
    """A sample of sentences in which every label stands, as far as there are sentences that have it.

    Of near duplicates, which have the same wording and labels, it takes the one that comes first. It holds no more than
    twice `size` and, for each label, twice `of_each` sentences at a time, whatever it is shown. The order in which
    sentences come decides nothing.
    """

    def __init__(self, size: int, of_each: int, seed: int) -> None:
        """`of_each` is how many sentences of each label there are at least, where the corpus has as many."""
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
        drawn = _Drawn(chance, place, frozenset(labels), item)
        self._all.add(wording, drawn)
        for label in drawn.labels:
            self.seen[label] += 1
            self._by_label.setdefault(label, _First(self._of_each)).add(wording, drawn)

    def take(self) -> list[Item]:
        """The sample in the order of places: of each label, the rarest first, as many as are asked for; then others."""
        chosen: dict[Place, _Drawn[Item]] = {}
        for label in sorted(self.seen, key=lambda label: (self.seen[label], label)):
            missing = self._of_each - sum(label in drawn.labels for drawn in chosen.values())
            _take(chosen, self._by_label[label].taken(), missing)
        _take(chosen, self._all.taken(), self._size - len(chosen))
        return [chosen[place].item for place in sorted(chosen)]


class _First(Generic[Item]):
    """The sentences that come first, one of each wording and labels, so many at most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[tuple[str, frozenset[str]], _Drawn[Item]] = {}

    def add(self, wording: str, drawn: _Drawn[Item]) -> None:
        key = wording, drawn.labels
        held = self._held.get(key)
        if held is None or drawn.order < held.order:
            self._held[key] = drawn
            if len(self._held) > 2 * self._most:
                self._held = dict(self._in_order())

    def taken(self) -> list[_Drawn[Item]]:
        return [drawn for _, drawn in self._in_order()]

    def _in_order(self) -> list[tuple[tuple[str, frozenset[str]], _Drawn[Item]]]:
        return sorted(self._held.items(), key=lambda each: each[1].order)[: self._most]


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
