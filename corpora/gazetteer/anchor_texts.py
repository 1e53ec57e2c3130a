"""The texts that a sample's anchors have, each with the class of most of its anchors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from corpora.gazetteer.evidence import SampleSentence
from schemas.labels import ENTITY

_BLOCK = 1 << 16
_ANCHORS = pa.schema([("text", pa.large_string()), ("class", pa.int16()), ("number", pa.int64())])


class AnchorTexts(NamedTuple):
    """The texts that are anchors to something of the list, each once."""

    texts: pa.LargeStringArray
    classes: tuple[str, ...]
    majority: npt.NDArray[np.int16]
    """Place in `classes` of the class of more than half of each text's anchors, ENTITY where there is none."""

    def strings(self) -> Iterator[str]:
        for start in range(0, len(self.texts), _BLOCK):
            yield from self.texts.slice(start, _BLOCK).to_pylist()


def read_anchor_texts(sample: Iterable[SampleSentence]) -> AnchorTexts:
    """The texts of the anchors of a sample."""
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
    return AnchorTexts(texts.dictionary, tuple(places), majority)


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
