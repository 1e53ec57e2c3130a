"""Random examples of each category of a corpus, for people to look at.

Chance is a hash of the sentence's place, the same for all categories. So the examples of a category are a random sample
of its sentences without replacement, and a sentence that is drawn for one category tends to be drawn for its others
too, which keeps the page small.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpora.bio import tagged_spans
from schemas.chance import uniform
from schemas.datasets.dataset import Manifest, part_uris, ranked, read_batches
from schemas.records import PLACE

PER_CATEGORY = 20
MOST_CHARACTERS = 600
"""Sentences longer than this, in code points, are not shown: a page of them would be too large to open."""

_READ = [*PLACE, "copy", "rev_id", "title", "text", "starts", "tokens", "tags", "types"]


@dataclass(frozen=True)
class Example:
    """A sentence with its mentions."""

    title: str
    rev_id: int
    text: str
    mentions: tuple[tuple[int, int, str], ...]
    """Start, end (code points) and label of each, in order."""


@dataclass(frozen=True)
class Drawn:
    """The examples that were drawn."""

    examples: list[Example]
    by_category: dict[str, list[int]]
    """For each category the numbers of its examples in `examples`, in an order that is random but always the same."""


def draw_examples(
    location: str, seed: int, number: int = PER_CATEGORY, show: Callable[[float], None] = lambda _: None
) -> Drawn:
    """Up to so many examples of each category of the `ner_corpus` dataset at the location, each sentence once.

    One pass over the dataset, in memory only what may yet be drawn. `show` is told the share of the parts done.
    """
    draw = _Draw(seed, number)
    uris = part_uris(location)
    for done, uri in enumerate(uris, 1):
        for batch in read_batches(uri, _READ):
            draw.add(batch)
        show(done / len(uris))
    return draw.result()


def page_data(drawn: Drawn, corpus: Manifest, url: str) -> dict[str, Any]:
    """The examples as the page's script reads them: each once, categories by their numbers, the most frequent first.

    `corpus` is the manifest of the corpus they are from, `url` the address of a revision with `{rev_id}` in it.
    """
    counts = corpus.counts.get("mentions", {})
    names = [name for name, number in ranked(counts) if number]
    names += sorted(set(drawn.by_category).difference(names))
    numbers = {name: number for number, name in enumerate(names)}
    return {
        # The address comes from the dump: nothing but a link to a page may become a link.
        "url": url if re.match(r"https?://", url) else "",
        "categories": [[name, counts.get(name, 0), drawn.by_category.get(name, [])] for name in names],
        "examples": [
            [each.title, each.rev_id, each.text, [[start, end, numbers[label]] for start, end, label in each.mentions]]
            for each in drawn.examples
        ],
    }


_Key = tuple[float, int, int, int]
"""The hash of a sentence, then its place: unique."""


class _Draw:
    """For each category the sentences of the smallest hashes, and those sentences."""

    def __init__(self, seed: int, number: int) -> None:
        self._seed = seed
        self._number = number
        # Python's heaps give the smallest; what is to go out first is the largest hash.
        self._heaps: dict[str, list[tuple[float, ...]]] = {}
        self._limits: dict[str, float] = {}
        """The largest hash of the heaps that are full, which most sentences are above."""
        self._examples: dict[_Key, Example] = {}
        self._uses: dict[_Key, int] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        short = pc.less_equal(pc.utf8_length(batch["text"]), MOST_CHARACTERS)
        batch = batch.filter(pc.and_(pc.equal(batch["copy"], 0), short))
        places = zip(*(batch[name].to_pylist() for name in PLACE), batch["types"].to_pylist(), strict=True)
        for row, (*place, types) in enumerate(places):
            chance = uniform(self._seed, "report", *place)
            key: _Key = (chance, *place)
            for label in set(types):
                if chance > self._limits.get(label, 1):
                    continue
                if self._offer(label, key) and key not in self._examples:
                    self._examples[key] = _example(batch.slice(row, 1).to_pylist()[0])

    def _offer(self, label: str, key: _Key) -> bool:
        heap = self._heaps.setdefault(label, [])
        entry = tuple(-part for part in key)
        if len(heap) < self._number:
            heapq.heappush(heap, entry)
        elif entry < heap[0]:
            return False
        else:
            self._let_go(heapq.heapreplace(heap, entry))
        if len(heap) == self._number:
            self._limits[label] = -heap[0][0]
        self._uses[key] = self._uses.get(key, 0) + 1
        return True

    def _let_go(self, entry: Sequence[float]) -> None:
        key: Any = tuple(-part for part in entry)
        self._uses[key] -= 1
        if not self._uses[key]:
            del self._uses[key], self._examples[key]

    def result(self) -> Drawn:
        keys = sorted(self._examples)
        numbers = {key: number for number, key in enumerate(keys)}
        chosen: dict[str, Iterable[Any]] = {
            label: sorted(tuple(-part for part in entry) for entry in self._heaps[label]) for label in self._heaps
        }
        by_category = {label: [numbers[key] for key in chosen[label]] for label in sorted(chosen)}
        return Drawn([self._examples[key] for key in keys], by_category)


def _example(row: dict[str, Any]) -> Example:
    starts, tokens = row["starts"], row["tokens"]
    mentions = [
        (starts[first], starts[end - 1] + len(tokens[end - 1]), label)
        for first, end, label in tagged_spans(row["tags"])
    ]
    return Example(row["title"], row["rev_id"], row["text"], tuple(mentions))
