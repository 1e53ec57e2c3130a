"""From titles and their types to the gazetteer: the function behind the step `gazetteer`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from corpora.gazetteer.evidence import SampleSentence
from corpora.gazetteer.search import write_classes, write_trie
from corpora.gazetteer.surface_forms import (
    ORIGINS,
    OUTCOMES,
    SurfaceRules,
    Titles,
    collect_surfaces,
    kept_gazetteer,
    surface_rows,
)
from corpora.paired_parts import PartPair, mention_rows, read_with_mentions
from schemas.arrow_tables import label_list
from schemas.catalog.corpora import CLASSES, TRIE
from schemas.datasets.dataset import read_dataset
from schemas.datasets.page_samples import sampled_pages
from schemas.datasets.shards import Shard

_ANCHORS = ("direct", "redirect", "none")
"""Sources of the mentions that the wiki's authors linked."""


def write_gazetteer(
    pairs: Sequence[PartPair],
    shard: Shard,
    *,
    type_index: str,
    rules: SurfaceRules,
    rate: float,
    seed: int,
    lang: str,
) -> None:
    """Write the surface forms of the titles in the `type_index` dataset at that location, and the gazetteer of them.

    Pages of `sentences` and `typed_sentences` are drawn with the probability `rate`, for what their links show. `lang`
    is the code of their language.
    """

    def titles() -> Iterator[Titles]:
        for batch in read_dataset(type_index, ["title", "class", "redirects"]):
            redirects = batch.column("redirects").to_numpy().tolist()
            yield Titles(batch.column("title").to_pylist(), label_list(batch.column("class")), redirects)

    done = 0

    def sample() -> Iterator[SampleSentence]:
        nonlocal done
        for pair in pairs:
            for table in read_with_mentions(pair):
                yield from _sentences(sampled_pages(table, rate, seed, "gazetteer"))
                shard.advance(done // 2)  # the sample is read twice
            done += pair.bytes

    surfaces = collect_surfaces(titles, sample, rules, lang)
    for batch in surface_rows(surfaces):
        shard.write("gazetteer", pa.Table.from_batches([batch]))
    gazetteer = kept_gazetteer(surfaces)
    shard.attach("gazetteer", TRIE, lambda path: write_trie(gazetteer, path))
    shard.attach("gazetteer", CLASSES, lambda path: write_classes(gazetteer, path))
    shard.seen = len(surfaces.trie) + sum(surfaces.unusable.values())
    kinds = len(OUTCOMES) * surfaces.origins.astype(np.int64) + surfaces.outcomes
    for kind, number in enumerate(np.bincount(kinds, minlength=len(ORIGINS) * len(OUTCOMES)).tolist()):
        if number:
            shard.count(f"surfaces from {ORIGINS[kind // len(OUTCOMES)]}", OUTCOMES[kind % len(OUTCOMES)], number)
    shard.count_all("titles and anchors that are no surface", surfaces.unusable)


def _sentences(table: pa.Table) -> Iterator[SampleSentence]:
    columns = (table.column(name).to_pylist() for name in ("page_id", "title", "text"))
    for page_id, title, text, mentions in zip(*columns, mention_rows(table), strict=True):
        anchors = [(start, end, name) for start, end, name, source in mentions if source in _ANCHORS]
        yield SampleSentence(page_id, title, text, anchors)
