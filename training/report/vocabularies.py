"""How many words the annotated datasets have in common (CrossNER, figure 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import pyarrow.compute as pc

from schemas.vocabulary import overlap_table, top_words
from training.data.corpus import NerSplit, split_names
from training.report.markdown import Section

_SIZE = 5000
"""Words of a vocabulary, as in CrossNER ('Domain Overlap')."""


def benchmark_words(location: str, stop_words: Collection[str]) -> list[str]:
    """The most frequent words of all splits of a dataset, the most frequent first."""
    counts: Counter[str] = Counter()
    for split in split_names(location):
        for (tokens,) in NerSplit(location, split).columns(["tokens"]):
            found = pc.value_counts(tokens.flatten())
            counts.update(dict(zip(found.field("values").to_pylist(), found.field("counts").to_pylist(), strict=True)))
    return [word for word, _ in top_words(counts, _SIZE, stop_words)]


def vocabulary_section(vocabularies: Mapping[str, Sequence[str]]) -> Section:
    """The overlap of the vocabularies of the datasets, by name; empty where there is one alone."""
    if len(vocabularies) < 2:
        return Section("Overlap of the datasets", [])
    blocks = [
        f"The share of their {_SIZE:,} most frequent words, without stop words, that two datasets have in common, all "
        "splits together (CrossNER, figure 1). Of two lists the longer one is cut to the length of the shorter one.",
        overlap_table("dataset", vocabularies),
    ]
    return Section("Overlap of the datasets", blocks)
