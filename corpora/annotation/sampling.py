"""Which sentences are annotated, and by whom: chance is a hash of the sentence, and rare labels have their share."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Generic, NamedTuple, TypeVar

from schemas.chance import uniform

Item = TypeVar("Item")
Place = tuple[int, int, int]
"""Page, paragraph and sentence."""


class _Drawn(NamedTuple, Generic[Item]):
    """A sentence in a heap whose first is the one that is thrown out next: that of the greatest chance."""

    order: tuple[float, int, int, int]
    labels: frozenset[str]
    item: Item

    @property
    def place(self) -> Place:
        _, page_id, paragraph, sentence = self.order
        return -page_id, -paragraph, -sentence


class StratifiedSample(Generic[Item]):
    """A sample of sentences in which every label stands, as far as there are sentences that have it.

    It holds no more than `size` and, for each label, `of_each` sentences at a time, whatever it is shown. The order in
    which sentences come decides nothing.
    """

    def __init__(self, size: int, of_each: int, seed: int) -> None:
        """`of_each` is how many sentences of each label there are at least, where the corpus has as many."""
        self._size, self._of_each, self._seed = size, of_each, seed
        self._all: list[_Drawn[Item]] = []
        self._by_label: dict[str, list[_Drawn[Item]]] = {}
        self.seen: Counter[str] = Counter()
        """Sentences with each label, among all that were added."""

    def add(self, place: Place, labels: Collection[str], item: Item, rank: float | None = None) -> None:
        """Show the sample a sentence with suggestions of these labels.

        Sentences are taken by chance, or by their rank where they have one, the least first.
        """
        chance = uniform(self._seed, "annotation", *place) if rank is None else rank
        page_id, paragraph, sentence = place
        drawn = _Drawn((-chance, -page_id, -paragraph, -sentence), frozenset(labels), item)
        _keep(self._all, drawn, self._size)
        for label in drawn.labels:
            self.seen[label] += 1
            _keep(self._by_label.setdefault(label, []), drawn, self._of_each)

    def take(self) -> list[Item]:
        """The sample in the order of places: of each label, the rarest first, as many as are asked for; then others."""
        chosen: dict[Place, _Drawn[Item]] = {}
        for label in sorted(self.seen, key=lambda label: (self.seen[label], label)):
            missing = self._of_each - sum(label in drawn.labels for drawn in chosen.values())
            _take(chosen, self._by_label[label], missing)
        _take(chosen, self._all, self._size - len(chosen))
        return [chosen[place].item for place in sorted(chosen)]


def _keep(heap: list[_Drawn[Item]], drawn: _Drawn[Item], most: int) -> None:
    """Have the heap keep the sentences of least chance."""
    if len(heap) < most:
        heapq.heappush(heap, drawn)
    elif heap and drawn.order > heap[0].order:
        heapq.heapreplace(heap, drawn)


def _take(chosen: dict[Place, _Drawn[Item]], heap: Sequence[_Drawn[Item]], number: int) -> None:
    """Choose so many more sentences of the heap, those of least chance first."""
    for drawn in sorted(heap, key=lambda each: each.order, reverse=True):
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
